import { readAutoRecharge, updateAutoRecharge } from '../../shared/billing/auto-recharge.ts'
import {
  buyCredits,
  type CheckoutDependencies,
  changePlan,
  openPortal,
  setUpCard,
} from '../../shared/billing/open-checkout.ts'
import { paymentsOf } from '../../shared/billing/payment-settings.ts'
import { listLedger, readCredits, readSubscription, readUsage } from '../../shared/billing/read-billing.ts'
import type { Database } from '../../shared/platform/db/client.ts'
import { ok } from '../../shared/platform/http/envelope.ts'
import { family } from '../family.ts'
import * as contract from './contract.ts'

export default family(contract.needs, (app) => {
  const dependencies = (c: {
    var: { db: Database; operationSuffix: string | undefined }
    env: CheckoutDependencies['settings'] & { STRIPE_SECRET_KEY?: string | undefined }
  }): CheckoutDependencies => ({
    db: c.var.db,
    payments: paymentsOf(c.env),
    settings: c.env,
    operation: c.var.operationSuffix,
  })

  app.openapi(contract.checkout, async (c) =>
    c.json(ok(await changePlan(dependencies(c), c.var.caller, c.req.valid('json'))), 200),
  )

  app.openapi(contract.portal, async (c) => {
    const portalUrl = await openPortal(dependencies(c), c.var.caller, c.req.valid('query').return_url)
    return c.json(ok({ portal_url: portalUrl }), 200)
  })

  app.openapi(contract.subscription, async (c) => c.json(ok(await readSubscription(c.var.db, c.var.caller)), 200))

  app.openapi(contract.creditCheckout, async (c) =>
    c.json(ok(await buyCredits(dependencies(c), c.var.caller, c.req.valid('json'))), 200),
  )

  app.openapi(contract.credits, async (c) => c.json(ok(await readCredits(c.var.db, c.var.caller)), 200))

  app.openapi(contract.ledger, async (c) => {
    const { entries, meta } = await listLedger(c.var.db, c.var.caller, c.req.valid('query'))
    return c.json(ok(entries, meta), 200)
  })

  app.openapi(contract.autoRecharge, async (c) =>
    c.json(ok(await readAutoRecharge(c.var.db, c.var.caller, c.env.CREDIT_PACKS)), 200),
  )

  app.openapi(contract.updateAutoRecharge, async (c) => {
    const update = c.req.valid('json')
    return c.json(ok(await updateAutoRecharge(c.var.db, c.var.caller, c.env.CREDIT_PACKS, update)), 200)
  })

  app.openapi(contract.setUpAutoRecharge, async (c) =>
    c.json(ok(await setUpCard(dependencies(c), c.var.caller, c.req.valid('json'))), 200),
  )

  app.openapi(contract.usage, async (c) => c.json(ok(await readUsage(c.var.db, c.var.caller, c.env)), 200))
})
