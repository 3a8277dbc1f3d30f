import { ok } from '../../shared/platform/http/envelope.ts'
import {
  deliveryStatus,
  listDeadLetters,
  listDeliveries,
  retryDeadLetter,
} from '../../shared/webhooks/deliveries.ts'
import { maskedSecret, rotateSecret } from '../../shared/webhooks/rotate-secret.ts'
import { sendSample } from '../../shared/webhooks/send-sample.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'
import {
  presentDeadLetter,
  presentDelivery,
  presentListed,
  presentTest,
  rotationMessage,
} from './present.ts'

export const webhooks = router()

webhooks.openapi(contract.getSecret, async (c) => {
  const message = 'The full secret is shown only when it is made. To replace a lost one, rotate it.'
  return c.json(
    ok({ webhook_secret: await maskedSecret(c.var.services.db, c.var.caller), message }),
    200,
  )
})

webhooks.openapi(contract.rotateSecret, async (c) => {
  const { overlap_hours: hours } = c.req.valid('json')
  const webhook_secret = await rotateSecret(c.var.services, c.var.caller, hours)
  return c.json(ok({ webhook_secret, message: rotationMessage(hours) }), 200)
})

webhooks.openapi(contract.listDeliveries, async (c) => {
  const { db, env } = c.var.services
  const { deliveries, meta } = await listDeliveries(db, c.var.caller, c.req.valid('query'))
  const rows = deliveries.map((each) => presentListed(each, env.WEBHOOK_RETRY_SECONDS))
  return c.json(ok({ deliveries: rows }, meta), 200)
})

webhooks.openapi(contract.testWebhook, async (c) => {
  const { callback_url, type } = c.req.valid('json')
  const result = await sendSample(c.var.services, c.var.caller, callback_url, type)
  return c.json(ok(presentTest(result)), 200)
})

webhooks.openapi(contract.deliveryStatus, async (c) => {
  const { db, env } = c.var.services
  const delivery = await deliveryStatus(db, c.var.caller, c.req.valid('param').job_id)
  return c.json(ok(presentDelivery(delivery, env.WEBHOOK_RETRY_SECONDS)), 200)
})

webhooks.openapi(contract.listDeadLetters, async (c) => {
  const { letters, meta } = await listDeadLetters(
    c.var.services.db,
    c.var.caller,
    c.req.valid('query'),
  )
  return c.json(ok(letters.map(presentDeadLetter), meta), 200)
})

webhooks.openapi(contract.retryDeadLetter, async (c) => {
  const { delivery_id } = c.req.valid('param')
  await retryDeadLetter(c.var.services, c.var.caller, delivery_id)
  return c.json(ok({ delivery_id, status: 'pending' as const }), 200)
})
