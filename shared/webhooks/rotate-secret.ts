import { accounts } from '../accounts/tables.ts'
import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import type { SealedTexts } from '../platform/db/reseal.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import { requestOriginOf } from '../platform/request-origin.ts'
import type { Services } from '../platform/services/index.ts'
import * as secrets from './queries.ts'
import { newWebhookSecret, sealWebhookSecret, secretOwner } from './webhook-secret.ts'

const MASK = '********'

/** Throws PublicError NOT_FOUND if the account has no secret. */
export async function maskedSecret(db: Database, caller: Caller): Promise<string> {
  const hint = await secrets.secretHint(db, caller.accountId)
  if (hint === null)
    throw new PublicError(
      'NOT_FOUND',
      'There is no webhook secret yet. Create one with POST /webhooks/secret.',
    )
  return hint + MASK
}

/**
 * The secret before also signs for the next `overlapHours`, so that receivers can change over.
 * Throws PublicError UNAUTHORIZED for a closed account.
 */
export async function rotateSecret(
  services: Pick<Services, 'requestId' | 'db' | 'env' | 'randomBytes'>,
  caller: Caller,
  overlapHours: number,
): Promise<string> {
  const secret = newWebhookSecret((count) => services.randomBytes(count))
  const outcome = await secrets.rotateSecret(
    services.db,
    requestOriginOf(services, caller),
    await sealWebhookSecret(services.env.SEAL_KEYS, caller.accountId, secret),
    overlapHours,
    newIdentifier('aud'),
  )
  if (outcome === 'closed') throw unauthorized()
  return secret
}

const sealedIn = (sealed: secrets.SecretColumn): SealedTexts => ({
  kind: 'webhook_secret',
  columns: { id: accounts.id, sealed },
  async under(db, versions, after, limit) {
    const found = await secrets.secretsSealedUnder(db, sealed, versions, after, limit)
    return found.map((row) => ({ id: row.id, owner: secretOwner(row.id), sealed: row.sealed }))
  },
})

export const sealedWebhookSecrets = sealedIn(accounts.webhookSecretSealed)
export const sealedWebhookSecretsBefore = sealedIn(accounts.webhookSecretBeforeSealed)
