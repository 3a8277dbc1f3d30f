import { receiveEvent } from '../../shared/billing/receive-stripe-event.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'

export const stripe = router()

stripe.openapi(contract.webhook, async (c) => {
  await receiveEvent(c.var.services, await c.req.text(), c.req.valid('header')['stripe-signature'])
  return c.json(ok({ received: true as const }), 200)
})
