import type Stripe from 'stripe'
import { z } from 'zod'
import { charge } from './customer.ts'
import type { Kind, Part, Sample } from './kinds.ts'
import {
  type ApiCall,
  type Calls,
  flag,
  metadata,
  pageOf,
  parameters,
  read,
  requireCurrency,
  whole,
} from './parameters.ts'
import { SETUP_CALLS } from './setup-calls.ts'
import { expanded, invalid, missingCustomer, newId, type Store, StripeRefusal } from './store.ts'

const paymentMethods = z
  .array(z.enum(['card', 'link', 'us_bank_account']))
  .min(1)
  .optional()
const expand = z.array(z.string()).max(10).default([])

/**
 * Smallest payments for some currencies, in the smallest unit of the currency (documentation, page
 * Supported currencies).
 */
const MINIMUM: Record<string, number> = { usd: 50, eur: 50, gbp: 30, jpy: 50, chf: 50 }
const minimumOf = (currency: string) => MINIMUM[currency] ?? 50

const LineItem = parameters<Stripe.Checkout.SessionCreateParams.LineItem>()({
  price: z.string().optional(),
  quantity: whole.optional(),
  price_data: parameters<Stripe.Checkout.SessionCreateParams.LineItem.PriceData>()({
    currency: z.string(),
    unit_amount: whole,
    product_data: parameters<Stripe.Checkout.SessionCreateParams.LineItem.PriceData.ProductData>()({
      name: z.string(),
      description: z.string().optional(),
    }),
  }).optional(),
})

const NewSession = parameters<Stripe.Checkout.SessionCreateParams>()({
  mode: z.enum(['payment', 'setup', 'subscription']),
  customer: z.string(),
  client_reference_id: z.string().max(200).optional(),
  success_url: z.url(),
  cancel_url: z.url().optional(),
  currency: z.string().optional(),
  allowed_payment_method_types: paymentMethods,
  line_items: z.array(LineItem).max(100).optional(),
  metadata,
  payment_intent_data: parameters<Stripe.Checkout.SessionCreateParams.PaymentIntentData>()({
    metadata,
    description: z.string().optional(),
  }).optional(),
  setup_intent_data: parameters<Stripe.Checkout.SessionCreateParams.SetupIntentData>()({
    metadata,
  }).optional(),
  subscription_data: parameters<Stripe.Checkout.SessionCreateParams.SubscriptionData>()({
    metadata,
  }).optional(),
  invoice_creation: parameters<Stripe.Checkout.SessionCreateParams.InvoiceCreation>()({
    enabled: flag,
  }).optional(),
})

function requireCustomer(store: Store, id: string): void {
  if (store.find('customer', id) === undefined) throw missingCustomer(id)
}

/**
 * Returns a price. A price of the other mode (test or live) exists for the same merchant, but
 * cannot be used with this key (documentation, page API keys).
 */
function requirePrice(store: Store, id: string, param: string): Sample<'price'> {
  const price = store.find('price', id)
  const known = price?.livemode === false
  if (!known) {
    const other =
      price === undefined
        ? ''
        : '; a similar object exists in live mode, but a test mode key was used to make this request.'
    throw invalid(`No such price: '${id}'${other}`, { code: 'resource_missing', param })
  }
  if (price.active === false)
    throw invalid('The price specified is inactive. This field only accepts active prices.', {
      param,
    })
  return price
}

type WantedSession = z.output<typeof NewSession>

function requireLineItems(store: Store, { mode, line_items: items = [] }: WantedSession): void {
  if (mode !== 'setup' && items.length === 0)
    throw invalid('Missing required param: line_items.', {
      code: 'parameter_missing',
      param: 'line_items',
    })
  items.forEach(({ price, price_data: data, quantity }, place) => {
    const param = `line_items[${place}]`
    if ((price === undefined) === (data === undefined))
      throw invalid('Give price or price_data.', { param })
    if (data !== undefined) requireCurrency(data.currency, `${param}[price_data][currency]`)
    const known = price === undefined ? undefined : requirePrice(store, price, `${param}[price]`)
    const isMetered = known?.recurring?.usage_type === 'metered'
    if (isMetered === (quantity !== undefined))
      throw invalid('quantity is required, except for metered prices.', {
        param: `${param}[quantity]`,
      })
    const isRecurring = known?.recurring !== undefined && known.recurring !== null
    if (mode === 'payment' && isRecurring)
      throw invalid('You must provide a one-time price in payment mode.', {
        param: `${param}[price]`,
      })
    if (mode === 'subscription' && !isRecurring)
      throw invalid('You must provide a recurring price in subscription mode.', { param })
  })
}

