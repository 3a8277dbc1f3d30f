import type { SealedTexts } from '../platform/db/reseal.ts'
import * as deliveries from './queries.ts'
import { secretOwner } from './webhook-secret.ts'

/**
 * Functions that read and replace the encrypted webhook secrets of accounts, so that the secrets
 * can be encrypted with a new master key.
 */
export const sealedWebhookSecrets: SealedTexts = {
  kind: 'webhook_secret',
  async under(db, versions, after, limit) {
    const found = await deliveries.secretsSealedUnder(db, versions, after, limit)
    return found.map(({ id, sealed }) => ({ id, owner: secretOwner(id), sealed }))
  },
  replace: deliveries.resealSecret,
}
