import Stripe from 'stripe'
import type { CreditPack } from '../../platform/environment.ts'
import {
  callStripe,
  ignoringRefusals,
  isAboutCustomer,
  isKeyRefused,
  isRefused,
  orNull,
} from './stripe-call.ts'
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
const RETRIES_MAX = 1
// Highest number of payments that a search reads. A customer makes far fewer of them since the time
// of the recharge, which is where the search begins.
const INTENTS_LISTED_MAX = 500
const PAGE_SIZE = 100
// Only cards, because Stripe can charge them while the customer is absent. Other payment methods
// can redirect the customer to another page.
const CARDS_ONLY: readonly 'card'[] = ['card']

/**
 * `declined`: nothing was charged. `refusal` is Stripe's error if the operator can correct the
 * cause, or null. `unknown`: the card may have been charged, so Stripe must be asked.
 */
export type ChargeOutcome =
  | { outcome: 'read'; payment: PaymentReading }
  | {
      outcome: 'declined'
      code: string
      message: string
      paymentIntentId: string | null
      refusal: Stripe.errors.StripeError | null
    }
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

/** Repeated requests with the same `operation` get the same Stripe page. */
export interface CheckoutOptions {
  success: string
  cancel: string
  operation: string | undefined
}

const returnUrls = ({ success, cancel }: CheckoutOptions) => ({
  success_url: success,
  cancel_url: cancel,
})
// The idempotency key also contains the customer. Stripe requires equal requests for one key, and a
// repeated request with a new customer is not equal.
const idempotencyOf = ({ operation }: CheckoutOptions, customerId: string) =>
  operation === undefined ? undefined : { idempotencyKey: `checkout:${operation}:${customerId}` }

/**
 * Functions of Stripe's API 2026-10-28, with stripe-node 23. Each function throws
 * PaymentsUnreachable, or Stripe's own error if Stripe refuses the request.
 */
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

