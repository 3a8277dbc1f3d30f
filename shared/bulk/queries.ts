import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { accounts } from '../accounts/tables.ts'
import type { Basis } from '../attribution/basis.ts'
import {
  ScoringResult,
  type Warning,
  type WarningKind,
} from '../attribution/scoring/scoring-result.ts'
import { DEPTHS, type Depth, type JobState } from '../jobs/job.ts'
import { STIX_COLUMNS } from '../jobs/queries.ts'
import type { StixAnalysis, StixEvidence } from '../jobs/stix/stored-analysis.ts'
import { jobResults, jobs } from '../jobs/tables.ts'
import { callFunction, type Database, rows } from '../platform/db/client.ts'
import { rowOf } from '../platform/db/columns.ts'
import type { AuditOrigin } from '../platform/request-origin.ts'
import { Hints } from '../platform/services/hints.ts'
import { Tier } from '../platform/tier.ts'
import type { NewDelivery } from '../webhooks/create-delivery.ts'
import { bulkItems, bulkJobs } from './tables.ts'

export type BulkJobRow = typeof bulkJobs.$inferSelect

export const BulkCounts = z.object({
  completed: z.number().int(),
  partial: z.number().int(),
  failed: z.number().int(),
  rejected: z.number().int(),
  stopped: z.number().int(),
})
export type BulkCounts = z.infer<typeof BulkCounts>

/**
 * A line of a new list. It has either a domain that is new in the list, or the number of an earlier
 * line with the same domain (`same_as`), or an error.
 */
export interface NewBulkItem {
  domain: string
  registrable_domain?: string
  sandbox?: string
  same_as?: number
  error_code?: string
  error_message?: string
}

export interface NewBulkJob {
  bulk_job_id: string
  account_id: string
  key_id: string | null
  playground: boolean
  depth: Depth
  passive: boolean
  name: string | null
  accepted: number
  request_id: string
  address_prefix: string | null
  items: readonly NewBulkItem[]
  lists_per_hour: number
  lines_per_day: number
  delivery?: NewDelivery
}

const Opened = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('accepted'), ...Hints }),
  z.object({
    outcome: z.enum(['lists_limited', 'lines_limited']),
    retry_after_seconds: z.number().int(),
  }),
  z.object({ outcome: z.literal('closed') }),
])

/**
 * Stores a new list. Enforces the limits of lists per hour and lines per day. A second call with
 * the same id changes and counts nothing.
 */
export async function open(db: Database, bulkJob: NewBulkJob): Promise<z.infer<typeof Opened>> {
  return callFunction(db, 'submit_bulk_job', { ...bulkJob }, Opened)
}

const Fed = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('fed'),
    depth: z.enum(DEPTHS),
    job_ids: z.array(z.string()),
    settled: z.number().int(),
    more: z.boolean(),
    ...Hints,
  }),
  z.object({ outcome: z.enum(['full', 'ended', 'unknown']), ...Hints }),
])

export interface Feeding {
  bulk_job_id: string
  /** A repeated call with the same token submits nothing more and has the same result. */
  token: string
  chunk: number
  /** Limit on the unfinished jobs of all lists of the account, by depth. */
  unfinished_max: Record<Depth, number>
  /** Monthly quota by tier. A tier that is not listed has no limit. */
  quotas: Record<string, number | null>
  playground_limit: number
  sandbox_limit: number
  /** Fixed results of the sandbox domains, by the first label of the domain. */
  sandbox: Record<string, object>
  /**
   * Errors for lines whose job cannot be submitted, by the reason. The error is stored with the
   * line.
   */
  refusals: Record<string, { code: string; message: string }>
}

/**
 * Submits the next lines of a list. A refused line does not affect other lines. The caller must
 * send `hints`.
 */
export async function feed(db: Database, feeding: Feeding): Promise<z.infer<typeof Fed>> {
  return callFunction(db, 'feed_bulk_job', { ...feeding }, Fed)
}

const Stopped = z.object({ outcome: z.enum(['stopped', 'ended', 'unknown']), ...Hints })

export interface Stop extends AuditOrigin {
  bulk_job_id: string
  /** Error of the queued jobs of the list. */
  error: { code: string; message: string }
}

/** Stops the lines that have not started. The caller must send `hints` and advance the list. */
export async function stop(db: Database, stop: Stop): Promise<z.infer<typeof Stopped>> {
  return callFunction(db, 'stop_bulk_job', { ...stop }, Stopped)
}

const Advanced = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('running'),
    depth: z.enum(DEPTHS),
    more: z.boolean(),
    unfinished: z.number().int(),
    unfinished_in_account: z.number().int(),
    next_list: z.string().nullable(),
  }),
  z.object({ outcome: z.literal('moved'), next_list: z.string().nullable() }),
  z.object({ outcome: z.enum(['ended', 'unknown']) }),
])
export type Advanced = z.infer<typeof Advanced>

