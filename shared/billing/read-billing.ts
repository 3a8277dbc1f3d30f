import type { Caller } from '../platform/caller.ts'
import { type Database, isoTime } from '../platform/db/client.ts'
import type { PageMeta } from '../platform/http/envelope.ts'
import { unauthorized } from '../platform/http/errors.ts'
import type { Services } from '../platform/services/index.ts'
import { quotaOf } from '../platform/tier.ts'
import { isLive, requireBilling } from './open-checkout.ts'
import { overageUnitAmount } from './payment-settings.ts'
import * as money from './queries.ts'

/** The account's balance. */
export async function readCredits(db: Database, caller: Caller) {
  const account = await requireBilling(db, caller)
  return { balance: account.balance, has_active_subscription: isLive(account) }
}

/** One page of the caller's entries, newest first. */
export async function listLedger(db: Database, caller: Caller, wanted: { limit: number; offset: number }) {
  const found = await money.listLedgerEntries(db, caller.accountId, wanted)
  const entries = found.slice(0, wanted.limit).map(({ id, created_at, ...entry }) => ({
    entry_id: id,
    ...entry,
    created_at: isoTime(created_at),
  }))
  const meta: PageMeta = { ...wanted, has_more: found.length > wanted.limit }
  return { entries, meta }
}

/** The state of the account's legacy subscription. */
export async function readSubscription(db: Database, caller: Caller) {
  const account = await requireBilling(db, caller)
  return {
    tier: account.tier,
    status: account.subscription_status,
    stripe_customer_id: account.stripe_customer_id,
    stripe_subscription_id: account.stripe_subscription_id,
    current_period_end: isoTime(account.period_end),
    cancel_at_period_end: account.cancel_at_period_end,
  }
}

/**
 * The usage of the current period so far. projected_overage_cents is what the overage counted until now adds to the next invoice: units
 * times the plan's price, whole cents, no guess about the days to come.
 */
export async function readUsage({ db, env }: Pick<Services, 'db' | 'env'>, caller: Caller) {
  const usage = await money.usage(db, caller.accountId)
  if (usage === null) throw unauthorized()
  const quota = quotaOf(usage.tier, env)
  return {
    period_start: isoTime(usage.period_start),
    period_end: isoTime(usage.period_end),
    used: usage.used,
    quota,
    remaining: quota === null ? null : Math.max(0, quota - usage.quota_used),
    overage: usage.overage,
    projected_overage_cents: usage.overage * overageUnitAmount(env.SUBSCRIPTION_PLANS, usage.tier),
    credits_used: usage.daily.reduce((sum, { credits }) => sum + credits, 0),
    daily: usage.daily,
  }
}
