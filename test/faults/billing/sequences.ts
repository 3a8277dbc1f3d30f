import assert from 'node:assert/strict'
import fc from 'fast-check'
import { z } from 'zod'
import { applyPayment } from '../../../shared/billing/apply-stripe-object.ts'
import { recharge } from '../../../shared/billing/recharge.ts'
import type { PaymentReading } from '../../../shared/billing/stripe/stripe-objects.ts'
import { callFunction, isUnreachable } from '../../../shared/platform/db/client.ts'
import { newIdentifier } from '../../../shared/platform/identifiers.ts'
import * as charges from './charges.ts'
import { type Bank, createSamplePayments, type SamplePayments } from './sample-payments.ts'
import type { World } from './world.ts'

/**
 * Number of sequences in the short and in the full test run. The short run must find every mutant
 * of `npm run test:mutants`.
 */
export const STORM = { small: 400, full: 1_000 } as const

const SUBJECTS = 8
const PAYMENTS = 3
const PACK = { credits: 10, cents: 1_000 }
/**
 * Largest number of repetitions of a call whose outcome is unknown. In production, a queue or the
 * sweep repeats such a call.
 */
const REPETITIONS_MAX = 12
const DRAIN_STEPS_MAX = 6

export type Command =
  | { do: 'cover'; subject: number; amount: number; counts: boolean }
  | { do: 'refund'; subject: number }
  | { do: 'settle'; payment: number; refunded: number; disputed: number }
  | { do: 'recharge'; bank: Bank }
  | { do: 'erase' }

export type Sequence = {
  account: {
    tier: 'free' | 'pro'
    metered: boolean
    quota: number
    credits: number
    recharge: { enabled: boolean; threshold: number; limitCents: number | null }
  }
  /**
   * Groups of commands. The groups run one after another, and the commands of one group run at the
   * same time.
   * `copies` is the number of times that a command runs.
   */
  rounds: { command: Command; copies: number }[][]
}

const subject = fc.integer({ min: 0, max: SUBJECTS - 1 })
const cents = fc.constantFrom(0, 0, 0, 300, PACK.cents)
const banks: Bank[] = ['pays', 'pays', 'declines', 'pays, answer lost', 'unreachable']

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('cover' as const),
      subject,
      amount: fc.constant(1),
      counts: fc.constant(true),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('cover' as const),
      subject,
      amount: fc.integer({ min: 1, max: 12 }),
      counts: fc.constant(false),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('refund' as const), subject }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      payment: fc.integer({ min: 0, max: PAYMENTS - 1 }),
      refunded: cents,
      disputed: cents,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('recharge' as const), bank: fc.constantFrom(...banks) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const) }) },
)

export const sequences: fc.Arbitrary<Sequence> = fc.record({
  account: fc.record({
    tier: fc.constantFrom('free' as const, 'pro' as const),
    metered: fc.boolean(),
    quota: fc.integer({ min: 0, max: 3 }),
    credits: fc.integer({ min: 0, max: 4 }),
    recharge: fc.record({
      enabled: fc.constantFrom(true, true, false),
      threshold: fc.constantFrom(1, 100),
      limitCents: fc.constantFrom(null, 1_500, 1_500, 2_500),
    }),
  }),
  rounds: fc.array(
    fc.array(fc.record({ command, copies: fc.constantFrom(1, 1, 2, 3) }), {
      minLength: 1,
      maxLength: 4,
    }),
    { minLength: 1, maxLength: 4 },
  ),
})

const settlement = (refunded: number, payment = 0): Command => ({
  do: 'settle',
  payment,
  refunded,
  disputed: 0,
})
const OWNER: Sequence['account'] = {
  tier: 'pro',
  metered: false,
  quota: 0,
  credits: 0,
  recharge: { enabled: false, threshold: 1, limitCents: null },
}

/**
 * Situations that random sequences seldom reach, so each run of the test starts with these
 * sequences.
 */
