import type { OpenedCheckout } from '../../shared/billing/open-checkout.ts'
import { firstPack } from '../../shared/billing/payment-settings.ts'
import type { BillingRow } from '../../shared/billing/queries.ts'
import { isLive, type Usage } from '../../shared/billing/read-billing.ts'
import { isoTime } from '../../shared/platform/db/client.ts'
import type { CreditPack } from '../../shared/platform/environment.ts'

export const presentCheckout = ({ url, sessionId }: OpenedCheckout) => ({
  checkout_url: url,
  session_id: sessionId,
})

export const presentCredits = (account: BillingRow) => ({
  balance: account.balance,
  has_active_subscription: isLive(account),
})

export const presentPack = ({ id, credits, unit_amount, currency }: CreditPack) => ({
  pack: id,
  credits,
  price_cents: unit_amount,
  currency,
})

export const presentSubscription = (account: BillingRow) => ({
  tier: account.tier,
  status: account.subscriptionStatus,
  stripe_customer_id: account.stripeCustomerId,
  stripe_subscription_id: account.stripeSubscriptionId,
  current_period_end: isoTime(account.periodEnd),
  cancel_at_period_end: account.cancelAtPeriodEnd,
})

export function presentAutoRecharge(account: BillingRow, packs: readonly CreditPack[]) {
  const { paymentMethodBrand: brand, paymentMethodLast4: last4 } = account
  return {
    enabled: account.rechargeEnabled,
    threshold: account.rechargeThreshold,
    pack: account.rechargePack ?? firstPack(packs).id,
    monthly_limit_cents: account.rechargeMonthlyLimitCents,
    spent_this_month_cents: account.rechargedCents,
    currency: account.rechargeCurrency ?? firstPack(packs).currency,
    payment_method: account.paymentMethodId === null ? null : { brand, last4 },
    last_error: account.rechargeLastError,
  }
}

export const presentUsage = ({
  period,
  quota,
  remaining,
  projectedOverageCents,
  currency,
  creditsUsed,
}: Usage) => ({
  period_start: isoTime(period.periodStart),
  period_end: isoTime(period.periodEnd),
  used: period.used,
  quota,
  remaining,
  overage: period.overage,
  projected_overage_cents: projectedOverageCents,
  currency,
  credits_used: creditsUsed,
  daily: period.daily,
})
