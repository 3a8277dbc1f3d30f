import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { holderOfRow } from '../accounts/queries.ts'
import { EntitySignals, ScoringResult } from '../attribution/scoring/scoring-result.ts'
import type { Holder } from '../platform/caller.ts'
import { callFunction, type Database, rows } from '../platform/db/client.ts'
import { Hints } from '../platform/services/hints.ts'
import type { NewDelivery } from '../webhooks/create-delivery.ts'
import { JobRow, type JobStatus } from './job.ts'

const Submission = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('created'), job: JobRow, ...Hints }),
  z.object({ outcome: z.literal('duplicate'), job: JobRow, ...Hints }),
  z.object({ outcome: z.literal('refused'), balance: z.number(), ...Hints }),
  z.object({ outcome: z.literal('playground_limited'), retry_after_seconds: z.number(), ...Hints }),
  z.object({ outcome: z.literal('closed'), ...Hints }),
])
export type Submission = z.infer<typeof Submission>

export interface NewJob {
  job_id: string
  account_id: string
  key_id: string | null
  domain: string
  registrable_domain: string
  depth: 'quick' | 'deep'
  force_refresh: boolean
  quota: number | null
  playground_limit?: number
  sandbox?: { status: 'completed'; result: ScoringResult; signals: unknown[] }
  delivery?: NewDelivery
  bulk_job_id?: string
  correlation_id?: string
  request_id: string
  address_prefix: string | null
}

/** Covers, de-duplicates and inserts one job in one statement; repeating it with the same job id repeats the answer. */
export async function submit(db: Database, job: NewJob): Promise<Submission> {
  return callFunction(db, 'submit_job', { ...job }, Submission)
}

const Submissions = z.object({ submissions: z.array(Submission), ...Hints })
export type Submissions = z.infer<typeof Submissions>

/**
 * Submits several jobs in one statement, each independently of the others; the submissions are in order. `hints` holds those of all
 * submissions, whose own lists are empty. Repeating it repeats the answer.
 */
export async function submitAll(db: Database, all: readonly NewJob[]): Promise<Submissions> {
  return callFunction(db, 'submit_jobs', { jobs: all }, Submissions)
}

const Failed = z.object({ failed: z.array(z.string()), refunded: z.number().int(), ...Hints })

/** Ends as failed, with refund, jobs of the account that have not ended. Returns which have failed and how many charges were refunded. */
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
  z.object({ outcome: z.literal('claimed'), job: JobRow, age_ms: z.number() }),
  z.object({ outcome: z.literal('terminal'), job: JobRow, ...Hints }),
  z.object({ outcome: z.literal('unknown') }),
])

/** Gives the job to the run that holds `runToken`; an earlier holder can write nothing any more. A job that has ended repeats its hints. */
export async function claim(db: Database, jobId: string, runToken: string): Promise<z.infer<typeof Claim>> {
  const [row] = await rows(db, sql`select claim_job(${jobId}, ${runToken}) as claim`, z.object({ claim: Claim }))
  if (row === undefined) throw new Error('claim_job returned nothing')
  return row.claim
}

const Finished = z.object({
  outcome: z.enum(['ended', 'already', 'lost', 'unknown']),
  job: JobRow.optional(),
  ...Hints,
})
export type Finished = z.infer<typeof Finished>

export interface JobEnd {
  job_id: string
  run_token?: string
  status: Extract<JobStatus, 'completed' | 'partial' | 'failed'>
  error?: { code: string; message: string }
  result?: ScoringResult
  signals?: unknown[]
  evidence?: unknown[]
  links?: unknown[]
  collectors?: unknown[]
  entity?: { name: string; normalized: string; parent: string | null; aliases: { name: string; normalized: string }[] }
  registrar?: string | null
  name_servers?: string[]
}

/** Ends a job once: result, history, entity, refund of a failure and due deliveries, in one statement. A repetition repeats the hints. */
export async function finish(db: Database, end: JobEnd): Promise<Finished> {
  return callFunction(db, 'finish_job', { ...end }, Finished)
}

const JobWithResult = z.object({ job: JobRow, result: ScoringResult.nullable() })
export type JobWithResult = z.infer<typeof JobWithResult>

