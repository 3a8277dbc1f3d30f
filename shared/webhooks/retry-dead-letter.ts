import type { Caller } from '../platform/caller.ts'
import { PublicError } from '../platform/http/errors.ts'
import { requestOriginOf } from '../platform/request-origin.ts'
import type { Services } from '../platform/services/index.ts'
import * as deliveries from './queries.ts'

/**
 * Sends a webhook delivery of the caller's account again after the service has given up
 * (dead-lettered it). Throws PublicError NOT_FOUND for an unknown id or an id of another account,
 * and NOT_DEAD_LETTERED for a delivery in another state.
 */
export async function retryDeadLetter(
  services: Pick<Services, 'requestId' | 'db' | 'sendHints'>,
  caller: Caller,
  deliveryId: string,
): Promise<void> {
  const doer = requestOriginOf(services, caller)
  const { outcome, hints } = await deliveries.retry(
    services.db,
    doer,
    deliveryId,
    crypto.randomUUID(),
  )
  if (outcome === 'unknown') throw new PublicError('NOT_FOUND', 'There is no such delivery.')
  if (outcome === 'not_dead_lettered')
    throw new PublicError('NOT_DEAD_LETTERED', 'The delivery is not dead-lettered.')
  await services.sendHints(hints)
}
