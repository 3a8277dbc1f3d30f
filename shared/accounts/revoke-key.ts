import type { Caller } from '../platform/caller.ts'
import { PublicError } from '../platform/http/errors.ts'
import { auditOriginOf, requestOriginOf } from '../platform/request-origin.ts'
import type { Services } from '../platform/services/index.ts'
import * as keys from './queries.ts'

/** Throws PublicError NOT_FOUND for an unknown key, a key of another account or a revoked key. */
export async function revokeKey(
  services: Pick<Services, 'db' | 'requestId'>,
  caller: Caller,
  keyId: string,
): Promise<keys.KeyRow> {
  const revoked = await keys.revokeApiKey(
    services.db,
    auditOriginOf(requestOriginOf(services, caller)),
    keyId,
  )
  if (revoked.outcome === 'unknown') throw new PublicError('NOT_FOUND', 'There is no such key.')
  return revoked.key
}
