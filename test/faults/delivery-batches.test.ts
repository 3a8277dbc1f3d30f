import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import {
  IN_FLIGHT_PER_ACCOUNT,
  IN_FLIGHT_PER_ACCOUNT_AT_ORIGIN,
  IN_FLIGHT_PER_ORIGIN,
} from '../../shared/webhooks/delivery-limits.ts'
import * as webhooks from '../../shared/webhooks/queries.ts'
import { createDatabase, dropDatabase } from '../platform/postgres.ts'
import { sharedPostgres } from '../platform/service.ts'
import { MANY_FAULTS, NO_FAULTS, openWorld, type World } from './billing/world.ts'

const shared = sharedPostgres()
const database = `delivery_batches_${process.pid}`
const ATTEMPTS_MAX = 3
const BATCH = 5
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

/** Creates due deliveries of an account to an origin. Returns their ids. */
async function openDeliveries(
  accountId: string,
  origin: string,
  count: number,
  waiting = false,
): Promise<string[]> {
  const { rows } = await world.pool.query<{ id: string }>(
    `insert into webhook_deliveries (id, account_id, subject_id, url, origin, event_type, tier, waiting, next_attempt_at)
      select new_id('dlv'), $1, 'job_1', $2 || '/' || n, $2, 'analysis.completed', 'free', $4, clock_timestamp() - interval '1 minute'
        from generate_series(1, $3) n returning id`,
    [accountId, origin, count, waiting],
  )
  return rows.map(({ id }) => id)
}

const claim = (ids: readonly string[], token: string) =>
  webhooks.claim(world.db, ids, token, ATTEMPTS_MAX)

function delivered(claims: readonly webhooks.Claim[], token: string): webhooks.EndedAttempt[] {
  const result = {
    status: 204,
    timedOut: false,
    forbidden: false,
    retryAfterSeconds: null,
    error: null,
    excerpt: null,
  }
  return claims.flatMap((one) =>
    one.outcome === 'claimed'
      ? [
          {
            delivery: one.delivery,
            token,
            result: { ...result, durationMs: 1 },
            verdict: { then: 'delivered' } as const,
          },
        ]
      : [],
  )
}

const stored = async (id: string) =>
  (
    await world.pool.query(
      'select state, attempts, waiting from webhook_deliveries where id = $1',
      [id],
    )
  ).rows[0]

test('of two claims of the same deliveries at once, each delivery is claimed by one, and a repetition claims it again', async () => {
  const account = await openAccount()
  const ids = await Promise.all(
    Array.from({ length: IN_FLIGHT_PER_ACCOUNT }, async (_, n) => {
      const [id = ''] = await openDeliveries(account, `https://same-${n}.example`, 1)
      return id
    }),
  )
  const [one, other] = await Promise.all([
    claim([...ids, ...ids], 'one'),
    claim([...ids].reverse(), 'other'),
  ])
  const claimedBy = (claims: readonly webhooks.Claim[]) =>
    claims.filter(({ outcome }) => outcome === 'claimed').map(({ id }) => id)
  expect([...claimedBy(one), ...claimedBy(other)].sort()).toEqual([...ids].sort())
  expect(claimedBy(await claim(ids, 'one'))).toEqual(claimedBy(one))
  expect(claimedBy(await claim(ids, 'third'))).toEqual([])
  for (const id of ids) expect(await stored(id)).toMatchObject({ attempts: 1 })
})

test('a claim after a crash makes a second attempt, and only the success of the first one counts afterwards', async () => {
  const [id = ''] = await openDeliveries(await openAccount(), 'https://crashes.example', 1)
  const first = await claim([id], 'first')
  await world.pool.query(
    `update webhook_deliveries set lease_until = clock_timestamp() - interval '1 second'`,
  )
  await claim([id], 'second')
  const [success] = delivered(first, 'first')
  if (success === undefined) throw new Error('the first claim was refused')
  const failure = { ...success, verdict: { then: 'retry', delayMs: 1_000 } as const }
  expect(await webhooks.record(world.db, [failure])).toMatchObject([
    { outcome: 'late', state: 'pending' },
  ])
  expect(await webhooks.record(world.db, [success])).toMatchObject([
    { outcome: 'recorded', state: 'delivered' },
  ])
  expect(await stored(id)).toMatchObject({ attempts: 2, state: 'delivered' })
})

test('a body is stored once for each delivery, and a later call returns the stored one', async () => {
  const ids = await openDeliveries(await openAccount(), 'https://bodies.example', 2)
  const [one = '', other = ''] = ids
  expect(await webhooks.freezeBodies(world.db, [{ id: one, body: 'first' }])).toEqual([
    { id: one, body: 'first' },
  ])
  const again = [
    { id: one, body: 'second' },
    { id: other, body: '{"text":"\\u0000 ä"}' },
    { id: 'dlv_unknown', body: 'lost' },
  ]
  expect(await webhooks.freezeBodies(world.db, again)).toEqual([
    { id: one, body: 'first' },
    { id: other, body: '{"text":"\\u0000 ä"}' },
    { id: 'dlv_unknown', body: null },
  ])
})

