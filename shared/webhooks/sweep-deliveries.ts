import type { Database } from '../platform/db/client.ts'
import { log } from '../platform/log.ts'
import * as deliveries from './queries.ts'

export interface SweepDeliveriesDependencies {
  db: Database
  send(deliveryIds: string[]): Promise<void>
}

/** What is due for less than this has its own message on the way. */
const GRACE_SECONDS = 15
/** What the sweep has sent it does not send again for this long, unless it was claimed meanwhile. */
const QUIET_SECONDS = 120
/** Sent, or made to wait for a slot, by one sweep. */
const DELIVERIES_PER_SWEEP_MAX = 5_000

/** Sends deliveries whose message or attempt was lost, or whose receiver was given a pause. Safe to run twice at once or an hour late. */
export async function sweepDeliveries(deps: SweepDeliveriesDependencies): Promise<void> {
  const due = await deliveries.takeDue(deps.db, GRACE_SECONDS, QUIET_SECONDS, DELIVERIES_PER_SWEEP_MAX)
  if (due.length > 0) await deps.send(due)
  log({ event: 'sweep.deliveries', request_id: deps.db.requestId, sent: due.length })
}
