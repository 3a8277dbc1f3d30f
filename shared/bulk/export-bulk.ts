import { DEPTHS } from '../jobs/job.ts'
import { STIX_MEDIA_TYPE } from '../jobs/stix/stix-object.ts'
import { isoTime } from '../platform/db/client.ts'
import { Time } from '../platform/http/fields.ts'
import { z } from '../platform/http/zod-openapi.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import type { Tier } from '../platform/tier.ts'
import { type ExportFormat, exportKey } from './export-links.ts'
import { bulkCsvHeader, bulkCsvRecords, jsonRecords } from './export-records.ts'
import * as bulk from './queries.ts'
import { stixFile } from './stix-file.ts'
import { storeFile } from './store-file.ts'

export type Exported = { then: 'done' } | { then: 'retry'; afterSeconds: number; because: string }

type ExportServices = Pick<Services, 'requestId' | 'db' | 'env' | 'sendHints'>

/** Rows are read in pages, so that memory use does not grow with the length of the list. */
const ROWS_PER_PAGE = 100
// An attempt that has not ended after this time counts as dead, and another Worker may write the
// files.
const LEASE_SECONDS = 90
// Longest time of an attempt. Shorter than the lease, so that two attempts never write at the same
// time.
const ATTEMPT_MS_MAX = 80_000
const ATTEMPTS_MAX = 8
const PAUSES_SECONDS = [5, 15, 60, 120, 300, 600, 900] as const

/**
 * Writes the files of a finished list, marks it completed, and creates its email and webhook. Of
 * several concurrent calls only one writes. After the last failed attempt the list gets the status
 * failed, and the customer gets an email.
 */
export async function exportBulk(services: ExportServices, bulkJobId: string): Promise<Exported> {
  const claim = { bulk_job_id: bulkJobId, token: crypto.randomUUID() }
  const limits = { lease_seconds: LEASE_SECONDS, attempts_max: ATTEMPTS_MAX }
  const claimed = await bulk.claimExport(services.db, claim, limits)
  await services.sendHints(claimed.hints)
  if (claimed.outcome !== 'claimed') {
    log({
      event: 'export.not_claimed',
      request_id: services.requestId,
      bulk_job_id: bulkJobId,
      outcome: claimed.outcome,
    })
    return { then: 'done' }
  }
  try {
    await writeFiles(services, claimed.bulk_job, claimed.tier, AbortSignal.timeout(ATTEMPT_MS_MAX))
  } catch (error) {
    return release(services, claim, claimed.attempt, describeError(error))
  }
  const completed = await bulk.completeExport(
    services.db,
    claim,
    services.env.BULK_EXPORT_LINK_HOURS,
  )
  await services.sendHints(completed.hints)
  log({
    event: 'export.ended',
    request_id: services.requestId,
    bulk_job_id: bulkJobId,
    attempt: claimed.attempt,
    outcome: completed.outcome,
  })
  return { then: 'done' }
}

async function release(
  services: ExportServices,
  claim: bulk.ExportClaim,
  attempt: number,
  because: string,
): Promise<Exported> {
  log({
    event: 'export.failed',
    request_id: services.requestId,
    bulk_job_id: claim.bulk_job_id,
    attempt,
    error: because,
  })
  const answer = await bulk.releaseExport(services.db, claim, ATTEMPTS_MAX, because)
  await services.sendHints(answer.hints)
  if (answer.outcome !== 'released') return { then: 'done' }
  return {
    then: 'retry',
    afterSeconds: PAUSES_SECONDS[Math.min(attempt, PAUSES_SECONDS.length) - 1] ?? 900,
    because,
  }
}

async function writeFiles(
  { db, env }: ExportServices,
  bulkJob: bulk.BulkJobRow,
  tier: Tier,
  signal: AbortSignal,
): Promise<void> {
  const key = (format: ExportFormat) => exportKey(bulkJob.accountId, bulkJob.id, format)
  const csv = storeFile(env.EXPORTS, key('csv'), 'text/csv; charset=utf-8')
  const json = storeFile(env.EXPORTS, key('json'), 'application/x-ndjson')
  const stix = storeFile(env.EXPORTS, key('stix'), STIX_MEDIA_TYPE)
  const bundle = stixFile(bulkJob.id, tier, env.PUBLIC_URL)
  const shownTo = { tier, PUBLIC_URL: env.PUBLIC_URL }
  try {
    await csv.write(bulkCsvHeader())
    for (let from = 0; from < bulkJob.total; from += ROWS_PER_PAGE) {
      signal.throwIfAborted()
      const rows = await bulk.exportedRows(db, bulkJob.id, from, ROWS_PER_PAGE)
      await csv.write(bulkCsvRecords(rows, shownTo))
      await json.write(jsonRecords(rows, shownTo))
      await stix.write(bundle.records(rows))
    }
    await stix.write(bundle.end())
    await csv.close()
    await json.close()
    await stix.close()
    await env.EXPORTS.put(key('summary.json'), `${JSON.stringify(summaryOf(bulkJob))}\n`, {
      httpMetadata: { contentType: 'application/json' },
    })
  } catch (error) {
    await csv.abandon()
    await json.abandon()
    await stix.abandon()
    throw error
  }
}

export const BulkSummary = z
  .object({
    bulk_job_id: z.string(),
    name: z.string().nullable(),
    depth: z.enum(DEPTHS),
    total: z.number().int(),
    accepted: z.number().int(),
    completed: z.number().int(),
    partial: z.number().int(),
    failed: z.number().int(),
    rejected: z.number().int(),
    stopped: z.number().int(),
    created_at: Time,
  })
  .openapi('BulkSummary')

function summaryOf(bulkJob: bulk.BulkJobRow): z.infer<typeof BulkSummary> {
  const { id, name, depth, total, accepted, createdAt } = bulkJob
  const { completed, partial, failed, rejected, stopped } = bulkJob
  return {
    bulk_job_id: id,
    name,
    depth,
    total,
    accepted,
    completed: completed ?? 0,
    partial: partial ?? 0,
    failed: failed ?? 0,
    rejected: rejected ?? 0,
    stopped,
    created_at: isoTime(createdAt),
  }
}
