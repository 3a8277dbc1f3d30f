import type { Database } from '../platform/db/client.ts'
import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import * as deliveries from './queries.ts'

// A delivery must be due for at least this time. Before, its queue message is probably only late
// and not lost.
const GRACE_SECONDS = 15
// Limit for one receiver. A receiver that does not answer can have a long backlog, and each of its
// deliveries costs a claim.
const DELIVERIES_PER_RECEIVER_MAX = 100
const DELIVERIES_PER_SWEEP_MAX = 5_000

const ATTEMPTS_KEPT_DAYS = 30
// Rows deleted by one statement. With a higher number, the statement could exceed its time limit.
const ATTEMPTS_PER_STATEMENT = 10_000
const STATEMENTS_MAX = 100

/** Sends lost queue messages of due deliveries again. Concurrent and repeated calls are safe. */
export async function sweepDeliveries(
  services: Pick<Services, 'requestId' | 'db' | 'enqueue'>,
): Promise<void> {
  const due = await deliveries.takeDue(
    services.db,
    GRACE_SECONDS,
    DELIVERIES_PER_RECEIVER_MAX,
    DELIVERIES_PER_SWEEP_MAX,
  )
  await services.enqueue('webhooks', due)
  log({ event: 'deliveries.swept', request_id: services.requestId, sent: due.length })
}

/** Deletes old entries, at most ATTEMPTS_PER_STATEMENT × STATEMENTS_MAX in one night. */
export async function purgeAttemptsLog(db: Database): Promise<void> {
  let purged = 0
  for (let statement = 0; statement < STATEMENTS_MAX; statement++) {
    const count = await deliveries.purgeAttempts(db, ATTEMPTS_KEPT_DAYS, ATTEMPTS_PER_STATEMENT)
    purged += count
    if (count < ATTEMPTS_PER_STATEMENT) break
  }
  log({ event: 'attempts.purged', request_id: db.requestId, gone: purged })
}
