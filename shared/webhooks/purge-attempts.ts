import type { Database } from '../platform/db/client.ts'
import { log } from '../platform/log.ts'
import * as deliveries from './queries.ts'

/** How long the log of attempts is kept. */
const ATTEMPTS_KEPT_DAYS = 30
/** One statement's share: small enough for its time limit. */
const ATTEMPTS_PER_STATEMENT = 10_000
const STATEMENTS_MAX = 100

/** Forgets attempts that are older than is kept; what one night does not finish, the next does. */
export async function purgeAttemptsLog(db: Database): Promise<void> {
  let gone = 0
  for (let statement = 0; statement < STATEMENTS_MAX; statement++) {
    const now = await deliveries.purgeAttempts(db, ATTEMPTS_KEPT_DAYS, ATTEMPTS_PER_STATEMENT)
    gone += now
    if (now < ATTEMPTS_PER_STATEMENT) break
  }
  log({ event: 'retention.attempts', request_id: db.requestId, gone })
}
