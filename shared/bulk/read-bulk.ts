import { JOB_STATUSES, presentStatus } from '../jobs/job.ts'
import { type Database, isoTime } from '../platform/db/client.ts'
import type { PageMeta } from '../platform/http/envelope.ts'
import { PublicError } from '../platform/http/errors.ts'
import { Time, WebAddress } from '../platform/http/fields.ts'
import { z } from '../platform/http/zod-openapi.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { unicodeOf } from '../platform/unicode-domain.ts'
import type { SubjectRenderer } from '../webhooks/event-body.ts'
import { exportLink, type LinkSettings } from './export-links.ts'
import { jobGroup } from './job-group.ts'
import * as bulk from './queries.ts'
import { BULK_STATUSES } from './tables.ts'

export const BulkJob = z
  .object({
    bulk_job_id: z.string(),
    name: z.string().nullable(),
    status: z.enum(BULK_STATUSES),
    total: z.number().int(),
    completed: z.number().int(),
    partial: z.number().int(),
    failed: z.number().int(),
    rejected: z.number().int(),
    stopped: z.number().int(),
    items_url: z.string(),
    exports: z
      .object({
        csv_url: WebAddress,
        json_url: WebAddress,
        stix_url: WebAddress,
        expires_at: Time,
      })
      .nullable(),
    created_at: Time,
    completed_at: Time.nullable(),
  })
  .openapi('BulkJob')
type BulkJob = z.infer<typeof BulkJob>

/** While lines are unfinished, the numbers are null in the row, so the lines are counted. */
export type CountedBulkJob = Omit<bulk.BulkJobRow, keyof bulk.BulkCounts> & bulk.BulkCounts

const secondsOf = (time: string) => Math.floor(Date.parse(isoTime(time)) / 1_000)

async function presentExports(
  row: CountedBulkJob,
  settings: LinkSettings,
): Promise<BulkJob['exports']> {
  if (row.status !== 'completed' || row.exportsExpireAt === null) return null
  const expires = secondsOf(row.exportsExpireAt)
  return {
    csv_url: await exportLink(settings, row.id, 'csv', expires),
    json_url: await exportLink(settings, row.id, 'json', expires),
    stix_url: await exportLink(settings, row.id, 'stix', expires),
    expires_at: new Date(expires * 1_000).toISOString(),
  }
}

/** The list as the API and the webhook show it. A completed list contains links to its files. */
export async function presentBulkJob(
  row: CountedBulkJob,
  settings: LinkSettings,
): Promise<BulkJob> {
  return {
    bulk_job_id: row.id,
    name: row.name,
    status: row.status,
    total: row.total,
    completed: row.completed,
    partial: row.partial,
    failed: row.failed,
    rejected: row.rejected,
    stopped: row.stopped,
    items_url: `${settings.PUBLIC_URL}/analyze/bulk/${row.id}/items`,
    exports: await presentExports(row, settings),
    created_at: isoTime(row.createdAt),
    completed_at: isoTime(row.completedAt),
  }
}

function storedCounts({
  completed,
  partial,
  failed,
  rejected,
  stopped,
}: bulk.BulkJobRow): bulk.BulkCounts | null {
  if (completed === null || partial === null || failed === null || rejected === null) return null
  return { completed, partial, failed, rejected, stopped }
}

export function bulkJobRenderer(settings: LinkSettings): SubjectRenderer {
  return async (db, { accountId, subjectId }) => {
    const row = await bulk.find(db, accountId, subjectId)
    if (row === null) return null
    const counts = storedCounts(row) ?? (await bulk.counts(db, subjectId))
    const data = await presentBulkJob({ ...row, ...counts }, settings)
    return { timestamp: isoTime(row.completedAt ?? row.createdAt), data }
  }
}

async function requireBulkJob(
  db: Database,
  accountId: string,
  bulkJobId: string,
): Promise<bulk.BulkJobRow> {
  const row = isIdentifier('blk', bulkJobId) ? await bulk.find(db, accountId, bulkJobId) : null
  if (row === null) throw noSuchBulkJob()
  return row
}

export const noSuchBulkJob = () => new PublicError('NOT_FOUND', 'There is no such bulk job.')

/** Unless `isFresh`, the counts may be one second old. Throws PublicError NOT_FOUND. */
export async function readBulk(
  services: Pick<Services, 'requestId' | 'db' | 'object'>,
  accountId: string,
  bulkJobId: string,
  isFresh = false,
): Promise<CountedBulkJob> {
  return counted(services, await requireBulkJob(services.db, accountId, bulkJobId), isFresh)
}

/** Newest first. */
export async function listBulk(
  services: Pick<Services, 'requestId' | 'db' | 'object'>,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ lists: CountedBulkJob[]; meta: PageMeta }> {
  const found = await bulk.list(services.db, accountId, { limit, offset })
  const lists = await Promise.all(found.slice(0, limit).map((row) => counted(services, row, false)))
  return { lists, meta: { limit, offset, has_more: found.length > limit } }
}

async function counted(
  services: Pick<Services, 'requestId' | 'db' | 'object'>,
  row: bulk.BulkJobRow,
  isFresh: boolean,
): Promise<CountedBulkJob> {
  return { ...row, ...(storedCounts(row) ?? (await liveCounts(services, row.id, isFresh))) }
}

/** Asks the Durable Object, which caches the counts. Postgres is read only if the object fails. */
async function liveCounts(
  services: Pick<Services, 'requestId' | 'db' | 'object'>,
  bulkJobId: string,
  isFresh: boolean,
): Promise<bulk.BulkCounts> {
  try {
    return await jobGroup(services, bulkJobId).counts(bulkJobId, isFresh)
  } catch (error) {
    log({
      event: 'group.not_counted',
      request_id: services.requestId,
      group_id: bulkJobId,
      error: describeError(error),
    })
    return bulk.counts(services.db, bulkJobId)
  }
}

export async function listBulkItems(
  db: Database,
  accountId: string,
  bulkJobId: string,
  wanted: bulk.WantedItems,
): Promise<{ items: bulk.BulkItemRow[]; meta: PageMeta }> {
  await requireBulkJob(db, accountId, bulkJobId)
  const found = await bulk.items(db, bulkJobId, wanted)
  const { limit, offset } = wanted
  return { items: found.slice(0, limit), meta: { limit, offset, has_more: found.length > limit } }
}

export const ITEM_STATUSES = ['pending', 'rejected', 'stopped', ...JOB_STATUSES] as const

/** `rejected` for a line with an error, `pending` for a line that is not submitted yet. */
export function itemStatus(row: bulk.BulkLine): (typeof ITEM_STATUSES)[number] {
  if (row.stopped) return 'stopped'
  if (row.status !== null) return presentStatus(row.status)
  return row.errorCode === null ? 'pending' : 'rejected'
}

/** Null for a line without a valid domain. */
export const unicodeOfLine = ({ domain, errorCode }: bulk.BulkLine): string | null =>
  errorCode === 'INVALID_DOMAIN' ? null : unicodeOf(domain)
