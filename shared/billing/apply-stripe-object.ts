import { HOUR_SECONDS } from '../platform/clock.ts'
import type { Database } from '../platform/db/client.ts'
import type { SubscriptionPlan } from '../platform/environment.ts'
import { tierOf } from './payment-settings.ts'
import * as money from './queries.ts'
import type { Payments } from './stripe/payments.ts'
import * as stripe from './stripe/queries.ts'
import type { PaymentReading, SubscriptionReading } from './stripe/stripe-objects.ts'

export interface StripeDependencies {
  db: Database
  payments: Payments
  plans: SubscriptionPlan[]
}

/** After a declined recharge the card rests. */
export const COOLDOWN_SECONDS = HOUR_SECONDS

/**
 * Brings the books to what was read of one payment: credits for a paid one, a recharge that failed ended, refunds and disputes taken back.
 * `reading` was taken before Stripe was asked.
 */
export async function applyPayment(
  deps: StripeDependencies,
  payment: PaymentReading,
  reading: number,
): Promise<string> {
  if (payment.state === 'failed' && payment.rechargeId !== null) {
    return money.failRecharge(deps.db, {
      rechargeId: payment.rechargeId,
      code: payment.failure?.code ?? 'payment_failed',
      message: payment.failure?.message ?? 'The payment failed.',
      paymentIntentId: payment.objectId,
      cooldownSeconds: COOLDOWN_SECONDS,
    })
  }
  if (payment.state !== 'paid') return 'unpaid'
  const disputed = payment.isDisputed ? await deps.payments.readDisputes(payment.objectId) : 0
  return stripe.applyPayment(deps.db, {
    object_id: payment.objectId,
    account_id: payment.accountId,
    reason: payment.reason,
    pack: payment.pack,
    credits: payment.credits,
    amount_cents: payment.amountCents,
    currency: payment.currency,
    recharge_id: payment.rechargeId,
    paid: true,
    refunded_cents: payment.refundedCents,
    disputed_cents: disputed,
    reading,
  })
}

/** Brings the account's tier and period to what was read of one subscription. */
export async function applySubscription(
  deps: StripeDependencies,
  subscription: SubscriptionReading,
  reading: number,
): Promise<string> {
  return stripe.applySubscription(deps.db, {
    subscription_id: subscription.subscriptionId,
    customer_id: subscription.customerId,
    account_id: subscription.accountId,
    status: subscription.status,
    tier: tierOf(deps.plans, subscription.prices),
    metered: subscription.isMetered,
    period_start: subscription.periodStart,
    period_end: subscription.periodEnd,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    created: subscription.created,
    replaces: subscription.replaces,
    reading,
  })
}
