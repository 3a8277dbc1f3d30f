import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { FACT_COLLECTORS, StoredPieces } from '../attribution/answer/answer-facts.ts'
import { evidencePath } from '../attribution/answer/evidence-path.ts'
import type { Basis } from '../attribution/basis.ts'
import type {
  EntitySignals,
  ScoringResult,
  WarningKind,
} from '../attribution/scoring/scoring-result.ts'
import { NotCovered } from '../billing/not-covered.ts'
import { callFunction, type Database, rows } from '../platform/db/client.ts'
import { rowOf } from '../platform/db/columns.ts'
import { Hints } from '../platform/services/hints.ts'
import type { Tier } from '../platform/tier.ts'
import type { NewDelivery } from '../webhooks/create-delivery.ts'
import { DEPTHS, type Depth, type JobStatus, type StoredCollector, statesShownAs } from './job.ts'
import { EVIDENCE_PATH, StixEvidence } from './stix/stored-analysis.ts'
import { CHARGED_COLUMNS, ChargedJob, jobResults, jobs, jobWarnings } from './tables.ts'

export type JobRow = typeof jobs.$inferSelect

const JobOfFunction = rowOf(jobs)

const Submission = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('created'), job: ChargedJob, ...Hints }),
  z.object({ outcome: z.literal('duplicate'), job: ChargedJob, ...Hints }),
  z.object({ ...NotCovered, ...Hints }),
  z.object({
    outcome: z.enum(['playground_limited', 'sandbox_limited']),
    retry_after_seconds: z.number(),
    ...Hints,
  }),
  z.object({ outcome: z.enum(['closed', 'too_many_quick', 'too_many_callbacks']), ...Hints }),
])
export type Submission = z.infer<typeof Submission>

export interface NewJob {
  job_id: string
  account_id: string
  key_id: string | null
  domain: string
  registrable_domain: string
  depth: Depth
  force_refresh: boolean
  passive: boolean
  quota: number | null
  playground_limit?: number
  /**
   * Highest number of the account's queued and running jobs of this depth. At this limit, a further
   * deep job waits and a further quick job is refused.
   */
  in_flight_limit?: number
  /** Number of free analyses of sandbox domains that the account may submit in a day. */
  sandbox_limit: number
  sandbox?: { status: 'completed'; result: ScoringResult; signals: unknown[] }
  delivery?: NewDelivery
  bulk_job_id?: string
  correlation_id?: string
  request_id: string
  address_prefix: string | null
}

/** Submits one job. A second call with the same job id returns the same outcome. */
export async function submit(db: Database, job: NewJob): Promise<Submission> {
  return callFunction(db, 'submit_job', { ...job }, Submission)
}

const Submissions = z.object({
  submissions: z.array(Submission),
  cost: z.number().int().optional(),
  ...Hints,
})
export type Submissions = z.infer<typeof Submissions>

/**
 * Submits several jobs. Returns one outcome for each job, in the same order; a repeated call
 * returns the same outcomes. If the jobs may cost more than `creditsMax` credits, submits none and
 * returns the number of credits as `cost`.
 */
export async function submitAll(
  db: Database,
  all: readonly NewJob[],
  creditsMax: number | null = null,
): Promise<Submissions> {
  return callFunction(db, 'submit_jobs', { jobs: all, credits_max: creditsMax }, Submissions)
}

const Failed = z.object({ failed: z.array(z.string()), refunded: z.number().int(), ...Hints })

/** Returns the ids of all given jobs that are failed now, and the number of refunds. */
export async function failAll(
  db: Database,
  accountId: string,
  jobIds: readonly string[],
  error: { code: string; message: string },
): Promise<z.infer<typeof Failed>> {
  const argument = { account_id: accountId, job_ids: jobIds, error }
  return callFunction(db, 'fail_jobs', argument, Failed)
}

const Claim = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('claimed'), job: JobOfFunction, age_ms: z.number() }),
  z.object({ outcome: z.literal('terminal'), job: JobOfFunction, ...Hints }),
  z.object({ outcome: z.literal('unknown') }),
])

