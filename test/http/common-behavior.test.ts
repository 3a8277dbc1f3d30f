import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { CONTRACT } from '../structure/contract.ts'
import { endpoints } from '../structure/endpoints.ts'

const SANDBOX = 'test-corp.sandbox.example'
const DASHBOARD = 'https://app.attribution.example'
let service: Service

beforeAll(async () => {
  service = await startService({
    env: {
      DASHBOARD_ORIGINS: `${DASHBOARD}, https://other.example`,
      RATE_LIMITS_PER_MINUTE: '{"free":20,"pro":300,"team":1200,"enterprise":6000}',
    },
  })
})
afterAll(async () => {
  expect(await service.audit()).toEqual([])
  await service.stop()
})

describe('idempotency keys', () => {
  let account: ServiceAccount
  beforeAll(async () => {
    account = await service.account({ tier: 'team' })
  })
  const submit = (
    key: string,
    body: object = { domain: 'fennandoakbakery.com', force_refresh: true },
  ) => account.request('POST', '/analyze', body, { 'idempotency-key': key })
  const jobs = async () =>
    (
      await service.platform.pool.query(
        'select count(*)::integer as n from jobs where account_id = $1',
        [account.userId],
      )
    ).rows[0].n

  test('a repeated key returns the first answer and does nothing twice', async () => {
    const first = await submit('first-key')
    const again = await submit('first-key')
    expect(first.status).toBe(202)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([
      202,
      first.body,
      'true',
    ])
    expect(await jobs()).toBe(1)
    await account.untilTerminal(first.body.data?.job_id as string)
  })

  test('a key with another body is refused, and the same key of another account is independent', async () => {
    await submit('second-key', { domain: 'test-corp.sandbox.example' })
    const other = await submit('second-key', { domain: 'test-unknown.sandbox.example' })
    expect([other.status, other.body.error?.code]).toEqual([409, 'IDEMPOTENCY_MISMATCH'])
    const stranger = await service.account()
    const theirs = await stranger.request(
      'POST',
      '/analyze',
      { domain: 'test-corp.sandbox.example' },
      { 'idempotency-key': 'second-key' },
    )
    expect([theirs.status, theirs.headers.get('idempotency-replayed')]).toEqual([202, null])
  })

  test('ten simultaneous requests with one key make one job, and the others get its answer or 409', async () => {
    const before = await jobs()
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit('third-key')))
    expect(
      answers.every(
        ({ status, body }) => status === 202 || body.error?.code === 'IDEMPOTENCY_IN_PROGRESS',
      ),
    ).toBe(true)
    expect(await jobs()).toBe(before + 1)
    const [made] = answers.filter(({ status }) => status === 202)
    await account.untilTerminal(made?.body.data?.job_id as string)
  })

  test('a refusal for missing credits is not stored, so the key works after a purchase', async () => {
    const poor = await service.account({ quota_used: 50 })
    const ask = () =>
      poor.request(
        'POST',
        '/analyze',
        { domain: 'fennandoakbakery.com' },
        { 'idempotency-key': 'poor-key' },
      )
    expect((await ask()).status).toBe(402)
    await service.platform.pool.query(
      `select post_ledger_entry($1, 1, 'adjustment', 'test:poor')`,
      [poor.userId],
    )
    const paid = await ask()
    expect([paid.status, paid.headers.get('idempotency-replayed')]).toEqual([202, null])
    await poor.untilTerminal(paid.body.data?.job_id as string)
  })

  test('a validation error is stored like any other answer', async () => {
    const bad = () => submit('fourth-key', { domain: 'not a domain' })
    expect((await bad()).status).toBe(422)
    expect((await bad()).headers.get('idempotency-replayed')).toBe('true')
  })

  test.each([
    ['no characters', ''],
    ['256 characters', 'k'.repeat(256)],
    ['a letter outside ASCII', 'schlüssel'],
  ])('an idempotency key with %s is refused', async (_, key) => {
    const answer = await submit(encodeHeader(key))
    expect([answer.status, answer.body.error?.code]).toEqual([400, 'INVALID_IDEMPOTENCY_KEY'])
  })

  test('an answer is deleted after a day, and its key can be used again', async () => {
    const keys = async () => {
      const { rows } = await service.platform.pool.query(
        `select key from idempotency_keys where account_id = $1 and key like 'day-%' order by key`,
        [account.userId],
      )
      return rows.map(({ key }) => key)
    }
    const first = await submit('day-old')
    await submit('day-unused')
    await submit('day-young')
    await service.platform.pool.query(
      `update idempotency_keys set created_at = created_at - interval '25 hours', lease_until = lease_until - interval '25 hours'
        where account_id = $1 and key in ('day-old', 'day-unused')`,
      [account.userId],
    )
    const again = await submit('day-old')
    expect(again.headers.get('idempotency-replayed')).toBeNull()
    expect(again.body.data?.job_id).not.toBe(first.body.data?.job_id)
    expect(await keys()).toEqual(['day-old', 'day-unused', 'day-young'])
    await service.platform.runtime().runSchedule('17 3 * * *')
    expect(await keys()).toEqual(['day-old', 'day-young'])
  })

  test('with lost replies each key makes at most one job, and its answers are the same', async () => {
    const before = await jobs()
    await service.platform.breakPart({ target: 'postgres', mode: 'lost_reply', rate: 0.3 })
    const answered = new Map<string, Set<unknown>>()
    for (const key of ['lost-1', 'lost-2', 'lost-3']) {
      for (let attempt = 0; attempt < 6; attempt++) {
        const { status, body } = await submit(key)
        if (status === 202)
          answered.set(key, new Set([...(answered.get(key) ?? []), body.data?.job_id]))
      }
    }
    await service.platform.mendAll()
    expect([...answered.values()].every((ids) => ids.size === 1)).toBe(true)
    expect(answered.size).toBeGreaterThan(0)
    const made = (await jobs()) - before
    expect(made).toBeGreaterThanOrEqual(answered.size)
    expect(made).toBeLessThanOrEqual(3)
  })
})

