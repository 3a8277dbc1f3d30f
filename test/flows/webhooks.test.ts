import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { forceRows } from '../platform/force-rows.ts'
import type { ServiceAccount } from '../platform/service.ts'
import { type Callbacks, deliveryStatusOf, isEnded, startCallbacks } from './callbacks.ts'

const SCHEDULE = [5, 300, 1800, 7200, 18000, 36000, 43200, 43200, 43200, 43200, 43200]

let world: Callbacks
let account: ServiceAccount

beforeAll(async () => {
  world = await startCallbacks()
  account = await world.service.account()
})
afterEach(() => world.service.platform.mendAll())
afterAll(async () => {
  expect(await world.service.audit()).toEqual([])
  await world.stop()
})

/** Waits until all webhooks are delivered. A delivery that a limit refused is made due at once. */
async function untilDelivered(jobs: readonly string[]): Promise<void> {
  const isOpen = async (jobId: string) => (await world.delivery(jobId)).state !== 'delivered'
  for (const jobId of jobs) {
    while (await isOpen(jobId)) {
      await world.hurry()
      await delay(100)
    }
  }
}

describe('deliveries that arrive', () => {
  test("a delivery has the body of the job's GET and is signed with a secret that was created for it", async () => {
    const newcomer = await world.service.account()
    expect((await newcomer.request('GET', '/webhooks/secret')).status).toBe(404)
    const submission = newcomer.analyze('fennandoakbakery.com', {
      callback_url: world.receivers.url('good', '/first'),
    })
    const job = await submission.untilTerminal()
    const { id } = await world.until(job.job_id, ({ state }) => state === 'delivered')

    const received = world.receivers.of('good').filter(({ path }) => path === '/first')
    expect(await world.verified(newcomer, received)).toEqual([
      { type: 'analysis.completed', timestamp: job.completed_at, data: job },
    ])
    expect(received[0]?.headers).toMatchObject({
      'webhook-id': id,
      'content-type': 'application/json',
    })
    const { body } = await newcomer.request('GET', '/webhooks/secret')
    expect(body.data?.webhook_secret).toBe(
      `${(await world.secretOf(newcomer)).slice(0, 8)}********`,
    )
    expect(await deliveryStatusOf(newcomer, job.job_id)).toEqual({
      job_id: job.job_id,
      delivery_id: id,
      delivery_ids: [id],
      url: world.receivers.url('good', '/first'),
      status: 'delivered',
      attempts: 1,
      max_attempts: 12,
      next_attempt_at: null,
      last_attempt_at: expect.stringMatching(/Z$/),
      last_response_code: 200,
      last_error: null,
      delivered_at: expect.stringMatching(/Z$/),
      attempts_log: [
        {
          attempt: 1,
          attempted_at: expect.stringMatching(/Z$/),
          response_code: 200,
          duration_ms: expect.any(Number),
          error: null,
          response_excerpt: 'thank you',
        },
      ],
    })
  })

  test('a delivery of an analysis has the basis and the whole warnings', async () => {
    const newcomer = await world.service.account()
    const submission = newcomer.analyze('test-imitation.sandbox.example', {
      callback_url: world.receivers.url('good', '/imitation'),
    })
    const job = await submission.untilTerminal()
    await world.until(job.job_id, ({ state }) => state === 'delivered')
    const received = world.receivers.of('good').filter(({ path }) => path === '/imitation')
    const warnings = [
      {
        kind: 'imitates',
        severity: 'high',
        entity: 'Test Corporation',
        detail: expect.any(String),
      },
    ]
    expect(await world.verified(newcomer, received)).toMatchObject([
      { type: 'analysis.completed', data: { scoring_result: { basis: null, warnings } } },
    ])
  })

  test('a delivery shows what the tier at the end of the job allows', async () => {
    world.service.platform.internet?.setLatency?.(200)
    const { body } = await account.request('POST', '/analyze', {
      domain: 'meridianreach.com',
      callback_url: world.receivers.url('good', '/frozen'),
    })
    await world.service.platform.breakPart({ target: 'queue', mode: 'down', rate: 1 })
    world.service.platform.internet?.setLatency?.(0)
    const jobId = body.data?.job_id as string
    await account.untilTerminal(jobId)
    expect(await world.delivery(jobId)).toMatchObject({ state: 'pending', attempts: 0 })
    const { pool } = world.service.platform
    await pool.query(
      `update job_results set result = jsonb_set(result, '{candidates}', jsonb_build_array(c, c, c, c, c))
        from (select result->'candidates'->0 as c from job_results where job_id = $1) first where job_id = $1`,
      [jobId],
    )
    const asFree = await account.untilTerminal(jobId)
    await pool.query(`update accounts set tier = 'team' where id = $1`, [account.userId])
    const asTeam = await account.untilTerminal(jobId)
    await world.service.platform.mendAll()
    await world.moveClock()
    await world.until(jobId, ({ state }) => state === 'delivered')
    await pool.query(`update accounts set tier = 'free' where id = $1`, [account.userId])
    const [event] = (await world.verified(
      account,
      world.receivers.of('good').filter(({ path }) => path === '/frozen'),
    )) as { data: unknown }[]
    expect(event?.data).toEqual(asFree)
    expect(event?.data).not.toEqual(asTeam)
  })

  test('two callback URLs of one job get one delivery each, and the newest is shown first', async () => {
    world.service.platform.internet?.setLatency?.(200)
    const submit = (path: string) =>
      account.request('POST', '/analyze', {
        domain: 'tallowbyfoods.com',
        callback_url: world.receivers.url('good', path),
      })
    const first = await submit('/two/a')
    const second = await submit('/two/b')
    const again = await submit('/two/b')
    world.service.platform.internet?.setLatency?.(0)
    const jobId = first.body.data?.job_id as string
    expect([second, again].map(({ body }) => body.data?.job_id)).toEqual([jobId, jobId])
    await account.untilTerminal(jobId)
    await world.until(jobId, ({ state }) => state === 'delivered')
    const status = await deliveryStatusOf(account, jobId)
    const ids = status.delivery_ids
    expect(ids).toHaveLength(2)
    expect(ids).toEqual([...ids].sort().reverse())
    expect(status).toMatchObject({
      delivery_id: ids[0],
      url: world.receivers.url('good', '/two/b'),
    })
    const paths = () => world.receivers.of('good').filter(({ path }) => path.startsWith('/two/'))
    for (let look = 0; look < 100 && paths().length < 2; look++) await delay(50)
    expect(new Set(paths().map(({ headers }) => headers['webhook-id']))).toEqual(new Set(ids))
  })
})