/**
 * Claims the job for a run. Only the run with the latest claim can write the result. `age_ms` is
 * the time since the first run of the job began. For a finished job, the call returns the hints
 * that its end caused, so that lost ones are sent again.
 */
export async function claim(
  db: Database,
  jobId: string,
  runToken: string,
): Promise<z.infer<typeof Claim>> {
  const [row] = await rows(
    db,
    sql`select claim_job(${jobId}, ${runToken}) as claim`,
    z.object({ claim: Claim }),
  )
  if (row === undefined) throw new Error('claim_job returned nothing')
  return row.claim
}

/** Returns false if another run has claimed the job, or if it has ended. */
export async function putBack(db: Database, jobId: string, runToken: string): Promise<boolean> {
  const query = sql`select put_back_job(${jobId}, ${runToken}) as is_queued`
  const [row] = await rows(db, query, z.object({ is_queued: z.boolean() }))
  return row?.is_queued ?? false
}

const Finished = z.object({
  outcome: z.enum(['ended', 'already', 'lost', 'unknown']),
  job: ChargedJob.optional(),
  ...Hints,
})
export type Finished = z.infer<typeof Finished>

/** Operator of the domain for the search index of operators. */
interface AttributedEntity {
  name: string
  normalized: string
  parent: string | null
  aliases: { name: string; normalized: string }[]
  basis: Basis | null
  /** Registration date of the domain, ISO 8601. */
  registered_at: string | null
}

export interface JobEnd {
  job_id: string
  run_token?: string
  status: Extract<JobStatus, 'completed' | 'partial' | 'failed'>
  error?: { code: string; message: string }
  result?: ScoringResult
  signals?: unknown[]
  evidence?: unknown[]
  links?: unknown[]
  collectors?: StoredCollector[]
  entity?: AttributedEntity
  registrar?: string | null
  name_servers?: string[]
}

/** A second call changes nothing and returns the hints of the finished job again. */
export async function finish(db: Database, end: JobEnd): Promise<Finished> {
  return callFunction(db, 'finish_job', { ...end }, Finished)
}

export interface JobWithResult {
  job: ChargedJob
  result: ScoringResult | null
}

export async function find(
  db: Database,
  accountId: string,
  jobId: string,
): Promise<JobWithResult | null> {
  const [row] = await db
    .select({ job: CHARGED_COLUMNS, result: jobResults.result })
    .from(jobs)
    .leftJoin(jobResults, eq(jobResults.jobId, jobs.id))
    .where(and(eq(jobs.id, jobId), eq(jobs.accountId, accountId)))
  return row ?? null
}

export interface WantedPage {
  limit: number
  offset: number
  status?: JobStatus | undefined
  domain?: string | undefined
  outcome?: ScoringResult['outcome'] | undefined
  warning?: WarningKind | undefined
}

export function pageQuery(db: Pick<Database, 'select'>, accountId: string, wanted: WantedPage) {
  const { limit, offset, status, domain, outcome, warning } = wanted
  const selected = db.select(CHARGED_COLUMNS).from(jobs).$dynamic()
  const isWarned = and(eq(jobWarnings.accountId, accountId), eq(jobWarnings.jobId, jobs.id))
  return (
    warning === undefined
      ? selected
      : selected.innerJoin(jobWarnings, and(isWarned, eq(jobWarnings.kind, warning)))
  )
    .where(
      and(
        eq(jobs.accountId, accountId),
        status === undefined ? undefined : inArray(jobs.status, statesShownAs(status)),
        // This condition removes no further rows. It repeats the condition of a partial index, so
        // that PostgreSQL can use this index for all statuses except completed.
        status === undefined || status === 'completed' ? undefined : ne(jobs.status, 'completed'),
        domain === undefined ? undefined : eq(jobs.domain, domain),
        outcome === undefined ? undefined : eq(jobs.outcome, outcome),
      ),
    )
    .orderBy(desc(jobs.id))
    .limit(limit + 1)
    .offset(offset)
}

/** Newest first, at most `limit` + 1 jobs; the additional one shows that a next page exists. */
export async function page(
  db: Database,
  accountId: string,
  wanted: WantedPage,
): Promise<ChargedJob[]> {
  return pageQuery(db, accountId, wanted)
}

