import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import {
  FAILURES_TOLERATED,
  IN_FLIGHT_PER_ACCOUNT,
  IN_FLIGHT_PER_ACCOUNT_AT_ORIGIN,
  IN_FLIGHT_PER_ORIGIN,
} from '../../shared/webhooks/delivery-limits.ts'
import * as webhooks from '../../shared/webhooks/queries.ts'
import { createDatabase, dropDatabase } from '../platform/postgres.ts'
import { sharedPostgres } from '../platform/service.ts'
import { MANY_FAULTS, NO_FAULTS, openWorld, type World } from './billing/world.ts'

const shared = sharedPostgres()
const database = `deliveries_${process.pid}`
const ATTEMPTS_MAX = 3
let world: World

beforeAll(async () => {
  world = await openWorld(await createDatabase(shared.url, database, shared.template), Math.random)
})
beforeEach(() => world.pool.query('truncate webhook_deliveries, webhook_origins cascade'))
afterAll(async () => {
  await world.close()
  await dropDatabase(shared.url, database)
})

async function openAccount(): Promise<string> {
  const id = newIdentifier('usr')
  await world.pool.query(
    `insert into accounts (id, subject, email) values ($1::text, 'subject ' || $1, $1 || '@tests.example')`,
    [id],
  )
  return id
}

async function openDeliveries(accountId: string, origin: string, count: number): Promise<string[]> {
  const { rows } = await world.pool.query<{ id: string }>(
    `insert into webhook_deliveries (id, account_id, subject_id, url, origin, event_type, tier, state, next_attempt_at)
      select new_id('dlv'), $1, 'job_1', $2 || '/' || n, $2, 'analysis.completed', 'free', 'pending', clock_timestamp() - interval '1 minute'
        from generate_series(1, $3) n returning id`,
    [accountId, origin, count],
  )
  return rows.map(({ id }) => id)
}

const claim = (id: string, token: string) => webhooks.claim(world.db, id, token, ATTEMPTS_MAX)

const claimed = async (id: string, token: string): Promise<webhooks.ClaimedDelivery> => {
  const answer = await claim(id, token)
  if (answer.outcome !== 'claimed') throw new Error(answer.outcome)
  return answer.delivery
}

const delivered = (delivery: webhooks.ClaimedDelivery, token: string): webhooks.EndedAttempt => ({
  delivery,
  token,
  result: {
    status: 204,
    timedOut: false,
    forbidden: false,
    retryAfterSeconds: null,
    error: null,
    excerpt: null,
    durationMs: 1,
  },
  verdict: { then: 'delivered' },
})

const takeDue = (perReceiver = 100) => webhooks.takeDue(world.db, 15, perReceiver, 100)

const stored = async (id: string) =>
  (await world.pool.query('select * from webhook_deliveries where id = $1', [id])).rows[0]

const endLeases = () =>
  world.pool.query(
    `update webhook_deliveries set lease_until = clock_timestamp() - interval '1 second' where state = 'leased'`,
  )

test('of two claims of a delivery at once one is granted, and its repetition returns the same attempt', async () => {
  const [id = ''] = await openDeliveries(await openAccount(), 'https://same.example', 1)
  const tokens = ['one', 'other']
  const answers = await Promise.all(tokens.map((token) => claim(id, token)))
  expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['claimed', 'held'])
  const winner = tokens[answers.findIndex(({ outcome }) => outcome === 'claimed')] ?? ''
  expect(await claim(id, winner)).toMatchObject({ outcome: 'claimed', delivery: { attempts: 1 } })
  expect(await claim(id, 'third')).toEqual({ outcome: 'held' })
})

test('a delivery that a limit refuses is due again in 5 to 10 seconds, without a counted attempt', async () => {
  const ids = await openDeliveries(
    await openAccount(),
    'https://busy.example',
    IN_FLIGHT_PER_ACCOUNT_AT_ORIGIN + 1,
  )
  const answers = []
  for (const id of ids) answers.push(await claim(id, `token of ${id}`))
  expect(answers.map(({ outcome }) => outcome)).toEqual(['claimed', 'claimed', 'busy'])
  const [, , busy] = answers
  const waitMs = busy?.outcome === 'busy' ? busy.wait_ms : 0
  expect(waitMs).toBeGreaterThan(4_500)
  expect(waitMs).toBeLessThanOrEqual(10_000)
  expect(await stored(ids[2] ?? '')).toMatchObject({ state: 'pending', attempts: 0 })
  expect(await claim(ids[2] ?? '', 'early')).toEqual({ outcome: 'not_due' })
})

test('a claim after a crash makes a second attempt, and only the success of the first one counts afterwards', async () => {
  const [id = ''] = await openDeliveries(await openAccount(), 'https://crashes.example', 1)
  const success = delivered(await claimed(id, 'first'), 'first')
  const failure = { ...success, verdict: { then: 'retry', delayMs: 1_000 } as const }
  await endLeases()
  expect(await takeDue()).toEqual([id])
  expect(await webhooks.record(world.db, failure)).toMatchObject({
    outcome: 'late',
    state: 'pending',
  })
  await claimed(id, 'second')
  expect(await webhooks.record(world.db, failure)).toMatchObject({
    outcome: 'late',
    state: 'leased',
  })
  for (let call = 0; call < 2; call++)
    expect(await webhooks.record(world.db, success)).toMatchObject({ state: 'delivered' })
  expect(await stored(id)).toMatchObject({ attempts: 2, state: 'delivered' })
})

