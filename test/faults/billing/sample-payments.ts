import type {
  ChargeOutcome,
  Payments,
  RechargeOrder,
} from '../../../shared/billing/stripe/payments.ts'
import type { PaymentReading } from '../../../shared/billing/stripe/stripe-objects.ts'

/**
 * Behaviour of the bank. "pays, answer lost": the card is charged, but the service gets no
 * response. "unreachable": the bank does not get the request.
 */
export type Bank = 'pays' | 'declines' | 'pays, answer lost' | 'unreachable'

/**
 * Simulated payments. As at Stripe, two requests with the same recharge id create only one payment.
 */
export type SamplePayments = {
  readonly payments: Payments
  readonly made: ReadonlyMap<string, PaymentReading>
  answerWith(bank: Bank): void
}

const unused = () => Promise.reject(new Error('recharges do not call this'))

export function createSamplePayments(): SamplePayments {
  const made = new Map<string, PaymentReading>()
  let bank: Bank = 'pays'

  function pay(order: RechargeOrder, state: PaymentReading['state']): PaymentReading {
    const known = made.get(order.rechargeId)
    if (known !== undefined) return known
    const payment: PaymentReading = {
      objectId: `pi_${order.rechargeId}`,
      accountId: order.accountId,
      reason: 'auto_recharge',
      pack: order.pack,
      credits: order.credits,
      rechargeId: order.rechargeId,
      state,
      amountCents: order.amountCents,
      currency: order.currency,
      refundedCents: 0,
      isDisputed: false,
      failure:
        state === 'failed' ? { code: 'card_declined', message: 'Your card was declined.' } : null,
    }
    made.set(order.rechargeId, payment)
    return payment
  }

  async function charge(order: RechargeOrder): Promise<ChargeOutcome> {
    if (bank === 'unreachable') return { outcome: 'unknown', because: 'not reached' }
    const payment = pay(order, bank === 'declines' ? 'failed' : 'paid')
    if (bank === 'pays, answer lost') return { outcome: 'unknown', because: 'not heard' }
    if (payment.state === 'paid') return { outcome: 'read', payment }
    return {
      outcome: 'declined',
      code: 'card_declined',
      message: 'Declined.',
      paymentIntentId: payment.objectId,
      refusal: null,
    }
  }

  const payments: Payments = {
    charge,
    findRecharge: async (_customer, rechargeId) => made.get(rechargeId) ?? null,
    readPayment: unused,
    createCustomer: unused,
    openPackCheckout: unused,
    openCardSetup: unused,
    openPlanCheckout: unused,
    openPortal: unused,
    readCheckout: unused,
    readCharge: unused,
    readDisputes: unused,
    readSubscription: unused,
    refund: unused,
    cancelSubscription: unused,
    recordOverage: unused,
    cancelOverage: unused,
  }
  return {
    payments,
    made,
    answerWith(next) {
      bank = next
    },
  }
}
