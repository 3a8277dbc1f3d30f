import type { Database } from '../platform/db/client.ts'
import { log } from '../platform/log.ts'
import * as deliveries from './queries.ts'

const ATTEMPTS_KEPT_DAYS = 30
/**
 * Number of log entries that one SQL statement deletes. With a higher number, the statement could
 * exceed its time limit.
 */
const ATTEMPTS_PER_STATEMENT = 10_000
const STATEMENTS_MAX = 100

/**
 * Deletes old entries from the log of webhook attempts. One call deletes a limited number of
 * entries, and the next scheduled call deletes the remaining entries.
 */
export async function purgeAttemptsLog(db: Database): Promise<void> {
  let purged = 0
  for (let statement = 0; statement < STATEMENTS_MAX; statement++) {
    const count = await deliveries.purgeAttempts(db, ATTEMPTS_KEPT_DAYS, ATTEMPTS_PER_STATEMENT)
    purged += count
    if (count < ATTEMPTS_PER_STATEMENT) break
  }
  log({ event: 'attempts.purged', request_id: db.requestId, gone: purged })
}
