import { ok } from '../../shared/platform/http/envelope.ts'
import { deliveryStatus } from '../../shared/webhooks/delivery-status.ts'
import { listDeadLetters } from '../../shared/webhooks/list-dead-letters.ts'
import { retryDeadLetter } from '../../shared/webhooks/retry-dead-letter.ts'
import { maskedSecret, rotateSecret } from '../../shared/webhooks/rotate-secret.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'

/** Nobody's cache may keep a secret. */
const NO_STORE = { 'cache-control': 'no-store' }

export const webhooks = router()

webhooks.openapi(contract.getSecret, async (c) => c.json(ok(await maskedSecret(c.var.services.db, c.var.caller)), 200))

webhooks.openapi(contract.rotateSecret, async (c) =>
  c.json(ok(await rotateSecret(c.var.services, c.var.caller)), 200, NO_STORE),
)

webhooks.openapi(contract.deliveryStatus, async (c) =>
  c.json(ok(await deliveryStatus(c.var.services, c.var.caller, c.req.valid('param').job_id)), 200),
)

webhooks.openapi(contract.listDeadLetters, async (c) => {
  const { letters, meta } = await listDeadLetters(c.var.services.db, c.var.caller, c.req.valid('query'))
  return c.json(ok(letters, meta), 200)
})

webhooks.openapi(contract.retryDeadLetter, async (c) =>
  c.json(ok(await retryDeadLetter(c.var.services, c.var.caller, c.req.valid('param').delivery_id)), 200),
)