/**
 * Moves the list to the status exporting when all lines have a final status. Of several concurrent
 * calls exactly one returns `moved`. `next_list` is another list of the account that still has
 * lines to submit.
 */
export async function advance(db: Database, bulkJobId: string): Promise<Advanced> {
  const [row] = await rows(
    db,
    sql`select advance_bulk_job(${bulkJobId}) as answer`,
    z.object({ answer: Advanced }),
  )
  if (row === undefined) throw new Error('advance_bulk_job returned nothing')
  return row.answer
}

export async function counts(db: Database, bulkJobId: string): Promise<BulkCounts> {
  const [row] = await rows(db, sql`select * from count_bulk_lines(${bulkJobId})`, BulkCounts)
  if (row === undefined) throw new Error('count_bulk_lines returned nothing')
  return row
}

const StaleBulkJob = z.object({
  id: z.string(),
  status: z.enum(['accepted', 'running', 'exporting']),
})

/**
 * Unfinished lists without a change for `quietSeconds`. This call counts as a change, so a later
 * call returns the same list only after `quietSeconds` again.
 */
export async function takeStale(
  db: Database,
  quietSeconds: number,
  limit: number,
): Promise<z.infer<typeof StaleBulkJob>[]> {
  const query = sql`select * from take_stale_bulk_jobs(make_interval(secs => ${quietSeconds}),
    ${limit})`
  return rows(db, query, StaleBulkJob)
}

const Claimed = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('claimed'),
    bulk_job: rowOf(bulkJobs),
    tier: Tier,
    attempt: z.number().int(),
    ...Hints,
  }),
  z.object({ outcome: z.enum(['failed', 'held', 'ended', 'unknown']), ...Hints }),
])

export interface ExportClaim {
  bulk_job_id: string
  token: string
}

/** If the list has used all its attempts, it gets the status failed instead. */
export async function claimExport(
  db: Database,
  claim: ExportClaim,
  limits: { lease_seconds: number; attempts_max: number },
): Promise<z.infer<typeof Claimed>> {
  return callFunction(db, 'claim_bulk_export', { ...claim, ...limits }, Claimed)
}

const Released = z.object({ outcome: z.enum(['failed', 'released', 'lost']), ...Hints })

/** After the last attempt the list gets the status failed. */
export async function releaseExport(
  db: Database,
  claim: ExportClaim,
  attemptsMax: number,
  because: string,
): Promise<z.infer<typeof Released>> {
  return callFunction(
    db,
    'release_bulk_export',
    { ...claim, attempts_max: attemptsMax, because },
    Released,
  )
}

const Completed = z.object({ outcome: z.enum(['completed', 'lost']), ...Hints })

/** Marks the list as completed. Returns `lost` if another attempt has the lease now. */
export async function completeExport(
  db: Database,
  claim: ExportClaim,
  linkHours: number,
): Promise<z.infer<typeof Completed>> {
  return callFunction(db, 'complete_bulk_export', { ...claim, link_hours: linkHours }, Completed)
}

export async function find(
  db: Database,
  accountId: string,
  bulkJobId: string,
): Promise<BulkJobRow | null> {
  const [row] = await db
    .select()
    .from(bulkJobs)
    .where(and(eq(bulkJobs.id, bulkJobId), eq(bulkJobs.accountId, accountId)))
  return row ?? null
}