export const RARE_SEQUENCES: readonly Sequence[] = [
  // Refunds of a payment whose credits are already spent.
  ...[300, PACK.cents].map((refunded) => ({
    account: OWNER,
    rounds: [
      [{ command: settlement(0), copies: 1 }],
      [{ command: { do: 'cover' as const, subject: 0, amount: 9, counts: false }, copies: 1 }],
      [{ command: settlement(refunded), copies: 2 }],
    ],
  })),
  // The states of one payment are processed in another order than they were read.
  ...Array.from({ length: 20 }, () => ({
    account: OWNER,
    rounds: [0, 1, 2].map((payment) =>
      [0, 300, PACK.cents].map((refunded) => ({
        command: settlement(refunded, payment),
        copies: 3,
      })),
    ),
  })),
]

type Seen = {
  covered: Map<number, string[]>
  refunded: Set<number>
  /**
   * Result of each reading of a payment's state. `reading` is the number of the request that read
   * it. `claimedCents` is the amount that refunds and disputes had taken back by then.
   */
  settled: Map<number, { reading: number; claimedCents: number }>
  isErased: boolean
}

type Run = {
  world: World
  sample: SamplePayments
  accountId: string
  sequence: Sequence
  seen: Seen
}

/**
 * Runs a sequence on the database and on a model. Throws an AssertionError if the database differs
 * from the model.
 */
export async function runSequence(world: World, sequence: Sequence): Promise<void> {
  const accountId = await openAccount(world, sequence.account)
  const sample = createSamplePayments()
  const seen: Seen = {
    covered: new Map(),
    refunded: new Set(),
    settled: new Map(),
    isErased: false,
  }
  const run: Run = { world, sample, accountId, sequence, seen }
  for (const round of sequence.rounds) {
    await Promise.all(
      round.flatMap(({ command: each, copies }) =>
        Array.from({ length: copies }, () => repeated(() => perform(run, each))),
      ),
    )
  }
  await drain(run)
  await checkSubjects(run)
  await checkMoney(run)
}

async function openAccount(
  world: World,
  { tier, metered, credits, recharge: wanted }: Sequence['account'],
): Promise<string> {
  const id = newIdentifier('usr')
  await world.pool.query(
    `insert into accounts (id, subject, email, tier, stripe_customer_id, subscription_status, subscription_metered, payment_method_id,
        recharge_enabled, recharge_threshold, recharge_pack, recharge_credits, recharge_amount_cents, recharge_currency, recharge_monthly_limit_cents)
      values ($1::text, 'subject ' || $1, $1 || '@tests.example', $2::text, 'cus_' || $1, case when $2 = 'free' then 'none' else 'active' end, $3, 'pm_1', $4, $5, 'pack', $6, $7, 'usd', $8)`,
    [
      id,
      tier,
      metered,
      wanted.enabled,
      wanted.threshold,
      PACK.credits,
      PACK.cents,
      wanted.limitCents,
    ],
  )
  if (credits > 0)
    await world.pool.query(`select post_ledger_entry($1, $2, 'adjustment', 'opening:' || $1)`, [
      id,
      credits,
    ])
  return id
}

async function repeated(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === REPETITIONS_MAX || !isUnreachable(error)) throw error
    }
  }
}

const nameOf = ({ accountId }: Run, subjectNumber: number) => `test:${accountId}:${subjectNumber}`

async function perform(run: Run, wanted: Command): Promise<void> {
  const { world, accountId, sequence, seen } = run
  switch (wanted.do) {
    case 'cover': {
      const { outcome } = await charges.cover(world.db, {
        subject: nameOf(run, wanted.subject),
        accountId,
        amount: wanted.amount,
        reason: wanted.counts ? 'analysis' : 'correlation',
        quota: sequence.account.quota,
        counts: wanted.counts,
      })
      seen.covered.set(wanted.subject, [...(seen.covered.get(wanted.subject) ?? []), outcome])
      return
    }
    case 'refund':
      await charges.refund(world.db, { subject: nameOf(run, wanted.subject), accountId })
      seen.refunded.add(wanted.subject)
      return
    case 'settle': {
      const reading = await takeReading(world)
      if (reading > (seen.settled.get(wanted.payment)?.reading ?? 0)) {
        seen.settled.set(wanted.payment, {
          reading,
          claimedCents: Math.min(PACK.cents, wanted.refunded + wanted.disputed),
        })
      }
      await settle(run, purchase(run, wanted), wanted.disputed, reading)
      return
    }
    case 'recharge': {
      run.sample.answerWith(wanted.bank)
      for (const id of await openRecharges(run))
        await recharge(servicesOf(run), run.sample.payments, id)
      return
    }
    case 'erase':
      seen.isErased = true
      await callFunction(
        world.db,
        'close_account',
        { account_id: accountId, audit_id: `aud_${accountId}` },
        z.unknown(),
      )
      return
    default:
      wanted satisfies never
  }
}

