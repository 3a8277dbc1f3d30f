import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import type { CheckoutOutcome } from '../platform/stripe/customer.ts'

let service: Service
const stripe = () => service.platform.stripe

const SWEEP = '* * * * *'
/**
 * Id of settings of the customer portal. They are created with Stripe's API, so they are not the
 * default of the Stripe account.
 */
const PORTAL = 'bpc_sample'
const UNLIMITED = '{"free":600000,"pro":600000,"team":600000,"enterprise":600000}'

beforeAll(async () => {
  service = await startService({
    env: { RATE_LIMITS_PER_MINUTE: UNLIMITED, STRIPE_PORTAL_CONFIGURATION: PORTAL },
  })
  stripe().account.hasDefaultPortal = false
  stripe().keep(PORTAL, 'billing_portal.configuration', { active: true, is_default: false })
})
afterAll(() => service.stop())
afterEach(async () => {
  await service.platform.mendAll()
  stripe().events.setDelay(0)
  await stripe().events.release()
  await stripe().events.settled()
  expect(await service.audit()).toEqual([])
})

const sweep = async () => {
  await service.platform.runtime().runSchedule(SWEEP)
  await stripe().events.settled()
}
/** Makes waiting work due at once, so that the test need not wait. */
const makeDue = () =>
  service.platform.pool.query(
    `with o as (update outbox set not_before = clock_timestamp() where sent_at is null)
     update stripe_events set not_before = clock_timestamp() where handled_at is null`,
  )
const rowsOf = async (query: string, ...values: unknown[]) =>
  (await service.platform.pool.query(query, values)).rows

async function checkout(who: ServiceAccount, path: string, body: object): Promise<string> {
  const answer = await who.request('POST', path, body)
  expect(answer.status, answer.text).toBe(200)
  return String(answer.body.data?.session_id)
}
const buy = (who: ServiceAccount, pack = 'pack_100') =>
  checkout(who, '/billing/credits/checkout', { pack })
const finish = (sessionId: string, outcome: CheckoutOutcome) => stripe().finish(sessionId, outcome)
const balance = async (who: ServiceAccount) =>
  (await who.request('GET', '/billing/credits')).body.data?.balance
const movements = async (who: ServiceAccount) =>
  (await who.ledger()).map(({ delta, reason }) => [delta, reason])

async function saveCard(who: ServiceAccount, card: CheckoutOutcome['card'] = 'ok') {
  await finish(await checkout(who, '/billing/auto-recharge/setup', {}), {
    outcome: 'card_saved',
    card,
  })
}

async function recharging(
  credits: number,
  card: CheckoutOutcome['card'] = 'ok',
  more: object = {},
) {
  const who = await service.account({ quota_used: 50, credits })
  await saveCard(who, card)
  const settings = { enabled: true, threshold: 5, ...more }
  const owner = { authorization: `Bearer ${who.bearerToken}` }
  const { status } = await service.request('PUT', '/billing/auto-recharge', settings, owner)
  expect(status).toBe(200)
  return who
}

const attempts = (who: ServiceAccount) =>
  rowsOf(
    'select state, last_error from recharge_attempts where account_id = $1 order by created_at',
    who.userId,
  )
let forged = 0
const intents = (who: ServiceAccount) =>
  stripe()
    .list('payment_intent')
    .filter(({ metadata }) => (metadata as { account_id?: string }).account_id === who.userId)
/**
 * Submits jobs and then ends them in the database without results, because only their charges are
 * tested.
 */
async function spend(who: ServiceAccount, count: number, from = 1_000) {
  const domains = Array.from({ length: count }, (_, n) => `listed-${from + n}.com`)
  const answers = await Promise.all(
    domains.map((domain) => who.request('POST', '/analyze', { domain })),
  )
  // The end of a job lets a waiting one follow it into the queue.
  for (;;) {
    const open = await rowsOf(
      `select status from jobs where account_id = $1 and completed_at is null`,
      who.userId,
    )
    if (open.length === 0) return answers
    await rowsOf(
      `select finish_job(jsonb_build_object('job_id', id, 'status', 'completed')) from jobs
        where account_id = $1 and status in ('queued', 'running') order by id`,
      who.userId,
    )
  }
}