test('a job has at most five callback addresses, and a refused sixth one stores and charges nothing', async () => {
  world.service.platform.internet?.setLatency?.(3_000)
  const owner = await world.service.account()
  const submit = (n: number) =>
    owner.request('POST', '/analyze', {
      domain: 'pellworth-ceramics.com',
      callback_url: world.receivers.url('good', `/callbacks/${n}`),
    })
  const stored = async () => {
    const { rows } = await world.service.platform.pool.query(
      `select (select count(*)::integer from webhook_deliveries where account_id = $1) as deliveries,
        (select count(*)::integer from audit_entries where account_id = $1) as entries,
        (select used from usage_periods where account_id = $1) as used`,
      [owner.userId],
    )
    return rows[0]
  }
  for (let n = 0; n < 5; n++) expect((await submit(n)).status).toBe(202)
  const before = await stored()
  expect(before).toMatchObject({ deliveries: 5, used: 1 })
  const { status, body } = await submit(5)
  expect([status, body.error?.code, body.error?.details?.[0]?.path]).toEqual([
    422,
    'VALIDATION_ERROR',
    'callback_url',
  ])
  const batch = await owner.request('POST', '/analyze/batch', {
    domains: ['pellworth-ceramics.com'],
    callback_url: world.receivers.url('good', '/callbacks/6'),
  })
  expect(JSON.parse(batch.text).jobs[0].error.code).toBe('VALIDATION_ERROR')
  expect(await stored()).toEqual(before)
  expect((await submit(4)).body.data).toMatchObject({ deduplicated: true })
  world.service.platform.internet?.setLatency?.(0)
})

describe('receivers that misbehave', () => {
  test.each(['slow', 'huge', 'dripping'])(
    'a call to a receiver that is %s is delivered at the first attempt',
    async (name) => {
      const jobId = await world.submit(account, world.receivers.url(name))
      const row = await world.until(jobId, isEnded)
      expect(row).toMatchObject({ state: 'delivered', attempts: 1 })
      const [attempt] = (await deliveryStatusOf(account, jobId)).attempts_log
      expect((attempt?.response_excerpt ?? '').length).toBeLessThanOrEqual(1_024)
    },
  )

  test('a redirect is not followed', async () => {
    const jobId = await world.submit(account, world.receivers.url('moved'))
    const row = await world.untilAttempted(jobId, 1)
    expect(row).toMatchObject({
      state: 'pending',
      last_response_code: 302,
      last_error: expect.stringContaining('redirect'),
    })
    expect(world.receivers.of('good').filter(({ path }) => path === '/redirected')).toEqual([])
  })

  test('a busy receiver is called again after its Retry-After', async () => {
    const jobId = await world.submit(account, world.receivers.url('busy'))
    const { wait_ms, last_response_code } = await world.untilAttempted(jobId, 1)
    expect(last_response_code).toBe(429)
    expect(Math.round((wait_ms ?? 0) / 1_000)).toBe(90)
  })

  test('a delivery answered 410 is dead-lettered at once', async () => {
    const jobId = await world.submit(account, world.receivers.url('gone'))
    expect(await world.until(jobId, isEnded)).toMatchObject({
      state: 'dead_lettered',
      attempts: 1,
      last_response_code: 410,
    })
  })

  test.each([
    'resolves-private',
    'resolves-loopback',
    'resolves-metadata',
    'resolves-mixed',
    'resolves-local-v6',
    'resolves-mapped-v6',
  ])('a delivery to %s is dead-lettered at once without a request', async (name) => {
    const jobId = await world.submit(account, world.receivers.url(name))
    const row = await world.until(jobId, isEnded)
    expect(row).toMatchObject({ state: 'dead_lettered', attempts: 1, last_response_code: null })
    expect(row.last_error).toMatch(/not public/)
    expect(world.receivers.of(name)).toEqual([])
  })
})

