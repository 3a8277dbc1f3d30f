import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { EXPORT_FORMATS, exportKey } from './export-links.ts'
import * as bulk from './queries.ts'

/**
 * R2 (Cloudflare's file storage) deletes at most 1,000 files in one call (Workers API of R2,
 * `delete`). An export has one file for each format.
 */
const EXPORTS_PER_CALL = Math.floor(1_000 / EXPORT_FORMATS.length)
const CALLS_MAX = 50

/**
 * Deletes export files that nobody can download any more: files of expired exports, of failed bulk
 * jobs and of closed accounts. One call deletes a limited number of files; the next scheduled call
 * continues.
 */
export async function purgeExports({
  requestId,
  db,
  env,
}: Pick<Services, 'requestId' | 'db' | 'env'>): Promise<void> {
  let purged = 0
  for (let call = 0; call < CALLS_MAX; call++) {
    const expired = await bulk.expiredExports(db, EXPORTS_PER_CALL)
    if (expired.length === 0) break
    await env.EXPORTS.delete(
      expired.flatMap(({ id, accountId }) =>
        EXPORT_FORMATS.map((format) => exportKey(accountId, id, format)),
      ),
    )
    await bulk.markPurged(
      db,
      expired.map(({ id }) => id),
    )
    purged += expired.length
  }
  log({ event: 'exports.purged', request_id: requestId, gone: purged })
}
