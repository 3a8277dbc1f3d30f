import { HOUR_SECONDS } from '../platform/clock.ts'
import type { Services } from '../platform/services/index.ts'
import { tierOf } from './payment-settings.ts'
import * as money from './queries.ts'
import type { Payments } from './stripe/payments.ts'
import * as stripe from './stripe/queries.ts'
import type { PaymentReading, SubscriptionReading } from './stripe/stripe-objects.ts'

/** After a declined recharge the card rests. */
const COOLDOWN_SECONDS = HOUR_SECONDS

/** Ends an open recharge without credits, and notifies the customer. */
export async function failRecharge(
  services: Pick<Services, 'db' | 'sendHints'>,
  failure: Omit<Parameters<typeof money.failRecharge>[1], 'cooldownSeconds'>,
): Promise<string> {
  const failed = await money.failRecharge(services.db, { ...failure, cooldownSeconds: COOLDOWN_SECONDS })
  await services.sendHints(failed.hints)
  return failed.outcome
}

/**
 * Brings the books to what was read of one payment: credits for a paid one, a recharge that failed ended, refunds and disputes taken back.
 * `reading` was taken before Stripe was asked.
 */
export async function applyPayment(
  services: Pick<Services, 'db' | 'sendHints'>,
  payments: Payments,
  payment: PaymentReading,
  reading: number,
): Promise<string> {
  if (payment.state === 'failed' && payment.rechargeId !== null) {
    return failRecharge(services, {
      rechargeId: payment.rechargeId,
      code: payment.failure?.code ?? 'payment_failed',
      message: payment.failure?.message ?? 'The payment failed.',
      paymentIntentId: payment.objectId,
    })
  }
  if (payment.state !== 'paid') return 'unpaid'
  const disputed = payment.isDisputed ? await payments.readDisputes(payment.objectId) : 0
  return stripe.applyPayment(services.db, {
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
  { db, env }: Pick<Services, 'db' | 'env'>,
  subscription: SubscriptionReading,
  reading: number,
): Promise<string> {
  return stripe.applySubscription(db, {
    subscription_id: subscription.subscriptionId,
    customer_id: subscription.customerId,
    account_id: subscription.accountId,
    status: subscription.status,
    tier: tierOf(env.SUBSCRIPTION_PLANS, subscription.prices),
    metered: subscription.isMetered,
    period_start: subscription.periodStart,
    period_end: subscription.periodEnd,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    created: subscription.created,
    replaces: subscription.replaces,
    reading,
  })
}