export function createPayments(secretKey: string, now: () => Date) {
  const stripe = clientOf(secretKey)

  async function readPayment(id: string): Promise<PaymentReading | null> {
    const intent = await orNull(
      callStripe(now, () => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })),
    )
    return intent === null ? null : readPaymentIntent(intent)
  }

  return {
    readPayment,

    /**
     * Creates a Stripe customer. A repeated call returns the same id, even with another email
     * address. `deletedId` is the deleted customer that the new one replaces, or null.
     */
    async createCustomer(
      accountId: string,
      email: string | null,
      deletedId: string | null,
    ): Promise<string> {
      const options = {
        idempotencyKey: ['customer', accountId, deletedId].filter(Boolean).join(':'),
      }
      const { id } = await callStripe(now, () =>
        stripe.customers.create({ metadata: { account_id: accountId } }, options),
      )
      if (email !== null) {
        // An error is ignored: Stripe refuses some email addresses that the identity provider
        // accepts. Stripe's web page then asks the customer for an address.
        await callStripe(now, () => stripe.customers.update(id, { email })).catch(
          (error: unknown) => {
            if (!isRefused(error)) throw error
          },
        )
      }
      return id
    },

    async openPackCheckout(
      accountId: string,
      customerId: string,
      pack: CreditPack,
      options: CheckoutOptions,
    ) {
      const metadata = {
        account_id: accountId,
        reason: 'purchase',
        pack: pack.id,
        credits: String(pack.credits),
      }
      const product = { name: `${pack.credits} analysis credits` }
      const price = {
        currency: pack.currency,
        unit_amount: pack.unit_amount,
        product_data: product,
      }
      return openedPage(
        await callStripe(now, () =>
          stripe.checkout.sessions.create(
            {
              mode: 'payment',
              customer: customerId,
              client_reference_id: accountId,
              line_items: [{ quantity: 1, price_data: price }],
              metadata,
              payment_intent_data: { metadata },
              invoice_creation: { enabled: true },
              ...returnUrls(options),
            },
            idempotencyOf(options, customerId),
          ),
        ),
      )
    },

    async openCardSetup(
      accountId: string,
      customerId: string,
      currency: string,
      options: CheckoutOptions,
    ) {
      return openedPage(
        await callStripe(now, () =>
          stripe.checkout.sessions.create(
            {
              mode: 'setup',
              customer: customerId,
              client_reference_id: accountId,
              currency,
              allowed_payment_method_types: [...CARDS_ONLY],
              metadata: { account_id: accountId },
              ...returnUrls(options),
            },
            idempotencyOf(options, customerId),
          ),
        ),
      )
    },

    /** `plan.replaces` is the old subscription, which is canceled when the new one is active. */
    async openPlanCheckout(
      accountId: string,
      customerId: string,
      plan: { prices: { price: string; quantity?: number }[]; replaces: string },
      options: CheckoutOptions,
    ) {
      return openedPage(
        await callStripe(now, () =>
          stripe.checkout.sessions.create(
            {
              mode: 'subscription',
              customer: customerId,
              client_reference_id: accountId,
              line_items: plan.prices,
              metadata: { account_id: accountId },
              subscription_data: { metadata: { account_id: accountId, replaces: plan.replaces } },
              ...returnUrls(options),
            },
            idempotencyOf(options, customerId),
          ),
        ),
      )
    },

    /**
     * `configuration`: id of the portal's settings at Stripe. Without it, Stripe uses the settings
     * that were saved in its dashboard.
     */
    async openPortal(
      customerId: string,
      returnUrl: string,
      configuration: string | undefined,
    ): Promise<string> {
      const settings = configuration === undefined ? {} : { configuration }
      const session = await callStripe(now, () =>
        stripe.billingPortal.sessions.create({
          customer: customerId,
          return_url: returnUrl,
          ...settings,
        }),
      )
      return session.url
    },

    async readCheckout(id: string): Promise<CheckoutReading> {
      const expand = ['payment_intent.latest_charge', 'setup_intent.payment_method']
      const session = await orNull(
        callStripe(now, () => stripe.checkout.sessions.retrieve(id, { expand })),
      )
      return session === null ? { about: 'none' } : readSession(session)
    },

    async readCharge(id: string): Promise<string | null> {
      const charge = await orNull(callStripe(now, () => stripe.charges.retrieve(id)))
      const intent = charge?.payment_intent ?? null
      return typeof intent === 'string' ? intent : (intent?.id ?? null)
    },

    /** Returns the amount in cents that banks withhold because of disputes. */
    async readDisputes(paymentIntentId: string): Promise<number> {
      const page = await callStripe(now, () =>
        stripe.disputes.list({ payment_intent: paymentIntentId, limit: PAGE_SIZE }),
      )
      return disputedCents(page.data)
    },

    async readSubscription(id: string): Promise<SubscriptionReading | null> {
      const subscription = await orNull(callStripe(now, () => stripe.subscriptions.retrieve(id)))
      return subscription === null ? null : readSubscription(subscription)
    },

    /** All calls for one recharge have the same idempotency key, so the card is charged once. */
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
        const intent = await callStripe(now, () =>
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
        if (payment === null)
          return { outcome: 'unknown', because: 'the payment intent has no metadata' }
        return { outcome: 'read', payment }
      } catch (error) {
        // Stripe refused our secret key, so the customer can do nothing. The operator corrects the
        // key, and the recharge is tried again.
        if (isKeyRefused(error)) throw error
        if (!isRefused(error))
          return {
            outcome: 'unknown',
            because: error instanceof Error ? error.message : 'no answer',
          }
        const code = error.decline_code ?? error.code ?? 'payment_failed'
        const isDeclined = error instanceof Stripe.errors.StripeCardError
        return {
          outcome: 'declined',
          code,
          message: isDeclined ? error.message : 'The payment could not be made.',
          paymentIntentId: error.payment_intent?.id ?? null,
          refusal: isDeclined || isAboutCustomer(error) ? null : error,
        }
      }
    },

    /**
     * Finds the payment of a recharge. `since`: seconds since 1970. Payments are listed and their
     * metadata compared, because Stripe's search finds a new payment only after some time.
     */
    async findRecharge(
      customerId: string,
      rechargeId: string,
      since: number,
    ): Promise<PaymentReading | null> {
      let after: string | undefined
      for (let seen = 0; seen < INTENTS_LISTED_MAX; seen += PAGE_SIZE) {
        const more = after === undefined ? {} : { starting_after: after }
        const page = await callStripe(now, () =>
          stripe.paymentIntents.list({
            customer: customerId,
            created: { gte: since },
            limit: PAGE_SIZE,
            ...more,
          }),
        )
        const found = page.data.find(({ metadata }) => metadata.recharge_id === rechargeId)
        if (found !== undefined) return readPayment(found.id)
        after = page.data.at(-1)?.id
        if (!page.has_more || after === undefined) return null
      }
      throw new Error(
        `more than ${INTENTS_LISTED_MAX} payments of ${customerId} since the recharge attempt began`,
      )
    },

    async refund(paymentIntentId: string): Promise<void> {
      const options = { idempotencyKey: `refund:${paymentIntentId}` }
      await ignoringRefusals(
        ['charge_already_refunded'],
        callStripe(now, () => stripe.refunds.create({ payment_intent: paymentIntentId }, options)),
      )
    },

    /**
     * Cancels a subscription. Stripe then invoices the analyses beyond the quota. With `prorate`,
     * Stripe also credits the unused time. The call can be repeated.
     */
    async cancelSubscription(id: string, prorate: boolean): Promise<void> {
      await ignoringRefusals(
        ['resource_missing'],
        callStripe(now, () => stripe.subscriptions.cancel(id, { invoice_now: true, prorate })),
      )
    },

    /**
     * Reports an analysis beyond the quota. Stripe counts each `identifier` once. `at`: seconds
     * since 1970.
     */
    async recordOverage(
      eventName: string,
      customerId: string,
      identifier: string,
      at: number,
    ): Promise<void> {
      const payload = { stripe_customer_id: customerId, value: '1' }
      const params = { event_name: eventName, payload, identifier, timestamp: at }
      await ignoringRefusals(
        ['resource_already_exists', 'duplicate_meter_event'],
        callStripe(now, () =>
          stripe.billing.meterEvents.create(params, { idempotencyKey: `meter:${identifier}` }),
        ),
      )
    },

    /**
     * Cancels the report with this `identifier`. Does nothing if the report does not exist or is
     * already canceled.
     */
    async cancelOverage(eventName: string, identifier: string): Promise<void> {
      const params: Stripe.Billing.MeterEventAdjustmentCreateParams = {
        event_name: eventName,
        type: 'cancel',
        cancel: { identifier },
      }
      const options = { idempotencyKey: `meter_cancel:${identifier}` }
      await ignoringRefusals(
        ['resource_missing'],
        callStripe(now, () => stripe.billing.meterEventAdjustments.create(params, options)),
      )
    },
  }
}

function openedPage(session: Stripe.Checkout.Session): { url: string; sessionId: string } {
  if (session.url === null) throw new Error(`${session.id} has no URL`)
  return { url: session.url, sessionId: session.id }
}