test('after the last attempt the delivery is dead-lettered, and a retry sends the same bytes under the same id', async () => {
  const name = 'comes-back'
  let works = false
  world.receivers.set(
    name,
    () => new Response(works ? 'at last' : 'not yet', { status: works ? 200 : 500 }),
  )
  const patient = await world.service.account()
  const jobId = await world.submit(patient, world.receivers.url(name))
  for (const [index, seconds] of SCHEDULE.entries()) {
    const { wait_ms } = await world.untilAttempted(jobId, index + 1)
    expect((wait_ms ?? 0) / 1_000).toBeGreaterThan(seconds * 0.8 - 0.5)
    expect((wait_ms ?? 0) / 1_000).toBeLessThan(seconds * 1.2 + 0.5)
    await world.moveClock()
  }
  const { id, attempts } = await world.until(jobId, ({ state }) => state === 'dead_lettered')
  expect(attempts).toBe(12)
  await world.moveClock()
  await world.redeliver(id)
  expect(world.receivers.of(name)).toHaveLength(12)
  const listed = (await patient.request('GET', '/webhooks/dead-letter')).body
  expect(listed).toEqual({
    data: [
      {
        delivery_id: id,
        job_id: jobId,
        url: world.receivers.url(name),
        attempts: 12,
        last_response_code: 500,
        last_error: 'The receiver answered 500.',
        dead_lettered_at: expect.stringMatching(/Z$/),
      },
    ],
    error: null,
    meta: { limit: 50, offset: 0, has_more: false },
  })

  works = true
  await world.service.platform.pool.query(`update webhook_origins set deferred_until = null`)
  const key = { 'idempotency-key': 'press-once' }
  const press = (who: ServiceAccount) =>
    who.request('POST', `/webhooks/dead-letter/${id}/retry`, undefined, key)
  const stranger = await world.service.account()
  expect((await press(stranger)).status).toBe(404)
  const retried = await press(patient)
  expect([retried.status, retried.body.data]).toEqual([200, { delivery_id: id, status: 'pending' }])
  await world.until(jobId, ({ state }) => state === 'delivered')
  const replayed = await press(patient)
  expect([replayed.status, replayed.headers.get('idempotency-replayed'), replayed.text]).toEqual([
    200,
    'true',
    retried.text,
  ])
  const received = world.receivers.of(name)
  expect(received).toHaveLength(13)
  expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]))
  expect(new Set(received.map(({ body }) => body)).size).toBe(1)
  expect(await world.verified(patient, received)).toHaveLength(13)
  expect(await deliveryStatusOf(patient, jobId)).toMatchObject({ attempts: 1, status: 'delivered' })
  expect((await deliveryStatusOf(patient, jobId)).attempts_log).toHaveLength(13)
  const again = await patient.request('POST', `/webhooks/dead-letter/${id}/retry`)
  expect([again.status, again.body.error?.code]).toEqual([409, 'NOT_DEAD_LETTERED'])
})

