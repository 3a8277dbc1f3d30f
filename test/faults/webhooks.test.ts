import { setTimeout as delay } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Callbacks, startCallbacks } from '../flows/callbacks.ts'
import type { ServiceAccount } from '../platform/service.ts'

let world: Callbacks
let account: ServiceAccount

beforeAll(async () => {
  world = await startCallbacks()
  account = await world.service.account()
})
afterEach(async () => {
  await world.service.platform.mendAll()
  await drain()
  await checkEverything()
})
afterAll(async () => {
  expect(await world.service.audit()).toEqual([])
  await world.stop()
})

const DRAIN_LIMIT_MS = 45_000
const CLAIM_MS = 300
/**
 * Every attempt ends within this time. If an attempt is still stored as running after it, a kill of
 * the runtime interrupted the attempt.
 */
const ATTEMPT_LIMIT_MS = 3_000

async function drain(): Promise<void> {
  const deadline = Date.now() + DRAIN_LIMIT_MS
  while (
    (await countOf(`state not in ('delivered', 'dead_lettered')`)) > 0 &&
    Date.now() < deadline
  ) {
    await world.moveClock()
    await delay(CLAIM_MS)
    // Waits until attempts have ended before the loop moves the clock. Otherwise the service takes
    // them for lost and sends the webhooks a second time.
    const idleBy = Date.now() + ATTEMPT_LIMIT_MS
    while ((await countOf('lease_until is not null')) > 0 && Date.now() < idleBy) await delay(50)
  }
}

async function countOf(condition: string): Promise<number> {
  const { rows } = await world.service.platform.pool.query(
    `select count(*)::integer as n from webhook_deliveries where ${condition}`,
  )
  return rows[0].n
}

/**
 * Checks three rules:
 * - Each delivery has a final state and at most 12 attempts.
 * - Each pair of job and URL has one delivery id.
 * - Every received webhook has a valid signature.
 */
async function checkEverything(): Promise<void> {
  const { rows } = await world.service.platform.pool.query<{
    id: string
    state: string
    attempts: number
    path: string
  }>(
    `select id, state, attempts, lease_until, substring(url from 'https://[^/]+(/.*)') as path from webhook_deliveries`,
  )
  expect(rows.filter(({ state }) => state !== 'delivered' && state !== 'dead_lettered')).toEqual([])
  expect(rows.filter(({ attempts }) => attempts > 12)).toEqual([])
  const idsByPath = new Map(rows.map(({ id, path }) => [path, id]))
  expect(idsByPath.size).toBe(rows.length)
  const secret = new Webhook(await world.secretOf(account))
  for (const { path, headers, body } of world.receivers.received) {
    expect(headers['webhook-id']).toBe(idsByPath.get(path))
    if (!path.startsWith('/rotated')) expect(secret.verify(body, headers)).toBeTruthy()
  }
  for (const { id, state, path } of rows) {
    const calls = world.receivers.received.filter(({ headers }) => headers['webhook-id'] === id)
    if (state === 'delivered') expect(calls.length, path).toBeGreaterThan(0)
    expect(new Set(calls.map(({ body }) => body)).size).toBeLessThanOrEqual(1)
  }
}

const url = (name: string, path: string) => world.receivers.url(name, path)

test('a runtime kill between an attempt and its record repeats the call under the same id', async () => {
  let killed: Promise<void> | null = null
  world.receivers.set('kills', async () => {
    if (killed !== null) return new Response('ok')
    killed = world.service.platform.kill('runtime')
    await killed
    return new Response('nobody hears this')
  })
  const jobId = await world.submit(account, url('kills', '/killed'))
  await world.until(jobId, () => killed !== null)
  await killed
  expect(await world.delivery(jobId)).toMatchObject({
    state: 'leased',
    attempts: 1,
    lease_until: expect.any(Date),
  })
  await world.sweep()
  expect(world.receivers.of('kills')).toHaveLength(1)
  await world.moveClock()
  expect(await world.until(jobId, ({ state }) => state === 'delivered')).toMatchObject({
    attempts: 2,
  })
  expect(world.receivers.of('kills')).toHaveLength(2)
})

