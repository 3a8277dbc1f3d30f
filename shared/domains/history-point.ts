import type { Basis } from '../attribution/basis.ts'
import type { HistoryDiff } from './history-difference.ts'

/** One entry in a domain's history: an analysis, or a WHOIS record that the account has bought. */
export interface HistoryPoint {
  /**
   * Id of the job that analyzed the domain. Null if the job belongs to another account, and for a
   * WHOIS record.
   */
  jobId: string | null
  /**
   * Time of the entry in ISO 8601, UTC, with six fraction digits. No two entries of a domain have
   * the same time.
   */
  at: string
  status: 'completed' | 'partial' | 'failed'
  /** Id of the operator. If two names have the same id, they mean the same operator. */
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
