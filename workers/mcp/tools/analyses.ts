import { z } from 'zod'
import { HOUR_MS } from '../../../shared/platform/clock.ts'
import { undefanged } from '../../../shared/platform/domain-name.ts'
import { COSTS, NOTES } from './constant-texts.ts'
import { type OwnRoutes, pathOf } from './own-routes.ts'

export const Depth = z.enum(['quick', 'deep'])
export type Depth = z.output<typeof Depth>

export const JobId = z.string().max(64)

/** True sends nothing to the domain. Without a default, so that the list of tools is short. */
export const Passive = z.boolean().optional()

/** Limits only the length. The route checks the domain, so that its error reaches the caller. */
export const Domain = z.string().min(1).max(1_000)

export const nullable = <Type extends z.ZodType>(type: Type) => type.nullable().optional()

const Failure = z.object({ code: z.string(), message: z.string() })

export const Basis = z.string().nullable()

const kindsOf = (warnings: unknown): unknown =>
  Array.isArray(warnings) ? warnings.map(({ kind }: { kind: unknown }) => kind) : warnings

/** Keeps only the kind of a warning, because the details may quote a probed site. */
export const WarningKinds = z.preprocess(kindsOf, z.array(z.string()))

// Leaves out an empty list of warnings. If every domain had an empty list, the text of many results
// would be twice as long.
const ListedWarnings = z.preprocess((warnings) => {
  const kinds = kindsOf(warnings)
  return Array.isArray(kinds) && kinds.length === 0 ? undefined : kinds
}, z.array(z.string()).optional())

// `summary` is left out, because it repeats the sentence `rationale`, which may quote the analyzed
// site.
const Result = z.object({
  outcome: z.string(),
  entity: z.string().nullable(),
  confidence: z.number(),
  basis: Basis,
  warnings: WarningKinds,
  candidates: z.array(
    z.object({
      rank: z.number(),
      entity: z.string(),
      aliases: z.array(z.string()).optional(),
      entity_type: z.string(),
      confidence: z.number(),
      basis: Basis,
      signal_count: z.number(),
      rationale: z.string(),
    }),
  ),
  collected_at: z.string(),
  scorer_version: z.string(),
})

/** Details of the collectors are left out, because they may quote servers of the analyzed site. */
export const ANALYSIS = {
  job_id: z.string().optional(),
  domain: z.string().optional(),
  depth: z.string().optional(),
  passive: z.boolean().optional(),
  status: z.string(),
  scoring_result: Result.optional(),
  error: nullable(Failure),
}

export const ListedResult = z.object({
  status: z.string(),
  scoring_result: Result.pick({
    outcome: true,
    entity: true,
    confidence: true,
    basis: true,
  })
    .extend({ warnings: ListedWarnings })
    .optional(),
  error: nullable(Failure),
})

export const jobResource = (jobId: string): string => `attribution://jobs/${jobId}`

export interface ReadJob {
  job_id: string
  status: string
  depth: Depth
  passive: boolean
  completed_at: string | null
  scoring_result?: { scorer_version: string }
}

export const isTerminal = ({ status }: { status: string }): boolean =>
  status !== 'queued' && status !== 'running'
const isAnswer = ({ status }: ReadJob) => status === 'completed' || status === 'partial'

// Largest number of jobs of a domain that are searched for an answer. More unfinished or failed
// jobs in a row are unlikely.
const JOBS_READ_MAX = 20

/**
 * Finds the newest analysis with a result, or null. A deep analysis can replace a quick one, and an
 * active one a passive one, but never the reverse.
 */
export async function latestAnalysis(
  routes: OwnRoutes,
  { domain, depth, passive, now }: { domain: string; depth: Depth; passive: boolean; now: number },
): Promise<{ jobId: string; ageHours: number } | null> {
  const { jobs } = (await routes.get('/jobs', {
    domain: undefanged(domain),
    limit: JOBS_READ_MAX,
  })) as { jobs: ReadJob[] }
  const found = jobs.filter(
    (job) =>
      isAnswer(job) && (depth === 'quick' || job.depth === 'deep') && (passive || !job.passive),
  )
  const ages = found.map((job) => ({
    jobId: job.job_id,
    ageHours: (now - Date.parse(job.completed_at ?? '')) / HOUR_MS,
  }))
  return ages.reduce<(typeof ages)[number] | null>(
    (best, one) => (best === null || one.ageHours < best.ageHours ? one : best),
    null,
  )
}

export const readJob = async (routes: OwnRoutes, jobId: string): Promise<ReadJob> =>
  (await routes.get(pathOf`/jobs/${jobId}`)) as ReadJob

export function describeJob(job: ReadJob): object {
  if (!isTerminal(job)) return { ...job, next: 'get_result', note: NOTES.running }
  return job.status === 'failed' ? { ...job, note: NOTES.failed } : job
}

export function costOf({ status, scoring_result: result }: ReadJob): string {
  if (result?.scorer_version === 'sandbox') return COSTS.sandbox
  return status === 'failed' ? COSTS.refunded : COSTS.analysis
}
