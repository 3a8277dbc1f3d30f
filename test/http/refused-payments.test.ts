import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import type { AccountSettings } from '../platform/stripe/store.ts'

const PACKS = [
  { id: 'pack_100', credits: 100, unit_amount: 1_000, currency: 'usd' },
  { id: 'pack_coin', credits: 1, unit_amount: 10, currency: 'usd' },
  { id: 'pack_shell', credits: 100, unit_amount: 1_000, currency: 'zzz' },
]
const NEW_ACCOUNT: AccountSettings = {
  key: 'valid',
  lacks: null,
  businessName: 'Sample Business',
  chargesEnabled: true,
  hasDefaultPortal: true,
}
const RETURN = 'https://app.example/billing'

let service: Service
let buyer: ServiceAccount
let subscriber: ServiceAccount

beforeAll(async () => {
  service = await startService({
    env: { DASHBOARD_ORIGINS: '', CREDIT_PACKS: JSON.stringify(PACKS) },
  })
  buyer = await service.account()
  subscriber = await service.account({ tier: 'pro', subscription: 'plain' })
})
afterAll(() => service.stop())
afterEach(() => {
  Object.assign(service.platform.stripe.account, NEW_ACCOUNT)
})

async function lastRefusal(): Promise<{ change?: string; request_id?: string; text: string }> {
  await service.platform.logs.quiet()
  const text =
    service.platform.logs.lines.findLast((line) => line.text.includes('"stripe.refused"'))?.text ??
    '{}'
  return { ...JSON.parse(text), text }
}

const bearer = (who: ServiceAccount) => ({ authorization: `Bearer ${who.bearerToken}` })
const buy = (pack = 'pack_100') => buyer.request('POST', '/billing/credits/checkout', { pack })
const saveCard = () => buyer.request('POST', '/billing/auto-recharge/setup', {})
const portal = () =>
  service.request(
    'GET',
    `/billing/portal?return_url=${encodeURIComponent(RETURN)}`,
    undefined,
    bearer(subscriber),
  )
const changePlan = () =>
  subscriber.request('POST', '/billing/checkout', {
    tier: 'team',
    success_url: RETURN,
    cancel_url: RETURN,
  })

const stripe = () => service.platform.stripe
const TEAM_PRICE = 'price_team_monthly'
const set = (settings: Partial<AccountSettings>) => () => Object.assign(stripe().account, settings)
const priceIs = (fields: object) => () => {
  const price = stripe()
    .list('price')
    .find(({ id }) => id === TEAM_PRICE)
  Object.assign(price ?? {}, { livemode: false, active: true }, fields)
}

test.each([
  ['a revoked key', set({ key: 'revoked' }), () => buy(), 'STRIPE_SECRET_KEY was refused'],
  ['an expired key', set({ key: 'expired' }), saveCard, 'STRIPE_SECRET_KEY has expired'],
  [
    'a restricted key',
    set({ lacks: { permission: 'rak_checkout_session_write', path: '/v1/checkout/sessions' } }),
    () => buy(),
    'without the permission rak_checkout_session_write',
  ],
  ['an account without a name', set({ businessName: null }), () => buy(), 'set a business name'],
  [
    'no portal settings',
    set({ hasDefaultPortal: false }),
    portal,
    'Settings > Billing > Customer portal',
  ],
  ['an unknown currency', set({}), () => buy('pack_shell'), 'CREDIT_PACKS has a currency'],
  [
    'a price below the minimum',
    set({}),
    () => buy('pack_coin'),
    'CREDIT_PACKS has a price outside the limits',
  ],
  [
    'a price of live mode',
    priceIs({ livemode: true }),
    changePlan,
    `names ${TEAM_PRICE}, which Stripe does not know. It exists in live mode`,
  ],
  [
    'a refusal without an error code',
    priceIs({ active: false }),
    changePlan,
    'Stripe refused a call (line_items[0][price])',
  ],
])(
  '%s answers 503 without details, and one log line names the change',
  async (_, prepare, ask, change) => {
    prepare()
    const answer = await ask()
    priceIs({})()
    expect([answer.status, answer.body.error?.code, answer.headers.get('retry-after')]).toEqual([
      503,
      'UNAVAILABLE',
      '30',
    ])
    expect(answer.body.error?.message).toBe(
      'Payments are not possible at the moment; nothing was charged.',
    )
    const refusal = await lastRefusal()
    expect(refusal.change).toContain(change)
    expect(refusal.request_id).toBe(answer.headers.get('x-request-id'))
    expect(refusal.text).not.toMatch(/sk_test|rk_test/)
    expect(service.platform.logs.lines.some(({ text }) => text.includes('"request.failed"'))).toBe(
      false,
    )
  },
)

