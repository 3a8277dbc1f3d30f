import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../shared/accounts/key-tokens.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { messageOf, post } from './mcp-caller.ts'

const LIMIT = 60
const FORGED = 100
let service: Service
let customer: ServiceAccount

beforeAll(async () => {
  service = await startService({ env: { ADDRESS_LIMIT_PER_MINUTE: String(LIMIT) } })
  customer = await service.account({ tier: 'enterprise' })
})
afterAll(() => service.stop())

const from = (address: string) => ({ 'cf-connecting-ip': address })
const forged = () => ({ 'x-api-key': createApiKey('ordinary', randomBytes) })
const jobsOf = (headers: Record<string, string>) =>
  service.request('GET', '/jobs', undefined, headers)

async function statusesOf(
  count: number,
  ask: (n: number) => Promise<{ status: number }>,
): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < count; n += 20) {
    const part = Array.from({ length: Math.min(20, count - n) }, (_, place) => ask(n + place))
    statuses.push(...(await Promise.all(part)).map(({ status }) => status))
  }
  return statuses
}

const useUp = (address: string) =>
  statusesOf(LIMIT, () => service.request('GET', '/no/such/route', undefined, from(address)))

test('forged keys up to the limit cost one statement each, and the others are refused without any', async () => {
  service.platform.stats.clear()
  const address = '192.0.2.1'
  const statuses = await statusesOf(FORGED, () => jobsOf({ ...forged(), ...from(address) }))
  expect(statuses.slice(0, LIMIT)).toEqual(Array(LIMIT).fill(401))
  expect(statuses.slice(LIMIT)).toEqual(Array(FORGED - LIMIT).fill(429))
  await service.platform.logs.quiet()
  expect(service.platform.stats.routes()['GET /jobs']).toMatchObject({
    requests: FORGED,
    postgres: LIMIT,
    redis: 0,
  })
  const refused = await jobsOf({ ...forged(), ...from(address) })
  const wait = Number(refused.headers.get('retry-after'))
  expect([refused.body.error?.code, wait >= 1 && wait <= 60]).toEqual(['RATE_LIMITED', true])
  expect((await jobsOf({ ...forged(), ...from('192.0.2.2') })).status).toBe(401)
})

test('a customer sends more requests than the limit of an address, and a neighbour who uses it up does not stop the customer', async () => {
  const shared = { 'cf-connecting-ip': '192.0.2.3' }
  const ask = () => customer.request('GET', '/jobs', undefined, shared)
  expect(new Set(await statusesOf(LIMIT + 20, ask))).toEqual(new Set([200]))
  await useUp('192.0.2.3')
  expect((await jobsOf({ ...forged(), ...shared })).status).toBe(429)
  expect((await ask()).status).toBe(200)
  const authorization = `Bearer ${customer.bearerToken}`
  expect((await jobsOf({ authorization, ...from('192.0.2.4') })).status).toBe(200)
  expect((await jobsOf({ authorization, ...shared })).status).toBe(200)
  const fresh = await service.account()
  expect((await fresh.request('GET', '/jobs', undefined, shared)).status).toBe(429)
  expect((await fresh.request('GET', '/jobs', undefined, from('192.0.2.4'))).status).toBe(200)
})

test('a revoked key that was accepted before does not pass a second time', async () => {
  const account = await service.account()
  const address = from('192.0.2.5')
  expect((await account.request('GET', '/jobs', undefined, address)).status).toBe(200)
  await useUp('192.0.2.5')
  await service.platform.pool.query(
    'update api_keys set revoked_at = clock_timestamp() where account_id = $1',
    [account.userId],
  )
  service.platform.stats.clear()
  for (let n = 0; n < 3; n++)
    expect((await account.request('GET', '/jobs', undefined, address)).status).toBe(429)
  await service.platform.logs.quiet()
  expect(service.platform.stats.routes()['GET /jobs']?.postgres).toBe(1)
})

test('forged keys of agents are counted too, and an agent with an accepted key passes', async () => {
  const address = from('192.0.2.6')
  const call = messageOf('tools/call', { name: 'search_entities', arguments: { query: 'Test' } })
  const send = (headers: Record<string, string>) =>
    post(service, JSON.stringify(call), { ...headers, ...address })
  expect((await send({ 'x-api-key': customer.apiKey })).status).toBe(200)
  service.platform.stats.clear()
  const statuses = await statusesOf(LIMIT + 40, () => send(forged()))
  expect(statuses).toEqual([...Array(LIMIT).fill(401), ...Array(40).fill(429)])
  await service.platform.logs.quiet()
  expect(service.platform.stats.routes()['GET /entities/search']).toMatchObject({
    requests: LIMIT,
    postgres: LIMIT,
  })
  expect((await send({ 'x-api-key': customer.apiKey })).status).toBe(200)
})

test.each([
  ['GET', '/health/ready'],
  ['GET', '/health/auth'],
  ['GET', '/docs'],
  ['GET', '/how-it-is-scored'],
  ['GET', '/bot'],
  ['GET', '/.well-known/http-message-signatures-directory'],
  ['POST', '/certificates/verify'],
  ['POST', '/auth/verify-token'],
  ['POST', '/billing/stripe/webhook'],
  ['GET', '/no/such/route'],
] as const)('%s %s is refused when the limit of the address is used up', async (method, path) => {
  const address = `198.51.100.${path.length}`
  await useUp(address)
  const response = await fetch(service.baseUrl + path, { method, headers: from(address) })
  expect([response.status, await response.json()]).toMatchObject([
    429,
    { error: { code: 'RATE_LIMITED' } },
  ])
})

test.each(['/health', '/version'])('%s is neither counted nor refused', async (path) => {
  const address = from(`203.0.113.${path.length}`)
  const ask = (method: string) => service.request(method, path, undefined, address)
  expect(new Set(await statusesOf(1_000, () => ask('GET')))).toEqual(new Set([200]))
  expect((await jobsOf({ ...forged(), ...address })).status).toBe(401)
  await statusesOf(LIMIT, () => jobsOf({ ...forged(), ...address }))
  expect((await jobsOf({ ...forged(), ...address })).status).toBe(429)
  expect([(await ask('GET')).status, (await ask('HEAD')).status]).toEqual([200, 200])
})

test('addresses of one /64 network of IPv6 share the limit, and other networks do not', async () => {
  const statuses = await statusesOf(LIMIT + 20, (n) =>
    jobsOf(from(`2001:db8:1:1:${n.toString(16)}::1`)),
  )
  expect(statuses.slice(LIMIT)).toEqual(Array(20).fill(429))
  expect((await jobsOf(from('2001:db8:1:2::1'))).status).toBe(401)
})

describe('other costs without a credential', () => {
  test('the attempts to sign in of one /64 network are counted together', async () => {
    const verify = (address: string) =>
      service.request('POST', '/auth/verify-token', { token: 'none' }, from(address))
    const statuses = []
    for (let n = 1; n <= 7; n++) statuses.push((await verify(`2001:db8:2:1:${n}::`)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect((await verify('2001:db8:2:2::')).status).toBe(401)
  })

  test('a certificate of more than 256 KiB is refused', async () => {
    const body = (size: number) => {
      const [head, tail] = ['{"certificate":{"a":"', '"},"signatures":[]}']
      return head + 'a'.repeat(size - head.length - tail.length) + tail
    }
    const verify = (size: number) =>
      service.request('POST', '/certificates/verify', body(size), from('192.0.2.9'))
    expect((await verify(256 * 1_024)).status).toBe(200)
    const refused = await verify(256 * 1_024 + 1)
    expect([refused.status, refused.body.error?.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })
})
