import type { OpenedCheckout } from '../../shared/billing/open-checkout.ts'
import { firstPack } from '../../shared/billing/payment-settings.ts'
import type { BillingRow, LedgerEntryRow } from '../../shared/billing/queries.ts'
import { isLive, type Usage } from '../../shared/billing/read-billing.ts'
import { isoTime } from '../../shared/platform/db/client.ts'
import type { CreditPack } from '../../shared/platform/environment.ts'

export const presentCheckout = ({ url, sessionId }: OpenedCheckout) => ({ checkout_url: url, session_id: sessionId })

export const presentCredits = (account: BillingRow) => ({
  balance: account.balance,
  has_active_subscription: isLive(account),
})

export const presentSubscription = (account: BillingRow) => ({
  tier: account.tier,
  status: account.subscription_status,
  stripe_customer_id: account.stripe_customer_id,
  stripe_subscription_id: account.stripe_subscription_id,
  current_period_end: isoTime(account.period_end),
  cancel_at_period_end: account.cancel_at_period_end,
})

export const presentEntry = ({ id, created_at, ...entry }: LedgerEntryRow) => ({
  entry_id: id,
  ...entry,
  created_at: isoTime(created_at),
})

/** The pack is the first one until another is chosen. */
export function presentAutoRecharge(account: BillingRow, packs: readonly CreditPack[]) {
  const { payment_method_brand: brand, payment_method_last4: last4 } = account
  return {
    enabled: account.recharge_enabled,
    threshold: account.recharge_threshold,
    pack: account.recharge_pack ?? firstPack(packs).id,
    monthly_limit_cents: account.recharge_monthly_limit_cents,
    spent_this_month_cents: account.recharged_cents,
    payment_method: account.payment_method_id === null ? null : { brand, last4 },
    last_error: account.recharge_last_error,
  }
}

export const presentUsage = ({ period, quota, remaining, projectedOverageCents, creditsUsed }: Usage) => ({
  period_start: isoTime(period.period_start),
  period_end: isoTime(period.period_end),
  used: period.used,
  quota,
  remaining,
  overage: period.overage,
  projected_overage_cents: projectedOverageCents,
  credits_used: creditsUsed,
  daily: period.daily,
})
