import Stripe from 'stripe'
import { beforeEach, expect, test } from 'vitest'
import { type StripeSetupInput, setUpStripe } from '../../../migrations/deploy/stripe-setup.ts'
import { DeployRefused } from '../../../migrations/deploy/world.ts'
import { HANDLED_EVENTS } from '../../../shared/billing/stripe/handled-events.ts'
import type { Fetch } from '../../../shared/platform/net/fetch.ts'
import { fetchSample } from '../../platform/stripe/fetch-sample.ts'
import { createStripe, type SampleStripe } from '../../platform/stripe/stripe.ts'

const KEY = 'sk_test_of_the_setup'
const PUBLIC_URL = 'https://api.attribution.example'
const WEBHOOK_URL = `${PUBLIC_URL}/billing/stripe/webhook`
const PLANS = JSON.stringify([
  { tier: 'pro', name: 'Pro', currency: 'usd', unit_amount: 4_900, overage_unit_amount: 12 },
  { tier: 'enterprise', name: 'Enterprise', currency: 'usd', unit_amount: 99_000 },
])

let stripe: SampleStripe
let changes: string[]

/** Opens a Stripe account in which nothing has been set up in the Stripe dashboard. */
function openAccount(secretKey: string) {
  const options = { secretKey, webhookSecret: 'whsec_1', pagesUrl: 'http://127.0.0.1', plans: '[]' }
  stripe = createStripe({
    ...options,
    now: () => new Date(),
    restored: undefined,
    changed: () => undefined,
  })
  stripe.account.hasDefaultPortal = false
}

beforeEach(() => {
  changes = []
  openAccount(KEY)
})

const fetchAndCount: Fetch = (address, init) => {
  const { method = 'GET' } = init
  if (method !== 'GET') changes.push(`${method} ${new URL(address).pathname}`)
  return fetchSample(() => stripe)(address, init)
}

const setUp = (settings: Record<string, string> = {}, more: Partial<StripeSetupInput> = {}) =>
  setUpStripe({
    secretKey: KEY,
    publicUrl: PUBLIC_URL,
    settings,
    fetch: fetchAndCount,
    dryRun: false,
    ...more,
  })

test('the first run creates the meter, the prices, the portal and the webhook endpoint with exactly the handled events', async () => {
  const { settings, lines } = await setUp({ STRIPE_PLANS: PLANS })
  const [endpoint] = stripe.list('webhook_endpoint')
  expect(endpoint).toMatchObject({
    url: WEBHOOK_URL,
    enabled_events: HANDLED_EVENTS,
    api_version: Stripe.API_VERSION,
  })
  expect(settings.STRIPE_WEBHOOK_SECRET).toMatch(/^whsec_/)
  expect(lines.join('\n')).not.toContain(settings.STRIPE_WEBHOOK_SECRET)
  expect(lines[0]).toBe('the key is a test key')
  const prices = stripe.list('price')
  const priceOf = (key: string) => prices.find(({ lookup_key: known }) => known === key)
  const [meter] = stripe.list('billing.meter')
  expect(meter).toMatchObject({
    event_name: 'analysis_overage',
    value_settings: { event_payload_key: 'value' },
  })
  expect(priceOf('attribution_pro_overage')).toMatchObject({
    unit_amount: 12,
    recurring: { usage_type: 'metered', meter: meter?.id },
    product: priceOf('attribution_pro_monthly')?.product,
  })
  expect(JSON.parse(settings.SUBSCRIPTION_PLANS ?? '')).toEqual([
    {
      tier: 'pro',
      price: priceOf('attribution_pro_monthly')?.id,
      overage_price: priceOf('attribution_pro_overage')?.id,
      overage_unit_amount: 12,
      currency: 'usd',
    },
    {
      tier: 'enterprise',
      price: priceOf('attribution_enterprise_monthly')?.id,
      overage_unit_amount: 0,
      currency: 'usd',
    },
  ])
  expect(settings.STRIPE_PORTAL_CONFIGURATION).toBe(
    stripe.list('billing_portal.configuration')[0]?.id,
  )
})

test('a second run finds everything, changes nothing, and says where the signing secret is', async () => {
  const first = await setUp({ STRIPE_PLANS: PLANS })
  changes = []
  const second = await setUp({ STRIPE_PLANS: PLANS })
  expect(changes).toEqual([])
  const { STRIPE_WEBHOOK_SECRET: secret, ...found } = first.settings
  expect(second.settings).toEqual(found)
  expect(second.lines.join('\n')).toMatch(/STRIPE_WEBHOOK_SECRET is not among the settings/)
  const third = await setUp({ STRIPE_PLANS: PLANS, STRIPE_WEBHOOK_SECRET: secret ?? '' })
  expect(third.lines.join('\n')).not.toContain('STRIPE_WEBHOOK_SECRET')
})

test('the settings of the first run pass the check of the plans in a later run without STRIPE_PLANS', async () => {
  const { settings } = await setUp({ STRIPE_PLANS: PLANS })
  const { lines } = await setUp(settings)
  expect(lines).toContain('the prices of 2 plans exist')
})

test('without plans, neither prices nor a meter are created', async () => {
  const { settings, lines } = await setUp()
  expect(lines).toContain('no subscription plans: customers buy credit packs')
  expect([...stripe.list('price'), ...stripe.list('billing.meter')]).toEqual([])
  expect(settings.SUBSCRIPTION_PLANS).toBeUndefined()
})

