import type { WhoisEvidence } from './evidence.ts'

export interface StoredRegistration {
  collectedAt: string
  evidence: WhoisEvidence
}

/** Cache for registrations. If the cache fails, `read` returns null as for a missing entry. */
export interface RegistrationStore {
  read(domain: string): Promise<StoredRegistration | null>
  /** A brief entry is kept for an hour at most. */
  write(domain: string, stored: StoredRegistration, isBrief: boolean): Promise<void>
}
