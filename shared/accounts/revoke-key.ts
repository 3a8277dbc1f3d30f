import type { Database } from '../db/client.ts'
import * as keys from '../db/keys.ts'
import { PublicError } from '../http/errors.ts'
import type { Actor } from './actor.ts'
import { type ApiKeyResponse, presentKey } from './api-key.ts'

/** Revokes a living key of the actor's account. Throws PublicError NOT_FOUND: not there, not theirs and revoked before look alike. */
export async function revokeKey(db: Database, actor: Actor, keyId: string): Promise<ApiKeyResponse> {
  const revoked = await keys.revoke(db, actor, keyId)
  if (revoked.outcome === 'unknown') throw new PublicError('NOT_FOUND', 'There is no such key.')
  return presentKey(revoked.key)
}
