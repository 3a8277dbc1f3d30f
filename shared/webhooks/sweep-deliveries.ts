import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import * as deliveries from './queries.ts'

/**
 * Minimum time that a delivery must be overdue before the task that runs every minute sends a new
 * queue message for it. Before this time, the first message is probably not lost.
 */
const GRACE_SECONDS = 15
/**
 * Minimum time between two queue messages for the same delivery. If no attempt has started after
 * this time, the previous message is probably lost, and the task that runs every minute sends
 * another message.
 */
const QUIET_SECONDS = 120
const DELIVERIES_PER_SWEEP_MAX = 5_000

/**
 * Sends a queue message for each due webhook delivery whose message was lost, whose attempt
 * crashed, or whose receiver was paused after failures. Concurrent and repeated calls are safe.
 */
export async function sweepDeliveries(
  services: Pick<Services, 'requestId' | 'db' | 'enqueue'>,
): Promise<void> {
  const due = await deliveries.takeDue(
    services.db,
    GRACE_SECONDS,
    QUIET_SECONDS,
    DELIVERIES_PER_SWEEP_MAX,
  )
  await services.enqueue('webhooks', due)
  log({ event: 'deliveries.swept', request_id: services.requestId, sent: due.length })
}
