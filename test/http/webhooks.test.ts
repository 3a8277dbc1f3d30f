import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Callbacks, startCallbacks } from '../flows/callbacks.ts'
import type { ServiceAccount } from '../platform/service.ts'

let world: Callbacks
let account: ServiceAccount

beforeAll(async () => {
  world = await startCallbacks()
  account = await world.service.account()
})
afterAll(() => world.stop())

describe('the signing secret', () => {
  test('a signing secret is created, shown once, masked and rotated', async () => {
    const owner = await world.service.account()
    const none = await owner.request('GET', '/webhooks/secret')
    expect([none.status, none.body.error?.code]).toEqual([404, 'NOT_FOUND'])
    const made = await owner.request('POST', '/webhooks/secret')
    const secret = made.body.data?.webhook_secret as string
    expect(made.status).toBe(200)
    expect(made.body.data).toEqual({
      webhook_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      message: expect.any(String),
    })
    expect(made.headers.get('cache-control')).toBe('private, no-store')
    const masked = await owner.request('GET', '/webhooks/secret')
    expect(masked.body.data).toEqual({
      webhook_secret: `${secret.slice(0, 8)}********`,
      message: expect.any(String),
    })
    const rotated = await owner.request('POST', '/webhooks/secret')
    expect(rotated.body.data?.webhook_secret).not.toBe(secret)
    expect(await world.secretOf(owner)).toBe(rotated.body.data?.webhook_secret)
  })

  test('the signing secret is not in any table, log line or answer in the clear', async () => {
    const owner = await world.service.account()
    const { body } = await owner.request('POST', '/webhooks/secret')
    const secret = String(body.data?.webhook_secret).slice('whsec_'.length)
    const { rows } = await world.service.platform.pool.query(
      'select to_jsonb(a)::text as row from accounts a where id = $1',
      [owner.userId],
    )
    expect(rows[0].row).not.toContain(secret)
    await world.service.platform.logs.quiet()
    expect(world.service.platform.logs.lines.filter(({ text }) => text.includes(secret))).toEqual(
      [],
    )
  })

  test('the first submission creates a signing secret, and later ones keep it', async () => {
    const owner = await world.service.account()
    await world.submit(owner, world.receivers.url('good', '/kept'))
    const first = await world.secretOf(owner)
    await world.submit(owner, world.receivers.url('good', '/kept-too'))
    expect(await world.secretOf(owner)).toBe(first)
  })
})

describe('callback addresses that are refused', () => {
  test.each([
    ['http://hooks.example.com/in', 'must be https'],
    ['https://10.0.0.1/in', 'has a host that is an IP address'],
    ['https://localhost/in', 'has a host that is a single label'],
    ['https://user:pw@hooks.example.com/in', 'must not carry credentials'],
    ['https://hooks.example.com:22/in', 'must use port 443 or one of 1024 and above'],
    ['nonsense', 'is not a URL'],
  ])('the callback URL %s answers 422, and nothing is stored', async (url, message) => {
    const { status, body } = await account.request('POST', '/analyze', {
      domain: 'test-corp.sandbox.example',
      callback_url: url,
    })
    expect([status, body.error]).toEqual([
      422,
      {
        code: 'VALIDATION_ERROR',
        message: `callback_url: ${message}`,
        details: [{ path: 'callback_url', message }],
      },
    ])
  })
})

test('another account sees no delivery and no secret, and a job without a callback has no delivery', async () => {
  const gone = await world.submit(account, world.receivers.url('gone'))
  await world.until(gone, ({ state }) => state === 'dead_lettered')
  const silent = await account.request('POST', '/analyze', {
    domain: 'test-corp.sandbox.example',
  })
  const stranger = await world.service.account()
  const answers = await Promise.all([
    stranger.request('GET', `/webhooks/${gone}/status`),
    account.request('GET', `/webhooks/${silent.body.data?.job_id}/status`),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404])
  expect(answers[0]?.text).toBe(answers[1]?.text)
  expect((await stranger.request('GET', '/webhooks/dead-letter')).body.data).toEqual([])
  expect((await stranger.request('GET', '/webhooks/secret')).status).toBe(404)
})

describe('dead letters', () => {
  test('dead letters are listed newest first, in pages', async () => {
    const owner = await world.service.account()
    const jobs: string[] = []
    for (const n of [1, 2, 3]) {
      const jobId = await world.submit(owner, world.receivers.url('gone', `/${n}`))
      await world.until(jobId, ({ state }) => state === 'dead_lettered')
      jobs.push(jobId)
    }
    const page = async (query: string) => {
      const { body } = await owner.request('GET', `/webhooks/dead-letter${query}`)
      return {
        jobs: (body.data as unknown as { job_id: string }[]).map(({ job_id }) => job_id),
        meta: body.meta,
      }
    }
    expect(await page('')).toEqual({
      jobs: [...jobs].reverse(),
      meta: { limit: 50, offset: 0, has_more: false },
    })
    expect(await page('?limit=2')).toEqual({
      jobs: [jobs[2], jobs[1]],
      meta: { limit: 2, offset: 0, has_more: true },
    })
    expect(await page('?limit=2&offset=2')).toEqual({
      jobs: [jobs[0]],
      meta: { limit: 2, offset: 2, has_more: false },
    })
  })

  test.each(['?limit=0', '?limit=101', '?limit=x', '?offset=-1'])(
    'the dead-letter query %s is refused',
    async (query) => {
      const { status, body } = await account.request('GET', `/webhooks/dead-letter${query}`)
      expect([status, body.error?.code]).toEqual([422, 'VALIDATION_ERROR'])
    },
  )
})

test('a callback that waits for its job is pending, without an attempt or a next attempt', async () => {
  world.service.platform.internet?.setLatency?.(300)
  const { body } = await account.request('POST', '/analyze', {
    domain: 'fennandoakbakery.com',
    callback_url: world.receivers.url('good', '/waits'),
  })
  const jobId = body.data?.job_id as string
  const status = await account.request('GET', `/webhooks/${jobId}/status`)
  expect(status.body.data).toMatchObject({
    status: 'pending',
    attempts: 0,
    next_attempt_at: null,
    last_attempt_at: null,
    last_response_code: null,
    attempts_log: [],
  })
  world.service.platform.internet?.setLatency?.(0)
  expect((await account.untilTerminal(jobId)).callback_url).toBe(
    world.receivers.url('good', '/waits'),
  )
  await world.until(jobId, ({ state }) => state === 'delivered')
})