const servicesOf = ({ world }: Run) => ({
  db: world.db,
  env: {
    CREDIT_PACKS: [{ id: 'pack', credits: PACK.credits, unit_amount: PACK.cents, currency: 'usd' }],
  },
  sendHints: async () => undefined,
})

async function takeReading(world: World): Promise<number> {
  const { rows: found } = await world.pool.query<{ reading: string }>(
    `select nextval('stripe_readings') as reading`,
  )
  return Number(found[0]?.reading)
}

const purchase = (
  { accountId }: Run,
  { payment, refunded }: { payment: number; refunded: number },
): PaymentReading => ({
  objectId: `pi_${accountId}_${payment}`,
  accountId,
  reason: 'purchase',
  pack: 'pack',
  credits: PACK.credits,
  rechargeId: null,
  state: 'paid',
  amountCents: PACK.cents,
  currency: 'usd',
  refundedCents: refunded,
  isDisputed: true,
  failure: null,
})

async function settle(
  run: Run,
  payment: PaymentReading,
  disputed: number,
  reading: number,
): Promise<void> {
  const payments = { ...run.sample.payments, readDisputes: async () => disputed }
  await applyPayment(servicesOf(run), payments, payment, reading)
}

async function openRecharges({ world, accountId }: Run): Promise<string[]> {
  const { rows: found } = await world.pool.query<{ id: string }>(
    `select id from recharge_attempts where account_id = $1 and state in ('pending', 'processing')`,
    [accountId],
  )
  return found.map(({ id }) => id)
}

/**
 * Ends all open work. After the sweep, each payment is processed once more, because Stripe may send
 * an event twice or late.
 */
async function drain(run: Run): Promise<void> {
  run.sample.answerWith('pays')
  for (let step = 0; (await openRecharges(run)).length > 0; step += 1) {
    assert(step < DRAIN_STEPS_MAX, 'a recharge stays open')
    for (const id of await openRecharges(run))
      await repeated(async () => void (await recharge(servicesOf(run), run.sample.payments, id)))
  }
  for (const payment of run.sample.made.values()) {
    await repeated(async () => settle(run, payment, 0, await takeReading(run.world)))
  }
}

type ChargeRow = {
  subject: string
  coverage: string
  amount: string
  state: string
  counted: boolean
}

async function checkSubjects(run: Run): Promise<void> {
  const { world, accountId, seen, sequence } = run
  const { rows: found } = await world.pool.query<ChargeRow>(
    'select * from charges where account_id = $1',
    [accountId],
  )
  for (let place = 0; place < SUBJECTS; place += 1) {
    const row = found.find((charge) => charge.subject === nameOf(run, place))
    const outcomes = seen.covered.get(place) ?? []
    const wasCovered = outcomes.some((outcome) => outcome === 'covered')
    if (seen.refunded.has(place)) {
      assert(
        row !== undefined && row.state !== 'charged',
        `subject ${place} was refunded, but its charge is ${row?.state}`,
      )
    } else if (row !== undefined) {
      assert.equal(row.state, 'charged', `subject ${place} was never refunded`)
    }
    if (wasCovered)
      assert(
        row !== undefined && row.state !== 'void',
        `subject ${place} was covered, but there is no charge`,
      )
    if (row === undefined)
      assert(
        outcomes.every((outcome) => outcome === 'refused'),
        `subject ${place} has no charge`,
      )
    if (row?.state === 'refunded')
      assert(outcomes.length > 0, `subject ${place} was refunded without a charge`)
  }
  const live = found.filter(({ state }) => state === 'charged')
  const byQuota = live.filter(({ coverage }) => coverage === 'quota')
  assert(byQuota.length <= sequence.account.quota, 'more quota was used than there is')
  if (sequence.account.tier === 'free' || !sequence.account.metered) {
    assert(
      live.every(({ coverage }) => coverage !== 'overage'),
      'overage without a metered subscription',
    )
  }
  const { rows: outboxRows } = await world.pool.query<{ topic: string; rows: string }>(
    `select topic, count(*) as rows from outbox where account_id = $1 and topic in ('meter', 'meter_cancel') group by topic`,
    [accountId],
  )
  const overage = found.filter(({ coverage }) => coverage === 'overage')
  const count = (topic: string) => Number(outboxRows.find((row) => row.topic === topic)?.rows ?? 0)
  assert.equal(count('meter'), overage.length, 'overage is not sent to the meter exactly once each')
  assert.equal(
    count('meter_cancel'),
    overage.filter(({ state }) => state === 'refunded').length,
    'overage is not canceled at the meter exactly once each',
  )
}

