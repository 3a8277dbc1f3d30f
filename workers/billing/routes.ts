import { readAutoRecharge, updateAutoRecharge } from '../../shared/billing/auto-recharge.ts'
import { buyCredits, changePlan, openPortal, setUpCard } from '../../shared/billing/open-checkout.ts'
import { listLedger, readCredits, readSubscription, readUsage } from '../../shared/billing/read-billing.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { router } from '../router.ts'
import * as contract from './contract.ts'

export const billing = router()

billing.openapi(contract.checkout, async (c) =>
  c.json(ok(await changePlan(c.var.services, c.var.caller, c.req.valid('json'))), 200),
)

billing.openapi(contract.portal, async (c) => {
  const portalUrl = await openPortal(c.var.services, c.var.caller, c.req.valid('query').return_url)
  return c.json(ok({ portal_url: portalUrl }), 200)
})

billing.openapi(contract.subscription, async (c) =>
  c.json(ok(await readSubscription(c.var.services.db, c.var.caller)), 200),
)

billing.openapi(contract.creditCheckout, async (c) =>
  c.json(ok(await buyCredits(c.var.services, c.var.caller, c.req.valid('json'))), 200),
)

billing.openapi(contract.credits, async (c) => c.json(ok(await readCredits(c.var.services.db, c.var.caller)), 200))

billing.openapi(contract.ledger, async (c) => {
  const { entries, meta } = await listLedger(c.var.services.db, c.var.caller, c.req.valid('query'))
  return c.json(ok(entries, meta), 200)
})

billing.openapi(contract.autoRecharge, async (c) =>
  c.json(ok(await readAutoRecharge(c.var.services, c.var.caller)), 200),
)

billing.openapi(contract.updateAutoRecharge, async (c) =>
  c.json(ok(await updateAutoRecharge(c.var.services, c.var.caller, c.req.valid('json'))), 200),
)

billing.openapi(contract.setUpAutoRecharge, async (c) =>
  c.json(ok(await setUpCard(c.var.services, c.var.caller, c.req.valid('json'))), 200),
)

billing.openapi(contract.usage, async (c) => c.json(ok(await readUsage(c.var.services, c.var.caller)), 200))
