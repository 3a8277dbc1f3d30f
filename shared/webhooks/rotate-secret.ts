import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import { requestOriginOf } from '../platform/request-origin.ts'
import type { Services } from '../platform/services/index.ts'
import * as deliveries from './queries.ts'
import { newWebhookSecret, sealWebhookSecret } from './webhook-secret.ts'

const MASK = '********'

/**
 * Returns the first characters of the account's webhook signing secret, followed by asterisks.
 * Throws PublicError NOT_FOUND if the account has no secret.
 */
export async function maskedSecret(db: Database, caller: Caller): Promise<string> {
  const hint = await deliveries.secretHint(db, caller.accountId)
  if (hint === null)
    throw new PublicError(
      'NOT_FOUND',
      'There is no webhook secret yet. Create one with POST /webhooks/secret.',
    )
  return hint + MASK
}

/**
 * Replaces the account's webhook signing secret and returns the new secret, which is never shown
 * again. Throws PublicError UNAUTHORIZED for a closed account.
 */
export async function rotateSecret(
  services: Pick<Services, 'requestId' | 'db' | 'env' | 'randomBytes'>,
  caller: Caller,
): Promise<string> {
  const secret = newWebhookSecret((count) => services.randomBytes(count))
  const outcome = await deliveries.rotateSecret(
    services.db,
    requestOriginOf(services, caller),
    await sealWebhookSecret(services.env.SEAL_KEYS, caller.accountId, secret),
    newIdentifier('aud'),
  )
  if (outcome === 'closed') throw unauthorized()
  return secret
}
