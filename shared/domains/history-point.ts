import type { Basis } from '../attribution/basis.ts'
import type { HistoryDiff } from './history-difference.ts'

/** One entry of a domain's history: an analysis, or a WHOIS record that the account has bought. */
export interface HistoryPoint {
  /** Null for a job of another account, and for a WHOIS record. */
  jobId: string | null
  /** ISO 8601, UTC, with six fraction digits. No two entries of a domain have the same time. */
  at: string
  status: 'completed' | 'partial' | 'failed'
  /** Id of the operator. Two spellings of one operator's name have the same id. */
  entityId: string | null
  entity: string | null
  confidence: number | null
  /**
   * Null for a WHOIS record, for an analysis without an operator, and for an analysis that is older
   * than this field.
   */
  basis: Basis | null
  registrar: string | null
  nameservers: string[]
  source: 'local' | 'external'
  /** Null for a WHOIS record. */
  passive: boolean | null
}

export interface HistoryEntry extends HistoryPoint {
  diff: HistoryDiff | null
}