describe('credit limit', () => {
  test('of 200 simultaneous submissions with ten credits, ten are covered and 190 are refused', async () => {
    const hot = await service.account({ quota_used: 50, credits: 10 })
    const statuses = (await spend(hot, 200)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 202).length).toBe(10)
    expect(statuses.filter((status) => status === 402).length).toBe(190)
    const debits = (await movements(hot)).filter(([, reason]) => reason === 'analysis')
    expect(debits.length).toBe(10)
  })
})

describe('auto-recharge', () => {
  const unsent = async (who: ServiceAccount) =>
    (
      await rowsOf(
        `select 1 from outbox where account_id = $1 and topic = 'recharge' and sent_at is null`,
        who.userId,
      )
    ).length
  /**
   * Waits for the payment request. The service sends it only after it has responded to the
   * customer.
   */
  const untilSent = async (who: ServiceAccount) => {
    await expect.poll(() => unsent(who)).toBe(0)
    await stripe().events.settled()
  }
  const failedOnce = (who: ServiceAccount) =>
    expect
      .poll(() =>
        rowsOf(
          `select last_error from outbox where account_id = $1 and topic = 'recharge'`,
          who.userId,
        ),
      )
      .toEqual([{ last_error: expect.any(String) }])

  test('a hundred simultaneous debits below the threshold make one recharge, which is paid once', async () => {
    const who = await recharging(100)
    const statuses = (await spend(who, 100, 2_000)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([202]))
    await Promise.all([untilSent(who), sweep(), sweep()])
    expect(await attempts(who)).toMatchObject([{ state: 'succeeded' }])
    expect(intents(who).map(({ status, amount }) => [status, amount])).toEqual([
      ['succeeded', 1_000],
    ])
    expect((await movements(who)).filter(([, reason]) => reason === 'auto_recharge')).toEqual([
      [100, 'auto_recharge'],
    ])
    const { body } = await who.request('GET', '/billing/auto-recharge')
    expect(body.data).toMatchObject({ spent_this_month_cents: 1_000, last_error: null })
  })

  test('a refused debit starts a recharge too', async () => {
    const who = await recharging(0)
    expect((await spend(who, 1))[0]?.status).toBe(402)
    await untilSent(who)
    expect(await balance(who)).toBe(100)
    expect((await spend(who, 1))[0]?.status).toBe(202)
  })

  test.each([
    [
      'a correlation',
      3,
      (who: ServiceAccount) =>
        who.request('POST', '/correlate', { domains: ['listed-91.com', 'listed-92.com'] }),
    ],
    [
      'a batch',
      6,
      (who: ServiceAccount) =>
        who.request('POST', '/analyze/batch', { domains: ['listed-93.com'] }),
    ],
  ] as const)('%s starts a recharge too', async (_, credits, debit) => {
    const who = await recharging(credits)
    await debit(who)
    await untilSent(who)
    expect(await attempts(who)).toMatchObject([{ state: 'succeeded' }])
  })

  test('a charge with a lost answer is looked up, and the card is charged once', async () => {
    const who = await recharging(6)
    await service.platform.breakPart({ target: 'api.stripe.com', mode: 'lost_reply', rate: 1 })
    stripe().events.hold()
    await spend(who, 1)
    await failedOnce(who)
    await expect.poll(() => intents(who).length).toBe(1)
    expect(await attempts(who)).toMatchObject([{ state: 'processing' }])
    expect(await balance(who)).toBe(5)
    await service.platform.mendAll()
    await makeDue()
    await sweep()
    expect(await attempts(who)).toMatchObject([{ state: 'succeeded' }])
    await stripe().events.release()
    expect(intents(who).length).toBe(1)
    expect(await balance(who)).toBe(105)
  })

  test('a charge with a key that Stripe may have forgotten is not repeated, and the next debit starts a new recharge', async () => {
    const who = await recharging(6)
    await service.platform.breakPart({ target: 'api.stripe.com', mode: 'down', rate: 1 })
    await spend(who, 1)
    await failedOnce(who)
    await service.platform.mendAll()
    await rowsOf(
      `update recharge_attempts set first_called_at = first_called_at - interval '21 hours' where account_id = $1`,
      who.userId,
    )
    await makeDue()
    await sweep()
    expect(await attempts(who)).toMatchObject([{ state: 'failed', last_error: 'not_charged' }])
    expect(intents(who)).toEqual([])
  })

  test.each([
    ['declines', 'generic_decline'],
    ['needs_authentication', 'authentication_required'],
  ] as const)(
    'a card that %s sends one email and is not charged for an hour, then it is tried once more',
    async (card, code) => {
      const who = await recharging(7, card)
      await spend(who, 2)
      await untilSent(who)
      expect(await attempts(who)).toMatchObject([{ state: 'failed', last_error: code }])
      const { body } = await who.request('GET', '/billing/auto-recharge')
      expect(body.data).toMatchObject({
        enabled: true,
        spent_this_month_cents: 0,
        last_error: expect.stringContaining('declined'),
      })
      const mails = await rowsOf(
        `select split_part(dedupe, ':', 2) as template from outbox where topic = 'email' and account_id = $1 order by id`,
        who.userId,
      )
      expect(mails).toEqual([{ template: 'recharge_raised' }, { template: 'recharge_failed' }])
      await spend(who, 2, 3_000)
      await untilSent(who)
      expect((await attempts(who)).length).toBe(1)
      await rowsOf(
        `update accounts set recharge_cooldown_until = clock_timestamp() where id = $1`,
        who.userId,
      )
      await spend(who, 1, 4_000)
      await untilSent(who)
      expect((await attempts(who)).map(({ state }) => state)).toEqual(['failed', 'failed'])
      expect(await balance(who)).toBe(2)
    },
  )

  test('a new card ends the pause after a declined card', async () => {
    const who = await recharging(6, 'declines')
    await spend(who, 1)
    await untilSent(who)
    await saveCard(who, 'ok')
    await spend(who, 1, 3_000)
    await untilSent(who)
    expect(await balance(who)).toBe(104)
  })

  test('the monthly limit is in cents and includes open recharges', async () => {
    const who = await recharging(5, 'ok', { threshold: 200, monthly_limit_cents: 2_500 })
    for (let n = 0; n < 4; n++) {
      await spend(who, 1, 5_000 + n)
      await untilSent(who)
    }
    expect((await attempts(who)).length).toBe(2)
    expect((await who.request('GET', '/billing/auto-recharge')).body.data).toMatchObject({
      spent_this_month_cents: 2_000,
    })
  })

  test('a recharge that is disabled before its charge charges nothing', async () => {
    const who = await recharging(6)
    // The credit is spent by SQL, so no API request can start the recharge. Only the sweep can.
    await rowsOf(
      `select * from cover_subject($1, $2, 1, 'analysis', 50)`,
      `test:${who.userId}`,
      who.userId,
    )
    expect(await attempts(who)).toEqual([{ state: 'pending', last_error: null }])
    await who.request('PUT', '/billing/auto-recharge', { enabled: false })
    await sweep()
    expect(await attempts(who)).toMatchObject([{ state: 'failed', last_error: 'not_wanted' }])
    expect(intents(who)).toEqual([])
  })
})