function requireAmount({ line_items: items = [] }: WantedSession): number {
  const amount = items.reduce(
    (sum, { price_data: data, quantity = 1 }) => sum + (data?.unit_amount ?? 0) * quantity,
    0,
  )
  const currency = items[0]?.price_data?.currency
  if (currency !== undefined && amount > 0 && amount < minimumOf(currency)) {
    const least = (minimumOf(currency) / 100).toFixed(2)
    throw invalid(
      `The Checkout Session's total amount due must add up to at least ${least} ${currency}`,
      {
        code: 'amount_too_small',
      },
    )
  }
  return amount
}

function createSession({ store, pagesUrl, form }: ApiCall): Sample<'checkout.session'> {
  const wanted = read(NewSession, form)
  if (store.state.account.businessName === null)
    throw invalid(
      'In order to use Checkout, you must set an account or business name at https://dashboard.stripe.com/account.',
    )
  requireCustomer(store, wanted.customer)
  const items = wanted.line_items ?? []
  if (wanted.mode === 'setup' && wanted.currency === undefined)
    throw invalid('currency is required in setup mode', {
      code: 'parameter_missing',
      param: 'currency',
    })
  if (wanted.currency !== undefined) requireCurrency(wanted.currency, 'currency')
  requireLineItems(store, wanted)
  const amount = requireAmount(wanted)
  const prices = items.map(({ price }) => price).filter((price) => price !== undefined)
  const id = newId('cs_test')
  return store.keep(id, 'checkout.session', {
    mode: wanted.mode,
    status: 'open',
    payment_status: wanted.mode === 'setup' ? 'no_payment_required' : 'unpaid',
    customer: wanted.customer,
    client_reference_id: wanted.client_reference_id ?? null,
    success_url: wanted.success_url.replace('{CHECKOUT_SESSION_ID}', id),
    cancel_url: wanted.cancel_url ?? null,
    url: `${pagesUrl}/stripe/pages/checkout/${id}`,
    amount_total: amount,
    currency: items[0]?.price_data?.currency ?? wanted.currency ?? 'usd',
    description: items
      .map(({ price_data: data, price }) => data?.product_data.name ?? price)
      .join(', '),
    metadata: wanted.metadata,
    payment_intent: null,
    payment_intent_metadata: wanted.payment_intent_data?.metadata,
    setup_intent: null,
    subscription: null,
    subscription_metadata: wanted.subscription_data?.metadata,
    prices,
  })
}

const NewIntent = parameters<Stripe.PaymentIntentCreateParams>()({
  amount: whole,
  currency: z.string(),
  customer: z.string(),
  payment_method: z.string(),
  off_session: flag,
  confirm: flag,
  allowed_payment_method_types: paymentMethods,
  description: z.string().optional(),
  metadata,
})

/**
 * Creates an off-session payment: the customer is not present, and the saved card decides if the
 * payment succeeds. A declined payment is stored too, as at Stripe.
 */
function createIntent({ store, events, form }: ApiCall): Sample<'payment_intent'> {
  const wanted = read(NewIntent, form)
  requireCurrency(wanted.currency, 'currency')
  if (wanted.amount < minimumOf(wanted.currency)) {
    const least = (minimumOf(wanted.currency) / 100).toFixed(2)
    const message = `Amount must be at least ${least} ${wanted.currency}`
    throw invalid(message, { code: 'amount_too_small', param: 'amount' })
  }
  requireCustomer(store, wanted.customer)
  const method = store.find('payment_method', wanted.payment_method)
  if (method === undefined) {
    const message = `No such PaymentMethod: '${wanted.payment_method}'`
    throw invalid(message, { code: 'resource_missing', param: 'payment_method' })
  }
  if (method.customer !== wanted.customer)
    throw invalid('The payment method does not belong to the customer.')
  const behaviour = store.state.cards[method.id] ?? 'ok'
  const intent = store.make('payment_intent', 'pi', {
    amount: wanted.amount,
    amount_received: behaviour === 'ok' ? wanted.amount : 0,
    currency: wanted.currency,
    customer: wanted.customer,
    payment_method: method.id,
    status: behaviour === 'ok' ? 'succeeded' : 'requires_payment_method',
    metadata: wanted.metadata,
    latest_charge: null,
    last_payment_error: null,
  })
  if (behaviour === 'ok') {
    Object.assign(intent, { latest_charge: charge(store, intent).id })
    events.emit('payment_intent.succeeded', intent)
    return intent
  }
  const error: Pick<Stripe.StripeRawError, 'decline_code'> & {
    code: Stripe.PaymentIntent.LastPaymentError.Code
    message: string
  } =
    behaviour === 'declines'
      ? {
          code: 'card_declined',
          decline_code: 'generic_decline',
          message: 'Your card was declined.',
        }
      : {
          code: 'authentication_required',
          decline_code: 'authentication_required',
          message: 'Your card was declined. This transaction requires authentication.',
        }
  Object.assign(intent, { last_payment_error: { type: 'card_error', ...error } })
  events.emit('payment_intent.payment_failed', intent)
  throw new StripeRefusal(402, {
    type: 'card_error',
    ...error,
    payment_intent: structuredClone(intent),
    payment_method: method,
  })
}

