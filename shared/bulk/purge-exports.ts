import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { EXPORT_FORMATS, exportKey } from './export-links.ts'
import * as bulk from './queries.ts'

/** R2 deletes up to 1,000 keys in one call (Workers API reference, R2 `delete`). */
const EXPORTS_PER_CALL = Math.floor(1_000 / EXPORT_FORMATS.length)
const CALLS_MAX = 50

/** Deletes the files of exports whose links have expired, that failed, or whose account is closed. The next call deletes what one call leaves. */
export async function purgeExports({ requestId, db, env }: Pick<Services, 'requestId' | 'db' | 'env'>): Promise<void> {
  let gone = 0
  for (let call = 0; call < CALLS_MAX; call++) {
    const expired = await bulk.expiredExports(db, EXPORTS_PER_CALL)
    if (expired.length === 0) break
    await env.EXPORTS.delete(
      expired.flatMap(({ id, account_id }) => EXPORT_FORMATS.map((format) => exportKey(account_id, id, format))),
    )
    await bulk.notePurged(
      db,
      expired.map(({ id }) => id),
    )
    gone += expired.length
  }
  log({ event: 'retention.exports', request_id: requestId, gone })
}
