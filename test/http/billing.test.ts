import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { signature } from '../platform/stripe/events.ts'
import { endpoints } from '../structure/endpoints.ts'

let service: Service
let account: ServiceAccount

const DASHBOARD = 'http://localhost:5173'
const WEBHOOK_SECRET = 'whsec_of_the_tests'

beforeAll(async () => {
  service = await startService({
    env: {
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      DASHBOARD_ORIGINS: DASHBOARD,
      RATE_LIMITS_PER_MINUTE: '{"free":60000,"pro":60000,"team":60000,"enterprise":60000}',
    },
  })
  account = await service.account()
})
afterAll(() => service.stop())
afterEach(async () => {
  await service.platform.mendAll()
  expect(await service.audit()).toEqual([])
})

const bearer = (who: ServiceAccount) => ({ authorization: `Bearer ${who.bearerToken}` })
const get = async (path: string, who = account) => {
  const { status, body } = await who.request('GET', path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as Record<string, unknown>
}
const finish = (
  sessionId: unknown,
  outcome: Parameters<typeof service.platform.stripe.finish>[1],
) => service.platform.stripe.finish(String(sessionId), outcome)

async function buy(who: ServiceAccount, more: Record<string, string> = {}) {
  const { status, body } = await who.request('POST', '/billing/credits/checkout', {
    pack: 'pack_100',
    ...more,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as { checkout_url: string; session_id: string }
}

async function saveCard(
  who: ServiceAccount,
  card: 'ok' | 'declines' | 'needs_authentication' = 'ok',
) {
  const { status, body } = await who.request('POST', '/billing/auto-recharge/setup', {})
  expect(status, JSON.stringify(body)).toBe(200)
  await finish(body.data?.session_id, { outcome: 'card_saved', card })
}

test('the packs on sale are listed with their prices', async () => {
  expect(await get('/billing/packs')).toEqual({
    packs: [
      { pack: 'pack_100', credits: 100, price_cents: 1_000, currency: 'usd' },
      { pack: 'pack_500', credits: 500, price_cents: 4_500, currency: 'usd' },
      { pack: 'pack_2000', credits: 2_000, price_cents: 16_000, currency: 'usd' },
    ],
  })
})

describe('an account without purchases', () => {
  test('a new account has no credits, an empty ledger, no subscription and an unused period', async () => {
    expect(await get('/billing/credits')).toEqual({ balance: 0, has_active_subscription: false })
    const ledger = await account.request('GET', '/billing/ledger')
    expect(ledger.body).toEqual({
      data: [],
      error: null,
      meta: { limit: 50, offset: 0, has_more: false },
    })
    expect(await get('/billing/subscription')).toEqual({
      tier: 'free',
      status: 'none',
      stripe_customer_id: null,
      stripe_subscription_id: null,
      current_period_end: null,
      cancel_at_period_end: false,
    })
    const usage = await get('/billing/usage')
    const today = new Date().toISOString().slice(0, 10)
    expect(usage).toMatchObject({
      used: 0,
      quota: 50,
      remaining: 50,
      overage: 0,
      projected_overage_cents: 0,
      currency: 'usd',
      credits_used: 0,
    })
    expect(usage.period_start).toBe(`${today.slice(0, 7)}-01T00:00:00.000Z`)
    expect((usage.daily as unknown[]).at(-1)).toEqual({
      date: today,
      analyses: 0,
      lists: 0,
      monitors: 0,
      credits: 0,
    })
    expect((usage.daily as unknown[]).length).toBe(Number(today.slice(8)))
  })

  test('a new account has auto-recharge disabled and no card', async () => {
    expect(await get('/billing/auto-recharge')).toEqual({
      enabled: false,
      threshold: 10,
      pack: 'pack_100',
      monthly_limit_cents: 10_000,
      spent_this_month_cents: 0,
      currency: 'usd',
      payment_method: null,
      last_error: null,
    })
  })

  test('a new account has no portal, and no subscription is for sale', async () => {
    const portal = await service.request(
      'GET',
      '/billing/portal?return_url=https://app.example/billing',
      undefined,
      bearer(account),
    )
    expect([portal.status, portal.body.error?.code]).toEqual([400, 'NO_BILLING_CUSTOMER'])
    const plan = {
      tier: 'pro',
      success_url: 'https://app.example/yes',
      cancel_url: 'https://app.example/no',
    }
    const checkout = await account.request('POST', '/billing/checkout', plan)
    expect([checkout.status, checkout.body.error?.code]).toEqual([
      410,
      'SUBSCRIPTIONS_DISCONTINUED',
    ])
  })
})

describe('refusals', () => {
  test.each([
    ['POST', '/billing/credits/checkout', { pack: 'pack_9' }, 422, 'VALIDATION_ERROR', 'pack'],
    ['POST', '/billing/credits/checkout', {}, 422, 'VALIDATION_ERROR', 'pack'],
    [
      'POST',
      '/billing/credits/checkout',
      { pack: 'pack_100', colour: 'red' },
      422,
      'VALIDATION_ERROR',
      'colour',
    ],
    [
      'POST',
      '/billing/credits/checkout',
      { pack: 'pack_100', success_url: 'http://evil.example/' },
      422,
      'VALIDATION_ERROR',
      'success_url',
    ],
    [
      'POST',
      '/billing/credits/checkout',
      { pack: 'pack_100', cancel_url: 'javascript:alert(1)' },
      422,
      'VALIDATION_ERROR',
      'cancel_url',
    ],
    [
      'POST',
      '/billing/auto-recharge/setup',
      { success_url: 'https://user:secret@app.example/' },
      422,
      'VALIDATION_ERROR',
      'success_url',
    ],
    [
      'POST',
      '/billing/checkout',
      { tier: 'free', success_url: 'https://a.example', cancel_url: 'https://a.example' },
      422,
      'VALIDATION_ERROR',
      'tier',
    ],
    ['POST', '/billing/checkout', { tier: 'pro' }, 422, 'VALIDATION_ERROR', 'success_url'],
    [
      'POST',
      '/billing/auto-recharge/setup',
      { success_url: 'https://app.example/\u0000' },
      422,
      'VALIDATION_ERROR',
      'success_url',
    ],
    ['PUT', '/billing/auto-recharge', { enabled: true }, 400, 'NO_PAYMENT_METHOD', 'card'],
    ['PUT', '/billing/auto-recharge', { threshold: 0 }, 400, 'INVALID_AUTO_RECHARGE', 'threshold'],
    [
      'PUT',
      '/billing/auto-recharge',
      { threshold: 10_001 },
      400,
      'INVALID_AUTO_RECHARGE',
      'threshold',
    ],
    [
      'PUT',
      '/billing/auto-recharge',
      { threshold: 1e20 },
      400,
      'INVALID_AUTO_RECHARGE',
      'threshold',
    ],
    [
      'PUT',
      '/billing/auto-recharge',
      { threshold: -5, enabled: true },
      400,
      'INVALID_AUTO_RECHARGE',
      'threshold',
    ],
    ['PUT', '/billing/auto-recharge', { pack: 'pack_9' }, 400, 'INVALID_AUTO_RECHARGE', 'pack'],
    [
      'PUT',
      '/billing/auto-recharge',
      { monthly_limit_cents: -1 },
      400,
      'INVALID_AUTO_RECHARGE',
      'monthly_limit_cents',
    ],
    ['PUT', '/billing/auto-recharge', { threshold: 1.5 }, 422, 'VALIDATION_ERROR', 'threshold'],
    ['PUT', '/billing/auto-recharge', { threshold: '10' }, 422, 'VALIDATION_ERROR', 'threshold'],
    ['PUT', '/billing/auto-recharge', { enabled: 'yes' }, 422, 'VALIDATION_ERROR', 'enabled'],
    [
      'PUT',
      '/billing/auto-recharge',
      { monthly_limit_cents: 10.5 },
      422,
      'VALIDATION_ERROR',
      'monthly_limit_cents',
    ],
    ['PUT', '/billing/auto-recharge', { pack: 100 }, 422, 'VALIDATION_ERROR', 'pack'],
    ['PUT', '/billing/auto-recharge', { speed: 'fast' }, 422, 'VALIDATION_ERROR', 'speed'],
    ['GET', '/billing/ledger?limit=0', undefined, 422, 'VALIDATION_ERROR', 'limit'],
    ['GET', '/billing/ledger?limit=501', undefined, 422, 'VALIDATION_ERROR', 'limit'],
    ['GET', '/billing/ledger?offset=-1', undefined, 422, 'VALIDATION_ERROR', 'offset'],
  ])('%s %s %j answers %i %s', async (method, path, body, status, code, word) => {
    const answer = await account.request(method, path, body)
    expect([answer.status, answer.body.error?.code]).toEqual([status, code])
    expect(answer.body.error?.message).toContain(word)
  })

  test.each([
    ['no return_url', '', 'return_url'],
    ['a return_url that is none', '?return_url=here', 'return_url'],
    ['a return_url without https', '?return_url=http://evil.example/', 'return_url'],
  ])('a portal request with %s is a validation error', async (_, query, word) => {
    const answer = await service.request(
      'GET',
      `/billing/portal${query}`,
      undefined,
      bearer(account),
    )
    expect([answer.status, answer.body.error?.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(answer.body.error?.message).toContain(word)
  })

  test('refused requests do not call Stripe', () => {
    expect(service.platform.stripe.list('checkout.session')).toEqual([])
  })
})

describe('buying a pack', () => {
  test('credits arrive once with the payment and raise the cap on keys', async () => {
    const buyer = await service.account()
    const { checkout_url: url, session_id: sessionId } = await buy(buyer)
    expect(url).toContain(sessionId)
    expect(await get('/billing/credits', buyer)).toMatchObject({ balance: 0 })
    const { event_ids: eventIds } = await finish(sessionId, { outcome: 'paid' })
    expect(await get('/billing/credits', buyer)).toEqual({
      balance: 100,
      has_active_subscription: false,
    })
    for (const eventId of eventIds)
      expect(await service.platform.stripe.events.replay(eventId)).toBe(200)
    const { body } = await buyer.request('GET', '/billing/ledger')
    expect(body.data).toEqual([
      {
        entry_id: expect.stringMatching(/^led_/),
        delta: 100,
        reason: 'purchase',
        balance_after: 100,
        subject_id: null,
        job_id: null,
        domain: null,
        started_by: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    ])
    const { rows } = await service.platform.pool.query(
      'select has_purchased from accounts where id = $1',
      [buyer.userId],
    )
    expect(rows).toEqual([{ has_purchased: true }])
  })

  const checkout = (who: ServiceAccount, more: object = {}) =>
    who.request('POST', '/billing/credits/checkout', { pack: 'pack_100', ...more })

  test('invalid return addresses are refused and do not open the circuit breaker of Stripe', async () => {
    const [rude, other] = [await service.account(), await service.account()]
    for (const end of ['\ud800', ' ', '\\', '\n', '\u0000', '\ud800', '\ud800'])
      expect((await checkout(rude, { success_url: `https://app.example/${end}` })).status).toBe(422)
    expect((await checkout(other)).status).toBe(200)
  })

  test('an account with an email address that Stripe refuses can still buy', async () => {
    const buyer = await service.account()
    await service.platform.pool.query(
      `update accounts set email = 'jürgen@tests.example' where id = $1`,
      [buyer.userId],
    )
    expect((await checkout(buyer)).status).toBe(200)
    expect((await get('/billing/subscription', buyer)).stripe_customer_id).toMatch(/^cus_/)
  })

  test('simultaneous purchases create one customer', async () => {
    const buyer = await service.account()
    await Promise.all([buy(buyer), buy(buyer, { pack: 'pack_500' }), buy(buyer)])
    const customers = service.platform.stripe
      .list('customer')
      .filter(({ email }) => email === buyer.email)
    expect(customers.length).toBe(1)
    expect((await get('/billing/subscription', buyer)).stripe_customer_id).toBe(customers[0]?.id)
  })

  test('one Idempotency-Key creates one checkout', async () => {
    const buyer = await service.account()
    const ask = () =>
      buyer.request(
        'POST',
        '/billing/credits/checkout',
        { pack: 'pack_500' },
        { 'idempotency-key': 'purchase-1' },
      )
    const first = await ask()
    const second = await ask()
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
  })

  test('a checkout returns to the given addresses, or to pages of the dashboard', async () => {
    const buyer = await service.account()
    const { session_id: sessionId } = await buy(buyer)
    const sessions = () => service.platform.stripe.list('checkout.session')
    expect(sessions().find(({ id }) => id === sessionId)).toMatchObject({
      success_url: `${DASHBOARD}/billing?purchase=done`,
      cancel_url: `${DASHBOARD}/billing?purchase=canceled`,
    })
    const given = {
      pack: 'pack_100',
      success_url: 'https://shop.example/yes?a=1',
      cancel_url: `${DASHBOARD}/no`,
    }
    const answer = await buyer.request('POST', '/billing/credits/checkout', given)
    expect(sessions().find(({ id }) => id === answer.body.data?.session_id)).toMatchObject({
      success_url: given.success_url,
      cancel_url: given.cancel_url,
    })
    const own = await buy(buyer, { success_url: `${service.baseUrl}/app/billing?purchase=done` })
    expect(sessions().find(({ id }) => id === own.session_id)?.success_url).toBe(
      `${service.baseUrl}/app/billing?purchase=done`,
    )
  })

  test('a checkout and the set-up of a card return to pages of our own dashboard', async () => {
    const buyer = await service.account()
    const page = `${service.baseUrl}/app/billing?purchase=done`
    const addresses = { success_url: page, cancel_url: `${service.baseUrl}/app/billing` }
    for (const [path, body] of [
      ['/billing/credits/checkout', { pack: 'pack_100', ...addresses }],
      ['/billing/auto-recharge/setup', addresses],
    ] as const) {
      const answer = await buyer.request('POST', path, body)
      expect([path, answer.status]).toEqual([path, 200])
    }
    const near = { pack: 'pack_100', success_url: `${service.baseUrl}.evil.example/app/billing` }
    expect((await buyer.request('POST', '/billing/credits/checkout', near)).status).toBe(422)
  })

  test('while Stripe is unreachable a purchase answers 503 with Retry-After, and everything else works', async () => {
    await service.platform.breakPart({ target: 'api.stripe.com', mode: 'down', rate: 1 })
    const answer = await account.request('POST', '/billing/credits/checkout', { pack: 'pack_100' })
    expect([answer.status, answer.body.error?.code, answer.headers.get('retry-after')]).toEqual([
      503,
      'UNAVAILABLE',
      '30',
    ])
    expect(JSON.stringify(answer.body)).not.toMatch(/stripe/i)
    expect(await get('/billing/credits')).toMatchObject({ balance: 0 })
  })

  test('a user can pay, be declined, or go back in a browser', async () => {
    const buyer = await service.account()
    const { checkout_url: url, session_id: sessionId } = await buy(buyer)
    const page = await fetch(url)
    expect(page.headers.get('content-type')).toContain('text/html')
    const html = await page.text()
    expect(html).toContain('10.00 USD')
    const press = (fields: Record<string, string>) =>
      fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
    expect(await (await press({ press: 'failed' })).text()).toContain('declined')
    const back = await press({ press: 'cancel' })
    expect([back.status, back.headers.get('location')]).toEqual([
      303,
      `${DASHBOARD}/billing?purchase=canceled`,
    ])
    const paid = await press({ press: 'paid' })
    expect([paid.status, paid.headers.get('location')]).toEqual([
      303,
      `${DASHBOARD}/billing?purchase=done`,
    ])
    expect(await get('/billing/credits', buyer)).toMatchObject({ balance: 100 })
    expect(await (await fetch(url)).text()).toContain('complete')
    expect(
      (
        await fetch(`${service.platform.controlUrl}/stripe/checkouts/${sessionId}`, {
          method: 'POST',
          body: '{"outcome":"paid"}',
        })
      ).status,
    ).toBe(400)
  })
})

describe('control calls', () => {
  const control = async (path: string, body: object) => {
    const url = service.platform.controlUrl + path
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }

  test('control calls finish checkouts, send events again, and create new events', async () => {
    const buyer = await service.account()
    const { session_id: sessionId } = await buy(buyer)
    const paid = await control(`/stripe/checkouts/${sessionId}`, { outcome: 'paid' })
    expect(paid).toEqual({
      status: 200,
      body: { event_ids: [expect.any(String), expect.any(String)] },
    })
    expect(await get('/billing/credits', buyer)).toMatchObject({ balance: 100 })
    const [eventId] = paid.body.event_ids as string[]
    expect(await control('/stripe/replay', { event_id: eventId })).toMatchObject({
      status: 200,
      body: { status: 200 },
    })
    const refunded = await control(`/stripe/checkouts/${sessionId}`, { outcome: 'refunded' })
    expect(refunded.body.event_ids).toHaveLength(1)
    expect(await get('/billing/credits', buyer)).toMatchObject({ balance: 0 })

    const { session_id: packSession } = await buy(buyer, { pack: 'pack_500' })
    const built = await control('/stripe/events', {
      type: 'checkout.session.completed',
      object: { id: packSession, payment_status: 'paid', status: 'complete' },
    })
    expect(built).toEqual({ status: 200, body: { event_id: expect.stringMatching(/^evt_/) } })
    expect(await get('/billing/credits', buyer)).toMatchObject({ balance: 500 })
  })

  test.each([
    ['an unknown checkout', '/stripe/checkouts/cs_none', { outcome: 'paid' }, 404],
    ['an unknown outcome', '/stripe/checkouts/cs_none', { outcome: 'maybe' }, 400],
    ['an unknown event', '/stripe/replay', { event_id: 'evt_none' }, 400],
    ['an event without an object', '/stripe/events', { type: 'charge.refunded' }, 400],
  ])('a control call for %s is refused', async (_, path, body, status) => {
    expect((await control(path, body)).status).toBe(status)
  })
})

describe('a key with billing: false', () => {
  const urls = { success_url: 'https://x.example/', cancel_url: 'https://x.example/' }
  let buyer: ServiceAccount
  let limited: { 'x-api-key': string }
  beforeAll(async () => {
    buyer = await service.account({ credits: 5 })
    const request = { name: 'reader', billing: false }
    const made = await service.request('POST', '/auth/keys', request, bearer(buyer))
    limited = { 'x-api-key': String(made.body.data?.key) }
  })

  test.each([
    ['PUT', '/billing/auto-recharge', { enabled: false }],
    ['PUT', '/billing/auto-recharge', { threshold: 'no number' }],
    ['POST', '/billing/auto-recharge/setup', {}],
    ['POST', '/billing/credits/checkout', { pack: 'pack_100' }],
    ['POST', '/billing/checkout', { tier: 'pro', ...urls }],
  ])('is refused by %s %s, however it is sent', async (method, path, body) => {
    const asToken = { authorization: `Bearer ${limited['x-api-key']}` }
    for (const headers of [limited, asToken]) {
      const { status, body: answer } = await service.request(method, path, body, headers)
      expect([status, answer.error?.code]).toEqual([403, 'FORBIDDEN'])
    }
    expect((await service.request(method, path, body, bearer(buyer))).status).not.toBe(403)
  })

  test('reads the billing of the account, and analyzes with its credits', async () => {
    for (const { method, path, credential } of endpoints) {
      if (method !== 'GET' || !path.startsWith('/billing/') || !credential.includes('key')) continue
      expect([path, (await service.request(method, path, undefined, limited)).status]).toEqual([
        path,
        200,
      ])
    }
    const body = { domain: 'test-corp.sandbox.example' }
    expect((await service.request('POST', '/analyze', body, limited)).status).toBe(202)
  })
})

describe('auto-recharge settings', () => {
  test('a card is saved by a checkout, and then auto-recharge can be enabled with some or all settings', async () => {
    const buyer = await service.account()
    await saveCard(buyer)
    expect(await get('/billing/auto-recharge', buyer)).toMatchObject({
      enabled: false,
      payment_method: { brand: 'visa', last4: '4242' },
    })
    const put = (body: object) =>
      service.request('PUT', '/billing/auto-recharge', body, bearer(buyer))
    const all = await put({
      enabled: true,
      threshold: 20,
      pack: 'pack_500',
      monthly_limit_cents: 9_000,
    })
    expect([all.status, all.body.data]).toEqual([
      200,
      {
        enabled: true,
        threshold: 20,
        pack: 'pack_500',
        monthly_limit_cents: 9_000,
        spent_this_month_cents: 0,
        currency: 'usd',
        payment_method: { brand: 'visa', last4: '4242' },
        last_error: null,
      },
    ])
    expect((await put({ threshold: 10_000 })).body.data).toMatchObject({
      enabled: true,
      threshold: 10_000,
      pack: 'pack_500',
    })
    expect((await put({ monthly_limit_cents: null })).body.data).toMatchObject({
      monthly_limit_cents: null,
      threshold: 10_000,
    })
    expect((await put({})).body.data).toMatchObject({ enabled: true, pack: 'pack_500' })
    expect((await put({ enabled: false })).body.data).toMatchObject({ enabled: false })
  })

  describe('spending limits', () => {
    const settings = { enabled: true, threshold: 20, pack: 'pack_500', monthly_limit_cents: 9_000 }
    const byKey = (who: ServiceAccount, body: object) =>
      who.request('PUT', '/billing/auto-recharge', body)
    const byOwner = (who: ServiceAccount, body: object) =>
      service.request('PUT', '/billing/auto-recharge', body, bearer(who))
    const raisesOf = (who: ServiceAccount) =>
      service.platform.outbox
        .list(who.email)
        .filter(({ subject }) => subject === 'Auto-recharge may now spend more')
    let buyer: ServiceAccount
    beforeAll(async () => {
      buyer = await service.account()
      await saveCard(buyer)
      await byOwner(buyer, settings)
      await vi.waitFor(() => expect(raisesOf(buyer)).toHaveLength(1), 10_000)
    })

    test.each([
      ['enabled', { enabled: false }, { enabled: true }],
      ['a higher threshold', {}, { threshold: 21 }],
      ['a larger pack', {}, { pack: 'pack_2000' }],
      ['a higher monthly limit', {}, { monthly_limit_cents: 9_001 }],
      ['no monthly limit', {}, { monthly_limit_cents: null }],
      ['a raise beside a lower limit', {}, { threshold: 21, monthly_limit_cents: 1 }],
    ])('a key raises the spending by %s, and the account is told', async (_, before, raise) => {
      await byOwner(buyer, { ...settings, ...before })
      const stored = await get('/billing/auto-recharge', buyer)
      const mails = raisesOf(buyer).length
      expect((await byKey(buyer, raise)).body.data).toEqual({ ...stored, ...raise })
      await expect.poll(() => raisesOf(buyer).length, { timeout: 10_000 }).toBe(mails + 1)
    })

    test.each([
      ['disabled', { enabled: false }],
      ['a lower threshold', { threshold: 19 }],
      ['a smaller pack', { pack: 'pack_100' }],
      ['a lower monthly limit', { monthly_limit_cents: 8_999 }],
      ['the same settings', settings],
    ])('a key can lower the spending by %s', async (_, lower) => {
      await byOwner(buyer, settings)
      expect((await byKey(buyer, lower)).body.data).toMatchObject({ ...settings, ...lower })
    })

    test('a raise is reported even to an account that wants no emails', async () => {
      const quiet = await service.account({ email: 'quiet-buyer@tests.example' })
      const silence = { digest_enabled: false, lifecycle_enabled: false }
      await service.request('PATCH', '/auth/email-preferences', silence, bearer(quiet))
      await byOwner(quiet, { monthly_limit_cents: 20_000 })
      await expect.poll(() => raisesOf(quiet).length, { timeout: 10_000 }).toBe(1)
      const { rows } = await service.platform.pool.query(
        `select action from audit_entries where account_id = $1 and action = 'auto_recharge.raised'`,
        [quiet.userId],
      )
      expect(rows).toHaveLength(1)
    })
  })

  test('auto-recharge that is enabled without a pack buys the first pack', async () => {
    const buyer = await service.account()
    await saveCard(buyer)
    await service.request('PUT', '/billing/auto-recharge', { enabled: true }, bearer(buyer))
    const { rows } = await service.platform.pool.query(
      'select recharge_pack, recharge_credits, recharge_amount_cents from accounts where id = $1',
      [buyer.userId],
    )
    expect(rows).toEqual([
      { recharge_pack: 'pack_100', recharge_credits: 100, recharge_amount_cents: 1_000 },
    ])
  })

  test('the newest card is used, even if its event arrives first', async () => {
    const buyer = await service.account()
    const open = async () =>
      (await buyer.request('POST', '/billing/auto-recharge/setup', {})).body.data?.session_id
    const older = await open()
    const newer = await open()
    for (const [id, created] of [
      [older, 1_000],
      [newer, 2_000],
    ] as const) {
      const session = service.platform.stripe.list('checkout.session').find((one) => one.id === id)
      Object.assign(session ?? {}, { created })
    }
    service.platform.stripe.events.hold()
    await finish(older, { outcome: 'card_saved', card: 'declines' })
    await finish(newer, { outcome: 'card_saved', card: 'ok' })
    await service.platform.stripe.events.release((ids) => ids.toReversed())
    expect(await get('/billing/auto-recharge', buyer)).toMatchObject({
      payment_method: { last4: '4242' },
    })
  })
})

describe('pages of the ledger', () => {
  test('the ledger is newest first, contains only own entries, and says if more follow', async () => {
    const rich = await service.account({ credits: 5 })
    for (let n = 1; n <= 6; n++) {
      await service.platform.pool.query('select post_ledger_entry($1, $2, $3, $4)', [
        rich.userId,
        n,
        'adjustment',
        `test:${rich.userId}:${n}`,
      ])
    }
    const page = async (query: string) => {
      const { body } = await rich.request('GET', `/billing/ledger${query}`)
      return {
        deltas: (body.data as unknown as { delta: number }[]).map(({ delta }) => delta),
        meta: body.meta,
      }
    }
    expect(await page('')).toEqual({
      deltas: [6, 5, 4, 3, 2, 1, 5],
      meta: { limit: 50, offset: 0, has_more: false },
    })
    expect(await page('?limit=2&offset=1')).toEqual({
      deltas: [5, 4],
      meta: { limit: 2, offset: 1, has_more: true },
    })
    expect(await page('?limit=5&offset=2')).toEqual({
      deltas: [4, 3, 2, 1, 5],
      meta: { limit: 5, offset: 2, has_more: false },
    })
    expect(await page('?limit=500&offset=2147483647')).toEqual({
      deltas: [],
      meta: { limit: 500, offset: 2_147_483_647, has_more: false },
    })
  })
})

describe('the webhook of Stripe', () => {
  const secret = () => WEBHOOK_SECRET
  const now = () => Math.floor(Date.now() / 1_000)
  const body = JSON.stringify({
    id: 'evt_forged',
    object: 'event',
    type: 'payment_intent.succeeded',
    created: 1,
    data: { object: { id: 'pi_forged', object: 'payment_intent' } },
  })
  const post = (text: string, header: string | undefined) =>
    service.request(
      'POST',
      '/billing/stripe/webhook',
      text,
      header === undefined ? {} : { 'stripe-signature': header },
    )

  test.each([
    ['no signature', () => undefined],
    ['an unreadable signature', () => 'nonsense'],
    ['a signature by another secret', () => signature('whsec_other', body, now())],
    ['a signature of another body', () => signature(secret(), `${body} `, now())],
    ['a signature that is too old', () => signature(secret(), body, now() - 301)],
  ])('an event with %s is refused and not stored', async (_, header) => {
    const { status, body: answer } = await post(body, header())
    expect([status, answer.error?.code]).toEqual([400, 'INVALID_SIGNATURE'])
    const { rows } = await service.platform.pool.query(
      `select id from stripe_events where id = 'evt_forged'`,
    )
    expect(rows).toEqual([])
  })

  test('a valid event is stored once, and an object unknown to Stripe changes nothing', async () => {
    for (let n = 0; n < 3; n++) {
      const { status, body: answer } = await post(body, signature(secret(), body, now()))
      expect([status, answer.data]).toEqual([200, { received: true }])
    }
    const { rows } = await service.platform.pool.query(
      `select type, outcome from stripe_events where id = 'evt_forged'`,
    )
    expect(rows).toEqual([{ type: 'payment_intent.succeeded', outcome: 'unknown' }])
  })

  test('an event of an unused type is accepted and not stored', async () => {
    const other = body
      .replace('evt_forged', 'evt_other')
      .replace('payment_intent.succeeded', 'product.created')
    expect((await post(other, signature(secret(), other, now()))).status).toBe(200)
    const { rows } = await service.platform.pool.query(
      `select id from stripe_events where id = 'evt_other'`,
    )
    expect(rows).toEqual([])
  })

  test('a body over 1 MiB is refused before its signature is checked', async () => {
    const { status, body: answer } = await post(
      ' '.repeat(1_100_000),
      signature(secret(), '', now()),
    )
    expect([status, answer.error?.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })
})