const ListIntents = parameters<Stripe.PaymentIntentListParams>()({
  customer: z.string(),
  created: z.strictObject({ gte: whole.optional() }).optional(),
  limit: whole.optional(),
  starting_after: z.string().optional(),
})

function listIntents({ store, form }: ApiCall) {
  const wanted = read(ListIntents, form)
  const all = store
    .list('payment_intent')
    .filter(
      ({ customer, created }) =>
        customer === wanted.customer && created >= (wanted.created?.gte ?? 0),
    )
    .reverse()
  return pageOf('/v1/payment_intents', all, wanted)
}

const NewRefund = parameters<Stripe.RefundCreateParams>()({
  payment_intent: z.string(),
  reason: z.string().optional(),
  metadata,
})

function createRefund({ store, events, form }: ApiCall): Sample<'refund'> {
  const wanted = read(NewRefund, form)
  const intent = store.get('payment_intent', wanted.payment_intent)
  const charged = store.get('charge', String(intent.latest_charge))
  if (charged.refunded === true)
    throw invalid('The charge has already been refunded.', { code: 'charge_already_refunded' })
  Object.assign(charged, { refunded: true, amount_refunded: charged.amount })
  events.emit('charge.refunded', charged)
  return store.make('refund', 're', {
    amount: charged.amount,
    charge: charged.id,
    payment_intent: intent.id,
    status: 'succeeded',
  })
}

const MeterEvent = parameters<Stripe.Billing.MeterEventCreateParams>()({
  event_name: z.string(),
  payload: z.strictObject({ stripe_customer_id: z.string(), value: whole }),
  identifier: z.string().max(100).optional(),
  timestamp: whole.optional(),
})
const METER_PAST_SECONDS_MAX = 35 * 24 * 3_600
const METER_AHEAD_SECONDS_MAX = 300

function createMeterEvent({
  store,
  form,
}: ApiCall): Omit<Stripe.Billing.MeterEvent, 'payload'> & { payload: object } {
  const {
    event_name: name,
    payload,
    identifier = newId('mev'),
    timestamp = store.seconds(),
  } = read(MeterEvent, form)
  if (
    timestamp < store.seconds() - METER_PAST_SECONDS_MAX ||
    timestamp > store.seconds() + METER_AHEAD_SECONDS_MAX
  ) {
    throw invalid('The timestamp is out of range.', { param: 'timestamp' })
  }
  if (store.state.meterEvents.some((event) => event.identifier === identifier)) {
    throw invalid(`An event already exists with identifier ${identifier}.`, {
      code: 'resource_already_exists',
      param: 'identifier',
    })
  }
  store.state.meterEvents.push({
    identifier,
    customer: payload.stripe_customer_id,
    value: payload.value,
    canceled: false,
  })
  return {
    object: 'billing.meter_event',
    event_name: name,
    identifier,
    payload,
    timestamp,
    created: store.seconds(),
    livemode: false,
  }
}

const MeterAdjustment = parameters<Stripe.Billing.MeterEventAdjustmentCreateParams>()({
  event_name: z.string(),
  type: z.literal('cancel'),
  cancel: z.strictObject({ identifier: z.string() }),
})

function cancelMeterEvent({ store, form }: ApiCall): Part<Stripe.Billing.MeterEventAdjustment> {
  const wanted = read(MeterAdjustment, form)
  const event = store.state.meterEvents.find(
    ({ identifier, canceled }) => identifier === wanted.cancel.identifier && !canceled,
  )
  if (event === undefined)
    throw invalid('No meter event has that identifier.', {
      code: 'resource_missing',
      param: 'cancel[identifier]',
    })
  event.canceled = true
  return { object: 'billing.meter_event_adjustment', ...wanted, status: 'pending', livemode: false }
}

const Cancellation = parameters<Stripe.SubscriptionCancelParams>()({
  invoice_now: flag.optional(),
  prorate: flag.optional(),
})