/**
 * Encodes text for a header of `fetch`, which accepts only Latin-1: each byte of the UTF-8 text
 * becomes one Latin-1 character.
 */
const encodeHeader = (value: string) => Buffer.from(value, 'utf8').toString('latin1')

describe('the general rate limit', () => {
  test('the rate limit reports what is left, refuses with Retry-After, and counts each account separately', async () => {
    const eager = await service.account()
    const answers = []
    for (let n = 0; n < 24; n++) answers.push(await eager.request('GET', '/jobs'))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200))
    expect(statuses.at(-1)).toBe(429)
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"default";q=20;w=60')
    expect(answers[0]?.headers.get('ratelimit')).toMatch(/^"default";r=19;t=\d+$/)
    const refused = answers.at(-1)
    expect([refused?.body.error?.code, Number(refused?.headers.get('retry-after')) > 0]).toEqual([
      'RATE_LIMITED',
      true,
    ])
    const other = await service.account()
    expect((await other.request('GET', '/jobs')).status).toBe(200)
  })

  test('requests for an unknown job count against the rate limit', async () => {
    const eager = await service.account()
    const answers = []
    for (let n = 0; n < 24; n++)
      answers.push(await eager.request('GET', '/jobs/job_01h2xcejqtf2nbrexx3vqjhp41'))
    expect(answers[0]?.status).toBe(404)
    expect(answers[0]?.headers.get('ratelimit')).toMatch(/^"default";r=19;t=\d+$/)
    expect(answers.at(-1)?.status).toBe(429)
  })

  test.each(['down', 'slow', 'hang', '500', 'garbage'] as const)(
    'while Redis is broken by %s, the isolate counts the requests in memory',
    async (mode) => {
      await service.platform.breakPart({ target: 'redis', mode, rate: 1 })
      const account = await service.account()
      const started = Date.now()
      const answers = await Promise.all(
        Array.from({ length: 80 }, () => account.request('GET', '/jobs')),
      )
      const refilled = Math.ceil(((Date.now() - started) / 60_000) * 20)
      await service.platform.mendAll()
      const accepted = answers.filter(({ status }) => status === 200).length
      expect([accepted >= 20, accepted <= 20 + refilled]).toEqual([true, true])
      const refused = answers.find(({ status }) => status !== 200)
      expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([429, '3'])
      expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"default";q=20;w=60')
    },
  )
})

