import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import type { PageMeta } from '../platform/http/envelope.ts'
import { PublicError } from '../platform/http/errors.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import { requestOriginOf } from '../platform/request-origin.ts'
import type { Services } from '../platform/services/index.ts'
import { SUBJECTS } from './event-body.ts'
import * as deliveries from './queries.ts'

/** Throws PublicError NOT_FOUND. */
export async function deliveryStatus(
  db: Database,
  caller: Caller,
  subjectId: string,
): Promise<deliveries.DeliveryStatus> {
  const known = SUBJECTS.some((prefix) => isIdentifier(prefix, subjectId))
  const found = known ? await deliveries.ofSubject(db, caller.accountId, subjectId) : null
  if (found === null) throw new PublicError('NOT_FOUND', 'There is no such job with a callback.')
  return found
}

export async function listDeliveries(
  db: Database,
  caller: Caller,
  wanted: deliveries.WantedDeliveries,
): Promise<{ deliveries: deliveries.DeliveryStatus[]; meta: PageMeta }> {
  const { limit, offset } = wanted
  const found = await deliveries.page(db, caller.accountId, wanted)
  return {
    deliveries: found.slice(0, limit),
    meta: { limit, offset, has_more: found.length > limit },
  }
}

export async function listDeadLetters(
  db: Database,
  caller: Caller,
  wanted: { limit: number; offset: number },
): Promise<{ letters: deliveries.DeadLetter[]; meta: PageMeta }> {
  const found = await deliveries.deadLetters(db, caller.accountId, wanted)
  return {
    letters: found.slice(0, wanted.limit),
    meta: { ...wanted, has_more: found.length > wanted.limit },
  }
}

/** Throws PublicError NOT_FOUND, and NOT_DEAD_LETTERED for a delivery in another state. */
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