function cancelSubscription({ store, events, id, form }: ApiCall): Sample<'subscription'> {
  read(Cancellation, form)
  const ended = store.get('subscription', id)
  if (ended.status === 'canceled')
    throw invalid(`No such subscription: '${id}'`, { code: 'resource_missing' })
  Object.assign(ended, {
    status: 'canceled',
    canceled_at: store.seconds(),
    ended_at: store.seconds(),
  })
  events.emit('customer.subscription.deleted', ended)
  return ended
}

const retrieve =
  (kind: Kind) =>
  ({ store, id, form }: ApiCall) =>
    expanded(store, store.get(kind, id), read(z.strictObject({ expand }), form).expand)

const CustomerChange = parameters<Stripe.CustomerUpdateParams>()({
  email: z.email().optional(),
  name: z.string().optional(),
})
const NewCustomer = parameters<Stripe.CustomerCreateParams>()({ ...CustomerChange.shape, metadata })

const NewPortalSession = parameters<Stripe.BillingPortal.SessionCreateParams>()({
  customer: z.string(),
  return_url: z.url().optional(),
  configuration: z.string().optional(),
})

/**
 * Throws if the customer portal cannot be used. The messages are those of Stripe, whose errors have
 * no code here.
 */
function requirePortal(store: Store, configuration: string | undefined): void {
  if (configuration !== undefined) {
    if (store.find('billing_portal.configuration', configuration)?.active !== true)
      throw invalid(`No such configuration: '${configuration}'`, {
        code: 'resource_missing',
        param: 'configuration',
      })
  } else if (!store.state.account.hasDefaultPortal) {
    throw invalid(
      'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
    )
  }
}

const ListDisputes = parameters<Stripe.DisputeListParams>()({
  payment_intent: z.string(),
  limit: whole.optional(),
})

const CALLS: Calls = [
  ...SETUP_CALLS,
  [
    'POST',
    /^\/v1\/customers$/,
    ({ store, form }) => store.make('customer', 'cus', read(NewCustomer, form)),
  ],
  ['GET', /^\/v1\/customers\/([^/]+)$/, retrieve('customer')],
  [
    'POST',
    /^\/v1\/customers\/([^/]+)$/,
    ({ store, id, form }) => {
      const customer = store.get('customer', id)
      Object.assign(customer, read(CustomerChange, form))
      store.changed()
      return customer
    },
  ],
  ['POST', /^\/v1\/checkout\/sessions$/, createSession],
  ['GET', /^\/v1\/checkout\/sessions\/([^/]+)$/, retrieve('checkout.session')],
  ['POST', /^\/v1\/payment_intents$/, createIntent],
  ['GET', /^\/v1\/payment_intents$/, listIntents],
  ['GET', /^\/v1\/payment_intents\/([^/]+)$/, retrieve('payment_intent')],
  ['GET', /^\/v1\/charges\/([^/]+)$/, retrieve('charge')],
  [
    'GET',
    /^\/v1\/disputes$/,
    ({ store, form }) => {
      const wanted = read(ListDisputes, form)
      const all = store
        .list('dispute')
        .filter((dispute) => dispute.payment_intent === wanted.payment_intent)
      return pageOf('/v1/disputes', all, wanted)
    },
  ],
  ['POST', /^\/v1\/refunds$/, createRefund],
  [
    'POST',
    /^\/v1\/billing_portal\/sessions$/,
    ({ store, pagesUrl, form }) => {
      const wanted = read(NewPortalSession, form)
      requireCustomer(store, wanted.customer)
      requirePortal(store, wanted.configuration)
      const made = store.make('billing_portal.session', 'bps', {
        ...wanted,
        return_url: wanted.return_url ?? null,
      })
      return Object.assign(made, { url: `${pagesUrl}/stripe/pages/portal/${made.id}` })
    },
  ],
  ['GET', /^\/v1\/subscriptions\/([^/]+)$/, retrieve('subscription')],
  ['DELETE', /^\/v1\/subscriptions\/([^/]+)$/, cancelSubscription],
  ['POST', /^\/v1\/billing\/meter_events$/, createMeterEvent],
  ['POST', /^\/v1\/billing\/meter_event_adjustments$/, cancelMeterEvent],
]

/** Answers a call of the API. Throws StripeRefusal if Stripe would refuse this call. */
export function answerCall(method: string, path: string, call: Omit<ApiCall, 'id'>): unknown {
  for (const [known, pattern, handle] of CALLS) {
    const match = known === method ? pattern.exec(path) : null
    if (match === null) continue
    const answer = handle({ ...call, id: decodeURIComponent(match[1] ?? '') })
    call.store.changed()
    return answer
  }
  throw new StripeRefusal(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}).`,
  })
}
