import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import * as deliveries from './queries.ts'

/** A delivery that is due for less than this has its own message on the way. */
const GRACE_SECONDS = 15
/** The sweep sends a delivery again after this time, unless it was claimed meanwhile. */
const QUIET_SECONDS = 120
/** Sent, or made to wait for a slot, by one sweep. */
const DELIVERIES_PER_SWEEP_MAX = 5_000

/** Sends deliveries whose message or attempt was lost, or whose receiver was given a pause. Safe to run twice at once or an hour late. */
export async function sweepDeliveries(services: Pick<Services, 'requestId' | 'db' | 'enqueue'>): Promise<void> {
  const due = await deliveries.takeDue(services.db, GRACE_SECONDS, QUIET_SECONDS, DELIVERIES_PER_SWEEP_MAX)
  await services.enqueue('webhooks', due)
  log({ event: 'sweep.deliveries', request_id: services.requestId, sent: due.length })
}
