import type { CompanyRegisterId } from '../platform/company-register-ids.ts'
import type { IndexEntry, RegisterAnswer } from './witness-evidence.ts'

export type IndexLookup =
  | { outcome: 'read'; entries: IndexEntry[] }
  /** There is no index: nobody has built one for this deployment. */
  | { outcome: 'missing' }
  | { outcome: 'failed'; detail: string }

/** Entries of a registrable domain (A-label) in official lists and registers. Never rejects. */
export type ReadDomainIndex = (registrableDomain: string) => Promise<IndexLookup>

/** Cache of register answers by register and number. The functions never throw. */
export interface RegisterAnswerStore {
  read(register: string, number: string): Promise<RegisterAnswer | null>
  write(register: string, number: string, answer: RegisterAnswer): Promise<void>
}

/** Keys of registers that give access only to registered users. */
export interface RegisterKeys {
  /** User name and password at CVR (Denmark), separated by a colon. */
  cvr?: string | undefined
  nzbn?: string | undefined
  companiesHouse?: string | undefined
  /** GUID of a registered party at ABN Lookup (Australia). */
  abr?: string | undefined
}

export interface RegisterAccess {
  enabled: readonly CompanyRegisterId[]
  keys: RegisterKeys
}
