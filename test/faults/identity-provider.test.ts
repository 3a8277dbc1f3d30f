import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Service, type ServiceAnswer, startService } from '../platform/service.ts'

const IDENTITY_HOST = 'identity.attribution.example'
let service: Service
let people = 0

beforeAll(async () => {
  service = await startService({ env: { PLAYGROUND_RATE_LIMIT_PER_HOUR: '2' } })
})
afterEach(() => service.platform.mendAll())
afterAll(async () => {
  expect(await service.audit()).toEqual([])
  await service.stop()
})

const someone = () => `person-${++people}@tests.example`
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const tokenOf = (
  email: string,
  claims?: Record<string, unknown>,
  header?: Record<string, unknown>,
) => service.platform.identity.token(email, claims, header)
const call = (
  token: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) => service.request(method, path, body, { ...bearer(token), ...headers })
const refusal = ({ status, body }: ServiceAnswer) => [status, body.error?.code ?? null]

describe("the provider's keys", () => {
  const keyQuestions = () =>
    service.platform.outgoing.list(IDENTITY_HOST).filter(({ url }) => url.endsWith('jwks.json'))
      .length
  const statuses = async (calls: Promise<ServiceAnswer>[]) =>
    new Set((await Promise.all(calls)).map(({ status }) => status))
  const times = (count: number, ask: (n: number) => Promise<ServiceAnswer>) =>
    Array.from({ length: count }, (_, n) => ask(n))
  /**
   * Restarts the runtime before each test, so that the Worker has no identity provider's keys in
   * its cache.
   */
  beforeEach(async () => {
    await service.platform.kill('runtime')
    service.platform.outgoing.clear()
  })

  test('provider keys are fetched once for many requests, again after a rotation, not for invented ids, and survive an outage', async () => {
    const email = someone()
    const before = tokenOf(email)
    expect(await statuses(times(20, () => call(before, 'GET', '/auth/me')))).toEqual(new Set([200]))
    expect(keyQuestions()).toBe(1)
    service.platform.identity.rotateKeys()
    expect((await call(tokenOf(email), 'GET', '/auth/me')).status).toBe(200)
    expect((await call(before, 'GET', '/auth/me')).status).toBe(200)
    expect(keyQuestions()).toBe(2)
    const invented = times(30, (n) =>
      call(tokenOf(email, {}, { kid: `invented-${n}` }), 'GET', '/auth/me'),
    )
    expect(await statuses(invented)).toEqual(new Set([401]))
    expect(keyQuestions()).toBe(2)
    await service.platform.breakPart({ target: IDENTITY_HOST, mode: 'down', rate: 1 })
    expect((await call(tokenOf(email), 'GET', '/auth/me')).status).toBe(200)
  })

  test.each(['down', 'garbage'] as const)(
    'when provider keys are %s and none is cached, every token answers 503',
    async (mode) => {
      await service.platform.breakPart({ target: IDENTITY_HOST, mode, rate: 1 })
      const token = tokenOf(someone())
      const answer = await call(token, 'GET', '/auth/me')
      expect([...refusal(answer), answer.headers.get('retry-after')]).toEqual([
        503,
        'UNAVAILABLE',
        '5',
      ])
      const health = await service.request('GET', '/health/auth')
      expect([health.status, health.body]).toEqual([
        503,
        { status: 'unavailable', identity_provider: 'unavailable', database: 'ready' },
      ])
      await service.platform.mendAll()
      await expect
        .poll(async () => (await call(token, 'GET', '/auth/me')).status, { timeout: 5_000 })
        .toBe(200)
    },
  )

  test('when provider keys are slow, requests wait, and a client that disconnects does not cancel the fetch for others', async () => {
    await service.platform.breakPart({ target: IDENTITY_HOST, mode: 'slow', rate: 1, ms: 700 })
    const token = tokenOf(someone())
    const impatient = fetch(`${service.baseUrl}/auth/me`, {
      headers: bearer(token),
      signal: AbortSignal.timeout(200),
    })
    const patient = times(5, () => call(token, 'GET', '/auth/me'))
    await expect(impatient).rejects.toThrow()
    expect(await statuses(patient)).toEqual(new Set([200]))
  })

  test('when the provider keys hang, requests answer 503', async () => {
    await service.platform.breakPart({ target: IDENTITY_HOST, mode: 'hang', rate: 1 })
    const token = tokenOf(someone())
    expect(await statuses(times(5, () => call(token, 'GET', '/auth/me')))).toEqual(new Set([503]))
  })
})

test('GET /health/auth checks the key set and the database, once for all requests of 5 s', async () => {
  await service.platform.kill('runtime')
  service.platform.outgoing.clear()
  const ask = async () => {
    const { status, body } = await service.request('GET', '/health/auth')
    return [status, body]
  }
  const ready = [200, { status: 'ready', identity_provider: 'ready', database: 'ready' }]
  const answers = await Promise.all(Array.from({ length: 30 }, ask))
  expect(answers).toEqual(Array(30).fill(ready))
  expect(service.platform.outgoing.list(IDENTITY_HOST)).toHaveLength(1)
  await service.platform.breakPart({ target: 'postgres', mode: 'down', rate: 1 })
  const broken = [
    503,
    { status: 'unavailable', identity_provider: 'ready', database: 'unavailable' },
  ]
  await expect.poll(ask, { timeout: 15_000, interval: 500 }).toEqual(broken)
})