test('a Postgres outage before the record of a success repeats the call and loses nothing', async () => {
  let calls = 0
  world.receivers.set('unrecorded', async () => {
    calls += 1
    if (calls === 1)
      await world.service.platform.breakPart({ target: 'postgres', mode: 'down', rate: 1 })
    return new Response('ok')
  })
  const jobId = await world.submit(account, url('unrecorded', '/unrecorded'))
  const { id } = await world.until(jobId, ({ attempts }) => attempts === 1 && calls === 1)
  const isGivenUp = ({ text }: { text: string }) =>
    text.includes('"delivery.not_recorded"') && text.includes(id)
  await expect
    .poll(() => world.service.platform.logs.lines.some(isGivenUp), { timeout: 20_000 })
    .toBe(true)
  await world.service.platform.mendAll()
  expect(await world.delivery(jobId)).toMatchObject({ state: 'leased', attempts: 1 })
  await world.moveClock()
  await world.until(jobId, ({ state }) => state === 'delivered')
  expect(calls).toBe(2)
})

test('a kill during the twelfth attempt dead-letters the delivery, and there is no thirteenth attempt', async () => {
  let calls = 0
  let killed: Promise<void> | null = null
  world.receivers.set('kills-last', async () => {
    calls += 1
    if (calls === 2) killed = world.service.platform.kill('runtime')
    await killed
    return new Response(null, { status: 500 })
  })
  const jobId = await world.submit(account, url('kills-last', '/last'))
  await world.untilAttempted(jobId, 1)
  await world.service.platform.pool.query(
    'update webhook_deliveries set attempts = 11 where subject_id = $1',
    [jobId],
  )
  // The kill may come before the call that starts the attempt has been answered, so an error of the
  // call is ignored.
  await world.moveClock().catch(() => undefined)
  await world.until(jobId, () => killed !== null)
  await killed
  await world.moveClock()
  await world.until(jobId, ({ state }) => state === 'dead_lettered')
  expect(await world.delivery(jobId)).toMatchObject({
    attempts: 12,
    last_error: 'The last attempt was interrupted.',
  })
  expect(calls).toBe(2)
})

test('the sweep finds every delivery that a kill removed from the queue', async () => {
  world.service.platform.internet?.setLatency?.(300)
  const jobs = await Promise.all(
    Array.from({ length: 20 }, (_, n) => world.submit(account, url('slow', `/backlog/${n}`))),
  )
  await world.service.platform.kill('runtime')
  world.service.platform.internet?.setLatency?.(0)
  await drain()
  for (const jobId of jobs) expect((await world.delivery(jobId)).state).toBe('delivered')
})

test('many copies of one message at the same time make one attempt', async () => {
  await world.service.platform.breakPart({ target: 'queue', mode: 'down', rate: 1 })
  const jobId = await world.submit(account, url('slow', '/twice'))
  await world.service.platform.mendAll()
  const { id, attempts } = await world.delivery(jobId)
  expect(attempts).toBe(0)
  await Promise.all(Array.from({ length: 8 }, () => world.redeliver(id)))
  expect(await world.until(jobId, ({ state }) => state === 'delivered')).toMatchObject({
    attempts: 1,
  })
  await Promise.all(Array.from({ length: 4 }, () => world.redeliver(id)))
  expect(world.receivers.of('slow').filter(({ path }) => path === '/twice')).toHaveLength(1)
})

test('ten simultaneous retries make one redelivery, and another account cannot retry', async () => {
  world.receivers.set('pressed', () => new Response(null, { status: 410 }))
  const jobId = await world.submit(account, url('pressed', '/pressed'))
  const { id } = await world.until(jobId, ({ state }) => state === 'dead_lettered')
  world.receivers.set('pressed', world.receivers.behaviours.slow)
  const press = (who: ServiceAccount) => who.request('POST', `/webhooks/dead-letter/${id}/retry`)
  const stranger = await world.service.account()
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => press(account)),
    press(stranger),
  ])
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.slice(0, 10).filter((status) => status === 409)).toHaveLength(9)
  expect(statuses[10]).toBe(404)
  expect(await world.until(jobId, ({ state }) => state === 'delivered')).toMatchObject({
    attempts: 1,
  })
  expect(world.receivers.of('pressed')).toHaveLength(2)
})

