import { HOUR_SECONDS } from '../platform/clock.ts'
import { applyPayment, failRecharge, type PaymentServices } from './apply-stripe-object.ts'
import * as money from './queries.ts'
import type { Payments, RechargeOrder } from './stripe/payments.ts'
import { logRefusal } from './stripe/refusals.ts'
import type { PaymentReading } from './stripe/stripe-objects.ts'

// After this age, a recharge no longer charges the card. Stripe may forget an idempotency key after
// 24 hours, and a repeated call could then charge the card a second time.
const KEY_AGE_SECONDS_MAX = 20 * HOUR_SECONDS
const UNKNOWN_RETRY_SECONDS = 30
const PROCESSING_RETRY_SECONDS = 300
// The clocks of the database and of Stripe are assumed to differ by at most this time.
const CLOCK_SKEW_SECONDS = 600

export type RechargeStep =
  | { then: 'done' }
  | { then: 'retry'; afterSeconds: number; because: string }

/**
 * Buys the credits of one automatic recharge. First looks for a payment of an earlier call at
 * Stripe; if there is none, charges the card. All calls for one recharge have the same idempotency
 * key, so the card is charged at most once. Throws PaymentsUnreachable.
 */
export async function recharge(
  services: PaymentServices,
  payments: Payments,
  rechargeId: string,
): Promise<RechargeStep> {
  const attempt = await money.beginRecharge(services.db, rechargeId)
  if (attempt.outcome === 'done' || attempt.outcome === 'abandoned') return { then: 'done' }
  if (attempt.is_repeated) {
    const since = attempt.created - CLOCK_SKEW_SECONDS
    const earlier = await payments.findRecharge(attempt.customer_id, rechargeId, since)
    if (earlier !== null) return applyOrWait(services, payments, earlier, attempt.reading)
  }
  const isTooOld = attempt.age_seconds > KEY_AGE_SECONDS_MAX
  if (attempt.outcome === 'look_up' || isTooOld || attempt.payment_method_id === null) {
    const message = 'The payment could not be made; nothing was charged.'
    await failRecharge(services, {
      rechargeId,
      code: 'not_charged',
      message,
      paymentIntentId: null,
    })
    return { then: 'done' }
  }
  return charge(services, payments, attempt.reading, {
    rechargeId,
    accountId: attempt.account_id,
    customerId: attempt.customer_id,
    paymentMethodId: attempt.payment_method_id,
    pack: attempt.pack,
    credits: attempt.credits,
    amountCents: attempt.amount_cents,
    currency: attempt.currency,
  })
}

async function charge(
  services: PaymentServices,
  payments: Payments,
  reading: number,
  order: RechargeOrder,
): Promise<RechargeStep> {
  const ended = await payments.charge(order)
  switch (ended.outcome) {
    case 'read':
      return applyOrWait(services, payments, ended.payment, reading)
    case 'declined':
      logRefusal(services.db.requestId, ended.refusal)
      await failRecharge(services, { ...ended, rechargeId: order.rechargeId })
      return { then: 'done' }
    case 'unknown':
      return { then: 'retry', afterSeconds: UNKNOWN_RETRY_SECONDS, because: ended.because }
    default:
      return ended satisfies never
  }
}

async function applyOrWait(
  services: PaymentServices,
  payments: Payments,
  payment: PaymentReading,
  reading: number,
): Promise<RechargeStep> {
  if (payment.state === 'processing') {
    return {
      then: 'retry',
      afterSeconds: PROCESSING_RETRY_SECONDS,
      because: 'the bank has not answered yet',
    }
  }
  await applyPayment(services, payments, payment, reading)
  return { then: 'done' }
}
