import { z } from 'zod'
import { charge } from './customer.ts'
import type { Events } from './events.ts'
import type { FormValue } from './form.ts'
import { expanded, invalid, missingCustomer, newId, type Store, type StripeObject, StripeRefusal } from './store.ts'

export type ApiCall = {
  store: Store
  events: Events
  pagesUrl: string
  form: { [name: string]: FormValue }
  id: string
}

const whole = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number)
const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
const metadata = z.record(z.string(), z.string()).default({})
const paymentMethods = z
  .array(z.enum(['card', 'link', 'us_bank_account']))
  .min(1)
  .optional()
const expand = z.array(z.string()).max(10).default([])

function read<Schema extends z.ZodType>(schema: Schema, form: ApiCall['form']): z.output<Schema> {
  const parsed = schema.safeParse(form)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (issue?.code === 'unrecognized_keys') {
    const param = issue.keys[0] ?? ''
    throw invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  const param = issue?.path.map(String).join('.') ?? ''
  throw invalid(`Invalid or missing parameter ${param}: ${issue?.message ?? ''}`, { code: 'parameter_invalid', param })
}

const LineItem = z.strictObject({
  price: z.string().optional(),
  quantity: whole.optional(),
  price_data: z
    .strictObject({
      currency: z.string().length(3),
      unit_amount: whole,
      product_data: z.strictObject({ name: z.string(), description: z.string().optional() }),
    })
    .optional(),
})

const NewSession = z.strictObject({
  mode: z.enum(['payment', 'setup', 'subscription']),
  customer: z.string(),
  client_reference_id: z.string().max(200).optional(),
  success_url: z.url(),
  cancel_url: z.url().optional(),
  currency: z.string().length(3).optional(),
  allowed_payment_method_types: paymentMethods,
  line_items: z.array(LineItem).max(100).optional(),
  metadata,
  payment_intent_data: z.strictObject({ metadata, description: z.string().optional() }).optional(),
  setup_intent_data: z.strictObject({ metadata }).optional(),
  subscription_data: z.strictObject({ metadata }).optional(),
  invoice_creation: z.strictObject({ enabled: flag }).optional(),
})

function requireCustomer(store: Store, id: string): void {
  if (store.state.objects[id]?.object !== 'customer') throw missingCustomer(id)
}

function createSession({ store, pagesUrl, form }: ApiCall): StripeObject {
  const wanted = read(NewSession, form)
  requireCustomer(store, wanted.customer)
  const items = wanted.line_items ?? []
  if (wanted.mode !== 'setup' && items.length === 0) throw invalid('line_items is required', { param: 'line_items' })
  if (wanted.mode === 'setup' && wanted.currency === undefined)
    throw invalid('currency is required in setup mode', { param: 'currency' })
  const prices = items.map(({ price }) => price).filter((price) => price !== undefined)
  if (wanted.mode === 'subscription' && prices.length !== items.length)
    throw invalid('a subscription needs prices', { param: 'line_items' })
  const amount = items.reduce((sum, { price_data: data, quantity = 1 }) => sum + (data?.unit_amount ?? 0) * quantity, 0)
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
    description: items.map(({ price_data: data, price }) => data?.product_data.name ?? price).join(', '),
    metadata: wanted.metadata,
    payment_intent: null,
    payment_intent_metadata: wanted.payment_intent_data?.metadata,
    setup_intent: null,
    subscription: null,
    subscription_metadata: wanted.subscription_data?.metadata,
    prices,
  })
}

const NewIntent = z.strictObject({
  amount: whole,
  currency: z.string().length(3),
  customer: z.string(),
  payment_method: z.string(),
  off_session: flag,
  confirm: flag,
  allowed_payment_method_types: paymentMethods,
  description: z.string().optional(),
  metadata,
})

/**
 * Creates a payment with a saved card while the customer is not present (off-session). The saved card determines if the payment succeeds.
 * The emulation stores a declined payment too, like Stripe.
 */
