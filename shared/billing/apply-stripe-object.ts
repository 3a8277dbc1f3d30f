import { HOUR_SECONDS } from '../platform/clock.ts'
import type { CreditPack } from '../platform/environment.ts'
import type { Services } from '../platform/services/index.ts'
import { findPack, tierOf } from './payment-settings.ts'
import * as money from './queries.ts'
import type { Payments } from './stripe/payments.ts'
import * as stripe from './stripe/queries.ts'
import type { PaymentReading, SubscriptionReading } from './stripe/stripe-objects.ts'

export type PaymentServices = Pick<Services, 'db' | 'sendHints'> & {
  env: Pick<Services['env'], 'CREDIT_PACKS'>
}

const COOLDOWN_SECONDS = HOUR_SECONDS

/**
 * Ends an automatic recharge that failed, and notifies the customer by email. No credits are
 * granted. Returns `already` if the recharge had ended before.
 */
export async function failRecharge(
  services: Pick<Services, 'db' | 'sendHints'>,
  failure: Omit<Parameters<typeof money.failRecharge>[1], 'cooldownSeconds'>,
): Promise<string> {
  const failed = await money.failRecharge(services.db, {
    ...failure,
    cooldownSeconds: COOLDOWN_SECONDS,
  })
  await services.sendHints(failed.hints)
  return failed.outcome
}

/**
 * Applies the state of a payment at Stripe: grants the credits of a paid payment, ends a failed
 * recharge, and removes credits for refunds and disputes. A payment below the price of its credit
 * pack grants nothing (`mismatch`).
 * `reading` is the number of the request to Stripe. A response with a higher number is newer.
 */
export async function applyPayment(
  services: PaymentServices,
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
    pays_pack: paysPack(payment, services.env.CREDIT_PACKS),
    refunded_cents: payment.refundedCents,
    disputed_cents: disputed,
    reading,
  })
}

// True if the payment covers the price of its credit pack. An automatic recharge is not checked
// here, because SQL compares it with its own row.
function paysPack(
  { pack: id, credits, amountCents, currency }: PaymentReading,
  packs: readonly CreditPack[],
): boolean {
  const pack = findPack(packs, id)
  return pack?.credits === credits && pack.currency === currency && pack.unit_amount <= amountCents
}

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
