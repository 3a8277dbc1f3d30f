import { accounts } from '../accounts/tables.ts'
import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import type { SealedTexts } from '../platform/db/reseal.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import { requestOriginOf } from '../platform/request-origin.ts'
import type { Services } from '../platform/services/index.ts'
import * as deliveries from './queries.ts'
import { newWebhookSecret, sealWebhookSecret, secretOwner } from './webhook-secret.ts'

const MASK = '********'

/** Throws PublicError NOT_FOUND if the account has no secret. */
export async function maskedSecret(db: Database, caller: Caller): Promise<string> {
  const hint = await deliveries.secretHint(db, caller.accountId)
  if (hint === null)
    throw new PublicError(
      'NOT_FOUND',
      'There is no webhook secret yet. Create one with POST /webhooks/secret.',
    )
  return hint + MASK
}

/** Throws PublicError UNAUTHORIZED for a closed account. */
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

export const sealedWebhookSecrets: SealedTexts = {
  kind: 'webhook_secret',
  columns: { id: accounts.id, sealed: accounts.webhookSecretSealed },
  async under(db, versions, after, limit) {
    const found = await deliveries.secretsSealedUnder(db, versions, after, limit)
    return found.map(({ id, sealed }) => ({ id, owner: secretOwner(id), sealed }))
  },
}
