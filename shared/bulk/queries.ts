import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { ScoringResult } from '../attribution/scoring/scoring-result.ts'
import { JobStatus } from '../jobs/job.ts'
import { callFunction, type Database, rows } from '../platform/db/client.ts'
import { Hints } from '../platform/services/hints.ts'
import { Tier } from '../platform/tier.ts'
import type { NewDelivery } from '../webhooks/create-delivery.ts'

export const BULK_STATUSES = ['accepted', 'running', 'exporting', 'completed', 'failed'] as const

/** A row of bulk_jobs as Postgres tells it (to_jsonb). Counts are null until all lines are settled. */
export const BulkJobRow = z.object({
  id: z.string(),
  account_id: z.string(),
  depth: z.enum(['quick', 'deep']),
  status: z.enum(BULK_STATUSES),
  total: z.number().int(),
  accepted: z.number().int(),
  completed: z.number().int().nullable(),
  partial: z.number().int().nullable(),
  failed: z.number().int().nullable(),
  rejected: z.number().int().nullable(),
  exports_expire_at: z.string().nullable(),
  created_at: z.string(),
  completed_at: z.string().nullable(),
})
export type BulkJobRow = z.infer<typeof BulkJobRow>

/** Lines by how they ended. */
export const BulkCounts = z.object({
  completed: z.number().int(),
  partial: z.number().int(),
  failed: z.number().int(),
  rejected: z.number().int(),
})
export type BulkCounts = z.infer<typeof BulkCounts>

/** A line as it is stored: valid (registrable_domain), repeating an earlier line (same_as), or wrong (error). */
export interface NewBulkItem {
  domain: string
  registrable_domain?: string
  sandbox?: string
  same_as?: number
  error?: { code: string; message: string }
}

export interface NewBulkJob {
  bulk_job_id: string
  account_id: string
  key_id: string | null
  playground: boolean
  depth: 'quick' | 'deep'
  accepted: number
  request_id: string
  address_prefix: string | null
  items: readonly NewBulkItem[]
  delivery?: NewDelivery
}

const Opened = z.object({ outcome: z.enum(['accepted', 'closed']) })

/** Stores a list with all its lines in one statement; repeating it with the same id changes nothing. */
export async function open(db: Database, bulkJob: NewBulkJob): Promise<z.infer<typeof Opened>['outcome']> {
  return (await callFunction(db, 'submit_bulk_job', { ...bulkJob }, Opened)).outcome
}

const Fed = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('fed'),
    job_ids: z.array(z.string()),
    settled: z.number().int(),
    more: z.boolean(),
    ...Hints,
  }),
  z.object({ outcome: z.enum(['full', 'ended', 'unknown']), ...Hints }),
])

export interface Feeding {
  bulk_job_id: string
  /** Names this feed: the same token again gives the same answer. */
  token: string
  /** Lines taken up at most. */
  chunk: number
  /** Jobs under way at most. */
  window: number
  /** By tier; a tier that is missing has none. */
  quotas: Record<string, number | null>
  playground_limit: number
  sandbox: Record<string, object>
  /** What a line says that was refused, by the outcome of its submission. */
  refusals: Record<string, { code: string; message: string }>
}

/**
 * Takes up the next lines: each is covered and inserted, or refused by itself, all in one statement. While there are more lines the
 * caller's next message looks at the bulk job; only the last feed has hints for the group, one for each settled line and at least one.
 */
export async function feed(db: Database, feeding: Feeding): Promise<z.infer<typeof Fed>> {
  return callFunction(db, 'feed_bulk_job', { ...feeding }, Fed)
}

const Advanced = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('running'), more: z.boolean(), unfinished: z.number().int() }),
  z.object({ outcome: z.enum(['moved', 'ended', 'unknown']) }),
])
export type Advanced = z.infer<typeof Advanced>

/** Moves a bulk job whose lines have all ended to exporting; exactly one call is told `moved`. */
export async function advance(db: Database, bulkJobId: string): Promise<Advanced> {
  const [row] = await rows(db, sql`select advance_bulk_job(${bulkJobId}) as answer`, z.object({ answer: Advanced }))
  if (row === undefined) throw new Error('advance_bulk_job returned nothing')
  return row.answer
}

/** How the lines of a bulk job stand now. */
export async function counts(db: Database, bulkJobId: string): Promise<BulkCounts> {
  const [row] = await rows(db, sql`select * from count_bulk_lines(${bulkJobId})`, BulkCounts)
  if (row === undefined) throw new Error('count_bulk_lines returned nothing')
  return row
}

const StaleBulkJob = z.object({ id: z.string(), status: z.enum(['accepted', 'running', 'exporting']) })

/** Bulk jobs that nobody has touched for `quietSeconds`, each handed out once in that time. */
export async function takeStale(
  db: Database,
  quietSeconds: number,
  limit: number,
): Promise<z.infer<typeof StaleBulkJob>[]> {
  const query = sql`select * from take_stale_bulk_jobs(make_interval(secs => ${quietSeconds}), ${limit})`
  return rows(db, query, StaleBulkJob)
}

const Claimed = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('claimed'), bulk_job: BulkJobRow, tier: Tier, attempt: z.number().int(), ...Hints }),
  z.object({ outcome: z.enum(['failed', 'held', 'ended', 'unknown']), ...Hints }),
])

export interface ExportClaim {
  bulk_job_id: string
  token: string
}