describe('limits of parallel deliveries', () => {
  const counting = (name: string, shared: { now: number; most: number }) =>
    world.receivers.set(name, async () => {
      shared.now += 1
      shared.most = Math.max(shared.most, shared.now)
      await delay(250)
      shared.now -= 1
      return new Response('ok')
    })

  test.each([
    [1, 12, 2],
    [13, 2, 10],
  ])(
    'an origin gets from %i accounts with %i callbacks each at most %i calls at the same time',
    async (accounts, callbacks, most) => {
      const name = `from-${accounts}`
      const held = { now: 0, most: 0 }
      counting(name, held)
      const owners = await Promise.all(
        Array.from({ length: accounts }, () => world.service.account()),
      )
      const submissions = owners.flatMap((owner, n) =>
        Array.from({ length: callbacks }, (_, m) =>
          world.submit(owner, world.receivers.url(name, `/${n}/${m}`)),
        ),
      )
      await untilDelivered(await Promise.all(submissions))
      expect(held.most).toBeGreaterThan(1)
      expect(held.most).toBeLessThanOrEqual(most)
      expect(world.receivers.of(name)).toHaveLength(accounts * callbacks)
    },
  )

  test("an account's callback does not wait for a hundred hanging ones of another account to the same receiver", async () => {
    const name = 'shared-host'
    const { hanging } = world.receivers.behaviours
    world.receivers.set(name, (request, { path }) =>
      path.startsWith('/slow') ? hanging(request) : new Response('ok'),
    )
    const attacker = await world.service.account()
    await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        world.submit(attacker, world.receivers.url(name, `/slow/${n}`)),
      ),
    )
    await expect.poll(() => world.receivers.of(name).length, { timeout: 20_000 }).toBe(2)
    const jobId = await world.submit(account, world.receivers.url(name, '/victim'))
    const { id } = await world.until(jobId, ({ state }) => state === 'delivered')
    const { rows } = await world.service.platform.pool.query(
      `select extract(epoch from d.delivered_at - j.completed_at)::double precision as seconds
        from webhook_deliveries d join jobs j on j.id = d.subject_id where d.id = $1`,
      [id],
    )
    // Each attempt of the attacker takes 15 seconds. So if the victim's callback had to wait for
    // one of these attempts, it would exceed this limit.
    expect(rows[0].seconds).toBeLessThan(5)
    await forceRows(
      world.service.platform.pool,
      `update webhook_deliveries set state = 'dead_lettered', dead_lettered_at = now(),
        next_attempt_at = null, lease_until = null where account_id = $1`,
      [attacker.userId],
    )
  })

  test('an account never has more than five calls at the same time', async () => {
    const held = { now: 0, most: 0 }
    const names = Array.from({ length: 8 }, (_, n) => `five-at-once-${n}`)
    for (const name of names) counting(name, held)
    const jobs = await Promise.all(
      Array.from({ length: 32 }, (_, n) =>
        world.submit(account, world.receivers.url(names[n % 8] ?? '', `/${n}`)),
      ),
    )
    await untilDelivered(jobs)
    expect(held.most).toBeLessThanOrEqual(5)
    expect(held.most).toBeGreaterThan(2)
  })
})

test('an origin that fails ten times in a row is paused without cost, and its deliveries arrive later', async () => {
  const name = 'down-for-now'
  let works = false
  world.receivers.set(name, () => new Response(null, { status: works ? 200 : 500 }))
  const owner = await world.service.account()
  const jobs = await Promise.all(
    Array.from({ length: 10 }, (_, n) => world.submit(owner, world.receivers.url(name, `/${n}`))),
  )
  const paused = async () => {
    const { rows } = await world.service.platform.pool.query(
      'select from webhook_origins where account_id = $1 and deferred_until > clock_timestamp()',
      [owner.userId],
    )
    return rows.length
  }
  const pausedAfterAnotherSweep = async () => {
    await world.hurry()
    return paused()
  }
  await expect.poll(pausedAfterAnotherSweep, { timeout: 30_000, interval: 300 }).toBe(1)

  const late = await world.submit(owner, world.receivers.url(name, '/late'))
  await world.until(late, ({ id }) => id !== '')
  await world.redeliver((await world.delivery(late)).id)
  expect(await world.delivery(late)).toMatchObject({ state: 'deferred', attempts: 0 })
  const stranger = await world.service.account()
  const theirs = await world.submit(stranger, world.receivers.url(name, '/theirs'))
  await world.untilAttempted(theirs, 1)

  works = true
  await world.moveClock()
  await untilDelivered([...jobs, late, theirs])
  expect(world.receivers.of(name).filter(({ path }) => path === '/late')).toHaveLength(1)
})

test('attempts are deleted after thirty days, deliveries are not', async () => {
  const jobId = await world.submit(account, world.receivers.url('good', '/old'))
  const { id } = await world.until(jobId, ({ state }) => state === 'delivered')
  const age = async (interval: string) => {
    await world.service.platform.pool.query(
      'update webhook_attempts set attempted_at = clock_timestamp() - $2::interval where delivery_id = $1',
      [id, interval],
    )
    await world.service.platform.runtime().runSchedule('17 3 * * *')
    return (await deliveryStatusOf(account, jobId)).attempts_log.length
  }
  expect(await age('29 days 23 hours')).toBe(1)
  expect(await age('30 days 1 hour')).toBe(0)
  expect(await deliveryStatusOf(account, jobId)).toMatchObject({ status: 'delivered', attempts: 1 })
})