describe('request formats', () => {
  test.each([
    'application/json ; charset=utf-8',
    'application/json;',
    'Application/JSON;charset="utf-8"',
  ])('the media type %s is accepted', async (type) => {
    const account = await service.account()
    const domain = { domain: 'test-corp.sandbox.example' }
    const { status } = await account.request('POST', '/analyze', domain, { 'content-type': type })
    expect(status).toBe(202)
  })

  test('every unknown field is reported', async () => {
    const account = await service.account()
    const { body } = await account.request('POST', '/analyze', {
      domain: 'a.example',
      colour: 1,
      size: 2,
    })
    expect(body.error?.details).toEqual([
      { path: 'colour', message: 'is not a known field' },
      { path: 'size', message: 'is not a known field' },
    ])
  })

  test('an invalid API key is refused before anything else is checked', async () => {
    for (const headers of [{}, { 'x-api-key': 'das_none' }])
      expect((await service.request('GET', '/jobs/x?template=', undefined, headers)).status).toBe(
        401,
      )
  })

  describe('a request without a body', () => {
    const sent = (who: ServiceAccount, method: string, path: string, body?: BodyInit) =>
      fetch(`${service.baseUrl}${path}`, {
        method,
        headers: {
          'x-api-key': who.apiKey,
          authorization: `Bearer ${who.bearerToken}`,
          'idempotency-key': 'no-body',
        },
        duplex: 'half',
        ...(body === undefined ? {} : { body }),
      } as RequestInit)
    const optional = endpoints.filter(({ hasOptionalBody }) => hasOptionalBody)
    const required = endpoints.filter(
      ({ hasBody, hasOptionalBody, credential, path }) =>
        hasBody && !hasOptionalBody && credential !== 'none' && !path.includes('{'),
    )

    async function endedCorrelation(account: ServiceAccount): Promise<string> {
      const domains = [SANDBOX, 'test-unknown.sandbox.example']
      const { body } = await account.request('POST', '/correlate', { domains })
      const id = String(body.data?.correlation_id)
      await vi.waitFor(async () => {
        const { body: state } = await account.request('GET', `/correlate/${id}`)
        expect(state.data?.status).toBe('completed')
      }, 15_000)
      return id
    }

    test('is one with an empty object on every route without a required field', async () => {
      const account = await service.account({ tier: 'team' })
      const monitors = await account.request('POST', '/monitors', { domains: [SANDBOX] })
      const [{ monitor_id: id }] = JSON.parse(monitors.text).data.monitors
      const job = await account.analyze(SANDBOX).untilTerminal()
      const correlation = await endedCorrelation(account)
      expect(optional.map(({ path }) => path)).toContain('/billing/auto-recharge/setup')
      for (const { method, path } of optional) {
        const address = path
          .replace('{monitor_id}', id)
          .replace('{job_id}', job.job_id)
          .replace('{correlation_id}', correlation)
        for (const body of [undefined, new Uint8Array(0)]) {
          const { status } = await sent(account, method, address, body)
          expect([method, path, status]).toEqual([method, path, 200])
        }
      }
    })

    test('is the same request as one with an empty object', async () => {
      const account = await service.account()
      const path = '/billing/auto-recharge/setup'
      const key = { 'idempotency-key': 'no-body' }
      const first = await account.request('POST', path, {}, key)
      const again = await account.request('POST', path, undefined, key)
      expect([again.headers.get('idempotency-replayed'), again.text]).toEqual(['true', first.text])
    })

    test('is refused where a field is required, and so is a body without a type', async () => {
      const account = await service.account({ tier: 'team' })
      expect(required.length).toBeGreaterThan(5)
      for (const { method, path } of required)
        expect([path, (await sent(account, method, path)).status]).toEqual([path, 415])
      const untyped = new Blob(['{}']).stream()
      const { status } = await sent(account, 'PUT', '/billing/auto-recharge', untyped)
      expect(status).toBe(415)
    })
  })

  test('the media type of TOON ignores case', async () => {
    const account = await service.account()
    const { headers } = await account.request('GET', '/jobs', undefined, {
      accept: 'Application/TOON',
    })
    expect(headers.get('content-type')).toBe('application/toon')
  })

  test('a list that is not UTF-8 is compared byte by byte under an Idempotency-Key', async () => {
    const account = await service.account()
    const post = async (bytes: number[]) => {
      const response = await fetch(`${service.baseUrl}/analyze/bulk?depth=quick`, {
        method: 'POST',
        headers: {
          'x-api-key': account.apiKey,
          'content-type': 'text/csv',
          'idempotency-key': 'latin-list',
        },
        body: new Uint8Array(bytes),
      })
      const { accepted } = (await response.json()) as { accepted?: number }
      return [response.status, accepted]
    }
    const utf16 = (text: string) => [...Buffer.from(`\ufeff${text}`, 'utf16le')]
    expect(await post(utf16('domain\ntest-corp.sandbox.example\n'))).toEqual([202, 1])
    expect(await post(utf16('domain\ntest-unknown.sandbox.example\n'))).toEqual([409, undefined])
  })
})

