import { doerOf } from '../platform/actor.ts'
import type { Caller } from '../platform/caller.ts'
import { PublicError } from '../platform/http/errors.ts'
import type { Services } from '../platform/services/index.ts'
import * as deliveries from './queries.ts'

/**
 * Puts the caller's dead letter back to pending and sends it. Throws PublicError NOT_FOUND for one that is not there or not theirs,
 * NOT_DEAD_LETTERED for any other state.
 */
export async function retryDeadLetter(
  services: Pick<Services, 'requestId' | 'db' | 'sendHints'>,
  caller: Caller,
  deliveryId: string,
): Promise<void> {
  const doer = doerOf(services, caller)
  const { outcome, hints } = await deliveries.retry(services.db, doer, deliveryId, crypto.randomUUID())
  if (outcome === 'unknown') throw new PublicError('NOT_FOUND', 'There is no such delivery.')
  if (outcome === 'not_dead_lettered') throw new PublicError('NOT_DEAD_LETTERED', 'The delivery is not dead-lettered.')
  await services.sendHints(hints)
}