test('a result that was recorded before is recorded again without effect', async () => {
  const [id = ''] = await openDeliveries(await openAccount(), 'https://repeats.example', 1)
  const success = delivered(await claimed(id, 'token'), 'token')
  const failure = { ...success, verdict: { then: 'retry', delayMs: 60_000 } as const }
  expect(await webhooks.record(world.db, failure)).toMatchObject({ outcome: 'recorded' })
  const before = await stored(id)
  expect(await webhooks.record(world.db, failure)).toMatchObject({
    outcome: 'recorded',
    state: 'pending',
  })
  expect(await stored(id)).toEqual(before)
})

test('a body is stored once for each delivery, and a later call returns the stored one', async () => {
  const [id = ''] = await openDeliveries(await openAccount(), 'https://bodies.example', 1)
  const body = '{"text":"\\u0000 ä"}'
  expect(await webhooks.freezeBody(world.db, id, body)).toBe(body)
  expect(await webhooks.freezeBody(world.db, id, 'second')).toBe(body)
  expect(await webhooks.freezeBody(world.db, 'dlv_unknown', 'lost')).toBeNull()
})

test('the sweep finds each due delivery once in its grace, a few of each receiver, and leaves a locked one to its attempt', async () => {
  const account = await openAccount()
  const [first = '', second = ''] = await openDeliveries(account, 'https://lost.example', 2)
  const [other = ''] = await openDeliveries(account, 'https://other.example', 1)
  expect((await takeDue(1)).sort()).toEqual([first, other].sort())
  const client = await world.pool.connect()
  try {
    await client.query('begin')
    await client.query('select from webhook_deliveries where id = $1 for update', [second])
    expect(await takeDue()).toEqual([])
  } finally {
    await client.query('rollback')
    client.release()
  }
  expect(await takeDue()).toEqual([second])
  expect(await takeDue()).toEqual([])
})

test('a delivery to a receiver that failed ten times in a row is deferred until the sweep finds it due', async () => {
  const [late = '', ...failing] = await openDeliveries(
    await openAccount(),
    'https://down.example',
    FAILURES_TOLERATED + 1,
  )
  for (const id of failing) {
    const success = delivered(await claimed(id, id), id)
    const verdict = { then: 'retry', delayMs: 3_600_000 } as const
    await webhooks.record(world.db, { ...success, verdict })
  }
  expect(await claim(late, 'token')).toEqual({ outcome: 'deferred' })
  expect(await stored(late)).toMatchObject({ state: 'deferred', attempts: 0 })
  await world.pool.query(
    `update webhook_deliveries set next_attempt_at = now() - interval '1 minute' where id = $1`,
    [late],
  )
  expect(await takeDue()).toEqual([])
  await world.pool.query('update webhook_origins set deferred_until = now()')
  expect(await takeDue()).toEqual([late])
  expect(await claim(late, 'token')).toMatchObject({ outcome: 'claimed' })
})

test('workers with lost replies and killed connections deliver everything once and never exceed a limit', async () => {
  const accounts = await Promise.all(Array.from({ length: 6 }, openAccount))
  const origins = Array.from({ length: 4 }, (_, n) => `https://storm-${n}.example`)
  const all = (
    await Promise.all(
      accounts.flatMap((account) => origins.map((origin) => openDeliveries(account, origin, 4))),
    )
  ).flat()
  const exceeded: unknown[] = []
  let left = all.length
  const watch = async () => {
    while (left > 0) {
      const { rows } = await world.pool.query(
        `select least(account_id, origin) as who, count(*)::integer as n from webhook_deliveries where state = 'leased'
          group by grouping sets ((account_id), (origin), (account_id, origin)), 1
          having count(*) > case when grouping(origin) = 1 then $1::integer when grouping(account_id) = 1 then $2::integer else $3::integer end`,
        [IN_FLIGHT_PER_ACCOUNT, IN_FLIGHT_PER_ORIGIN, IN_FLIGHT_PER_ACCOUNT_AT_ORIGIN],
      )
      exceeded.push(...rows)
    }
  }
  const work = async () => {
    while (left > 0) {
      const id = all[Math.floor(Math.random() * all.length)] ?? ''
      const token = crypto.randomUUID()
      // A claim fails after three lost replies in a row. The delivery may still be claimed then,
      // and the sweep ends its lease.
      const answer = await claim(id, token).catch(() => null)
      if (answer?.outcome === 'claimed')
        await webhooks.record(world.db, delivered(answer.delivery, token)).catch(() => null)
    }
  }
  const sweep = async () => {
    while (left > 0) {
      await world.pool.query(
        `update webhook_deliveries set lease_until = now() where state = 'leased' and last_attempt_at < now() - interval '2 seconds'`,
      )
      await world.pool.query(
        `update webhook_deliveries set next_attempt_at = now() - interval '1 minute' where state = 'pending'`,
      )
      await takeDue()
      const { rows } = await world.pool.query(
        `select count(*)::integer as left from webhook_deliveries where state <> 'delivered'`,
      )
      left = rows[0].left
    }
  }
  world.setFaultRates({ ...MANY_FAULTS, killEveryMs: null })
  await Promise.all([watch(), sweep(), ...Array.from({ length: 6 }, work)])
  world.setFaultRates(NO_FAULTS)
  expect(exceeded).toEqual([])
  const { rows } = await world.pool.query(
    `select state, count(*)::integer as n from webhook_deliveries group by state`,
  )
  expect(rows).toEqual([{ state: 'delivered', n: all.length }])
  const deadlocks = await world.pool.query(
    `select deadlocks from pg_stat_database where datname = current_database()`,
  )
  expect(Number(deadlocks.rows[0].deadlocks)).toBe(0)
})
