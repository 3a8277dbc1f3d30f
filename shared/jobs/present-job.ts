import type { ScoringResult } from '../attribution/scoring/scoring-result.ts'
import { isoTime } from '../platform/db/client.ts'
import { candidatesShown, type Tier } from '../platform/tier.ts'
import { unicodeOf } from '../platform/unicode-domain.ts'
import { isTerminal, type Job, type Progress, presentStatus, resultForTier } from './job.ts'
import type { JobRow } from './queries.ts'
import type { StixAnalysis } from './stix/stored-analysis.ts'
import type { ChargedJob } from './tables.ts'

/**
 * The job as the API shows it. `live` is the progress of a running job, or null if it is not known.
 */
export function presentJob(
  row: ChargedJob,
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

export function presentJobState(
  row: ChargedJob,
  live: Progress | null,
): Omit<Job, 'scoring_result'> {
  return {
    job_id: row.id,
    domain: row.domain,
    domain_unicode: unicodeOf(row.domain),
    depth: row.depth,
    passive: row.passive,
    status: presentStatus(row.status),
    created_at: isoTime(row.createdAt),
    started_at: isoTime(row.startedAt),
    completed_at: isoTime(row.completedAt),
    duration_ms: durationMs(row),
    charge: row.charge,
    progress: isTerminal(row.status) || live === null ? storedProgress(row) : live,
    error: row.errorCode === null ? null : { code: row.errorCode, message: row.errorMessage ?? '' },
    callback_url: row.callbackUrl,
    bulk_job_id: row.bulkJobId,
  }
}

/** A row of a list of jobs. Live progress is left out, because each job would need a call. */
export function presentListedJob(row: ChargedJob) {
  const { progress, ...state } = presentJobState(row, null)
  const { percent, stage, updated_at } = progress
  return {
    ...state,
    progress: { percent, stage, updated_at },
    entity: row.entity,
    confidence: row.confidence,
    basis: row.basis,
    warnings: row.warnings ?? [],
  }
}

export const reliabilityOf = (
  result: ScoringResult | null,
): Pick<ScoringResult, 'basis' | 'warnings'> => ({
  basis: result?.basis ?? null,
  warnings: result?.warnings ?? [],
})

function durationMs({ completedAt, startedAt, createdAt }: JobRow): number | null {
  if (completedAt === null) return null
  return Math.max(0, Date.parse(isoTime(completedAt)) - Date.parse(isoTime(startedAt ?? createdAt)))
}

// Progress by the stored status. The exact percentage of a running job is known only to its Durable
// Object.
function storedProgress(row: JobRow): Progress {
  const done = isTerminal(row.status)
  return {
    percent: done ? 100 : 0,
    stage: done ? 'done' : row.status === 'running' ? 'collecting' : 'queued',
    collectors: row.collectors ?? [],
    candidate: null,
    updated_at: isoTime(row.updatedAt),
  }
}

/** The analysis with only the candidates and signals that the tier may see. */
export function analysisForTier(analysis: StixAnalysis, tier: Tier): StixAnalysis {
  const shown = candidatesShown(tier) ?? analysis.signals.length
  return {
    ...analysis,
    result: resultForTier(analysis.result, tier),
    signals: analysis.signals.slice(0, shown),
  }
}
