import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { EXPORT_FORMATS, exportKey } from './export-links.ts'
import * as bulk from './queries.ts'

/** R2 deletes at most 1,000 files in one call (Workers API of R2, `delete`). */
const EXPORTS_PER_CALL = Math.floor(1_000 / EXPORT_FORMATS.length)
const CALLS_MAX = 50

/**
 * Deletes the files of expired exports, of failed lists and of closed accounts. One call deletes a
 * limited number; the next scheduled call deletes more.
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
