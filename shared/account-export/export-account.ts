import { LedgerEntry, presentEntry } from '../billing/ledger-entry.ts'
import { Feedback, presentFeedback } from '../feedback/feedback.ts'
import { Job } from '../jobs/job.ts'
import { presentJob } from '../jobs/present-job.ts'
import { listAllLlmKeys } from '../models/queries.ts'
import { Change, Monitor } from '../monitors/monitor.ts'
import { presentChange, presentMonitor } from '../monitors/present-monitor.ts'
import type { Caller } from '../platform/caller.ts'
import { utf8 } from '../platform/crypto/encodings.ts'
import { isoTime } from '../platform/db/client.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { Time, WebAddress } from '../platform/http/fields.ts'
import { z } from '../platform/http/zod-openapi.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import { describeError, log } from '../platform/log.ts'
import { auditOriginOf, requestOriginOf } from '../platform/request-origin.ts'
import type { Services } from '../platform/services/index.ts'
import { ExportedShare, presentExportedShare } from '../shares/share.ts'
import { shownState } from '../webhooks/tables.ts'
import {
  ApiKeyResponse,
  BYOKKeyResponse,
  EmailPreferencesResponse,
  MeResponse,
  presentEmailPreferences,
  presentKey,
  presentLlmKey,
  presentProfile,
} from './documents.ts'
import * as exports from './queries.ts'

export const AccountExport = z
  .object({
    exported_at: Time,
    profile: MeResponse,
    api_keys: z.array(ApiKeyResponse),
    byok_keys: z.array(BYOKKeyResponse),
    jobs: z.array(Job),
    credit_ledger: z.array(LedgerEntry),
    webhook_deliveries: z.array(
      z.object({
        delivery_id: z.string(),
        job_id: z.string(),
        url: WebAddress,
        status: z.string(),
        attempts: z.number().int(),
        last_response_code: z.number().int().nullable(),
        last_error: z.string().nullable(),
        created_at: Time,
        delivered_at: Time.nullable(),
        dead_lettered_at: Time.nullable(),
      }),
    ),
    email_preferences: EmailPreferencesResponse,
    monitors: z.array(Monitor),
    changes: z.array(
      z.object({ ...Change.shape, label: z.string().nullable(), note: z.string().nullable() }),
    ),
    feedback: z.array(Feedback),
    shares: z.array(ExportedShare),
  })
  .openapi('AccountExport')

// Rows read by one query. The database provider Neon sends at most 10 MB in a response, and a job
// has at most about 20 kB.
const ROWS_PER_PAGE = 250

/**
 * All stored data of the account at one point in time, as a stream of JSON. Rows are read only as
 * fast as the client receives them, so memory use does not grow with the account. Throws
 * PublicError RATE_LIMITED or UNAUTHORIZED. If it fails after the stream has begun, the stream ends
 * with an error.
 */
export async function exportAccount(
  services: Pick<Services, 'db' | 'env' | 'requestId'>,
  caller: Caller,
): Promise<ReadableStream<Uint8Array>> {
  const { db, env } = services
  const actor = auditOriginOf(requestOriginOf(services, caller))
  const begun = await exports.begin(db, actor, newIdentifier('prm'), env.EXPORT_LIMIT_PER_HOUR)
  if (begun.outcome === 'closed') throw unauthorized()
  if (begun.outcome === 'limited') {
    throw new PublicError(
      'RATE_LIMITED',
      'The account was exported as often as it may be this hour.',
      {
        headers: { 'retry-after': String(begun.retry_after_seconds) },
      },
    )
  }
  const { profile, at } = begun
  const snapshot = { accountId: caller.accountId, at, ledgerSequence: begun.ledger_sequence }
  async function* pieces(): AsyncGenerator<string> {
    yield `{"exported_at":${JSON.stringify(isoTime(at))}`
    yield `,"profile":${JSON.stringify(presentProfile(profile, env))}`
    yield* list(
      'api_keys',
      (step: exports.Step<string>) => exports.keysPage(db, snapshot, step),
      (row) => row.id,
      presentKey,
    )
    const own = (await listAllLlmKeys(db, caller.accountId)).filter(
      (key) => isoTime(key.createdAt) <= isoTime(at),
    )
    yield `,"byok_keys":${JSON.stringify(own.map((key) => presentLlmKey(key, env.LLM_MODELS)))}`
    yield* list(
      'jobs',
      (step: exports.Step<string>) => exports.jobsPage(db, snapshot, step),
      ({ job }) => job.id,
      ({ job, result }) => presentJob(job, result, null, caller.tier),
    )
    yield* list(
      'credit_ledger',
      (step: exports.Step<number>) => exports.ledgerPage(db, snapshot, step),
      (row) => row.sequence,
      presentEntry,
    )
    yield* list(
      'webhook_deliveries',
      (step: exports.Step<string>) => exports.deliveriesPage(db, snapshot, step),
      (row) => row.id,
      presentDelivery,
    )
    yield `,"email_preferences":${JSON.stringify(presentEmailPreferences(profile))}`
    yield* list(
      'monitors',
      (step: exports.Step<string>) => exports.monitorsPage(db, snapshot, step),
      ({ monitor }) => monitor.id,
      (row) => presentMonitor(row, new Date(at)),
    )
    yield* list(
      'changes',
      (step: exports.Step<string>) => exports.changesPage(db, snapshot, step),
      (row) => row.id,
      (row) => ({ ...presentChange(row), label: row.label, note: row.note }),
    )
    yield* list(
      'feedback',
      (step: exports.Step<string>) => exports.feedbackPage(db, snapshot, step),
      (row) => row.id,
      presentFeedback,
    )
    yield* list(
      'shares',
      (step: exports.Step<string>) => exports.sharesPage(db, snapshot, step),
      (row) => row.id,
      presentExportedShare,
    )
    yield '}\n'
  }
  return streamed(pieces(), db.requestId)
}

async function* list<Row, Key>(
  name: string,
  page: (step: exports.Step<Key>) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
  present: (row: Row) => unknown,
): AsyncGenerator<string> {
  yield `,"${name}":[`
  let below: Key | null = null
  for (let isFirst = true; ; isFirst = false) {
    const rows: Row[] = await page({ below, limit: ROWS_PER_PAGE })
    const last = rows.at(-1)
    if (last !== undefined)
      yield (isFirst ? '' : ',') + rows.map((row) => JSON.stringify(present(row))).join(',')
    if (last === undefined || rows.length < ROWS_PER_PAGE) break
    below = keyOf(last)
  }
  yield ']'
}

function presentDelivery(row: exports.ExportedDelivery) {
  return {
    delivery_id: row.id,
    job_id: row.subjectId,
    url: row.url,
    status: shownState(row.state),
    attempts: row.attempts,
    last_response_code: row.lastResponseCode,
    last_error: row.lastError,
    created_at: isoTime(row.createdAt),
    delivered_at: isoTime(row.deliveredAt),
    dead_lettered_at: isoTime(row.deadLetteredAt),
  }
}

function streamed(pieces: AsyncGenerator<string>, requestId: string): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(utf8(value))
      } catch (error) {
        log({ event: 'account_export.failed', request_id: requestId, error: describeError(error) })
        controller.error(error)
      }
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