test('a dry run changes nothing and names what is missing', async () => {
  const { settings, lines } = await setUp({ STRIPE_PLANS: PLANS }, { dryRun: true })
  expect(changes).toEqual([])
  expect(settings).toEqual({})
  expect(lines).toEqual([
    'the key is a test key',
    'would create the meter analysis_overage',
    'would create the price attribution_pro_monthly',
    'would create the price attribution_pro_overage',
    'would create the price attribution_enterprise_monthly',
    'would create the settings of the customer portal',
    `would create the webhook endpoint ${WEBHOOK_URL}`,
  ])
})

test('a disabled webhook endpoint with too few events is repaired and keeps its secret', async () => {
  await setUp()
  const [endpoint] = stripe.list('webhook_endpoint')
  Object.assign(endpoint ?? {}, { status: 'disabled', enabled_events: ['charge.refunded'] })
  const { settings, lines } = await setUp()
  expect(stripe.list('webhook_endpoint')).toEqual([
    expect.objectContaining({
      id: endpoint?.id,
      status: 'enabled',
      enabled_events: HANDLED_EVENTS,
    }),
  ])
  expect(lines).toContain('enabled the webhook endpoint and its events')
  expect(settings.STRIPE_WEBHOOK_SECRET).toBeUndefined()
})

test('a webhook endpoint with an older version of the API is named', async () => {
  await setUp()
  Object.assign(stripe.list('webhook_endpoint')[0] ?? {}, { api_version: '2020-08-27' })
  expect((await setUp()).lines.join('\n')).toMatch(/sends the version 2020-08-27/)
})

test.each([
  ['sk_live_1', 'live', true],
  ['rk_test_1', 'test', false],
])(
  'with the key %s, an account in %s mode that is not set up is described',
  async (secretKey, mode, asksActivation) => {
    openAccount(secretKey)
    Object.assign(stripe.account, { chargesEnabled: false, businessName: null })
    const { lines } = await setUp({}, { secretKey })
    expect(lines[0]).toBe(`the key is a ${mode} key`)
    expect(lines.join('\n')).toContain('the account has no name')
    expect(lines.join('\n').includes('complete its activation')).toBe(asksActivation)
  },
)

test('a restricted key that cannot read the account is enough', async () => {
  Object.assign(stripe.account, {
    lacks: { permission: 'rak_accounts_kyc_basic_read', path: '/v1/account' },
  })
  expect((await setUp()).settings.STRIPE_WEBHOOK_SECRET).toMatch(/^whsec_/)
})

test.each<[string, () => unknown, Record<string, string>, RegExp]>([
  [
    'a wrong key',
    () => Object.assign(stripe.account, { key: 'revoked' }),
    {},
    /^STRIPE_SECRET_KEY was refused/,
  ],
  [
    'a restricted key',
    () =>
      Object.assign(stripe.account, {
        lacks: { permission: 'rak_webhook_write', path: '/v1/webhook_endpoints' },
      }),
    {},
    /^STRIPE_SECRET_KEY is a restricted key without the permission rak_webhook_write/,
  ],
  [
    'plans that are not JSON',
    () => null,
    { STRIPE_PLANS: 'pro' },
    /^STRIPE_PLANS is not valid: it must be JSON/,
  ],
  [
    'a plan without an amount',
    () => null,
    { STRIPE_PLANS: '[{"tier":"pro","name":"Pro","currency":"usd"}]' },
    /^STRIPE_PLANS is not valid: 0 unit_amount/,
  ],
  [
    'a price of another amount',
    () => setUp({ STRIPE_PLANS: PLANS }),
    { STRIPE_PLANS: PLANS.replace('4900', '5900') },
    /^The price attribution_pro_monthly of the plan pro is 4900 usd at Stripe, but STRIPE_PLANS says 5900 usd/,
  ],
  [
    'plans with an unknown price',
    () => null,
    { SUBSCRIPTION_PLANS: '[{"tier":"pro","price":"price_sample"}]' },
    /^SUBSCRIPTION_PLANS names price_sample, which Stripe does not know in test mode/,
  ],
  [
    'an archived price',
    () => stripe.keep('price_old', 'price', { active: false, livemode: false }),
    { SUBSCRIPTION_PLANS: '[{"tier":"pro","price":"price_old"}]' },
    /^The price price_old is archived/,
  ],
])(
  '%s ends with one sentence, and no webhook endpoint is created',
  async (_, prepare, settings, sentence) => {
    await prepare()
    const before = stripe.list('webhook_endpoint').length
    const refusal = await setUp(settings).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DeployRefused)
    expect(refusal).toMatchObject({ message: expect.stringMatching(sentence) })
    expect(stripe.list('webhook_endpoint')).toHaveLength(before)
  },
)

test.each(['pk_test_1', 'whsec_1', ''])(
  'the key %j is refused before any call',
  async (secretKey) => {
    await expect(setUp({}, { secretKey })).rejects.toThrow(
      /^STRIPE_SECRET_KEY must begin with sk_test_/,
    )
  },
)

test('an address that Stripe cannot reach is named', async () => {
  await expect(setUp({}, { publicUrl: 'http://localhost:8787' })).rejects.toThrow(
    /^Stripe cannot send events to PUBLIC_URL/,
  )
})
