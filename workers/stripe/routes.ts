import { paymentsOf } from '../../shared/billing/payment-settings.ts'
import { receiveEvent } from '../../shared/billing/receive-stripe-event.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { BODY_BYTES_MAX, checkedBody } from '../../shared/platform/http/request-body.ts'
import { family } from '../family.ts'
import * as contract from './contract.ts'

export default family(contract.needs, (app) => {
  app.openapi(contract.webhook, async (c) => {
    const request = await checkedBody(c.req.raw, ['application/json'], BODY_BYTES_MAX)
    const payments = paymentsOf(c.env)
    const dependencies = {
      db: c.var.db,
      settle: payments === null ? null : { db: c.var.db, payments, plans: c.env.SUBSCRIPTION_PLANS },
      webhookSecret: c.env.STRIPE_WEBHOOK_SECRET,
      now: new Date(),
    }
    await receiveEvent(dependencies, await request.text(), c.req.valid('header')['stripe-signature'])
    return c.json(ok({ received: true as const }), 200)
  })
})
