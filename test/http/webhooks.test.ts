import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { EVENT_TYPES } from '../../shared/webhooks/event-types.ts'
import { type Callbacks, isEnded, startCallbacks } from '../flows/callbacks.ts'
import type { Received } from '../internet/receivers.ts'
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

describe('a rotation with an overlap', () => {
  const rotate = async (owner: ServiceAccount, body?: object) => {
    const answer = await owner.request('POST', '/webhooks/secret', body)
    expect(answer.status).toBe(200)
    return answer.body.data?.webhook_secret as string
  }
  const received = async (owner: ServiceAccount, path: string) => {
    const jobId = await world.submit(owner, world.receivers.url('good', path))
    await world.until(jobId, ({ state }) => state === 'delivered')
    const [event] = world.receivers.of('good').filter((each) => each.path === path)
    if (event === undefined) throw new Error('no event arrived')
    return event
  }
  const opens = (secret: string, { body, headers }: Received) => {
    try {
      new Webhook(secret).verify(body, headers)
      return true
    } catch {
      return false
    }
  }

  test('the secret before also signs until the overlap has ended', async () => {
    const owner = await world.service.account()
    const first = await rotate(owner)
    const second = await rotate(owner, { overlap_hours: 24 })
    const event = await received(owner, '/overlap')
    expect(event.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
    expect([first, second].map((secret) => opens(secret, event))).toEqual([true, true])
    await world.service.platform.pool.query(
      `update accounts set webhook_secret_before_until = now() where id = $1`,
      [owner.userId],
    )
    const after = await received(owner, '/overlap-ended')
    expect([first, second].map((secret) => opens(secret, after))).toEqual([false, true])
  })

  test('of two rotations only the newest secret and the one before it sign', async () => {
    const owner = await world.service.account()
    const secrets = [await rotate(owner)]
    for (let n = 0; n < 2; n++) secrets.push(await rotate(owner, { overlap_hours: 48 }))
    const event = await received(owner, '/overlap-twice')
    expect(secrets.map((secret) => opens(secret, event))).toEqual([false, true, true])
  })

  test.each([{ overlap_hours: 0 }, {}, undefined])(
    'a rotation with the body %j ends an earlier overlap',
    async (body) => {
      const owner = await world.service.account()
      const secrets = [await rotate(owner), await rotate(owner, { overlap_hours: 1 })]
      secrets.push(await rotate(owner, body))
      const event = await received(owner, `/overlap-ends-${owner.userId}`)
      expect(secrets.map((secret) => opens(secret, event))).toEqual([false, false, true])
    },
  )

  test('a rotation whose reply is lost keeps the secret before it when it is repeated', async () => {
    const owner = await world.service.account()
    const first = await rotate(owner)
    const input = JSON.stringify({
      account_id: owner.userId,
      sealed: 's1:new',
      hint: 'whsec_ab',
      overlap_hours: 24,
      audit_id: newIdentifier('aud'),
    })
    const { pool } = world.service.platform
    for (const _ of [1, 2]) await pool.query('select rotate_webhook_secret($1::jsonb)', [input])
    const before = await pool.query(
      'select webhook_secret_before_sealed as sealed from accounts where id = $1',
      [owner.userId],
    )
    await pool.query('update accounts set webhook_secret_sealed = $1 where id = $2', [
      before.rows[0].sealed,
      owner.userId,
    ])
    expect(await world.secretOf(owner)).toBe(first)
  })

  test('a first secret with an overlap has none before it', async () => {
    const owner = await world.service.account()
    const secret = await rotate(owner, { overlap_hours: 48 })
    const event = await received(owner, '/overlap-first')
    expect(event.headers['webhook-signature']).toMatch(/^v1,\S+$/)
    expect(opens(secret, event)).toBe(true)
  })

  test.each([-1, 49, 1.5, '24', null])('the overlap %j is refused', async (overlap_hours) => {
    const { status, body } = await account.request('POST', '/webhooks/secret', { overlap_hours })
    expect([status, body.error?.code]).toEqual([422, 'VALIDATION_ERROR'])
  })

  test('closing the account erases both secrets', async () => {
    const owner = await world.service.account()
    await rotate(owner)
    await rotate(owner, { overlap_hours: 48 })
    expect(
      (
        await owner.request('DELETE', '/auth/me', undefined, {
          authorization: `Bearer ${owner.bearerToken}`,
        })
      ).status,
    ).toBe(200)
    const { rows } = await world.service.platform.pool.query(
      `select webhook_secret_sealed, webhook_secret_before_sealed, webhook_secret_before_until
        from accounts where id = $1`,
      [owner.userId],
    )
    expect(rows).toEqual([
      {
        webhook_secret_sealed: null,
        webhook_secret_before_sealed: null,
        webhook_secret_before_until: null,
      },
    ])
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

describe('sample events', () => {
  const send = (owner: ServiceAccount, callback_url: unknown, type: unknown) =>
    owner.request('POST', '/webhooks/test', { callback_url, type })

  test('each event type is sent once, signed with a secret that the first call creates', async () => {
    const owner = await world.service.account()
    const url = world.receivers.url('good', '/samples')
    for (const type of EVENT_TYPES) {
      const { status, body } = await send(owner, url, type)
      expect([status, body.data]).toEqual([
        200,
        { status_code: 200, duration_ms: expect.any(Number), error: null },
      ])
    }
    const events = world.receivers.of('good').filter(({ path }) => path === '/samples')
    const payloads = await world.verified(owner, events)
    expect(payloads).toMatchObject(EVENT_TYPES.map((type) => ({ type })))
    expect(new Set(events.map(({ headers }) => headers['webhook-id'])).size).toBe(10)
    const { body } = await owner.request('GET', '/webhooks/deliveries')
    expect(body.data?.deliveries).toEqual([])
    expect((await send(owner, url, 'analysis.failed')).status).toBe(429)
  })

  test.each([
    ['gone', 410, 'The receiver answered 410.'],
    ['moved', 302, 'The receiver answered 302; redirects are not followed.'],
    ['busy', 429, 'The receiver answered 429.'],
    ['huge', 200, null],
  ])('the answer of the receiver "%s" is told', async (name, code, error) => {
    const { status, body } = await send(account, world.receivers.url(name), 'monitor.changed')
    expect([status, body.data]).toEqual([
      200,
      { status_code: code, duration_ms: expect.any(Number), error },
    ])
    expect(world.receivers.of('good').filter(({ path }) => path === '/redirected')).toEqual([])
  })

  test('a receiver that has a private address gets nothing', async () => {
    const name = 'resolves-private'
    const { status, body } = await send(account, world.receivers.url(name), 'bulk.failed')
    const error = expect.stringMatching(/not public/)
    expect([status, body.data]).toMatchObject([200, { status_code: null, error }])
    expect(world.receivers.of(name)).toEqual([])
  })

  test.each([
    ['http://hooks.example.com/in', 'analysis.completed'],
    ['https://10.0.0.1/in', 'analysis.completed'],
    ['nonsense', 'analysis.completed'],
    [undefined, 'analysis.completed'],
    ['https://hooks.example.com/in', 'analysis.ended'],
    ['https://hooks.example.com/in', undefined],
  ])('the sample to %s of the type %s is refused', async (url, type) => {
    const { status, body } = await send(account, url, type)
    expect([status, body.error?.code]).toEqual([422, 'VALIDATION_ERROR'])
  })

  test('during an overlap a sample has both signatures', async () => {
    const owner = await world.service.account()
    await owner.request('POST', '/webhooks/secret')
    await owner.request('POST', '/webhooks/secret', { overlap_hours: 1 })
    await send(owner, world.receivers.url('good', '/both'), 'feedback.resolved')
    const [event] = world.receivers.of('good').filter(({ path }) => path === '/both')
    expect(event?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
  })
})

describe('the list of deliveries', () => {
  interface Row {
    job_id: string
    status: string
    type: string | null
    delivery_ids: string[]
    attempts_log: unknown[]
  }
  let owner: ServiceAccount
  const jobs: Record<'good' | 'gone' | 'open', string> = { good: '', gone: '', open: '' }

  beforeAll(async () => {
    owner = await world.service.account()
    for (const name of ['good', 'gone'] as const) {
      jobs[name] = await world.submit(owner, world.receivers.url(name, '/listed'))
      await world.until(jobs[name], isEnded)
    }
    world.service.platform.internet?.setLatency?.(3_000)
    const { body } = await owner.request('POST', '/analyze', {
      domain: 'pellworth-ceramics.com',
      callback_url: world.receivers.url('good', '/listed'),
    })
    jobs.open = body.data?.job_id as string
  })
  afterAll(() => world.service.platform.internet?.setLatency?.(0))

  const list = async (query: string) => {
    const { status, body } = await owner.request('GET', `/webhooks/deliveries${query}`)
    expect(status).toBe(200)
    return { rows: body.data?.deliveries as Row[], meta: body.meta }
  }

  test('it has each delivery as its status shows it, newest first, with its event type', async () => {
    const { rows, meta } = await list('')
    expect(meta).toEqual({ limit: 20, offset: 0, has_more: false })
    expect(rows).toMatchObject([
      { job_id: jobs.open, status: 'pending', type: null, attempts_log: [] },
      { job_id: jobs.gone, status: 'dead-lettered', type: 'analysis.completed' },
      { job_id: jobs.good, status: 'delivered', type: 'analysis.completed' },
    ])
    for (const name of ['gone', 'good'] as const) {
      const { body } = await owner.request('GET', `/webhooks/${jobs[name]}/status`)
      const row = rows.find(({ job_id }) => job_id === jobs[name])
      expect(row).toEqual({ ...body.data, type: 'analysis.completed' })
      expect(row?.attempts_log).toHaveLength(1)
    }
  })

  test('it is paged', async () => {
    const first = await list('?limit=2')
    const second = await list('?limit=2&offset=2')
    expect(first.rows.map(({ job_id }) => job_id)).toEqual([jobs.open, jobs.gone])
    expect(first.meta).toEqual({ limit: 2, offset: 0, has_more: true })
    expect(second.rows.map(({ job_id }) => job_id)).toEqual([jobs.good])
    expect(second.meta).toEqual({ limit: 2, offset: 2, has_more: false })
  })

  test.each([
    ['status=pending', ['open']],
    ['status=delivered', ['good']],
    ['status=dead-lettered', ['gone']],
    ['type=analysis.completed', ['gone', 'good']],
    ['type=analysis.completed&status=delivered', ['good']],
    ['type=bulk.completed', []],
  ] as const)('the filter %s selects %j', async (query, names) => {
    const { rows } = await list(`?${query}`)
    expect(rows.map(({ job_id }) => job_id)).toEqual(names.map((name) => jobs[name]))
  })

  test.each([
    'status=dead_lettered',
    'status=leased',
    'type=analysis.ended',
    'limit=0',
    'limit=101',
  ])('the query %s is refused', async (query) => {
    const { status, body } = await owner.request('GET', `/webhooks/deliveries?${query}`)
    expect([status, body.error?.code]).toEqual([422, 'VALIDATION_ERROR'])
  })

  test('another account sees none of them', async () => {
    const stranger = await world.service.account()
    const { body } = await stranger.request('GET', '/webhooks/deliveries')
    expect(body.data?.deliveries).toEqual([])
  })
})