describe('events of Stripe', () => {
  test('events that arrive reversed, twice, late and at the same time give the same ledger', async () => {
    const who = await service.account()
    stripe().events.hold()
    const sessionId = await buy(who)
    const paid = await finish(sessionId, { outcome: 'paid' })
    const refunded = await finish(sessionId, { outcome: 'refunded' })
    expect(await movements(who)).toEqual([])
    await stripe().events.release((ids) => [...ids].reverse())
    expect(await balance(who)).toBe(0)
    const again = [...paid.event_ids, ...refunded.event_ids]
    await Promise.all([...again, ...again].map((id) => stripe().events.replay(id)))
    expect(await movements(who)).toEqual([
      [-100, 'adjustment'],
      [100, 'purchase'],
    ])
    const stored = await rowsOf(
      'select count(*)::integer as events, count(handled_at)::integer as handled from stripe_events where id = any($1)',
      again,
    )
    expect(stored).toEqual([{ events: 3, handled: 3 }])
  })

  test('an event that arrives while Stripe is down is stored and handled later', async () => {
    const who = await service.account()
    const sessionId = await buy(who)
    await service.platform.breakPart({ target: 'api.stripe.com', mode: '500', rate: 1 })
    await finish(sessionId, { outcome: 'paid' })
    expect(await balance(who)).toBe(0)
    await service.platform.mendAll()
    await makeDue()
    await sweep()
    expect(await balance(who)).toBe(100)
  })

  test('an event that arrives while Postgres is down is refused, and Stripe sends it again', async () => {
    const who = await service.account()
    const sessionId = await buy(who)
    await service.platform.breakPart({ target: 'postgres', mode: 'down', rate: 1 })
    await finish(sessionId, { outcome: 'paid' })
    await service.platform.mendAll()
    await stripe().events.settled()
    expect(await balance(who)).toBe(100)
  })

  test('an unpaid checkout grants no credits', async () => {
    const who = await service.account()
    const sessionId = await buy(who)
    await finish(sessionId, { outcome: 'failed' })
    await stripe().sendHandMadeEvent({
      type: 'checkout.session.completed',
      object: { id: sessionId, payment_status: 'unpaid' },
    })
    expect(await movements(who)).toEqual([])
    await finish(sessionId, { outcome: 'paid' })
    expect(await balance(who)).toBe(100)
  })

  test.each<
    [
      string,
      { amount: number; currency?: string; pack?: string; reason?: string; recharge_id?: string },
    ]
  >([
    ['no money', { amount: 0 }],
    ['less than the pack costs', { amount: 15_999 }],
    ['another currency', { amount: 16_000, currency: 'jpy' }],
    ['the price of a smaller pack', { amount: 1_000, pack: 'pack_100' }],
    ['an unknown pack', { amount: 16_000, pack: 'pack_free' }],
    ['a recharge that was never asked for', { amount: 16_000, reason: 'auto_recharge' }],
    [
      'an invented recharge',
      { amount: 16_000, reason: 'auto_recharge', recharge_id: 'rch_invented' },
    ],
  ])(
    '2,000 credits for %s are not granted',
    async (_, { amount, currency = 'usd', pack = 'pack_2000', ...more }) => {
      const who = await service.account()
      const { event_id: eventId } = await stripe().sendHandMadeEvent({
        type: 'payment_intent.succeeded',
        object: {
          id: `pi_forged_${++forged}`,
          status: 'succeeded',
          amount,
          currency,
          metadata: { account_id: who.userId, reason: 'purchase', pack, credits: '2000', ...more },
        },
      })
      expect(await rowsOf('select outcome from stripe_events where id = $1', eventId)).toEqual([
        { outcome: 'mismatch' },
      ])
      expect(await movements(who)).toEqual([])
    },
  )

  test('a customer that was deleted at Stripe is replaced at the next checkout', async () => {
    const who = await service.account()
    await buy(who)
    const customerOf = async () =>
      String(
        (await rowsOf('select stripe_customer_id from accounts where id = $1', who.userId))[0]
          ?.stripe_customer_id,
      )
    const deleted = await customerOf()
    stripe().deleteCustomer(deleted)
    const portal = await service.request(
      'GET',
      '/billing/portal?return_url=https://dashboard.example/',
      undefined,
      {
        authorization: `Bearer ${who.bearerToken}`,
      },
    )
    expect([portal.status, portal.body.error?.code]).toEqual([400, 'NO_BILLING_CUSTOMER'])
    const answers = await Promise.all([buy(who), buy(who)])
    expect(await customerOf()).not.toBe(deleted)
    for (const sessionId of answers) await finish(sessionId, { outcome: 'paid' })
    expect(await balance(who)).toBe(200)
  })

  test('an event of another customer or of an unknown account changes nothing', async () => {
    const who = await service.account()
    await stripe().sendHandMadeEvent({
      type: 'payment_intent.succeeded',
      object: {
        id: 'pi_elsewhere',
        status: 'succeeded',
        amount: 1_000,
        currency: 'usd',
        metadata: {
          account_id: 'usr_elsewhere',
          reason: 'purchase',
          pack: 'pack_100',
          credits: '100',
        },
      },
    })
    await stripe().sendHandMadeEvent({
      type: 'customer.subscription.created',
      object: { id: 'sub_elsewhere', customer: 'cus_elsewhere', status: 'active', metadata: {} },
    })
    expect(await movements(who)).toEqual([])
    const outcomes = await rowsOf(
      `select outcome from stripe_events where subject_id in ('pi_elsewhere', 'sub_elsewhere')`,
    )
    expect(outcomes).toEqual([{ outcome: 'unknown' }, { outcome: 'unknown' }])
  })
})