describe('a Worker with an invalid variable', () => {
  let wrong: Service
  beforeAll(async () => {
    wrong = await startService({ env: { QUOTA_FREE: 'a-wrong-value' }, invalidEnvironment: true })
  })
  afterAll(() => wrong.stop())

  test('is refused by name at a local start', async () => {
    const env = { QUOTA_FREE: 'a-wrong-value', STRIPE_WEBHOOK_SECRET: '' }
    await expect(startService({ env })).rejects.toThrow(
      /invalid:\n {2}QUOTA_FREE: must be a whole number\n {2}STRIPE_WEBHOOK_SECRET: is not set, but STRIPE_SECRET_KEY/,
    )
  })

  test('answers every route with 503 UNAVAILABLE, and the health routes with plain objects', async () => {
    const account = await wrong.account()
    const credentials = {
      'x-api-key': account.apiKey,
      authorization: `Bearer ${account.bearerToken}`,
    }
    for (const [method, path] of CONTRACT) {
      if (path === '/version' || path.startsWith('/health')) continue
      const { status, body, headers } = await wrong.request(method, path, undefined, credentials)
      expect([method, path, status, body.error?.code]).toEqual([method, path, 503, 'UNAVAILABLE'])
      expect(headers.get('retry-after')).toBe('30')
    }
    expect((await wrong.request('GET', '/health')).body).toEqual({ status: 'ok' })
    const unavailable = { status: 'unavailable' }
    const parts = { identity_provider: 'unavailable', database: 'unavailable' }
    for (const [path, body] of [
      ['/version', unavailable],
      ['/health/auth', { ...unavailable, ...parts }],
    ] as const)
      expect(await wrong.request('GET', path)).toMatchObject({ status: 503, body })
    for (const path of ['/version', '/health/auth'])
      expect((await wrong.request('GET', path)).body).not.toHaveProperty('error')
  })

  test('the readiness check names the variable, and so does the log, without the value', async () => {
    const { status, body } = await wrong.request('GET', '/health/ready')
    expect([status, body]).toEqual([
      503,
      { status: 'unavailable', invalid_variables: ['QUOTA_FREE'] },
    ])
    await wrong.platform.logs.quiet()
    const lines = wrong.platform.logs.lines.map(({ text }) => text)
    expect(lines.filter((line) => line.includes('config.invalid')).join('\n')).toContain(
      'QUOTA_FREE: must be',
    )
    expect(lines.filter((line) => line.includes('a-wrong-value'))).toEqual([])
  })

  test('retries the messages of every queue after an hour, so that none is lost or becomes a dead letter', async () => {
    expect(wrong.platform.queues).toContain('emails-dead')
    for (const queue of wrong.platform.queues) {
      const outcome = await wrong.platform.runtime().deliver(queue, [{ body: { any: 'message' } }])
      expect([queue, outcome.ackAll, outcome.explicitAcks]).toEqual([queue, false, []])
      expect(outcome.retryBatch).toEqual({ retry: true, delaySeconds: 3600 })
    }
  })
})

describe('CORS', () => {
  const preflight = (origin: string) =>
    service.request('OPTIONS', '/jobs', undefined, {
      origin,
      'access-control-request-method': 'GET',
    })

  test("the dashboard's origins are allowed, preflights are cached for a day, credentials are off", async () => {
    const { status, headers } = await preflight(DASHBOARD)
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe(DASHBOARD)
    expect(headers.get('access-control-max-age')).toBe('86400')
    expect(headers.get('access-control-allow-headers')).toMatch(/X-API-Key/)
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    const simple = await service.request('GET', '/health', undefined, {
      origin: 'https://other.example',
    })
    expect(simple.headers.get('access-control-allow-origin')).toBe('https://other.example')
    expect(simple.headers.get('vary')).toMatch(/Origin/)
  })

  test('no other origin is allowed', async () => {
    for (const answer of [
      await preflight('https://evil.example'),
      await service.request('GET', '/health', undefined, { origin: 'null' }),
    ]) {
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      expect(answer.headers.get('vary')?.match(/Origin/g)).toEqual(['Origin'])
    }
  })
})
