import type { Actor } from '../platform/actor.ts'
import type { Database } from '../platform/db/client.ts'
import { PublicError } from '../platform/http/errors.ts'
import { type ApiKeyResponse, presentKey } from './api-key.ts'
import * as keys from './queries.ts'

/** Revokes a living key of the actor's account. Throws PublicError NOT_FOUND: not there, not theirs and revoked before look alike. */
export async function revokeKey(db: Database, actor: Actor, keyId: string): Promise<ApiKeyResponse> {
  const revoked = await keys.revokeApiKey(db, actor, keyId)
  if (revoked.outcome === 'unknown') throw new PublicError('NOT_FOUND', 'There is no such key.')
  return presentKey(revoked.key)
}