test('the next attempt uses a rotated secret, and nothing is signed with the old one', async () => {
  let works = false
  world.receivers.set('rotates', () => new Response(null, { status: works ? 200 : 500 }))
  const before = await world.secretOf(account)
  const jobId = await world.submit(account, url('rotates', '/rotated'))
  await world.untilAttempted(jobId, 1)
  const { body } = await account.request('POST', '/webhooks/secret')
  works = true
  await world.moveClock()
  await world.until(jobId, ({ state }) => state === 'delivered')
  const [first, second] = world.receivers.of('rotates')
  if (first === undefined || second === undefined) throw new Error('two attempts were made')
  const [old, now] = [new Webhook(before), new Webhook(body.data?.webhook_secret as string)]
  expect(old.verify(first.body, first.headers)).toEqual(now.verify(second.body, second.headers))
  expect(() => old.verify(second.body, second.headers)).toThrow()
  expect(() => now.verify(first.body, first.headers)).toThrow()
  // Removes the webhooks that are signed with the old secret, because the final check knows only
  // the new secret.
  world.receivers.received.splice(0)
  await world.service.platform.pool.query('delete from webhook_deliveries')
})

test('with lost replies of Postgres every delivery arrives, mostly at the first attempt', async () => {
  await world.service.platform.breakPart({ target: 'postgres', mode: 'lost_reply', rate: 0.3 })
  const jobs: string[] = []
  for (let n = 0; n < 15; n++) {
    const submitted = await account.request('POST', '/analyze', {
      domain: 'test-corp.sandbox.example',
      callback_url: url('good', `/lost/${n}`),
    })
    if (submitted.status === 202) jobs.push(submitted.body.data?.job_id as string)
  }
  // Deliveries start while replies are lost. A lost reply can also lose a queue message; the
  // delivery of this message then waits for the sweep in drain().
  const attempted = () => countOf(`attempts > 0 and url like '%/lost/%'`)
  await expect.poll(attempted, { timeout: 20_000 }).toBeGreaterThan(0)
  await world.service.platform.mendAll()
  await drain()
  expect(jobs.length).toBeGreaterThan(5)
  const letters = await Promise.all(jobs.map((jobId) => world.delivery(jobId)))
  expect(letters.filter(({ state }) => state !== 'delivered')).toEqual([])
  // If the reply of Postgres is lost, the service repeats the claim of the delivery. An attempt
  // fails only after three lost replies in a row, so most deliveries need only one attempt.
  expect(letters.filter(({ attempts }) => attempts === 1).length).toBeGreaterThan(jobs.length * 0.6)
})

test('with random faults everywhere all deliveries end, each under its own id', async () => {
  let calls = 0
  world.receivers.set('moody', async () => {
    calls += 1
    if (calls % 5 === 0) await delay(100)
    if (calls % 3 === 0) return new Response(null, { status: 503, headers: { 'retry-after': '5' } })
    if (calls % 7 === 0) throw new Error('connection lost')
    return new Response(null, { status: 204 })
  })
  await world.service.platform.breakPart({ target: 'postgres', mode: 'lost_reply', rate: 0.1 })
  await world.service.platform.breakPart({ target: 'queue', mode: 'lost_reply', rate: 0.3 })
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      account.request('POST', '/analyze', {
        domain: 'test-corp.sandbox.example',
        callback_url: url('moody', `/moody/${n}`),
      }),
    ),
  )
  // A fault can also interrupt the sweep. Its error is ignored, because the next sweep repairs the
  // work.
  const moveClock = () => world.moveClock().catch(() => undefined)
  await moveClock()
  await delay(300)
  await world.service.platform.kill('runtime')
  await moveClock()
  await delay(300)
  await world.service.platform.mendAll()
  await drain()
  const { rows } = await world.service.platform.pool.query(
    `select state, count(*)::integer as n from webhook_deliveries where url like '%/moody/%' group by 1`,
  )
  expect(rows).toEqual([{ state: 'delivered', n: expect.any(Number) }])
  expect(rows[0].n).toBeGreaterThan(20)
})
