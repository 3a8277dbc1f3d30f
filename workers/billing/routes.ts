import { updateAutoRecharge } from '../../shared/billing/auto-recharge.ts'
import { presentEntry } from '../../shared/billing/ledger-entry.ts'
import {
  buyCredits,
  changePlan,
  openPortal,
  setUpCard,
} from '../../shared/billing/open-checkout.ts'
import { listLedger, readUsage, requireBilling } from '../../shared/billing/read-billing.ts'
import { receiveEvent } from '../../shared/billing/receive-stripe-event.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'
import {
  presentAutoRecharge,
  presentCheckout,
  presentCredits,
  presentPack,
  presentSubscription,
  presentUsage,
} from './present.ts'
import { returnPage } from './return-page.ts'

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; " +
    "frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

export const billing = router()

billing.openapi(contract.checkout, async (c) =>
  c.json(
    ok(presentCheckout(await changePlan(c.var.services, c.var.caller, c.req.valid('json')))),
    200,
  ),
)

billing.openapi(contract.portal, async (c) => {
  const portalUrl = await openPortal(c.var.services, c.var.caller, c.req.valid('query').return_url)
  return c.json(ok({ portal_url: portalUrl }), 200)
})

billing.openapi(contract.returned, async (c) =>
  c.body(String(await returnPage(c.req.valid('query'))), 200, PAGE_HEADERS),
)

billing.openapi(contract.subscription, async (c) =>
  c.json(ok(presentSubscription(await requireBilling(c.var.services.db, c.var.caller))), 200),
)

billing.openapi(contract.packs, (c) =>
  c.json(ok({ packs: c.var.services.env.CREDIT_PACKS.map(presentPack) }), 200),
)

billing.openapi(contract.creditCheckout, async (c) =>
  c.json(
    ok(presentCheckout(await buyCredits(c.var.services, c.var.caller, c.req.valid('json')))),
    200,
  ),
)

billing.openapi(contract.credits, async (c) =>
  c.json(ok(presentCredits(await requireBilling(c.var.services.db, c.var.caller))), 200),
)

billing.openapi(contract.ledger, async (c) => {
  const { entries, meta } = await listLedger(c.var.services.db, c.var.caller, c.req.valid('query'))
  return c.json(ok(entries.map(presentEntry), meta), 200)
})

billing.openapi(contract.autoRecharge, async (c) => {
  const account = await requireBilling(c.var.services.db, c.var.caller)
  return c.json(ok(presentAutoRecharge(account, c.var.services.env.CREDIT_PACKS)), 200)
})

billing.openapi(contract.updateAutoRecharge, async (c) => {
  const account = await updateAutoRecharge(c.var.services, c.var.caller, c.req.valid('json'))
  return c.json(ok(presentAutoRecharge(account, c.var.services.env.CREDIT_PACKS)), 200)
})

billing.openapi(contract.setUpAutoRecharge, async (c) =>
  c.json(
    ok(presentCheckout(await setUpCard(c.var.services, c.var.caller, c.req.valid('json')))),
    200,
  ),
)

billing.openapi(contract.usage, async (c) =>
  c.json(ok(presentUsage(await readUsage(c.var.services, c.var.caller))), 200),
)

billing.openapi(contract.webhook, async (c) => {
  await receiveEvent(c.var.services, await c.req.text(), c.req.valid('header')['stripe-signature'])
  return c.json(ok({ received: true as const }), 200)
})