describe('refunds and disputes', () => {
  test('a refund takes credits down to zero, records the rest, starts no recharge, and takes nothing later', async () => {
    const who = await recharging(0)
    const sessionId = await buy(who)
    await finish(sessionId, { outcome: 'paid' })
    await spend(who, 30)
    expect(await balance(who)).toBe(70)
    const { event_ids: eventIds } = await finish(sessionId, { outcome: 'refunded' })
    expect(await balance(who)).toBe(0)
    expect(await attempts(who)).toEqual([])
    const noted = await rowsOf(
      'select credits_claimed, credits_taken from stripe_payments where account_id = $1',
      who.userId,
    )
    expect(noted).toEqual([{ credits_claimed: 100, credits_taken: 70 }])
    await finish(await buy(who), { outcome: 'paid' })
    for (const id of eventIds) await stripe().events.replay(id)
    expect(await balance(who)).toBe(100)
  })

  test('the higher limit of API keys ends when the last payment is fully refunded', async () => {
    const who = await service.account()
    const isBuyer = async () =>
      (await rowsOf('select has_purchased from accounts where id = $1', who.userId))[0]
        ?.has_purchased
    const sessions = [await buy(who), await buy(who)]
    for (const sessionId of sessions) await finish(sessionId, { outcome: 'paid' })
    const seen: unknown[] = []
    for (const sessionId of sessions) {
      await finish(sessionId, { outcome: 'refunded' })
      seen.push(await isBuyer())
    }
    expect(seen).toEqual([true, false])
  })

  test('a payment can be refunded in parts', async () => {
    const who = await service.account()
    const sessionId = await buy(who)
    await finish(sessionId, { outcome: 'paid' })
    const charge = stripe()
      .list('charge')
      .find(({ payment_intent: intent }) => intent === intents(who)[0]?.id)
    const refund = (cents: number) =>
      stripe().sendHandMadeEvent({
        type: 'charge.refunded',
        object: { id: String(charge?.id), amount_refunded: cents },
      })
    await refund(255)
    expect(await balance(who)).toBe(75)
    await refund(1_000)
    expect(await balance(who)).toBe(0)
    expect(await movements(who)).toEqual([
      [-75, 'adjustment'],
      [-25, 'adjustment'],
      [100, 'purchase'],
    ])
  })

  test('a dispute takes credits, and winning it returns them', async () => {
    const who = await service.account()
    const sessionId = await buy(who)
    await finish(sessionId, { outcome: 'paid' })
    await finish(sessionId, { outcome: 'disputed' })
    expect(await balance(who)).toBe(0)
    const dispute = stripe()
      .list('dispute')
      .find(({ payment_intent: intent }) => intent === intents(who)[0]?.id)
    await stripe().sendHandMadeEvent({
      type: 'charge.dispute.closed',
      object: { id: String(dispute?.id), status: 'won' },
    })
    expect(await balance(who)).toBe(100)
  })

  test('a pack that is paid for a closed account is refunded', async () => {
    const who = await service.account()
    const sessionId = await buy(who)
    const closed = await service.request('DELETE', '/auth/me', undefined, {
      authorization: `Bearer ${who.bearerToken}`,
    })
    expect(closed.status).toBe(200)
    await finish(sessionId, { outcome: 'paid' })
    await sweep()
    expect(await movements(who)).toEqual([])
    expect(
      stripe()
        .list('charge')
        .find(({ customer }) => customer === intents(who)[0]?.customer),
    ).toMatchObject({ refunded: true })
  })
})