test('a price that Stripe never had is named', async () => {
  const price = stripe()
    .list('price')
    .find(({ id }) => id === TEAM_PRICE)
  Object.assign(price ?? {}, { object: 'gone' })
  expect((await changePlan()).status).toBe(503)
  Object.assign(price ?? {}, { object: 'price' })
  expect((await lastRefusal()).change).toBe(
    `SUBSCRIPTION_PLANS names ${TEAM_PRICE}, which Stripe does not know.`,
  )
})

test('without a dashboard, a customer returns to a page of this service', async () => {
  const { body } = await buy()
  const session = stripe()
    .list('checkout.session')
    .find(({ id }) => id === body.data?.session_id)
  const { origin } = new URL(service.platform.baseUrl)
  for (const [address, text] of [
    [session?.success_url, 'The credits are added as soon as the payment is confirmed.'],
    [session?.cancel_url, 'Nothing was charged'],
  ] as const) {
    const { pathname, search } = new URL(address ?? '')
    expect(pathname).toBe('/billing/return')
    const page = await fetch(`${origin}${pathname}${search}`)
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
    expect(await page.text()).toContain(text)
  }
})

test('an automatic recharge with a refused key is tried again and is paid when the key is correct', async () => {
  const who = await service.account({ quota_used: 50, credits: 6 })
  const setup = await who.request('POST', '/billing/auto-recharge/setup', {})
  await stripe().finish(String(setup.body.data?.session_id), { outcome: 'card_saved' })
  const settings = { enabled: true, threshold: 5, pack: 'pack_100' }
  await service.request('PUT', '/billing/auto-recharge', settings, bearer(who))
  stripe().account.key = 'revoked'
  expect((await who.request('POST', '/analyze', { domain: 'listed-1.com' })).status).toBe(202)
  const row = async () =>
    (
      await service.platform.pool.query(
        `select last_error, sent_at from outbox where account_id = $1 and topic = 'recharge'`,
        [who.userId],
      )
    ).rows[0]
  await expect
    .poll(async () => (await row())?.last_error, { timeout: 10_000 })
    .toContain('STRIPE_SECRET_KEY was refused')
  expect((await lastRefusal()).change).toContain('STRIPE_SECRET_KEY was refused')
  stripe().account.key = 'valid'
  await service.platform.pool.query(
    'update outbox set not_before = clock_timestamp() where sent_at is null',
  )
  await service.platform.runtime().runSchedule('* * * * *')
  await expect
    .poll(async () => (await who.request('GET', '/billing/credits')).body.data?.balance)
    .toBe(105)
})

test('an automatic recharge that Stripe refuses because of a setting fails, and the log names the setting', async () => {
  const who = await service.account({ quota_used: 50, credits: 6 })
  const setup = await who.request('POST', '/billing/auto-recharge/setup', {})
  await stripe().finish(String(setup.body.data?.session_id), { outcome: 'card_saved' })
  const settings = { enabled: true, threshold: 5, pack: 'pack_shell' }
  await service.request('PUT', '/billing/auto-recharge', settings, bearer(who))
  expect((await who.request('POST', '/analyze', { domain: 'listed-2.com' })).status).toBe(202)
  const lastError = async () =>
    (await who.request('GET', '/billing/auto-recharge')).body.data?.last_error
  await expect.poll(lastError, { timeout: 10_000 }).toBe('The payment could not be made.')
  expect((await lastRefusal()).change).toContain('CREDIT_PACKS has a currency')
})
