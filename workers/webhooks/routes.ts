import { doerOf } from '../../shared/platform/http/doer.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { deliveryStatus } from '../../shared/webhooks/delivery-status.ts'
import { listDeadLetters } from '../../shared/webhooks/list-dead-letters.ts'
import { retryDeadLetter } from '../../shared/webhooks/retry-dead-letter.ts'
import { maskedSecret, rotateSecret } from '../../shared/webhooks/rotate-secret.ts'
import { sendDeliveries } from '../../shared/webhooks/send-deliveries.ts'
import { family } from '../family.ts'
import * as contract from './contract.ts'

/** A secret must not lie in anybody's cache. */
const NO_STORE = { 'cache-control': 'no-store' }

export default family(contract.needs, (app) => {
  app.openapi(contract.getSecret, async (c) => c.json(ok(await maskedSecret(c.var.db, c.var.caller)), 200))

  app.openapi(contract.rotateSecret, async (c) => {
    const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count))
    return c.json(ok(await rotateSecret(c.var.db, c.env.SEAL_KEYS, doerOf(c), randomBytes)), 200, NO_STORE)
  })

  app.openapi(contract.deliveryStatus, async (c) => {
    const { job_id: subjectId } = c.req.valid('param')
    return c.json(ok(await deliveryStatus(c.var.db, c.var.caller, subjectId, c.env.WEBHOOK_RETRY_SECONDS)), 200)
  })

  app.openapi(contract.listDeadLetters, async (c) => {
    const { letters, meta } = await listDeadLetters(c.var.db, c.var.caller, c.req.valid('query'))
    return c.json(ok(letters, meta), 200)
  })

  app.openapi(contract.retryDeadLetter, async (c) => {
    const deps = {
      db: c.var.db,
      newToken: () => crypto.randomUUID(),
      send: async (deliveryIds: string[]) => {
        c.var.counts.queueSends += 1
        await sendDeliveries(c.env.WEBHOOKS_QUEUE, deliveryIds)
      },
    }
    return c.json(ok(await retryDeadLetter(deps, doerOf(c), c.req.valid('param').delivery_id)), 200)
  })
})
