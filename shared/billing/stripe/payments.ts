import Stripe from 'stripe'
import type { CreditPack } from '../../platform/environment.ts'
import { ask, isRefused, orNull, unless } from './stripe-call.ts'
import {
  type CheckoutReading,
  disputedCents,
  type PaymentReading,
  readPaymentIntent,
  readSession,
  readSubscription,
  type SubscriptionReading,
} from './stripe-objects.ts'

const CALL_TIMEOUT_MS = 8_000
/** The SDK repeats a POST under the same idempotency key. */
const RETRIES_MAX = 1
/** Stripe lists newest first; a customer with more payments than this since one attempt began is not one of ours. */
const INTENTS_LISTED_MAX = 500
const PAGE_SIZE = 100
/** What can be charged without its holder, and needs no page to return to. */
const CARDS_ONLY = ['card'] as const

/** How an off-session charge ended. unknown: it may or may not have happened, and has to be looked up. */
export type ChargeOutcome =
  | { outcome: 'read'; payment: PaymentReading }
  | { outcome: 'declined'; code: string; message: string; paymentIntentId: string | null }
  | { outcome: 'unknown'; because: string }

export interface RechargeOrder {
  rechargeId: string
  accountId: string
  customerId: string
  paymentMethodId: string
  pack: string
  credits: number
  amountCents: number
  currency: string
}

/** Where a hosted page leads back to; `operation` names the request, so that asking again opens no second page. */
export interface CheckoutFrame {
  success: string
  cancel: string
  operation: string | undefined
}

const framed = ({ success, cancel }: CheckoutFrame) => ({ success_url: success, cancel_url: cancel })
const named = ({ operation }: CheckoutFrame) =>
  operation === undefined ? undefined : { idempotencyKey: `checkout:${operation}` }

/** Everything that the service asks of Stripe (API 2026-10-28, SDK 23). Calls throw PaymentsOutOfReach, or Stripe's refusal. */
export type Payments = ReturnType<typeof createPayments>

const clients = new Map<string, Stripe>()

function clientOf(secretKey: string): Stripe {
  const known = clients.get(secretKey)
  if (known !== undefined) return known
  const client = new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(),
    maxNetworkRetries: RETRIES_MAX,
    timeout: CALL_TIMEOUT_MS,
    telemetry: false,
  })
  clients.set(secretKey, client)
  return client
}

