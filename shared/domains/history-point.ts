import type { HistoryDiff } from './history-difference.ts'

/** A run or an external record on its way to the page. */
export interface HistoryPoint {
  /** Only on the caller's own runs. */
  jobId: string | null
  /** ISO 8601 UTC with six fraction digits, unique within the domain. */
  at: string
  status: 'completed' | 'partial' | 'failed'
  /** Tells changes of the operator from other spellings of its name. */
  entityId: string | null
  entity: string | null
  confidence: number | null
  registrar: string | null
  nameservers: string[]
  source: 'local' | 'external'
}

/** A point with what changed since the next older one; null when nothing did. */
export interface HistoryEntry extends HistoryPoint {
  diff: HistoryDiff | null
}