/** Gives the export to the holder of the token, or fails a bulk job whose attempts are used up. */
export async function claimExport(
  db: Database,
  claim: ExportClaim,
  limits: { lease_seconds: number; attempts_max: number },
): Promise<z.infer<typeof Claimed>> {
  return callFunction(db, 'claim_bulk_export', { ...claim, ...limits }, Claimed)
}

const Released = z.object({ outcome: z.enum(['failed', 'released', 'lost']), ...Hints })

/** Gives an export back that did not succeed; the last attempt ends the bulk job as failed. */
export async function releaseExport(
  db: Database,
  claim: ExportClaim,
  attemptsMax: number,
  because: string,
): Promise<z.infer<typeof Released>> {
  return callFunction(db, 'release_bulk_export', { ...claim, attempts_max: attemptsMax, because }, Released)
}

const Completed = z.object({ outcome: z.enum(['completed', 'lost']), ...Hints })

/** Ends a bulk job whose files lie ready; only the holder of the claim can. */
export async function completeExport(
  db: Database,
  claim: ExportClaim,
  linkHours: number,
): Promise<z.infer<typeof Completed>> {
  return callFunction(db, 'complete_bulk_export', { ...claim, link_hours: linkHours }, Completed)
}

/** The account's bulk job, or null: not there and not theirs look alike. */
export async function find(db: Database, accountId: string, bulkJobId: string): Promise<BulkJobRow | null> {
  const query = sql`select to_jsonb(b) as bulk_job from bulk_jobs b where b.id = ${bulkJobId} and b.account_id = ${accountId}`
  const [row] = await rows(db, query, z.object({ bulk_job: BulkJobRow }))
  return row?.bulk_job ?? null
}

const BulkItemRow = z.object({
  line: z.number().int(),
  domain: z.string(),
  job_id: z.string().nullable(),
  status: JobStatus.nullable(),
  error_code: z.string().nullable(),
  error_message: z.string().nullable(),
})
export type BulkItemRow = z.infer<typeof BulkItemRow>

/** Lines are numbered without a gap, so that a page at any depth is found by its first line. */
export function itemsQuery(bulkJobId: string, { limit, offset }: { limit: number; offset: number }): SQL {
  return sql`select i.line, i.domain, own.job_id, j.status, coalesce(own.error_code, j.error_code) as error_code,
      coalesce(own.error_message, j.error_message) as error_message
    from bulk_items i join bulk_items own on own.bulk_job_id = i.bulk_job_id and own.line = coalesce(i.same_as, i.line)
      left join jobs j on j.id = own.job_id
    where i.bulk_job_id = ${bulkJobId} and i.line >= ${offset} order by i.line limit ${limit + 1}`
}

/** Lines of a bulk job from `offset`, one more than asked for when there is a further page. The caller has proven whose it is. */
export async function items(
  db: Database,
  bulkJobId: string,
  page: { limit: number; offset: number },
): Promise<BulkItemRow[]> {
  return rows(db, itemsQuery(bulkJobId, page), BulkItemRow)
}

const ExportedRow = BulkItemRow.extend({
  completed_at: z.string().nullable(),
  registrar: z.string().nullable(),
  result: ScoringResult.nullable(),
})
export type ExportedRow = z.infer<typeof ExportedRow>

/** Lines with what was found, from line `from` on. */
export async function exportedRows(
  db: Database,
  bulkJobId: string,
  from: number,
  limit: number,
): Promise<ExportedRow[]> {
  const query = sql`select i.line, i.domain, own.job_id, j.status, coalesce(own.error_code, j.error_code) as error_code,
      coalesce(own.error_message, j.error_message) as error_message, j.completed_at::text, d.registrar,
      case when j.status in ('completed', 'partial') then r.result end as result
    from bulk_items i join bulk_items own on own.bulk_job_id = i.bulk_job_id and own.line = coalesce(i.same_as, i.line)
      left join jobs j on j.id = own.job_id left join job_results r on r.job_id = j.id left join domain_runs d on d.job_id = j.id
    where i.bulk_job_id = ${bulkJobId} and i.line >= ${from} order by i.line limit ${limit}`
  return rows(db, query, ExportedRow)
}

const ExportHolder = z.object({ account_id: z.string(), status: z.enum(BULK_STATUSES), open: z.boolean() })

/** Whose export it is, and whether the account is still open; null for an unknown one. The signature of the link has been checked. */
export async function exportHolder(db: Database, bulkJobId: string): Promise<z.infer<typeof ExportHolder> | null> {
  const query = sql`select b.account_id, b.status, a.closed_at is null as open from bulk_jobs b join accounts a on a.id = b.account_id where b.id = ${bulkJobId}`
  const [row] = await rows(db, query, ExportHolder)
  return row ?? null
}

const KeptExport = z.object({ id: z.string(), account_id: z.string() })

/** Bulk jobs whose files nobody may fetch any more, or never could, and that may still have some. */
export async function expiredExports(db: Database, limit: number): Promise<z.infer<typeof KeptExport>[]> {
  const query = sql`select b.id, b.account_id from bulk_jobs b join accounts a on a.id = b.account_id
    where b.exports_purged_at is null and b.status in ('completed', 'failed')
      and (b.status = 'failed' or b.exports_expire_at < clock_timestamp() or a.closed_at is not null)
    order by b.id limit ${limit}`
  return rows(db, query, KeptExport)
}

/** Notes that the files of exports are gone. */
export async function notePurged(db: Database, bulkJobIds: readonly string[]): Promise<void> {
  await db.execute(
    sql`update bulk_jobs set exports_purged_at = clock_timestamp() where id = any(${sql.param(bulkJobIds)}::text[])`,
  )
}
