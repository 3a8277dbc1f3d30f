import type { Doer } from '../platform/actor.ts'
import type { Database } from '../platform/db/client.ts'
import { PublicError } from '../platform/http/errors.ts'
import { describeError, log } from '../platform/log.ts'
import * as deliveries from './queries.ts'

export interface RetryDependencies {
  db: Database
  newToken(): string
  send(deliveryIds: string[]): Promise<void>
}

/**
 * Puts the caller's dead letter back to pending and sends it. Throws PublicError NOT_FOUND for one that is not there or not theirs,
 * NOT_DEAD_LETTERED for any other state.
 */
export async function retryDeadLetter(
  deps: RetryDependencies,
  doer: Doer,
  deliveryId: string,
): Promise<{ delivery_id: string; status: 'pending' }> {
  const outcome = await deliveries.retry(deps.db, doer, deliveryId, deps.newToken())
  if (outcome === 'unknown') throw new PublicError('NOT_FOUND', 'There is no such delivery.')
  if (outcome === 'not_dead_lettered') throw new PublicError('NOT_DEAD_LETTERED', 'The delivery is not dead-lettered.')
  // It is pending now, whatever becomes of the message: the sweep finds it too.
  await deps.send([deliveryId]).catch((error: unknown) => {
    log({
      event: 'delivery.not_sent',
      request_id: deps.db.requestId,
      delivery_id: deliveryId,
      error: describeError(error),
    })
  })
  return { delivery_id: deliveryId, status: 'pending' }
}