/** The adapter for one secret key. `now` is asked for the circuit only. */
export function createPayments(secretKey: string, now: () => Date) {
  const stripe = clientOf(secretKey)

  async function readPayment(id: string): Promise<PaymentReading | null> {
    const intent = await orNull(ask(now, () => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })))
    return intent === null ? null : readPaymentIntent(intent)
  }

  return {
    readPayment,

    /** Makes the account's customer; asked twice, Stripe answers with the same one, whatever address the account has by then. */
    async createCustomer(accountId: string, email: string | null): Promise<string> {
      const options = { idempotencyKey: `customer:${accountId}` }
      const { id } = await ask(now, () => stripe.customers.create({ metadata: { account_id: accountId } }, options))
      if (email !== null) {
        // Stripe takes fewer addresses than the identity provider. Without one the customer is asked for it on Stripe's page.
        await ask(now, () => stripe.customers.update(id, { email })).catch((error: unknown) => {
          if (!isRefused(error)) throw error
        })
      }
      return id
    },

    /** A one-time payment for a pack. */
    async openPackCheckout(accountId: string, customerId: string, pack: CreditPack, frame: CheckoutFrame) {
      const metadata = { account_id: accountId, reason: 'purchase', pack: pack.id, credits: String(pack.credits) }
      const product = { name: `${pack.credits} analysis credits` }
      const price = { currency: pack.currency, unit_amount: pack.unit_amount, product_data: product }
      return hosted(
        await ask(now, () =>
          stripe.checkout.sessions.create(
            {
              mode: 'payment',
              customer: customerId,
              client_reference_id: accountId,
              line_items: [{ quantity: 1, price_data: price }],
              metadata,
              payment_intent_data: { metadata },
              invoice_creation: { enabled: true },
              ...framed(frame),
            },
            named(frame),
          ),
        ),
      )
    },

    /** A hosted page that saves a card for payments without its holder. */
    async openCardSetup(accountId: string, customerId: string, currency: string, frame: CheckoutFrame) {
      return hosted(
        await ask(now, () =>
          stripe.checkout.sessions.create(
            {
              mode: 'setup',
              customer: customerId,
              client_reference_id: accountId,
              currency,
              allowed_payment_method_types: [...CARDS_ONLY],
              metadata: { account_id: accountId },
              ...framed(frame),
            },
            named(frame),
          ),
        ),
      )
    },

    /** A new plan for a subscriber; `replaces` is ended when the new one has begun. */
    async openPlanCheckout(
      accountId: string,
      customerId: string,
      plan: { prices: { price: string; quantity?: number }[]; replaces: string },
      frame: CheckoutFrame,
    ) {
      return hosted(
        await ask(now, () =>
          stripe.checkout.sessions.create(
            {
              mode: 'subscription',
              customer: customerId,
              client_reference_id: accountId,
              line_items: plan.prices,
              metadata: { account_id: accountId },
              subscription_data: { metadata: { account_id: accountId, replaces: plan.replaces } },
              ...framed(frame),
            },
            named(frame),
          ),
        ),
      )
    },

    async openPortal(customerId: string, returnUrl: string): Promise<string> {
      const session = await ask(now, () =>
        stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }),
      )
      return session.url
    },

    async readCheckout(id: string): Promise<CheckoutReading> {
      const expand = ['payment_intent.latest_charge', 'setup_intent.payment_method']
      const session = await orNull(ask(now, () => stripe.checkout.sessions.retrieve(id, { expand })))
      return session === null ? { about: 'none' } : readSession(session)
    },

    /** The payment intent of a charge, or null. */
    async readCharge(id: string): Promise<string | null> {
      const charge = await orNull(ask(now, () => stripe.charges.retrieve(id)))
      const intent = charge?.payment_intent ?? null
      return typeof intent === 'string' ? intent : (intent?.id ?? null)
    },

    /** How much of a payment its disputes hold, in cents. */
    async readDisputes(paymentIntentId: string): Promise<number> {
      const page = await ask(now, () => stripe.disputes.list({ payment_intent: paymentIntentId, limit: PAGE_SIZE }))
      return disputedCents(page.data)
    },

    async readSubscription(id: string): Promise<SubscriptionReading | null> {
      const subscription = await orNull(ask(now, () => stripe.subscriptions.retrieve(id)))
      return subscription === null ? null : readSubscription(subscription)
    },

    /** Charges the saved card without its holder. The same recharge is the same idempotency key, so it is charged once. */
    async charge(order: RechargeOrder): Promise<ChargeOutcome> {
      const { accountId, rechargeId, pack, credits } = order
      const metadata = {
        account_id: accountId,
        reason: 'auto_recharge',
        pack,
        credits: String(credits),
        recharge_id: rechargeId,
      }
      try {
        const intent = await ask(now, () =>
          stripe.paymentIntents.create(
            {
              amount: order.amountCents,
              currency: order.currency,
              customer: order.customerId,
              payment_method: order.paymentMethodId,
              off_session: true,
              confirm: true,
              allowed_payment_method_types: [...CARDS_ONLY],
              description: `${credits} analysis credits (automatic recharge)`,
              metadata,
            },
            { idempotencyKey: `recharge:${rechargeId}` },
          ),
        )
        const payment = readPaymentIntent(intent)
        if (payment === null) return { outcome: 'unknown', because: 'the payment intent has no metadata' }
        return { outcome: 'read', payment }
      } catch (error) {
        if (!isRefused(error))
          return { outcome: 'unknown', because: error instanceof Error ? error.message : 'no answer' }
        const code = error.decline_code ?? error.code ?? 'payment_failed'
        const message =
          error instanceof Stripe.errors.StripeCardError ? error.message : 'The payment could not be made.'
        return { outcome: 'declined', code, message, paymentIntentId: error.payment_intent?.id ?? null }
      }
    },

    /** The payment that an earlier call of this recharge made, by its metadata; null when it made none. Lists are consistent at once, search is not. */
    async findRecharge(customerId: string, rechargeId: string, since: number): Promise<PaymentReading | null> {
      let after: string | undefined
      for (let seen = 0; seen < INTENTS_LISTED_MAX; seen += PAGE_SIZE) {
        const more = after === undefined ? {} : { starting_after: after }
        const page = await ask(now, () =>
          stripe.paymentIntents.list({ customer: customerId, created: { gte: since }, limit: PAGE_SIZE, ...more }),
        )
        const found = page.data.find(({ metadata }) => metadata.recharge_id === rechargeId)
        if (found !== undefined) return readPayment(found.id)
        after = page.data.at(-1)?.id
        if (!page.has_more || after === undefined) return null
      }
      throw new Error(`more than ${INTENTS_LISTED_MAX} payments of ${customerId} since the recharge began`)
    },

    /** Gives a whole payment back, once. */
    async refund(paymentIntentId: string): Promise<void> {
      const options = { idempotencyKey: `refund:${paymentIntentId}` }
      await unless(
        ['charge_already_refunded'],
        ask(now, () => stripe.refunds.create({ payment_intent: paymentIntentId }, options)),
      )
    },

    /** Ends a subscription now: overage so far is invoiced, unused time is credited only when another plan takes its place. */
    async cancelSubscription(id: string, prorate: boolean): Promise<void> {
      await unless(
        ['resource_missing'],
        ask(now, () => stripe.subscriptions.cancel(id, { invoice_now: true, prorate })),
      )
    },

    /** Reports one analysis beyond the quota. `identifier` makes it count once; `at` in seconds since 1970. */
    async recordOverage(eventName: string, customerId: string, identifier: string, at: number): Promise<void> {
      const payload = { stripe_customer_id: customerId, value: '1' }
      const params = { event_name: eventName, payload, identifier, timestamp: at }
      await unless(
        ['resource_already_exists', 'duplicate_meter_event'],
        ask(now, () => stripe.billing.meterEvents.create(params, { idempotencyKey: `meter:${identifier}` })),
      )
    },

    /** Takes one report back. What was never reported, or is already taken back, needs nothing. */
    async cancelOverage(eventName: string, identifier: string): Promise<void> {
      const params = { event_name: eventName, type: 'cancel', cancel: { identifier } } as const
      const options = { idempotencyKey: `meter_cancel:${identifier}` }
      await unless(
        ['resource_missing'],
        ask(now, () => stripe.billing.meterEventAdjustments.create(params, options)),
      )
    },
  }
}

function hosted(session: Stripe.Checkout.Session): { url: string; sessionId: string } {
  if (session.url === null) throw new Error(`${session.id} has no address`)
  return { url: session.url, sessionId: session.id }
}