const StaleJob = z.object({
  id: z.string(),
  status: z.enum(['queued', 'running']),
  depth: z.enum(DEPTHS),
  listed: z.boolean(),
})

/** Queued and running jobs without a change for `quietSeconds`. This call counts as a change. */
export async function takeStale(
  db: Database,
  quietSeconds: number,
  limit: number,
): Promise<z.infer<typeof StaleJob>[]> {
  return rows(
    db,
    sql`select * from take_stale_jobs(make_interval(secs => ${quietSeconds}), ${limit})`,
    StaleJob,
  )
}

/**
 * `limits` is the highest number of analyses at the same time, by tier. Returns the ids of the
 * started jobs.
 */
export async function startWaiting(
  db: Database,
  limits: Record<Tier, number>,
  limit: number,
): Promise<string[]> {
  const query = sql`select id from start_waiting_jobs(${JSON.stringify(limits)}::jsonb, ${limit})`
  return (await rows(db, query, z.object({ id: z.string() }))).map(({ id }) => id)
}

const Overdue = z.object({ failed: z.array(z.string()), ...Hints })

export async function failOverdue(
  db: Database,
  runningSeconds: number,
  queuedSeconds: number,
  limit: number,
): Promise<z.infer<typeof Overdue>> {
  const query = sql`select fail_overdue_jobs(make_interval(secs => ${runningSeconds}),
    make_interval(secs => ${queuedSeconds}), ${limit}) as answer`
  const [row] = await rows(db, query, z.object({ answer: Overdue }))
  if (row === undefined) throw new Error('fail_overdue_jobs returned nothing')
  return row.answer
}

export async function signals(
  db: Database,
  accountId: string,
  jobId: string,
): Promise<EntitySignals[]> {
  const [row] = await db
    .select({ signals: jobResults.signals })
    .from(jobResults)
    .innerJoin(jobs, eq(jobs.id, jobResults.jobId))
    .where(and(eq(jobs.id, jobId), eq(jobs.accountId, accountId)))
  return row?.signals ?? []
}

const STIX_PATH = sql.raw(`'${EVIDENCE_PATH}'`)
/** Columns of the stored result. All are null for a job without one. */
export const STIX_COLUMNS = {
  result: jobResults.result,
  signals: jobResults.signals,
  evidence: sql`jsonb_path_query_array(${jobResults.evidence}::jsonb, ${STIX_PATH})`.mapWith(
    (stored: unknown) => StixEvidence.parse(stored),
  ),
}

export async function findForStix(db: Database, accountId: string, jobId: string) {
  const [row] = await db
    .select({ job: jobs, ...STIX_COLUMNS })
    .from(jobs)
    .leftJoin(jobResults, eq(jobResults.jobId, jobs.id))
    .where(and(eq(jobs.id, jobId), eq(jobs.accountId, accountId)))
  return row ?? null
}

const FACTS_PATH = sql.raw(`'${evidencePath(FACT_COLLECTORS)}'`)
/** Columns of an analysis for its verdict. All are null for a job without a result. */
export const VERDICT_COLUMNS = {
  result: jobResults.result,
  signals: jobResults.signals,
  evidence: sql`jsonb_path_query_array(${jobResults.evidence}::jsonb, ${FACTS_PATH})`.mapWith(
    (stored: unknown) => StoredPieces.parse(stored),
  ),
}

export async function findForVerdict(db: Database, accountId: string, jobId: string) {
  const [row] = await db
    .select({ job: jobs, ...VERDICT_COLUMNS })
    .from(jobs)
    .leftJoin(jobResults, eq(jobResults.jobId, jobs.id))
    .where(and(eq(jobs.id, jobId), eq(jobs.accountId, accountId)))
  return row ?? null
}

export async function existing(db: Database, jobIds: readonly string[]): Promise<string[]> {
  if (jobIds.length === 0) return []
  const found = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(inArray(jobs.id, [...jobIds]))
  return found.map(({ id }) => id)
}