test('deliveries whose hints were lost are found by the sweep, and a locked one is left to its attempt', async () => {
  const account = await openAccount()
  const origin = 'https://lost-hints.example'
  const running = await openDeliveries(account, origin, IN_FLIGHT_PER_ACCOUNT_AT_ORIGIN)
  const waiting = await openDeliveries(account, origin, IN_FLIGHT_PER_ACCOUNT_AT_ORIGIN, true)
  const recorded = await webhooks.record(world.db, delivered(await claim(running, 'lost'), 'lost'))
  expect(recorded.flatMap(({ hints }) => hints.map(({ id }) => id)).sort()).toEqual(
    [...waiting].sort(),
  )
  expect(await webhooks.takeDue(world.db, 15, 120, 100)).toEqual([])
  await world.pool.query(
    `update webhook_deliveries set handed_out_at = clock_timestamp() - interval '3 minutes'`,
  )
  const client = await world.pool.connect()
  try {
    await client.query('begin')
    await client.query('select from webhook_deliveries where id = $1 for update', [waiting[0]])
    expect(await webhooks.takeDue(world.db, 15, 120, 100)).toEqual([waiting[1]])
  } finally {
    await client.query('rollback')
    client.release()
  }
  expect(await webhooks.takeDue(world.db, 15, 120, 100)).toEqual([waiting[0]])
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
        `select least(account_id, origin) as who, count(*)::integer as n from webhook_deliveries where lease_until is not null
          group by grouping sets ((account_id), (origin), (account_id, origin)), 1
          having count(*) > case when grouping(origin) = 1 then $1::integer when grouping(account_id) = 1 then $2::integer else $3::integer end`,
        [IN_FLIGHT_PER_ACCOUNT, IN_FLIGHT_PER_ORIGIN, IN_FLIGHT_PER_ACCOUNT_AT_ORIGIN],
      )
      exceeded.push(...rows)
    }
  }
  const work = async () => {
    while (left > 0) {
      const ids = [...all].sort(() => Math.random() - 0.5).slice(0, BATCH)
      const token = crypto.randomUUID()
      // After three lost replies in a row a call fails. The lease then ends by itself, which the
      // test does not wait for.
      const claims = await claim(ids, token).catch(() => null)
      const ended = delivered(claims ?? [], token)
      if (ended.length > 0) await webhooks.record(world.db, ended).catch(() => null)
      const { rows } = await world.pool
        .query(
          `update webhook_deliveries set lease_until = null where state = 'pending' and last_attempt_at < clock_timestamp() - interval '2 seconds';
        select count(*)::integer as left from webhook_deliveries where state = 'pending'`,
        )
        .then(
          (answers) => (answers as unknown as { rows: { left: number }[] }[])[1] ?? { rows: [] },
        )
      left = rows[0]?.left ?? left
    }
  }
  world.setFaultRates({ ...MANY_FAULTS, killEveryMs: null })
  await Promise.all([watch(), ...Array.from({ length: 6 }, work)])
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

test('the end of an attempt reads few of the deliveries that wait for other receivers, also with a plan from an idle time', async () => {
  const account = await openAccount()
  const origin = 'https://few.example'
  const client = await world.pool.connect()
  try {
    const call = async (name: string, argument: object) => {
      const { rows } = await client.query(`select ${name}($1::jsonb) as answer`, [
        JSON.stringify(argument),
      ])
      return rows[0].answer
    }
    const slots = {
      per_account: IN_FLIGHT_PER_ACCOUNT,
      per_account_at_origin: IN_FLIGHT_PER_ACCOUNT_AT_ORIGIN,
      per_origin: IN_FLIGHT_PER_ORIGIN,
    }
    const attempt = async () => {
      const [id = ''] = await openDeliveries(account, origin, 1)
      await call('claim_deliveries', {
        ids: [id],
        token: id,
        lease_seconds: 45,
        max_attempts: ATTEMPTS_MAX,
        ...slots,
      })
      const attempts = [
        { id, token: id, generation: 0, attempt: 1, verdict: 'delivered', duration_ms: 1 },
      ]
      await call('record_delivery_attempts', {
        attempts,
        failures_tolerated: 10,
        deferral_seconds: 60,
        ...slots,
      })
    }
    // Postgres keeps one plan for a statement of a function after five calls with plans of their
    // own.
    for (let n = 0; n < 8; n++) await attempt()
    for (let n = 0; n < 20; n++) {
      await openDeliveries(await openAccount(), `https://others-${n}.example`, 100, true)
    }
    const read = async () => {
      await client.query('select pg_stat_force_next_flush()')
      const { rows } = await client.query(
        `select coalesce(sum(idx_tup_read), 0)::integer as n from pg_stat_user_indexes where indexrelname like 'webhook_deliveries_waiting%'`,
      )
      return rows[0].n as number
    }
    const before = await read()
    await attempt()
    expect((await read()) - before).toBeLessThan(20)
  } finally {
    client.release()
  }
})
