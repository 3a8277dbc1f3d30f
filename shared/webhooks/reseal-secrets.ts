import type { SealedTexts } from '../platform/db/reseal.ts'
import * as deliveries from './queries.ts'
import { ownedBy } from './webhook-secret.ts'

/** Every account's secret, for the renewal of their seals. */
export const sealedWebhookSecrets: SealedTexts = {
  kind: 'webhook_secret',
  async under(db, versions, after, limit) {
    const found = await deliveries.secretsSealedUnder(db, versions, after, limit)
    return found.map(({ id, sealed }) => ({ id, owner: ownedBy(id), sealed }))
  },
  replace: deliveries.resealSecret,
}