/** Newest first. Returns at most `limit` + 1 lists. */
export async function list(
  db: Database,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<BulkJobRow[]> {
  return db
    .select()
    .from(bulkJobs)
    .where(eq(bulkJobs.accountId, accountId))
    .orderBy(desc(bulkJobs.id))
    .limit(limit + 1)
    .offset(offset)
}

// The line that shows its own job: the line itself, or the earlier line with the same domain. So a
// repeated domain shows the job and the error of the earlier line.
const own = alias(bulkItems, 'own')
const isOwn = and(
  eq(own.bulkJobId, bulkItems.bulkJobId),
  eq(own.line, sql`coalesce(${bulkItems.sameAs}, ${bulkItems.line})`),
)

const ITEM = {
  line: bulkItems.line,
  domain: bulkItems.domain,
  jobId: own.jobId,
  status: sql<JobState | null>`${jobs.status}`,
  errorCode: sql<string | null>`coalesce(${own.errorCode}, ${jobs.errorCode})`,
  errorMessage: sql<string | null>`coalesce(${own.errorMessage}, ${jobs.errorMessage})`,
  stopped: own.stopped,
}

const ANSWER = {
  entity: jobs.entity,
  confidence: jobs.confidence,
  basis: jobs.basis,
  warnings: jobs.warnings,
}

/** Status of the job. Null if the line has no job. */
export interface BulkLine {
  line: number
  domain: string
  jobId: string | null
  status: JobState | null
  errorCode: string | null
  errorMessage: string | null
  stopped: boolean
}

export interface BulkItemRow extends BulkLine {
  entity: string | null
  confidence: number | null
  basis: Basis | null
  warnings: Warning[] | null
}

export interface WantedItems {
  limit: number
  /**
   * Without a filter: the number of the first line of the page. With a filter: the number of
   * matching lines before the page. A client can add `limit` to it in both cases.
   */
  offset: number
  outcome?: ScoringResult['outcome'] | undefined
  warning?: WarningKind | undefined
}

/**
 * Returns at most `limit` + 1 lines; the additional line shows that a next page exists. With a
 * filter, all lines of the list are read, which are at most BULK_MAX_DOMAINS. The caller must have
 * checked that the list belongs to the account.
 */
export async function items(
  db: Database,
  bulkJobId: string,
  { limit, offset, outcome, warning }: WantedItems,
): Promise<BulkItemRow[]> {
  const isFiltered = outcome !== undefined || warning !== undefined
  return db
    .select({ ...ITEM, ...ANSWER })
    .from(bulkItems)
    .innerJoin(own, isOwn)
    .leftJoin(jobs, eq(jobs.id, own.jobId))
    .where(
      and(
        eq(bulkItems.bulkJobId, bulkJobId),
        isFiltered ? undefined : gte(bulkItems.line, offset),
        outcome === undefined ? undefined : eq(jobs.outcome, outcome),
        warning === undefined
          ? undefined
          : sql`${jobs.warnings} @> ${JSON.stringify([{ kind: warning }])}::jsonb`,
      ),
    )
    .orderBy(asc(bulkItems.line))
    .limit(limit + 1)
    .offset(isFiltered ? offset : 0)
}

export interface ExportedRow extends BulkLine {
  completedAt: string | null
  registrar: string | null
  result: ScoringResult | null
  signals: StixAnalysis['signals'] | null
  evidence: StixEvidence | null
}

const hasResult = sql`${jobs.status} in ('completed', 'partial')`

/**
 * Lines `from` to `from + count - 1`. The statement has both bounds: without the upper one
 * PostgreSQL may join all later lines for each page.
 */
export async function exportedRows(
  db: Database,
  bulkJobId: string,
  from: number,
  count: number,
): Promise<ExportedRow[]> {
  return db
    .select({
      ...ITEM,
      completedAt: jobs.completedAt,
      registrar: sql<string | null>`(select registrar from domain_runs where job_id = ${jobs.id})`,
      result: sql`case when ${hasResult} then ${jobResults.result} end`.mapWith((stored: unknown) =>
        ScoringResult.parse(stored),
      ),
      signals: STIX_COLUMNS.signals,
      evidence: STIX_COLUMNS.evidence,
    })
    .from(bulkItems)
    .innerJoin(own, isOwn)
    .leftJoin(jobs, eq(jobs.id, own.jobId))
    .leftJoin(jobResults, eq(jobResults.jobId, jobs.id))
    .where(
      and(
        eq(bulkItems.bulkJobId, bulkJobId),
        gte(bulkItems.line, from),
        lt(bulkItems.line, from + count),
      ),
    )
    .orderBy(asc(bulkItems.line))
}

interface ExportHolder {
  accountId: string
  open: boolean
  name: string | null
  endedAt: string
}

/** Null for an unknown export. The caller must have checked the signature of the link. */
export async function exportHolder(db: Database, bulkJobId: string): Promise<ExportHolder | null> {
  const [row] = await db
    .select({
      accountId: bulkJobs.accountId,
      open: sql<boolean>`${accounts.closedAt} is null`,
      name: bulkJobs.name,
      endedAt: sql<string>`coalesce(${bulkJobs.completedAt}, ${bulkJobs.createdAt})`.mapWith(
        bulkJobs.createdAt,
      ),
    })
    .from(bulkJobs)
    .innerJoin(accounts, eq(accounts.id, bulkJobs.accountId))
    .where(eq(bulkJobs.id, bulkJobId))
  return row ?? null
}

/**
 * Lists whose files must be deleted: expired exports, failed lists, and lists of closed accounts.
 */
export async function expiredExports(
  db: Database,
  limit: number,
): Promise<Pick<BulkJobRow, 'id' | 'accountId'>[]> {
  return db
    .select({ id: bulkJobs.id, accountId: bulkJobs.accountId })
    .from(bulkJobs)
    .innerJoin(accounts, eq(accounts.id, bulkJobs.accountId))
    .where(
      and(
        isNull(bulkJobs.exportsPurgedAt),
        inArray(bulkJobs.status, ['completed', 'failed']),
        or(
          eq(bulkJobs.status, 'failed'),
          lt(bulkJobs.exportsExpireAt, sql`clock_timestamp()`),
          isNotNull(accounts.closedAt),
        ),
      ),
    )
    .orderBy(asc(bulkJobs.id))
    .limit(limit)
}

export async function markPurged(db: Database, bulkJobIds: readonly string[]): Promise<void> {
  await db
    .update(bulkJobs)
    .set({ exportsPurgedAt: sql`clock_timestamp()` })
    .where(sql`${bulkJobs.id} = any(${sql.param(bulkJobIds)}::text[])`)
}
