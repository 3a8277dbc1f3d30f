import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Callbacks, startCallbacks } from '../flows/callbacks.ts'
import { forceRows } from '../platform/force-rows.ts'
import type { Service, ServiceAccount } from '../platform/service.ts'

let world: Callbacks
let service: Service

beforeAll(async () => {
  world = await startCallbacks()
  service = world.service
})
afterEach(async () => {
  await service.platform.mendAll()
  service.platform.internet?.setLatency?.(0)
  expect(await service.audit()).toEqual([])
})
afterAll(() => world.stop())

const LIMIT_MS = 40_000
const rich = () => service.account({ tier: 'team', credits: 100 })
const sweep = () => service.platform.runtime().runSchedule('* * * * *')
const deliver = (queue: string, id: string) =>
  service.platform.runtime().deliver(queue, [{ body: { v: 1, kind: 'correlation', id } }])

async function submit(
  account: ServiceAccount,
  domains: string[],
  more: Record<string, unknown> = {},
): Promise<string> {
  const { status, body, text } = await account.request('POST', '/correlate', { domains, ...more })
  if (status !== 202) throw new Error(`${status} ${text}`)
  return String(body.data?.correlation_id)
}

/** Makes the correlation look unchanged for two minutes, so that the sweep repeats its work. */
async function forget(id: string): Promise<void> {
  await service.platform.pool.query(
    `update correlations set updated_at = updated_at - interval '2 minutes' where id = $1`,
    [id],
  )
  await service.platform.pool.query(
    `update jobs set updated_at = updated_at - interval '2 minutes' where correlation_id = $1 and status in ('queued', 'running')`,
    [id],
  )
}

async function untilEnded(
  account: ServiceAccount,
  id: string,
  between: () => Promise<void> = async () => undefined,
) {
  const deadline = Date.now() + LIMIT_MS
  for (;;) {
    const { body, text } = await account.request('GET', `/correlate/${id}`)
    if (body.data?.status === 'completed' || body.data?.status === 'failed') return body.data
    if (Date.now() > deadline) throw new Error(`${id}: last seen ${text}`)
    await between()
    await delay(150)
  }
}

const movements = async (account: ServiceAccount) =>
  (await account.ledger())
    .filter(({ reason }) => reason !== 'adjustment')
    .map(({ delta, reason }) => `${reason} ${delta}`)

describe('a correlation', () => {
  test('a correlation that is interrupted by a kill ends once, with one charge', async () => {
    const account = await rich()
    service.platform.internet?.setLatency?.(400)
    const id = await submit(account, ['vintara.com', 'vintaraplay.com', 'lakeside-rowing.org'])
    const running = async () => {
      const { rows } = await service.platform.pool.query(
        `select count(*)::integer as n from jobs where account_id = $1 and status = 'running'`,
        [account.userId],
      )
      return rows[0].n
    }
    await expect.poll(running, { timeout: 20_000 }).toBeGreaterThan(0)
    await service.platform.kill('runtime')
    service.platform.internet?.setLatency?.(0)
    await forget(id)
    await Promise.all([sweep(), sweep()])
    const ended = await untilEnded(account, id, async () => {
      await forget(id)
      await sweep()
    })
    expect(ended).toMatchObject({
      status: 'completed',
      unanalyzed: [],
      progress: { total: 3, analyzed: 3 },
    })
    expect(await movements(account)).toEqual(['correlation -4'])
  })

  test('the sweep finds a correlation with a lost last message', async () => {
    const account = await rich()
    const id = await submit(account, ['vintara.com', 'vintaraplay.com'])
    await forceRows(
      service.platform.pool,
      `update correlations set status = 'running', result = null, completed_at = null where id = $1 and status = 'completed'`,
      [id],
    )
    await untilEnded(account, id, async () => {
      await forget(id)
      await sweep()
    })
    expect(await movements(account)).toEqual(['correlation -1'])
  })

  test('a correlation is created and charged once, even when replies of its submission are lost', async () => {
    const account = await rich()
    await service.platform.breakPart({ target: 'postgres', mode: 'lost_reply', rate: 0.3 })
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, n) =>
        account.request(
          'POST',
          '/correlate',
          { domains: ['vintara.com', 'vintaraplay.com'] },
          { 'idempotency-key': `lost-${n}` },
        ),
      ),
    )
    await service.platform.mendAll()
    const made = answers.filter(({ status }) => status === 202)
    const { rows } = await service.platform.pool.query(
      'select id from correlations where account_id = $1',
      [account.userId],
    )
    expect(rows.length).toBeGreaterThanOrEqual(made.length)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    expect(await movements(account)).toEqual(rows.map(() => 'correlation -1'))
    for (const { id } of rows) {
      await untilEnded(account, id, async () => {
        await forget(id)
        await sweep()
      })
    }
  })

  test('a correlation that cannot be queued is refused with a full refund, and its jobs end', async () => {
    const account = await rich()
    await service.platform.breakPart({ target: 'queue', mode: 'down', rate: 1 })
    const answer = await account.request('POST', '/correlate', {
      domains: ['listed-71.com', 'listed-72.com'],
    })
    expect(answer).toMatchObject({ status: 503, body: { error: { code: 'DISPATCH_FAILED' } } })
    expect(await movements(account)).toEqual(['refund 3', 'correlation -3'])
    const { rows } = await service.platform.pool.query(
      `select k.status as correlation, j.status as child from correlations k join jobs j on j.correlation_id = k.id where k.account_id = $1`,
      [account.userId],
    )
    expect(rows).toEqual([1, 2].map(() => ({ correlation: 'failed', child: 'failed' })))
  })

  test('a correlation with all results cached survives a queue outage: the sweep compares it, with one charge', async () => {
    const account = await rich()
    await service.platform.breakPart({ target: 'queue', mode: 'down', rate: 1 })
    const id = await submit(account, ['test-corp.sandbox.example', 'test-unknown.sandbox.example'])
    await service.platform.mendAll()
    expect((await account.request('GET', `/correlate/${id}`)).body.data).toMatchObject({
      status: 'queued',
    })
    await forget(id)
    await sweep()
    expect(await untilEnded(account, id)).toMatchObject({
      status: 'completed',
      progress: { total: 2, analyzed: 2 },
    })
    const before = await movements(account)
    await Promise.all([deliver('correlation', id), sweep()])
    expect(await movements(account)).toEqual(before)
  })

  test('a correlation with fewer than two analyses fails, is refunded once, and notifies its callback', async () => {
    const account = await rich()
    world.receivers.set('sad', () => new Response(null, { status: 204 }))
    service.platform.internet?.setLatency?.(1_500)
    const id = await submit(account, ['listed-81.com', 'listed-82.com'], {
      callback_url: world.receivers.url('sad', '/end'),
    })
    await service.platform.pool.query(
      `select finish_job(jsonb_build_object('job_id', id, 'status', 'failed', 'error', '{"code":"ANALYSIS_FAILED","message":"no"}'::jsonb)) from jobs where correlation_id = $1`,
      [id],
    )
    service.platform.internet?.setLatency?.(0)
    await Promise.all([
      deliver('correlation', id),
      deliver('correlation', id),
      deliver('correlation', id),
    ])
    const ended = await untilEnded(account, id)
    expect(ended).toMatchObject({ status: 'failed', error: { code: 'ANALYSIS_FAILED' } })
    expect(await movements(account)).toEqual(['refund 3', 'correlation -3'])
    await world.until(id, ({ state }) => state === 'delivered')
    const [event] = await world.verified(account, world.receivers.of('sad'))
    expect(event).toMatchObject({
      type: 'correlation.failed',
      data: { correlation_id: id, status: 'failed' },
    })
    expect((await account.request('GET', `/correlate/${id}/graph.svg`)).status).toBe(404)
  })

  test('a correlation fails after its comparison failed every time, but not while its analyses still run', async () => {
    const account = await rich()
    service.platform.internet?.setLatency?.(2_000)
    const running = await submit(account, ['listed-91.com', 'listed-92.com'])
    await deliver('correlation-dead', running)
    expect((await account.request('GET', `/correlate/${running}`)).body.data?.status).toMatch(
      /queued|running/,
    )
    service.platform.internet?.setLatency?.(0)
    await untilEnded(account, running, async () => {
      await forget(running)
      await sweep()
    })
    await deliver('correlation-dead', running)
    expect((await account.request('GET', `/correlate/${running}`)).body.data?.status).toBe(
      'completed',
    )
  })
})

