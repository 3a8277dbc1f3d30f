import Stripe from 'stripe'
import { z } from 'zod'
import type { Answer, OutgoingCall } from '../egress.ts'
import { answerCall } from './api.ts'
import { type Customer, createCustomer } from './customer.ts'
import { createEvents, type Events } from './events.ts'
import { parseForm } from './form.ts'
import { answerPage, type Page } from './pages.ts'
import {
  type AccountSettings,
  createStore,
  emptyState,
  type RawError,
  type Store,
  StripeRefusal,
  StripeState,
} from './store.ts'

/**
 * An emulation of Stripe with checkouts, subscriptions, meters, the customer portal and signed
 * webhook events. It refuses unknown parameters, as Stripe does. A request with a repeated
 * idempotency key gets the first response again, or an error if its parameters differ.
 */
export type SampleStripe = Customer & {
  readonly host: string
  readonly events: Events
  /**
   * Creates a subscription without a checkout, for an account that a test has written to the
   * database.
   */
  adopt(accountId: string, tier: string, hasOverage: boolean): void
  deliverTo(url: string): void
  /**
   * Settings of the Stripe account. A test changes them to see the errors of an account that is not
   * set up.
   */
  readonly account: AccountSettings
  readonly list: Store['list']
  readonly keep: Store['keep']
  /** Number of units that a customer has used and must pay for (usage-based billing). */
  metered(customer: string): number
  answer(call: OutgoingCall): Promise<Answer>
  page(path: string, form: URLSearchParams | null): Promise<Page | null>
  snapshot(): unknown
}

export type SampleStripeOptions = {
  secretKey: string
  webhookSecret: string
  pagesUrl: string
  /** Value of SUBSCRIPTION_PLANS: JSON text with the plans and their Stripe prices. */
  plans: string
  now(): Date
  restored: unknown
  changed(): void
}

const HOST = 'api.stripe.com'
const BODY_BYTES_MAX = 1024 * 1024
const ANSWERS_MAX = 20_000

const Plans = z.array(
  z.object({ tier: z.string(), price: z.string(), overage_price: z.string().optional() }),
)

export function createStripe(options: SampleStripeOptions): SampleStripe {
  const restored = StripeState.safeParse(options.restored)
  const state = restored.success ? restored.data : emptyState()
  const store = createStore(state, options.now, options.changed)
  let webhookUrl: string | null = null
  const events = createEvents({ store, secret: options.webhookSecret, url: () => webhookUrl })
  const plans = Plans.parse(JSON.parse(options.plans))
  for (const { price, overage_price: overage } of plans) {
    keepPrice(store, price, 'licensed')
    if (overage !== undefined) keepPrice(store, overage, 'metered')
  }
  const isMetered = (price: string) =>
    store.find('price', price)?.recurring?.usage_type === 'metered'
  const customer = createCustomer(store, events, isMetered)

  function perform(method: string, url: URL, body: string): { status: number; answer: unknown } {
    try {
      const form = parseForm(method === 'POST' || body !== '' ? body : url.search.slice(1))
      return {
        status: 200,
        answer: answerCall(method, url.pathname, {
          store,
          events,
          pagesUrl: options.pagesUrl,
          form,
        }),
      }
    } catch (error) {
      if (error instanceof StripeRefusal)
        return { status: error.status, answer: { error: error.error } }
      throw error
    }
  }

  return {
    ...customer,
    host: HOST,
    events,
    account: state.account,
    list: store.list,
    keep: store.keep,
    adopt(accountId, tier, hasOverage) {
      const plan = plans.find((candidate) => candidate.tier === tier) ?? plans.at(-1)
      const prices = [plan?.price, hasOverage ? plan?.overage_price : undefined].filter(
        (price) => price !== undefined,
      )
      customer.adoptSubscription({
        id: `sub_${accountId}`,
        customer: `cus_${accountId}`,
        accountId,
        prices,
      })
    },
    deliverTo(url) {
      webhookUrl = url
    },
    metered: (id) =>
      state.meterEvents.reduce(
        (sum, event) => sum + (event.customer === id && !event.canceled ? event.value : 0),
        0,
      ),
    page: (path, form) => answerPage(store, customer, path, form),
    snapshot: () => state,
    async answer(call) {
      const body = (await call.body(BODY_BYTES_MAX)).toString('utf8')
      const refusal = refusedBeforeReading(call, options.secretKey, state.account)
      if (refusal !== null) return json(refusal.status, { error: refusal.error })
      const key = call.headers['idempotency-key']
      const name = `${call.method} ${call.url.pathname}`
      const before =
        typeof key === 'string' && call.method === 'POST' ? state.answers[key] : undefined
      if (before !== undefined) {
        if (before.call === name && before.body === body)
          return json(before.status, before.answer, { 'idempotent-replayed': 'true' })
        const message =
          'Keys for idempotent requests can only be used with the same parameters they were first used with.'
        return json(400, { error: { type: 'idempotency_error', message } })
      }
      const { status, answer } = perform(call.method, call.url, body)
      if (typeof key === 'string' && call.method === 'POST') {
        if (Object.keys(state.answers).length >= ANSWERS_MAX) state.answers = {}
        state.answers[key] = { call: name, body, status, answer: structuredClone(answer) }
        options.changed()
      }
      return json(status, answer)
    },
  }
}

/**
 * Creates a price of SUBSCRIPTION_PLANS, because a merchant creates these prices before the first
 * start of the service.
 */
function keepPrice(store: Store, id: string, usage: 'licensed' | 'metered'): void {
  if (store.find('price', id) !== undefined) return
  store.keep(id, 'price', {
    active: true,
    livemode: false,
    currency: 'usd',
    recurring: { interval: 'month', interval_count: 1, usage_type: usage },
  })
}

const error = (status: number, message: string, more: Partial<RawError> = {}) =>
  new StripeRefusal(status, { type: 'invalid_request_error', message, ...more })

const IDEMPOTENCY_KEY_LENGTH_MAX = 255

/**
 * Returns errors that do not depend on the parameters (documentation, pages API keys, Versioning,
 * Idempotent requests).
 * The emulation refuses a call that does not name the version of the API. Stripe would answer in
 * the account's version, which may be older than the types of our code.
 */
function refusedBeforeReading(
  call: OutgoingCall,
  secretKey: string,
  account: AccountSettings,
): StripeRefusal | null {
  const { authorization, 'stripe-version': version, 'idempotency-key': key = '' } = call.headers
  if (authorization !== `Bearer ${secretKey}` || account.key === 'revoked')
    return error(401, `Invalid API Key provided: sk_test_${'*'.repeat(12)}${secretKey.slice(-4)}`)
  if (account.key === 'expired')
    return error(401, `Expired API Key provided: sk_test_${'*'.repeat(12)}${secretKey.slice(-4)}`, {
      code: 'api_key_expired',
    })
  if (account.lacks !== null && call.url.pathname.startsWith(account.lacks.path))
    return error(
      403,
      `The provided key 'rk_test_${'*'.repeat(12)}${secretKey.slice(-4)}' does not have the required permissions for this endpoint on account 'acct_sample'. Having the '${account.lacks.permission}' permission would allow this request to continue.`,
    )
  if (version !== Stripe.API_VERSION)
    return error(400, `Invalid Stripe API version: ${version ?? 'none'}`)
  if (String(key).length > IDEMPOTENCY_KEY_LENGTH_MAX)
    return error(400, 'The idempotency key is too long.')
  return null
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}