describe('subscriptions', () => {
  const info = async (who: ServiceAccount) =>
    (await who.request('GET', '/billing/subscription')).body.data

  test('the account follows its subscription at Stripe, in any order of events', async () => {
    const who = await service.account({ tier: 'pro', subscription: 'metered' })
    expect(await info(who)).toMatchObject({
      tier: 'pro',
      status: 'active',
      stripe_subscription_id: `sub_${who.userId}`,
    })
    expect((await who.request('GET', '/billing/credits')).body.data).toMatchObject({
      has_active_subscription: true,
    })
    const tell = (status: string, created: number) =>
      stripe().sendHandMadeEvent({
        type: 'customer.subscription.updated',
        object: { id: `sub_${who.userId}`, status },
        created,
      })
    const now = Math.floor(Date.now() / 1_000)
    await tell('past_due', now + 10)
    expect(await info(who)).toMatchObject({ tier: 'pro', status: 'past_due' })
    await tell('canceled', now + 30)
    await tell('active', now + 20)
    expect(await info(who)).toMatchObject({ tier: 'free', status: 'canceled' })
  })

  test('erasing an account ends its active subscription at once', async () => {
    const who = await service.account({ tier: 'pro', subscription: 'plain' })
    const closed = await service.request('DELETE', '/auth/me', undefined, {
      authorization: `Bearer ${who.bearerToken}`,
    })
    expect(closed.status).toBe(200)
    await sweep()
    expect(
      stripe()
        .list('subscription')
        .find(({ id }) => id === `sub_${who.userId}`),
    ).toMatchObject({ status: 'canceled' })
  })

  test('a subscriber can change the plan and never has two subscriptions', async () => {
    const who = await service.account({ tier: 'pro', subscription: 'metered' })
    const addresses = {
      success_url: 'https://app.example/yes',
      cancel_url: 'https://app.example/no',
    }
    const sessionId = await checkout(who, '/billing/checkout', { tier: 'team', ...addresses })
    await finish(sessionId, { outcome: 'paid' })
    expect(await info(who)).toMatchObject({ tier: 'team', status: 'active' })
    await sweep()
    const statuses = stripe()
      .list('subscription')
      .filter(({ customer }) => customer === `cus_${who.userId}`)
    expect(statuses.map(({ id, status }) => [id === `sub_${who.userId}`, status])).toEqual([
      [true, 'canceled'],
      [false, 'active'],
    ])
    expect(await info(who)).toMatchObject({ tier: 'team', status: 'active' })
  })

  test('two paid checkouts for another plan leave one subscription', async () => {
    const who = await service.account({ tier: 'pro', subscription: 'plain' })
    const plan = {
      tier: 'team',
      success_url: 'https://app.example/yes',
      cancel_url: 'https://app.example/no',
    }
    const pages = [
      await checkout(who, '/billing/checkout', plan),
      await checkout(who, '/billing/checkout', plan),
    ]
    for (const page of pages) await finish(page, { outcome: 'paid' })
    await sweep()
    await sweep()
    const live = stripe()
      .list('subscription')
      .filter(({ customer, status }) => customer === `cus_${who.userId}` && status === 'active')
    expect(live).toHaveLength(1)
    expect(await info(who)).toMatchObject({
      tier: 'team',
      status: 'active',
      stripe_subscription_id: live[0]?.id,
    })
  })

  test('the current plan is not sold again, and a new plan keeps the usage of the period', async () => {
    const who = await service.account({ tier: 'pro', subscription: 'plain', quota_used: 999 })
    await spend(who, 1, 7_000)
    const addresses = {
      success_url: 'https://app.example/yes',
      cancel_url: 'https://app.example/no',
    }
    const again = await who.request('POST', '/billing/checkout', { tier: 'pro', ...addresses })
    expect(again).toMatchObject({ status: 422, body: { error: { code: 'VALIDATION_ERROR' } } })
    await finish(await checkout(who, '/billing/checkout', { tier: 'team', ...addresses }), {
      outcome: 'paid',
    })
    const now = new Date()
    const [start, end] = [0, 1].map((month) =>
      Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month),
    )
    const earned = Math.ceil(
      (1_000 * (now.getTime() - Number(start))) / (Number(end) - Number(start)),
    )
    const { used } = (await who.request('GET', '/billing/usage')).body.data as { used: number }
    expect(used).toBeGreaterThan(0)
    expect(Math.abs(used - (1_000 - earned))).toBeLessThanOrEqual(1)
    await sweep()
  })

  test('changing between plans gives no extra quota, and a renewal does not end another plan', async () => {
    const who = await service.account({ tier: 'pro', subscription: 'plain', quota_used: 999 })
    await spend(who, 1, 7_100)
    const addresses = {
      success_url: 'https://app.example/yes',
      cancel_url: 'https://app.example/no',
    }
    const used = async () =>
      ((await who.request('GET', '/billing/usage')).body.data as { used: number }).used
    await finish(await checkout(who, '/billing/checkout', { tier: 'team', ...addresses }), {
      outcome: 'paid',
    })
    const carried = await used()
    expect(carried).toBeGreaterThan(0)
    // The customer also has another, newer subscription, which the service did not create. The
    // service must not cancel the team plan because of that subscription.
    stripe().adoptSubscription({
      id: `sub_byhand_${who.userId}`,
      customer: `cus_${who.userId}`,
      accountId: who.userId,
      prices: ['price_of_something_else'],
    })
    await stripe().sendHandMadeEvent({
      type: 'customer.subscription.created',
      object: { id: `sub_byhand_${who.userId}` },
    })
    const replaced = await info(who)
    const team = stripe()
      .list('subscription')
      .find(
        ({ customer, id }) => customer === `cus_${who.userId}` && !/^sub_(?:byhand_)?usr_/.test(id),
      )
    await stripe().sendHandMadeEvent({
      type: 'customer.subscription.updated',
      object: { id: String(team?.id) },
    })
    const cancels = await rowsOf(
      `select payload->>'subscription_id' as id from outbox where topic = 'stripe_cancel' and account_id = $1 and sent_at is null`,
      who.userId,
    )
    expect(cancels.map(({ id }) => id)).not.toContain(team?.id)
    expect(replaced).toMatchObject({ status: 'active' })
    await sweep()
  })

  test('a subscription that was created elsewhere sets the Stripe customer of the account', async () => {
    const who = await service.account()
    const subscription = {
      id: `sub_elsewhere_${who.userId}`,
      customer: `cus_elsewhere_${who.userId}`,
      metadata: { account_id: who.userId },
    }
    stripe().adoptSubscription({
      id: subscription.id,
      customer: subscription.customer,
      accountId: who.userId,
      prices: ['price_pro_monthly'],
    })
    await stripe().sendHandMadeEvent({
      type: 'customer.subscription.created',
      object: subscription,
    })
    expect(await info(who)).toMatchObject({
      status: 'active',
      stripe_customer_id: subscription.customer,
    })
  })

  test('the portal opens for a subscriber and can end the subscription', async () => {
    const who = await service.account({ tier: 'pro', subscription: 'plain' })
    const answer = await service.request(
      'GET',
      '/billing/portal?return_url=https://app.example/billing',
      undefined,
      {
        authorization: `Bearer ${who.bearerToken}`,
      },
    )
    const url = String(answer.body.data?.portal_url)
    expect(await (await fetch(url)).text()).toContain(`sub_${who.userId}`)
    await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ press: 'end', subscription: `sub_${who.userId}` }),
    })
    expect(await info(who)).toMatchObject({ tier: 'free', status: 'canceled' })
  })
})

