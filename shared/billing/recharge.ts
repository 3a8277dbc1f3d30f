import { HOUR_SECONDS } from '../platform/clock.ts'
import type { Services } from '../platform/services/index.ts'
import { applyPayment, failRecharge } from './apply-stripe-object.ts'
import * as money from './queries.ts'
import type { Payments, RechargeOrder } from './stripe/payments.ts'
import type { PaymentReading } from './stripe/stripe-objects.ts'

/** Stripe may forget an idempotency key after 24 hours; from here on the same key could charge a second time. */
const KEY_AGE_SECONDS_MAX = 20 * HOUR_SECONDS
const UNKNOWN_RETRY_SECONDS = 30
const PROCESSING_RETRY_SECONDS = 300
/** The attempt and Stripe's payment may be stamped by clocks that differ. */
const CLOCK_SKEW_SECONDS = 600

export type RechargeStep = { then: 'done' } | { then: 'retry'; afterSeconds: number; because: string }

/**
 * Carries one open recharge a step further: look up what an earlier call did, charge if none did, apply the payment. One recharge
 * is one idempotency key, so it is charged at most once however often this runs. Throws PaymentsOutOfReach.
 */
export async function recharge(
  services: Pick<Services, 'db' | 'sendHints'>,
  payments: Payments,
  rechargeId: string,
): Promise<RechargeStep> {
  const opened = await money.beginRecharge(services.db, rechargeId)
  if (opened.outcome === 'done' || opened.outcome === 'abandoned') return { then: 'done' }
  if (opened.calls > 0) {
    const since = opened.created - CLOCK_SKEW_SECONDS
    const earlier = await payments.findRecharge(opened.customer_id, rechargeId, since)
    if (earlier !== null) return applied(services, payments, earlier, opened.reading)
  }
  const isTooOld = opened.age_seconds > KEY_AGE_SECONDS_MAX
  if (opened.outcome === 'look_up' || isTooOld || opened.payment_method_id === null) {
    const message = 'The payment could not be made; nothing was charged.'
    await failRecharge(services, { rechargeId, code: 'not_charged', message, paymentIntentId: null })
    return { then: 'done' }
  }
  return charge(services, payments, opened.reading, {
    rechargeId,
    accountId: opened.account_id,
    customerId: opened.customer_id,
    paymentMethodId: opened.payment_method_id,
    pack: opened.pack,
    credits: opened.credits,
    amountCents: opened.amount_cents,
    currency: opened.currency,
  })
}

async function charge(
  services: Pick<Services, 'db' | 'sendHints'>,
  payments: Payments,
  reading: number,
  order: RechargeOrder,
): Promise<RechargeStep> {
  const ended = await payments.charge(order)
  switch (ended.outcome) {
    case 'read':
      return applied(services, payments, ended.payment, reading)
    case 'declined':
      await failRecharge(services, { ...ended, rechargeId: order.rechargeId })
      return { then: 'done' }
    case 'unknown':
      return { then: 'retry', afterSeconds: UNKNOWN_RETRY_SECONDS, because: ended.because }
    default:
      return ended satisfies never
  }
}

async function applied(
  services: Pick<Services, 'db' | 'sendHints'>,
  payments: Payments,
  payment: PaymentReading,
  reading: number,
): Promise<RechargeStep> {
  if (payment.state === 'processing') {
    return { then: 'retry', afterSeconds: PROCESSING_RETRY_SECONDS, because: 'the bank has not answered yet' }
  }
  await applyPayment(services, payments, payment, reading)
  return { then: 'done' }
}