describe('the provider of registrations', () => {
  const HISTORY = 'whois-history.whoisxmlapi.com'
  const REVERSE = 'reverse-whois.whoisxmlapi.com'
  let account: ServiceAccount

  beforeAll(async () => {
    account = await rich()
    await account.analyze('lumenquay.com').untilTerminal()
  })

  const external = () =>
    account.request('GET', '/domains/lumenquay.com/history?include_external=true')
  const unavailable = { status: 503, body: { error: { code: 'REVERSE_WHOIS_UNAVAILABLE' } } }
  let asked = 0
  /**
   * Each call asks for another operator, because the service caches the list of an operator's
   * domains.
   */
  const portfolio = () =>
    account.request('GET', `/entities/Nobody%20Has%20Asked%20${++asked}/portfolio`)
  const debits = async () =>
    (await movements(account)).filter((movement) => movement.startsWith('external'))

  test.each(['500', 'garbage', 'hang'] as const)(
    'a provider that answers with %s costs nothing',
    async (mode) => {
      for (const target of [HISTORY, REVERSE])
        await service.platform.breakPart({ target, mode, rate: 1 })
      const answers = await Promise.all([external(), portfolio()])
      for (const answer of answers) expect(answer).toMatchObject(unavailable)
      expect(await debits()).toEqual([])
    },
    30_000,
  )

  test('a slow provider is waited for', async () => {
    for (const target of [HISTORY, REVERSE])
      await service.platform.breakPart({ target, mode: 'slow', rate: 1, ms: 700 })
    // After the failures of the tests above, the circuit breaker lets a call through only from time
    // to time. So the test repeats its request.
    let answer = await external()
    for (let tries = 0; answer.status === 503 && tries < 40; tries += 1) {
      await delay(1_000)
      answer = await external()
    }
    expect(answer.status).toBe(200)
    expect(await debits()).toEqual(['external_history -50'])
  }, 60_000)

  test.each([
    [
      'out of credit',
      () =>
        Response.json(
          {
            code: 403,
            messages: 'Access restricted. Check credits balance or enter the correct API key.',
          },
          { status: 403 },
        ),
    ],
    ['sending another format', () => Response.json({ records: 'many' })],
  ])('a request to a provider that is %s answers 503 and charges nothing', async (_, answer) => {
    const before = await debits()
    await service.platform.pool.query('delete from external_histories where account_id = $1', [
      account.userId,
    ])
    for (const host of [HISTORY, REVERSE]) service.platform.internet?.serve?.(host, answer)
    for (const refused of await Promise.all([external(), portfolio()]))
      expect(refused).toMatchObject(unavailable)
    expect(await debits()).toEqual(before)
  })
})
