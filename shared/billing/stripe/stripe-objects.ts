import type { Stripe } from 'stripe'
import { z } from 'zod'

/** A payment without this metadata buys no credits. */
export const PaymentMetadata = z.object({
  account_id: z.string(),
  reason: z.enum(['purchase', 'auto_recharge']),
  pack: z.string(),
  credits: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
  recharge_id: z.string().optional(),
})

/** State of a payment. Amounts are in the smallest unit of the currency, for example cents. */
export interface PaymentReading {
  objectId: string
  accountId: string
  reason: 'purchase' | 'auto_recharge'
  pack: string
  credits: number
  rechargeId: string | null
  state: 'paid' | 'processing' | 'failed'
  amountCents: number
  currency: string
  refundedCents: number
  isDisputed: boolean
  failure: { code: string; message: string } | null
}

export interface SubscriptionReading {
  subscriptionId: string
  customerId: string
  accountId: string | null
  status: 'none' | 'active' | 'trialing' | 'past_due' | 'canceled'
  prices: string[]
  isMetered: boolean
  periodStart: number | null
  periodEnd: number | null
  cancelAtPeriodEnd: boolean
  created: number
  replaces: string | null
}

export interface CardReading {
  accountId: string
  paymentMethodId: string
  brand: string | null
  last4: string | null
  created: number
}

/** `none`: the checkout is not finished, is not paid, or was not created by this service. */
export type CheckoutReading =
  | { about: 'payment'; payment: PaymentReading }
  | { about: 'card'; card: CardReading }
  | { about: 'subscription'; subscriptionId: string }
  | { about: 'none' }

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

const object = <Kind extends { id: string }>(
  reference: string | Kind | null | undefined,
): Kind | null =>
  reference === null || reference === undefined || typeof reference === 'string' ? null : reference

/** Needs the expanded field `latest_charge`. Null for a payment that does not buy credits. */
export function readPaymentIntent(intent: Stripe.PaymentIntent): PaymentReading | null {
  const metadata = PaymentMetadata.safeParse(intent.metadata)
  if (!metadata.success) return null
  const charge = object<Stripe.Charge>(intent.latest_charge)
  const error = intent.last_payment_error
  return {
    objectId: intent.id,
    accountId: metadata.data.account_id,
    reason: metadata.data.reason,
    pack: metadata.data.pack,
    credits: metadata.data.credits,
    rechargeId: metadata.data.recharge_id ?? null,
    state: stateOf(intent.status),
    amountCents: intent.amount,
    currency: intent.currency,
    refundedCents: charge?.amount_refunded ?? 0,
    isDisputed: charge?.disputed ?? false,
    failure:
      error === null || error === undefined
        ? null
        : {
            code: error.decline_code ?? error.code ?? 'payment_failed',
            message: error.message ?? 'The payment failed.',
          },
  }
}

// A payment that waits for an action of the customer counts as failed: the customer is absent, so
// the action never happens.
function stateOf(status: Stripe.PaymentIntent.Status): PaymentReading['state'] {
  if (status === 'succeeded') return 'paid'
  return status === 'processing' || status === 'requires_capture' ? 'processing' : 'failed'
}

/** Needs the expanded fields `payment_intent.latest_charge` and `setup_intent.payment_method`. */
export function readSession(session: Stripe.Checkout.Session): CheckoutReading {
  if (session.status !== 'complete' && session.payment_status !== 'paid') return { about: 'none' }
  switch (session.mode) {
    case 'payment':
      return readPaidSession(session)
    case 'setup': {
      const method = object<Stripe.PaymentMethod>(
        object<Stripe.SetupIntent>(session.setup_intent)?.payment_method,
      )
      const accountId = session.client_reference_id
      if (method === null || accountId === null) return { about: 'none' }
      const { brand = null, last4 = null } = method.card ?? {}
      return {
        about: 'card',
        card: { accountId, paymentMethodId: method.id, brand, last4, created: session.created },
      }
    }
    case 'subscription': {
      const subscriptionId = idOf(session.subscription)
      return subscriptionId === null ? { about: 'none' } : { about: 'subscription', subscriptionId }
    }
    default:
      return { about: 'none' }
  }
}

function readPaidSession(session: Stripe.Checkout.Session): CheckoutReading {
  const intent = object<Stripe.PaymentIntent>(session.payment_intent)
  if (intent !== null) {
    const payment = readPaymentIntent(intent)
    return payment === null ? { about: 'none' } : { about: 'payment', payment }
  }
  // A checkout with a discount of 100 % has no payment intent. The id of the checkout session
  // identifies the payment instead.
  const metadata = PaymentMetadata.safeParse(session.metadata)
  if (!metadata.success || session.payment_status === 'unpaid') return { about: 'none' }
  const { account_id: accountId, reason, pack, credits } = metadata.data
  return {
    about: 'payment',
    payment: {
      objectId: session.id,
      accountId,
      reason,
      pack,
      credits,
      rechargeId: null,
      state: 'paid',
      amountCents: session.amount_total ?? 0,
      currency: session.currency ?? 'usd',
      refundedCents: 0,
      isDisputed: false,
      failure: null,
    },
  }
}

const STATUSES: ReadonlyMap<string, SubscriptionReading['status']> = new Map<
  Stripe.Subscription.Status,
  SubscriptionReading['status']
>([
  ['active', 'active'],
  ['trialing', 'trialing'],
  ['past_due', 'past_due'],
  ['incomplete', 'none'],
])

/**
 * A subscription that Stripe no longer charges (unpaid, paused, incomplete_expired) counts as
 * canceled.
 */
export function readSubscription(subscription: Stripe.Subscription): SubscriptionReading {
  const items = subscription.items?.data ?? []
  const [first] = items
  return {
    subscriptionId: subscription.id,
    customerId: idOf(subscription.customer) ?? '',
    accountId: subscription.metadata?.account_id ?? null,
    status: STATUSES.get(subscription.status) ?? 'canceled',
    prices: items.map(({ price }) => price.id),
    isMetered: items.some(({ price }) => price.recurring?.usage_type === 'metered'),
    periodStart: first?.current_period_start ?? null,
    periodEnd: first?.current_period_end ?? null,
    cancelAtPeriodEnd: subscription.cancel_at_period_end ?? false,
    created: subscription.created,
    replaces: subscription.metadata?.replaces ?? null,
  }
}

// In these statuses the bank withholds the money or has returned it to the customer. An inquiry
// (warning_*) moves no money.
const MONEY_HELD: ReadonlySet<string> = new Set<Stripe.Dispute.Status>([
  'needs_response',
  'under_review',
  'lost',
])

export function disputedCents(disputes: readonly Stripe.Dispute[]): number {
  return disputes.reduce(
    (sum, { status, amount }) => sum + (MONEY_HELD.has(status) ? amount : 0),
    0,
  )
}
