import { COLLECTOR_NAMES, COLLECTOR_STATUSES } from '../attribution/evidence.ts'
import { Candidate, ScoringResult } from '../attribution/scoring/scoring-result.ts'
import { isoTime } from '../platform/db/client.ts'
import { z } from '../platform/http/zod-openapi.ts'
import { candidatesShown, type Tier } from '../platform/tier.ts'

export const DEPTHS = ['quick', 'deep'] as const
export type Depth = (typeof DEPTHS)[number]
export const JOB_STATUSES = ['queued', 'running', 'completed', 'partial', 'failed'] as const
export const JobStatus = z.enum(JOB_STATUSES)
export type JobStatus = z.infer<typeof JobStatus>

export function isTerminal(status: JobStatus): boolean {
  return status === 'completed' || status === 'partial' || status === 'failed'
}

export const CollectorProgress = z
  .object({
    name: z.enum(COLLECTOR_NAMES),
    status: z.enum(['pending', 'running', ...COLLECTOR_STATUSES]),
    duration_ms: z.number().int().nullable(),
    detail: z.string().nullable(),
  })
  .openapi('CollectorProgress')
export type CollectorProgress = z.infer<typeof CollectorProgress>

export const Progress = z
  .object({
    percent: z.number().int().min(0).max(100),
    stage: z.enum(['queued', 'collecting', 'scoring', 'done']),
    collectors: z.array(CollectorProgress),
    updated_at: z.string(),
  })
  .openapi('Progress')
export type Progress = z.infer<typeof Progress>

export const JobError = z.object({ code: z.string(), message: z.string() }).openapi('JobError')

/** A job as the contract shows it. */
export const Job = z
  .object({
    job_id: z.string(),
    domain: z.string(),
    depth: z.enum(DEPTHS),
    status: JobStatus,
    created_at: z.string(),
    started_at: z.string().nullable(),
    completed_at: z.string().nullable(),
    duration_ms: z.number().int().nullable(),
    progress: Progress,
    scoring_result: ScoringResult.optional(),
    error: z.union([JobError, z.null()]),
    callback_url: z.string().nullable(),
    bulk_job_id: z.string().nullable(),
  })
  .openapi('Job')
export type Job = z.infer<typeof Job>

/** A job read with a schema template, which may leave out any field at any depth. */
export const JobProjection = z
  .object({
    ...Job.shape,
    progress: Progress.extend({ collectors: z.array(CollectorProgress.partial()) }).partial(),
    scoring_result: ScoringResult.extend({ candidates: z.array(Candidate.partial()) }).partial(),
    error: JobError.partial().nullable(),
  })
  .partial()
  .openapi('JobProjection', { description: 'With template: only its fields, in the nesting of the job.' })

/** The query parameter that names a schema template. */
export const templateQuery = z
  .string()
  .min(1)
  .max(64)
  .optional()
  .openapi({ description: 'A schema template, by name or id: only its fields are answered.' })

/** A row of the jobs table as Postgres tells it (to_jsonb). */
export const JobRow = z.object({
  id: z.string(),
  account_id: z.string(),
  domain: z.string(),
  registrable_domain: z.string(),
  depth: z.enum(DEPTHS),
  status: JobStatus,
  sandbox: z.boolean(),
  callback_url: z.string().nullable(),
  bulk_job_id: z.string().nullable(),
  correlation_id: z.string().nullable(),
  error_code: z.string().nullable(),
  error_message: z.string().nullable(),
  entity: z.string().nullable(),
  confidence: z.number().nullable(),
  collectors: z.array(CollectorProgress).nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  completed_at: z.string().nullable(),
  updated_at: z.string(),
})
export type JobRow = z.infer<typeof JobRow>

/** Milliseconds from start to end; a failed job without an end is measured to its last update. */
function durationOf(row: JobRow): number | null {
  const end = row.completed_at ?? (row.status === 'failed' ? row.updated_at : null)
  if (end === null) return null
  const start = row.started_at ?? row.created_at
  return Math.max(0, Date.parse(isoTime(end)) - Date.parse(isoTime(start)))
}

/** The progress that the stored state alone tells: nothing yet, or everything. */
function storedProgress(row: JobRow): Progress {
  const done = isTerminal(row.status)
  return {
    percent: done ? 100 : 0,
    stage: done ? 'done' : row.status === 'queued' ? 'queued' : 'collecting',
    collectors: row.collectors ?? [],
    updated_at: isoTime(row.updated_at),
  }
}

/** The stored job with live progress laid over it; percent never falls below what is stored. */
export function presentJobState(row: JobRow, live: Progress | null): Omit<Job, 'scoring_result'> {
  return {
    job_id: row.id,
    domain: row.domain,
    depth: row.depth,
    status: row.status,
    created_at: isoTime(row.created_at),
    started_at: isoTime(row.started_at),
    completed_at: isoTime(row.completed_at),
    duration_ms: durationOf(row),
    progress: isTerminal(row.status) || live === null ? storedProgress(row) : live,
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
    callback_url: row.callback_url,
    bulk_job_id: row.bulk_job_id,
  }
}

/** What a tier sees of an answer: its first candidates. */
export function resultForTier(result: ScoringResult, tier: Tier): ScoringResult {
  const shown = candidatesShown(tier)
  return shown === null ? result : { ...result, candidates: result.candidates.slice(0, shown) }
}

/** A job as a caller of that tier sees it. */
export function presentJob(row: JobRow, result: ScoringResult | null, live: Progress | null, tier: Tier): Job {
  const state = presentJobState(row, live)
  const shows = row.status === 'completed' || row.status === 'partial'
  return shows && result !== null ? { ...state, scoring_result: resultForTier(result, tier) } : state
}
