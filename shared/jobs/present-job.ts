import type { ScoringResult } from '../attribution/scoring/scoring-result.ts'
import { isoTime } from '../platform/db/client.ts'
import type { Tier } from '../platform/tier.ts'
import { isTerminal, type Job, type Progress, resultForTier } from './job.ts'
import type { JobRow } from './queries.ts'

/**
 * Returns a job in the form of the API, with only the candidates that the subscription tier may
 * see. `live` is the current progress of a running job, or null.
 */
export function presentJob(
  row: JobRow,
  result: ScoringResult | null,
  live: Progress | null,
  tier: Tier,
): Job {
  const state = presentJobState(row, live)
  const shows = row.status === 'completed' || row.status === 'partial'
  return shows && result !== null
    ? { ...state, scoring_result: resultForTier(result, tier) }
    : state
}

/**
 * Returns a job in the form of the API, without its result. `live` (current progress) replaces the
 * stored progress of an unfinished job.
 */
export function presentJobState(row: JobRow, live: Progress | null): Omit<Job, 'scoring_result'> {
  return {
    job_id: row.id,
    domain: row.domain,
    depth: row.depth,
    status: row.status,
    created_at: isoTime(row.createdAt),
    started_at: isoTime(row.startedAt),
    completed_at: isoTime(row.completedAt),
    duration_ms: durationOf(row),
    progress: isTerminal(row.status) || live === null ? storedProgress(row) : live,
    error: row.errorCode === null ? null : { code: row.errorCode, message: row.errorMessage ?? '' },
    callback_url: row.callbackUrl,
    bulk_job_id: row.bulkJobId,
  }
}

/** Returns the members beside an answer. A job without a result has neither. */
export const reliabilityOf = (
  result: ScoringResult | null,
): Pick<ScoringResult, 'basis' | 'warnings'> => ({
  basis: result?.basis ?? null,
  warnings: result?.warnings ?? [],
})

/**
 * Returns the duration of a job in milliseconds, or null for an unfinished job. If a failed job has
 * no end time, its last update counts as the end.
 */
function durationOf(row: JobRow): number | null {
  const end = row.completedAt ?? (row.status === 'failed' ? row.updatedAt : null)
  if (end === null) return null
  const start = row.startedAt ?? row.createdAt
  return Math.max(0, Date.parse(isoTime(end)) - Date.parse(isoTime(start)))
}

/**
 * The stored progress is 0 or 100 percent, because the percentages of a running job are not written
 * to the database.
 */
function storedProgress(row: JobRow): Progress {
  const done = isTerminal(row.status)
  return {
    percent: done ? 100 : 0,
    stage: done ? 'done' : row.status === 'queued' ? 'queued' : 'collecting',
    collectors: row.collectors ?? [],
    updated_at: isoTime(row.updatedAt),
  }
}
