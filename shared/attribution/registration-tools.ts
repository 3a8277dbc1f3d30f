import type { WhoisEvidence } from './evidence.ts'

/** `waitMs`: time that the caller would have had to wait for its turn. */
export type Turn = { allowed: true; waitedMs: number } | { allowed: false; waitMs: number }

/** Turns at the RDAP and WHOIS servers, which all lookups share. */
export interface RegistryLimits {
  /**
   * Waits for the turn of this server, at most as long as the caller may wait, and at most
   * `waitMsMax`. Never rejects.
   */
  take(server: string, waitMsMax?: number): Promise<Turn>
  /**
   * Reports that the server refused a question because of its own limit. `retryAfterMs` is the time
   * that it asked for, or null. Never rejects.
   */
  refused(server: string, retryAfterMs: number | null): Promise<void>
}

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
