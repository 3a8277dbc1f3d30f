import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Platform, startPlatform } from './platform.ts'
import { sharedPostgres } from './service.ts'

const PROBE = fileURLToPath(new URL('probe-worker/wrangler.toml', import.meta.url))

const internet = {
  async fetch(request: Request): Promise<Response> {
    const { hostname, pathname } = new URL(request.url)
    if (hostname !== 'echo.example') throw new Error('nobody there')
    if (pathname === '/moved')
      return new Response(null, {
        status: 302,
        headers: { location: 'https://echo.example/there' },
      })
    return new Response(
      `${request.method} ${request.headers.get('x-mine')} ${await request.text()}`,
    )
  },
}

let platform: Platform

beforeAll(async () => {
  platform = await startPlatform({
    config: PROBE,
    internet,
    schedules: false,
    sharedPostgres: sharedPostgres(),
    v8Flags: ['--expose-gc', '--expose-externalize-string'],
  })
})

afterEach(() => platform.mendAll())
afterAll(() => platform.stop())

type Said = { answer?: unknown; error?: string; code?: string }

async function ask(path: string, init: RequestInit = {}): Promise<Said> {
  const response = await fetch(platform.baseUrl + path, init)
  return (await response.json()) as Said
}

async function control(
  call: string,
  body?: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const [method = '', path = ''] = call.split(' ')
  const text =
    body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  const response = await fetch(platform.controlUrl + path, { method, ...text })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const sql = (text: string, headers: Record<string, string> = {}) =>
  ask('/sql', { method: 'POST', body: text, headers })
const go = (target: string, init: RequestInit = {}) =>
  ask('/fetch', { ...init, headers: { 'x-target': target } })

test('the Worker reaches PostgreSQL, Redis, its Durable Object, its bucket and the internet', async () => {
  expect(await sql('select 1 + 1 as two')).toEqual({ answer: [{ two: 2 }] })
  expect(await ask('/redis')).toEqual({ answer: 1 })
  expect(await ask('/count')).toEqual({ answer: 1 })
  expect(await ask('/file', { method: 'PUT', body: 'kept' })).toEqual({ answer: 'kept' })
  expect(await go('https://echo.example/', { method: 'POST', body: 'hello' })).toEqual({
    answer: { status: 200, location: null, text: 'POST kept hello' },
  })
  expect(await go('https://echo.example/moved')).toMatchObject({
    answer: { status: 302, location: 'https://echo.example/there' },
  })
})

test('workerd gets the flags of V8', async () => {
  expect(await ask('/globals-of-flags')).toEqual({ answer: ['function', 'function'] })
})

test('a failed connection makes fetch throw', async () => {
  expect(await go('https://nobody.example/')).toEqual({ error: 'Network connection lost.' })
})

test('a CF-Connecting-IP header of the client reaches the Worker', async () => {
  expect(await ask('/address', { headers: { 'CF-Connecting-IP': '203.0.113.9' } })).toEqual({
    answer: '203.0.113.9',
  })
  expect(await ask('/address')).toEqual({ answer: '127.0.0.1' })
})

test.each(['down', '500', 'garbage', 'reset', 'lost_reply'])(
  'the fault "%s" in PostgreSQL makes a query fail, and queries work again after the fault is cleared',
  async (mode) => {
    await control('POST /faults', { target: 'postgres', mode })
    expect(await sql('select 1')).toHaveProperty('error')
    await control('DELETE /faults')
    expect(await sql('select 1 as one')).toEqual({ answer: [{ one: 1 }] })
  },
)

test.each([
  ['lost_reply', 1],
  ['down', 0],
  ['500', 0],
])(
  'with the fault "%s" in PostgreSQL, an SQL statement takes effect %i times',
  async (mode, times) => {
    await platform.pool.query(
      'drop table if exists effects; create table effects (at timestamptz default now())',
    )
    await control('POST /faults', { target: 'postgres', mode })
    await sql('insert into effects default values')
    const { rows } = await platform.pool.query('select count(*)::int as count from effects')
    expect(rows).toEqual([{ count: times }])
  },
)

test.each([
  ['hang', {}],
  ['slow', { ms: 60_000 }],
])('the Worker waits for a host with the fault "%s"', async (mode, more) => {
  await control('POST /faults', { target: 'echo.example', mode, ...more })
  const signal = AbortSignal.timeout(400)
  const waiting = fetch(`${platform.baseUrl}/fetch`, {
    headers: { 'x-target': 'https://echo.example/' },
    signal,
  })
  await expect(waiting).rejects.toThrow(/timeout/)
  await control('POST /faults', { target: 'echo.example', mode: 'slow', ms: 1 })
  expect(await go('https://echo.example/')).toHaveProperty('answer')
})

test('a fault affects only its own target', async () => {
  await control('POST /faults', { target: 'redis', mode: 'down' })
  expect(await ask('/redis')).toHaveProperty('error')
  expect(await sql('select 1 as one')).toEqual({ answer: [{ one: 1 }] })
  expect(await go('https://echo.example/')).toHaveProperty('answer')
})

test.each([
  ['down', 0],
  ['500', 0],
  ['lost_reply', 1],
])(
  'the fault "%s" in a queue makes a send fail, and %i messages are delivered',
  async (mode, delivered) => {
    for (const path of ['/send', '/send-from-object']) {
      const letter = `${mode} ${path}`
      await control('POST /faults', { target: 'queue', mode })
      expect(await ask(path, { method: 'POST', body: letter })).toHaveProperty('error')
      await control('DELETE /faults')
      await ask(path, { method: 'POST', body: `after ${letter}` })
      await vi.waitFor(async () => expect(await letters()).toContain(`after ${letter}`), {
        timeout: 10_000,
      })
      expect((await letters()).filter((body) => body === letter)).toHaveLength(delivered)
    }
  },
)

async function letters(): Promise<unknown[]> {
  const { answer } = (await ask('/seen')) as { answer: { letters: { body: unknown }[] } }
  return answer.letters.map(({ body }) => body)
}

test('one control call delivers a queue message again, another control call runs a schedule', async () => {
  const { body } = await control('POST /deliver-again', {
    queue: 'letters',
    message: { again: true },
  })
  expect(body).toMatchObject({ outcome: 'ok' })
  await control('POST /cron', { cron: '* * * * *' })
  expect(await letters()).toContainEqual({ again: true })
  expect(await ask('/seen')).toMatchObject({ answer: { schedules: ['* * * * *'] } })
})

test('outgoing requests are listed by host, without those to the database and to Redis', async () => {
  await control('DELETE /outgoing')
  await sql('select 1')
  await ask('/redis')
  await go('https://echo.example/a')
  await go('https://nobody.example/b')
  const { body } = await control('GET /outgoing')
  expect(body.requests).toMatchObject([
    { method: 'GET', url: 'https://echo.example/a', status: 200 },
    { method: 'GET', url: 'https://nobody.example/b', status: null },
  ])
  expect((await control('GET /outgoing?host=echo.example')).body.requests).toHaveLength(1)
})

test('database, Redis, queue and Durable Object calls are counted by route', async () => {
  await control('DELETE /stats')
  await sql('select 1', { 'x-request-id': 'request-0001' })
  await sql('select 1', { 'x-request-id': 'request-0002' })
  await ask('/redis')
  const { body } = await control('GET /stats')
  expect(body.routes).toMatchObject({
    'POST /sql': { requests: 2, postgres: 2, redis: 0, queue: 2, objects: 4, outgoing: 0 },
    'GET /redis': { requests: 1, postgres: 0 },
  })
})

test('an account gets the requested tier, credits, quota and subscription, and passes the money audit', async () => {
  const { body } = await control('POST /accounts', {
    email: 'One@Customer.example',
    credits: 7,
    purchased: true,
    quota_used: 3,
    subscription: 'metered',
  })
  expect(body).toMatchObject({
    user_id: expect.stringMatching(/^usr_/),
    api_key: expect.stringMatching(/^dak_[0-9A-Za-z]{38}$/),
    bearer_token: expect.any(String),
  })
  const { rows } = await platform.pool.query(
    `select tier, balance::int, has_purchased, subscription_metered, used, quota_used from accounts join usage_periods on account_id = id where id = $1`,
    [body.user_id],
  )
  expect(rows).toEqual([
    {
      tier: 'pro',
      balance: 7,
      has_purchased: true,
      subscription_metered: true,
      used: 3,
      quota_used: 3,
    },
  ])
  const again = await control('POST /accounts', { email: 'One@Customer.example', credits: 1 })
  expect(again.body.user_id).toBe(body.user_id)
  expect((await platform.pool.query('select * from money_audit')).rows).toEqual([])
})

test.each([
  ['POST /accounts', {}, 400, /email/],
  ['POST /accounts', { email: 'a@b.example', tier: 'gold' }, 400, /tier/],
  ['POST /accounts', { email: 'a@b.example', quota: 1 }, 400, /quota/],
  ['POST /accounts', '{', 400, /JSON/],
  ['POST /tokens', { email: 'nobody' }, 400, /email/],
  ['POST /magic-links', {}, 400, /email/],
  ['POST /magic-links', { email: 'a@b.example', expires_in: -1 }, 400, /expires_in/],
  ['POST /magic-links', { email: 'a@b.example', expires_in: 86_401 }, 400, /expires_in/],
  ['POST /cron', { cron: '5 * * * *' }, 400, /no such schedule/],
  ['POST /faults', { target: 'postgres', mode: 'explode' }, 400, /mode/],
  ['POST /certificate-logs', { requests_per_second: 0 }, 400, /requests_per_second/],
  ['POST /registries', { requests_per_second: 0 }, 400, /requests_per_second/],
  ['POST /faults', { target: 'postgres', mode: 'down', rate: 2 }, 400, /rate/],
  ['POST /kill', { what: 'everything' }, 400, /what/],
  ['POST /kill', { what: 'postgres' }, 400, /does not run the PostgreSQL/],
  ['POST /deliver-again', { queue: 'nowhere', message: 1 }, 400, /no such queue/],
  ['POST /deliver-again', { queue: 'letters' }, 400, /message/],
  ['GET /accounts', undefined, 404, /no such call/],
])('%s with %j answers %i and the reason', async (call, body, status, why) => {
  const answer = await control(call, body)
  expect(answer.status).toBe(status)
  expect(answer.body.error).toMatch(why)
})

test('a killed runtime restarts on the same address with its objects, files and faults', async () => {
  const before = ((await ask('/count')) as { answer: number }).answer
  await ask('/file', { method: 'PUT', body: 'outlives' })
  const { pid } = platform.runtime()
  await control('POST /faults', { target: 'queue', mode: 'down' })
  expect((await control('POST /kill', { what: 'runtime' })).status).toBe(200)
  expect(platform.runtime().pid).not.toBe(pid)
  expect(await ask('/count')).toEqual({ answer: before + 1 })
  expect(await ask('/file')).toEqual({ answer: 'outlives' })
  expect(await ask('/send', { method: 'POST', body: 'x' })).toHaveProperty('error')
})

test('the egress address receives every request unchanged, and its redirects are not followed', async () => {
  const received: unknown[] = []
  const server: Server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({
      method: request.method,
      url: request.headers['x-egress-url'],
      mine: request.headers['x-mine'],
      body,
    })
    response.writeHead(301, { location: 'https://elsewhere.example/' }).end('moved')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const other = await startPlatform({
    config: PROBE,
    egress: `http://127.0.0.1:${port}`,
    schedules: false,
    sharedPostgres: sharedPostgres(),
  })
  const response = await fetch(`${other.baseUrl}/fetch`, {
    method: 'POST',
    headers: { 'x-target': 'https://far.example/a?b=c' },
    body: 'text',
  })
  expect(await response.json()).toEqual({
    answer: { status: 301, location: 'https://elsewhere.example/', text: 'moved' },
  })
  expect(received).toEqual([
    { method: 'POST', url: 'https://far.example/a?b=c', mine: 'kept', body: 'text' },
  ])
  await other.stop()
  server.close()
  server.closeAllConnections()
})

test('the Worker cannot reach private addresses on the real internet', async () => {
  let visits = 0
  const server = createServer((_request, response) => {
    visits += 1
    response.end('inside')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const real = await startPlatform({
    config: PROBE,
    schedules: false,
    sharedPostgres: sharedPostgres(),
  })
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '[::ffff:127.0.0.1]']) {
    const response = await fetch(`${real.baseUrl}/fetch`, {
      headers: { 'x-target': `http://${host}:${port}/` },
    })
    expect(await response.json()).toHaveProperty('error')
  }
  expect(visits).toBe(0)
  await real.stop()
  server.close()
  server.closeAllConnections()
})

test('a killed PostgreSQL restarts on the same address with all committed data, and only the running query fails', async () => {
  const own = await startPlatform({ config: PROBE, internet, schedules: false })
  const say = async (text: string) =>
    (await fetch(`${own.baseUrl}/sql`, { method: 'POST', body: text })).json()
  await say('create table kept (n int)')
  await say('insert into kept values (1)')
  const interrupted = say('select pg_sleep(30)')
  await vi.waitFor(async () => {
    const { rows } = await own.pool.query(
      `select 1 from pg_stat_activity where query = 'select pg_sleep(30)' and state = 'active'`,
    )
    expect(rows).toHaveLength(1)
  })
  const response = await fetch(`${own.controlUrl}/kill`, {
    method: 'POST',
    body: '{"what":"postgres"}',
  })
  expect(response.status).toBe(200)
  expect(await interrupted).toHaveProperty('error')
  expect(await say('select n from kept')).toEqual({ answer: [{ n: 1 }] })
  await own.stop()
})