describe('overage', () => {
  const dailyOf = (usage: Record<string, unknown> | null | undefined) => usage?.daily as object[]

  test('an analysis over the quota is metered once, shown in cents, and canceled if it fails', async () => {
    const who = await service.account({
      tier: 'pro',
      quota_used: 1_000,
      subscription: 'metered',
      credits: 3,
    })
    const metered = () => stripe().metered(`cus_${who.userId}`)
    await spend(who, 3)
    const usage = (await who.request('GET', '/billing/usage')).body.data
    expect(usage).toMatchObject({
      used: 1_003,
      quota: 1_000,
      remaining: 0,
      overage: 3,
      projected_overage_cents: 36,
      credits_used: 0,
    })
    expect(dailyOf(usage).at(-1)).toMatchObject({ analyses: 3 })
    await service.platform.breakPart({ target: 'api.stripe.com', mode: 'lost_reply', rate: 1 })
    await sweep()
    await service.platform.mendAll()
    await makeDue()
    await sweep()
    expect(metered()).toBe(3)

    const subject = `test:${who.userId}`
    await rowsOf(`select * from cover_subject($1, $2, 1, 'analysis', 1000)`, subject, who.userId)
    await sweep()
    expect(metered()).toBe(4)
    await rowsOf('select * from refund_subject($1, $2)', subject, who.userId)
    await sweep()
    expect(metered()).toBe(3)

    await service.platform.breakPart({ target: 'queue', mode: 'down', rate: 1 })
    expect((await spend(who, 1, 6_000))[0]?.status).toBe(503)
    await service.platform.mendAll()
    await sweep()
    await makeDue()
    await sweep()
    expect(metered()).toBe(3)
    expect(await balance(who)).toBe(3)
  })

  test('credits pay if overage cannot be billed, and the usage of the day shows it', async () => {
    const who = await service.account({
      tier: 'pro',
      quota_used: 1_000,
      subscription: 'plain',
      credits: 3,
    })
    await spend(who, 2)
    const usage = (await who.request('GET', '/billing/usage')).body.data
    expect(usage).toMatchObject({
      used: 1_002,
      overage: 0,
      projected_overage_cents: 0,
      credits_used: 2,
    })
    expect(dailyOf(usage).at(-1)).toMatchObject({ analyses: 2, credits: 2 })
  })
})
