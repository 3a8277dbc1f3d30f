import { doerOf } from '../platform/actor.ts'
import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import type { Services } from '../platform/services/index.ts'
import * as deliveries from './queries.ts'
import { newWebhookSecret, sealWebhookSecret } from './webhook-secret.ts'

const MASK = '********'

/** The caller's signing secret, masked. Throws PublicError NOT_FOUND when there is none yet. */
export async function maskedSecret(db: Database, caller: Caller): Promise<string> {
  const hint = await deliveries.secretHint(db, caller.accountId)
  if (hint === null)
    throw new PublicError('NOT_FOUND', 'There is no webhook secret yet. Create one with POST /webhooks/secret.')
  return hint + MASK
}

/** Makes a new signing secret, the only answer that shows it. From then on the one before signs nothing. Throws PublicError UNAUTHORIZED. */
export async function rotateSecret(
  services: Pick<Services, 'requestId' | 'db' | 'env' | 'randomBytes'>,
  caller: Caller,
): Promise<string> {
  const secret = newWebhookSecret((count) => services.randomBytes(count))
  const outcome = await deliveries.rotateSecret(
    services.db,
    doerOf(services, caller),
    await sealWebhookSecret(services.env.SEAL_KEYS, caller.accountId, secret),
    newIdentifier('aud'),
  )
  if (outcome === 'closed') throw unauthorized()
  return secret
}
