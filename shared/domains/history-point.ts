import type { Basis } from '../attribution/basis.ts'
import type { HistoryDiff } from './history-difference.ts'

/** An analysis, or a WHOIS record that the account has bought. */
export interface HistoryPoint {
  /** Null if the job belongs to another account, and for a WHOIS record. */
  jobId: string | null
  /** ISO 8601, UTC, with six fraction digits. No two entries of a domain have the same time. */
  at: string
  status: 'completed' | 'partial' | 'failed'
  /** Two names with the same id mean the same operator. */
  entityId: string | null
  entity: string | null
  confidence: number | null
  /** Null if nobody is named, for a WHOIS record, and for an analysis from before basis existed. */
  basis: Basis | null
  registrar: string | null
  nameservers: string[]
  source: 'local' | 'external'
}

export interface HistoryEntry extends HistoryPoint {
  diff: HistoryDiff | null
}