/** One job of the account with its answer, or null: not there and not theirs look alike. */
export async function find(db: Database, accountId: string, jobId: string): Promise<JobWithResult | null> {
  const query = sql`select to_jsonb(j) as job, r.result from jobs j left join job_results r on r.job_id = j.id
    where j.id = ${jobId} and j.account_id = ${accountId}`
  const [row] = await rows(db, query, JobWithResult)
  return row ?? null
}

const HeldJob = z.object({
  key_id: z.string(),
  kind: z.enum(['ordinary', 'playground']),
  account_id: z.string(),
  tier: z.enum(['free', 'pro', 'team', 'enterprise']),
  job: JobRow.nullable(),
  result: ScoringResult.nullable(),
})
const HeldRow = z.object({ held: HeldJob.nullable() })

/** Proves the key and reads the job by primary keys alone: the cost does not grow with the table. */
export function jobForKeyQuery(digests: string[], jobId: string): SQL {
  return sql`select job_for_key(${sql.param(digests)}::text[], ${jobId}) as held`
}

/** The holder of a key and one job of that holder, in one query. holder is null when the key is not good. */
export async function findForKey(
  db: Database,
  digests: string[],
  jobId: string,
): Promise<{ holder: Holder | null; found: JobWithResult | null }> {
  const [row] = await rows(db, jobForKeyQuery(digests, jobId), HeldRow)
  const held = row?.held ?? null
  if (held === null) return { holder: null, found: null }
  return { holder: holderOfRow(held), found: held.job === null ? null : { job: held.job, result: held.result } }
}

export interface WantedPage {
  limit: number
  offset: number
  status?: JobStatus | undefined
  domain?: string | undefined
}

/** Served in its order by jobs_account_id_id_idx and, filtered, by the indexes beside it: only the page is read. */
export function pageQuery(accountId: string, { limit, offset, status, domain }: WantedPage): SQL {
  return sql`select to_jsonb(j) as job from jobs j where j.account_id = ${accountId}
    ${status === undefined ? sql`` : sql`and j.status = ${status}`} ${domain === undefined ? sql`` : sql`and j.domain = ${domain}`}
    order by j.id desc limit ${limit + 1} offset ${offset}`
}

/** The account's jobs, newest first, one more than asked for when there is a further page. */
export async function page(db: Database, accountId: string, wanted: WantedPage): Promise<JobRow[]> {
  return (await rows(db, pageQuery(accountId, wanted), z.object({ job: JobRow }))).map(({ job }) => job)
}

const StaleJob = z.object({
  id: z.string(),
  status: z.enum(['queued', 'running']),
  depth: z.enum(['quick', 'deep']),
  listed: z.boolean(),
})

/** Jobs that nobody has touched for `quietSeconds`, each handed out once in that time. */
export async function takeStale(
  db: Database,
  quietSeconds: number,
  limit: number,
): Promise<z.infer<typeof StaleJob>[]> {
  return rows(db, sql`select * from take_stale_jobs(make_interval(secs => ${quietSeconds}), ${limit})`, StaleJob)
}

const Overdue = z.object({ failed: z.array(z.string()), ...Hints })

/** Ends as failed, with refund, jobs that run or wait beyond all limits. Returns which. */
export async function failOverdue(
  db: Database,
  runningSeconds: number,
  queuedSeconds: number,
  limit: number,
): Promise<z.infer<typeof Overdue>> {
  const query = sql`select fail_overdue_jobs(make_interval(secs => ${runningSeconds}), make_interval(secs => ${queuedSeconds}), ${limit}) as answer`
  const [row] = await rows(db, query, z.object({ answer: Overdue }))
  if (row === undefined) throw new Error('fail_overdue_jobs returned nothing')
  return row.answer
}

/** What spoke for and against each candidate of the account's job; empty for a job without an answer. */
export async function signals(db: Database, accountId: string, jobId: string): Promise<EntitySignals[]> {
  const query = sql`select r.signals from job_results r join jobs j on j.id = r.job_id where j.id = ${jobId} and j.account_id = ${accountId}`
  const [row] = await rows(db, query, z.object({ signals: z.array(EntitySignals) }))
  return row?.signals ?? []
}
