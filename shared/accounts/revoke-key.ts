import { actorOf, doerOf } from '../platform/actor.ts'
import type { Caller } from '../platform/caller.ts'
import { PublicError } from '../platform/http/errors.ts'
import type { Services } from '../platform/services/index.ts'
import * as keys from './queries.ts'

/** Revokes a living key of the caller's account. Throws PublicError NOT_FOUND: not there, not theirs and revoked before look alike. */
export async function revokeKey(
  services: Pick<Services, 'db' | 'requestId'>,
  caller: Caller,
  keyId: string,
): Promise<keys.KeyRow> {
  const revoked = await keys.revokeApiKey(services.db, actorOf(doerOf(services, caller)), keyId)
  if (revoked.outcome === 'unknown') throw new PublicError('NOT_FOUND', 'There is no such key.')
  return revoked.key
}