type AccountMoney = {
  balance: string
  has_purchased: boolean
  live_credits: string
  granted: string
  taken: string
  granted_payments: string[] | null
  kept_payments: string
  claimed: string
  refunds_due: string
  recharged_cents: string
  open_recharges: string
  succeeded: string[] | null
}

async function checkMoney({ world, accountId, seen, sequence, sample }: Run): Promise<void> {
  const { rows: found } = await world.pool.query<AccountMoney>(
    `select a.balance, a.has_purchased,
        (select coalesce(sum(amount - returned), 0) from charges where account_id = a.id and state in ('charged', 'partly_refunded') and coverage = 'credit') as live_credits,
        (select coalesce(sum(delta), 0) from ledger_entries where account_id = a.id and reason in ('purchase', 'auto_recharge')) as granted,
        (select coalesce(-sum(delta), 0) from ledger_entries where account_id = a.id and operation_key like 'takeback:%') as taken,
        (select array_agg(object_id) from stripe_payments where account_id = a.id and granted_at is not null) as granted_payments,
        (select count(*) from stripe_payments where account_id = a.id and granted_at is not null and credits_claimed < credits) as kept_payments,
        (select coalesce(sum(credits_claimed), 0) from stripe_payments where account_id = a.id) as claimed,
        (select count(*) from outbox where account_id = a.id and topic = 'stripe_refund') as refunds_due,
        (select coalesce(sum(amount_cents), 0) from recharge_attempts where account_id = a.id and state <> 'failed') as recharged_cents,
        (select count(*) from recharge_attempts where account_id = a.id and state in ('pending', 'processing')) as open_recharges,
        (select array_agg(id) from recharge_attempts where account_id = a.id and state = 'succeeded') as succeeded
      from accounts a where a.id = $1`,
    [accountId],
  )
  const [money] = found
  assert(money !== undefined)
  const { balance, granted, taken } = money
  const expected =
    sequence.account.credits + Number(granted) - Number(taken) - Number(money.live_credits)
  assert.equal(Number(balance), expected, 'the balance is not the income minus the expenses')
  const grantedPayments = new Set(money.granted_payments ?? [])
  assert.equal(
    Number(granted),
    grantedPayments.size * PACK.credits,
    'a payment was not granted exactly once',
  )
  assert.equal(
    money.has_purchased,
    Number(money.kept_payments) > 0,
    'has_purchased differs from the payments that are kept',
  )
  const paid = [...seen.settled.keys()].map((payment) => `pi_${accountId}_${payment}`)
  const recharged = [...sample.made.values()]
    .filter(({ state }) => state === 'paid')
    .map(({ objectId }) => objectId)
  const ungranted = [...paid, ...recharged].filter((id) => !grantedPayments.has(id))
  assert.equal(
    Number(money.refunds_due),
    ungranted.length,
    'a payment is neither granted nor refunded',
  )
  if (!seen.isErased) assert.deepEqual(ungranted, [], 'a payment was not granted')
  const claimed = [...seen.settled].filter(([payment]) =>
    grantedPayments.has(`pi_${accountId}_${payment}`),
  )
  const claimedCredits = claimed.reduce(
    (sum, [, { claimedCents }]) => sum + Math.trunc((PACK.credits * claimedCents) / PACK.cents),
    0,
  )
  assert.equal(
    Number(money.claimed),
    claimedCredits,
    'the claimed credits differ from the last reading of Stripe',
  )
  assert.equal(Number(money.open_recharges), 0)
  const { limitCents, enabled } = sequence.account.recharge
  if (limitCents !== null)
    assert(Number(money.recharged_cents) <= limitCents, 'recharged beyond the monthly limit')
  if (!enabled) assert.equal(sample.made.size, 0, 'recharged although recharges are disabled')
}