function createIntent({ store, events, form }: ApiCall): StripeObject {
  const wanted = read(NewIntent, form)
  requireCustomer(store, wanted.customer)
  const method = store.get('payment_method', wanted.payment_method)
  if (method.customer !== wanted.customer) throw invalid('The payment method does not belong to the customer.')
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
  const error =
    behaviour === 'declines'
      ? { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' }
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

const LIST_MAX = 100
const ListIntents = z.strictObject({
  customer: z.string(),
  created: z.strictObject({ gte: whole.optional() }).optional(),
  limit: whole.optional(),
  starting_after: z.string().optional(),
})

function listIntents({ store, form }: ApiCall) {
  const wanted = read(ListIntents, form)
  const all = store
    .list('payment_intent')
    .filter(({ customer, created }) => customer === wanted.customer && created >= (wanted.created?.gte ?? 0))
    .reverse()
  const from = wanted.starting_after === undefined ? 0 : all.findIndex(({ id }) => id === wanted.starting_after) + 1
  const limit = Math.min(wanted.limit ?? 10, LIST_MAX)
  return {
    object: 'list',
    url: '/v1/payment_intents',
    data: all.slice(from, from + limit),
    has_more: all.length > from + limit,
  }
}

function createRefund({ store, events, form }: ApiCall): StripeObject {
  const wanted = read(z.strictObject({ payment_intent: z.string(), reason: z.string().optional(), metadata }), form)
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

const MeterEvent = z.strictObject({
  event_name: z.string(),
  payload: z.strictObject({ stripe_customer_id: z.string(), value: whole }),
  identifier: z.string().max(100).optional(),
  timestamp: whole.optional(),
})
const METER_PAST_SECONDS_MAX = 35 * 24 * 3_600
const METER_AHEAD_SECONDS_MAX = 300

function createMeterEvent({ store, form }: ApiCall) {
  const { event_name: name, payload, identifier = newId('mev'), timestamp = store.seconds() } = read(MeterEvent, form)
  if (timestamp < store.seconds() - METER_PAST_SECONDS_MAX || timestamp > store.seconds() + METER_AHEAD_SECONDS_MAX) {
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

function cancelMeterEvent({ store, form }: ApiCall) {
  const wanted = read(
    z.strictObject({
      event_name: z.string(),
      type: z.literal('cancel'),
      cancel: z.strictObject({ identifier: z.string() }),
    }),
    form,
  )
  const event = store.state.meterEvents.find(
    ({ identifier, canceled }) => identifier === wanted.cancel.identifier && !canceled,
  )
  if (event === undefined)
    throw invalid('No meter event has that identifier.', { code: 'resource_missing', param: 'cancel[identifier]' })
  event.canceled = true
  return { object: 'billing.meter_event_adjustment', ...wanted, status: 'pending', livemode: false }
}

function cancelSubscription({ store, events, id, form }: ApiCall): StripeObject {
  read(z.strictObject({ invoice_now: flag.optional(), prorate: flag.optional() }), form)
  const ended = store.get('subscription', id)
  if (ended.status === 'canceled') throw invalid(`No such subscription: '${id}'`, { code: 'resource_missing' })
  Object.assign(ended, { status: 'canceled', canceled_at: store.seconds(), ended_at: store.seconds() })
  events.emit('customer.subscription.deleted', ended)
  return ended
}

const retrieve =
  (kind: string) =>
  ({ store, id, form }: ApiCall) =>
    expanded(store, store.get(kind, id), read(z.strictObject({ expand }), form).expand)

const CALLS: readonly (readonly [method: string, path: RegExp, handle: (call: ApiCall) => unknown])[] = [
  [
    'POST',
    /^\/v1\/customers$/,
    ({ store, form }) =>
      store.make(
        'customer',
        'cus',
        read(z.strictObject({ email: z.email().optional(), name: z.string().optional(), metadata }), form),
      ),
  ],
  ['GET', /^\/v1\/customers\/([^/]+)$/, retrieve('customer')],
  [
    'POST',
    /^\/v1\/customers\/([^/]+)$/,
    ({ store, id, form }) => {
      const customer = store.get('customer', id)
      Object.assign(customer, read(z.strictObject({ email: z.email().optional(), name: z.string().optional() }), form))
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
      const wanted = read(z.strictObject({ payment_intent: z.string(), limit: whole.optional() }), form)
      const data = store.list('dispute').filter((dispute) => dispute.payment_intent === wanted.payment_intent)
      return { object: 'list', url: '/v1/disputes', data, has_more: false }
    },
  ],
  ['POST', /^\/v1\/refunds$/, createRefund],
  [
    'POST',
    /^\/v1\/billing_portal\/sessions$/,
    ({ store, pagesUrl, form }) => {
      const wanted = read(z.strictObject({ customer: z.string(), return_url: z.url().optional() }), form)
      requireCustomer(store, wanted.customer)
      const made = store.make('billing_portal.session', 'bps', { ...wanted, return_url: wanted.return_url ?? null })
      return Object.assign(made, { url: `${pagesUrl}/stripe/pages/portal/${made.id}` })
    },
  ],
  ['GET', /^\/v1\/subscriptions\/([^/]+)$/, retrieve('subscription')],
  ['DELETE', /^\/v1\/subscriptions\/([^/]+)$/, cancelSubscription],
  ['POST', /^\/v1\/billing\/meter_events$/, createMeterEvent],
  ['POST', /^\/v1\/billing\/meter_event_adjustments$/, cancelMeterEvent],
]

/** Handles one call of the emulated Stripe API and returns the response body. Throws StripeRefusal if Stripe would refuse this call. */
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
