import { doerOf } from '../platform/actor.ts'
import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { z } from '../platform/http/zod-openapi.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import type { Services } from '../platform/services/index.ts'
import * as deliveries from './queries.ts'
import { newWebhookSecret, sealWebhookSecret } from './webhook-secret.ts'

export const WebhookSecretResponse = z
  .object({ webhook_secret: z.string(), message: z.string() })
  .openapi('WebhookSecretResponse')
export type WebhookSecretResponse = z.infer<typeof WebhookSecretResponse>

const MASK = '********'

/** The caller's signing secret, masked. Throws PublicError NOT_FOUND when there is none yet. */
export async function maskedSecret(db: Database, caller: Caller): Promise<WebhookSecretResponse> {
  const hint = await deliveries.secretHint(db, caller.accountId)
  if (hint === null)
    throw new PublicError('NOT_FOUND', 'There is no webhook secret yet. Create one with POST /webhooks/secret.')
  return {
    webhook_secret: hint + MASK,
    message: 'The full secret is shown only when it is made. To replace a lost one, rotate it.',
  }
}

/** Makes a new signing secret, the only answer that shows it. From then on the one before signs nothing. Throws PublicError UNAUTHORIZED. */
export async function rotateSecret(
  services: Pick<Services, 'requestId' | 'db' | 'env' | 'randomBytes'>,
  caller: Caller,
): Promise<WebhookSecretResponse> {
  const secret = newWebhookSecret((count) => services.randomBytes(count))
  const outcome = await deliveries.rotateSecret(
    services.db,
    doerOf(services, caller),
    await sealWebhookSecret(services.env.SEAL_KEYS, caller.accountId, secret),
    newIdentifier('aud'),
  )
  if (outcome === 'closed') throw unauthorized()
  return {
    webhook_secret: secret,
    message: 'Keep this secret: it is not shown again. Any earlier secret has stopped signing.',
  }
}
