import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seal } from '../../shared/platform/crypto/seal.ts'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { refreshTokenPurpose } from '../../shared/sessions/session-cookie.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { COOKIE, createVisitor, sessionOf, signedIn, type Visitor } from './session-visitor.ts'

const SEAL_KEY = Buffer.alloc(32, 7).toString('base64')
let service: Service
let victim: Visitor
let attacker: Visitor
let other: ServiceAccount
let jobId: string

beforeAll(async () => {
  service = await startService({
    env: { VERIFY_TOKEN_PER_MINUTE: '10000', SEAL_KEYS: JSON.stringify({ k1: SEAL_KEY }) },
  })
  victim = await signedIn(service, 'victim@tests.example')
  attacker = await signedIn(service, 'attacker@tests.example')
  other = await service.account()
  const { body } = await victim.call('POST', '/app/api/analyze', {
    domain: 'lumenquay.com',
    depth: 'quick',
  })
  jobId = String(body.data?.job_id)
})
afterAll(() => service.stop())

const withCookie = (cookie: string | null) => createVisitor(service, cookie)
const plain = (cookie: string) => decodeURIComponent(cookie)
const flipped = (text: string, place: number) =>
  `${text.slice(0, place)}${text[place] === 'A' ? 'B' : 'A'}${text.slice(place + 1)}`

describe('a cookie that the service did not make', () => {
  const forgeries: [string, (cookie: string) => string | Promise<string>][] = [
    ['is empty', () => ''],
    ['is a guess', () => 's1:k1:AAAA:AAAA'],
    ['is a session id without a seal', () => newIdentifier('ses')],
    [
      'is altered in its first encrypted part',
      (cookie) => encodeURIComponent(flipped(plain(cookie), 20)),
    ],
    [
      'is altered in its last character',
      (cookie) => encodeURIComponent(flipped(plain(cookie), plain(cookie).length - 6)),
    ],
    ['is cut', (cookie) => encodeURIComponent(plain(cookie).slice(0, -8))],
    ['has a part more', (cookie) => encodeURIComponent(`${plain(cookie)}:AAAA`)],
    [
      'is sealed with another key',
      () => sealed({ k1: Buffer.alloc(32, 8).toString('base64') }, 'session_cookie'),
    ],
    ['is sealed with the name of an unknown key', () => sealed({ k2: SEAL_KEY }, 'session_cookie')],
    [
      'is a sealed text of another purpose',
      () => sealed({ k1: SEAL_KEY }, refreshTokenPurpose(newIdentifier('ses'))),
    ],
    ['names a session that does not exist', () => sealed({ k1: SEAL_KEY }, 'session_cookie')],
    [
      'seals something that is no session id',
      () => sealed({ k1: SEAL_KEY }, 'session_cookie', "x' or true --"),
    ],
    ['is longer than any cookie of the service', (cookie) => `${cookie}${'A'.repeat(5_000)}`],
    ['is broken percent-encoding', () => '%E0%A4%A'],
  ]
  const sealed = async (
    keys: Record<string, string>,
    purpose: string,
    text = newIdentifier('ses'),
  ) => encodeURIComponent(await seal(keys, purpose, text))

  test.each(forgeries)('that %s is refused', async (_, forge) => {
    const forged = withCookie(await forge(victim.cookie ?? ''))
    for (const path of ['/session', '/app/api/jobs', '/app/api/auth/me']) {
      const answer = await withCookie(forged.cookie).call('GET', path)
      expect([path, answer.status, answer.body.error?.code]).toEqual([path, 401, 'UNAUTHORIZED'])
    }
  })

  test('the sealed refresh token of a session is no cookie', async () => {
    const { rows } = await service.platform.pool.query<{ sealed: string }>(
      'select refresh_token_sealed as sealed from sessions',
    )
    for (const { sealed: token } of rows)
      expect((await withCookie(encodeURIComponent(token)).call('GET', '/session')).status).toBe(401)
  })
})

describe('requests that another site causes', () => {
  const here = () => service.baseUrl
  const refusals: [string, () => Record<string, string>][] = [
    ['has no Origin and no Sec-Fetch-Site', () => ({ origin: '' })],
    ['comes from another origin', () => ({ origin: 'https://evil.example' })],
    ['comes from a sandboxed frame', () => ({ origin: 'null' })],
    ['comes from another port', () => ({ origin: 'http://127.0.0.1:1' })],
    ['comes from an origin that begins like ours', () => ({ origin: `${here()}.evil.example` })],
    [
      'says same-origin but has another Origin',
      () => ({ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }),
    ],
    [
      'has our Origin but says cross-site',
      () => ({ origin: here(), 'sec-fetch-site': 'cross-site' }),
    ],
    [
      'has our Origin but says same-site',
      () => ({ origin: here(), 'sec-fetch-site': 'same-site' }),
    ],
    ['has our Origin but says none', () => ({ origin: here(), 'sec-fetch-site': 'none' })],
    [
      'overrides its method',
      () => ({ origin: 'https://evil.example', 'x-http-method-override': 'GET' }),
    ],
  ]
  const sent = async (
    visitor: Visitor,
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: object,
  ) => {
    const { origin, ...rest } = headers
    const response = await fetch(`${service.baseUrl}${path}`, {
      method,
      headers: {
        cookie: `${COOKIE}=${visitor.cookie}`,
        ...(origin === '' || origin === undefined ? {} : { origin }),
        ...rest,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = await response.json()
    return { status: response.status, code: answer.error?.code, headers: response.headers }
  }

  test.each(refusals)('a request that %s changes nothing', async (_, headers) => {
    const counts = () =>
      service.platform.pool.query(
        `select (select count(*) from jobs) as jobs, (select count(*) from api_keys) as keys, (select count(*) from sessions) as sessions,
          (select count(*) from permits) as slots`,
      )
    const before = (await counts()).rows
    const token = service.platform.identity.magicLink('planted@tests.example')
    const tried = [
      await sent(victim, 'POST', '/app/api/analyze', headers(), {
        domain: 'example.com',
        depth: 'quick',
      }),
      await sent(victim, 'POST', '/app/api/auth/keys', headers(), { name: 'planted' }),
      await sent(victim, 'DELETE', '/app/api/auth/me', headers()),
      await sent(victim, 'DELETE', '/session', headers()),
      await sent(victim, 'POST', '/session', headers(), { token, type: 'email' }),
      await sent(victim, 'POST', '/session/link', headers(), { email: 'victim@tests.example' }),
      await sent(victim, 'OPTIONS', '/app/api/jobs', headers()),
      await sent(victim, 'PUT', '/session/anything', headers()),
    ]
    expect(tried.map(({ status, code }) => [status, code])).toEqual(
      tried.map(() => [403, 'FORBIDDEN']),
    )
    for (const { headers: answered } of tried) expect(answered.get('set-cookie')).toBeNull()
    expect((await counts()).rows).toEqual(before)
    expect((await victim.call('GET', '/session')).status).toBe(200)
  })

  test.each([
    '/%61pp/api/analyze',
    '/app/%61pi/analyze',
    '/app/api/%61nalyze',
    '/%73ession',
    '/session/',
  ])('the path %s is checked like its usual spelling', async (path) => {
    const answer = await sent(
      victim,
      'POST',
      path,
      { origin: 'https://evil.example' },
      { domain: 'example.com' },
    )
    expect([answer.status, answer.code]).toEqual([403, 'FORBIDDEN'])
  })

  test('a form of another site cannot send a request as GET', async () => {
    const answer = await sent(victim, 'GET', '/app/api/analyze?domain=example.com', {
      origin: 'https://evil.example',
    })
    expect([answer.status, answer.code]).toEqual([405, 'METHOD_NOT_ALLOWED'])
  })

  test.each([
    ['only its Origin', () => ({ origin: here() })],
    ['only Sec-Fetch-Site', () => ({ origin: '', 'sec-fetch-site': 'same-origin' })],
    ['both', () => ({ origin: here(), 'sec-fetch-site': 'same-origin' })],
  ])('a request of our page with %s is accepted', async (_, headers) => {
    expect(
      (await sent(victim, 'PATCH', '/app/api/auth/email-preferences', headers(), {})).status,
    ).toBe(200)
  })
})

describe('the account of the cookie', () => {
  test('no credential beside the cookie changes the account', async () => {
    const { user } = sessionOf(await victim.call('GET', '/session'))
    const headers = {
      'x-api-key': other.apiKey,
      authorization: `Bearer ${other.bearerToken}`,
      'x-account-id': other.userId,
      proven: other.userId,
    }
    const me = await victim.call('GET', '/app/api/auth/me', undefined, headers)
    expect(me.body.data?.user_id).toBe(user.id)
    for (const [name, value] of Object.entries(headers)) {
      const answer = await withCookie(null).call('GET', '/app/api/auth/me', undefined, {
        [name]: value,
      })
      expect([name, answer.status]).toEqual([name, 401])
    }
  })

  test('a cookie in the query, a token in the query and a cookie without the prefix are no session', async () => {
    const cookie = victim.cookie ?? ''
    const nobody = withCookie(null)
    expect(
      (await nobody.call('GET', `/app/api/jobs?${COOKIE}=${cookie}&session=${cookie}`)).status,
    ).toBe(401)
    expect(
      (await nobody.call('GET', '/app/api/jobs', undefined, { cookie: `session=${cookie}` }))
        .status,
    ).toBe(401)
    expect(
      (await nobody.call('GET', '/app/api/jobs', undefined, { cookie: `__host-session=${cookie}` }))
        .status,
    ).toBe(401)
    expect(
      (await nobody.call('GET', `/app/api/jobs?access_token=${other.bearerToken}`)).status,
    ).toBe(401)
  })

  test('the cookie is worth nothing on the routes of the API itself', async () => {
    for (const path of [
      '/jobs',
      `/jobs/${jobId}`,
      '/auth/me',
      '/billing/credits',
      '/auth/me/export',
    ]) {
      const answer = await victim.call('GET', path)
      expect([path, answer.status]).toEqual([path, 401])
    }
  })

  test('of two cookies with the same name, the first counts', async () => {
    const both = await withCookie(null).call('GET', '/app/api/auth/me', undefined, {
      cookie: `${COOKIE}=${attacker.cookie}; ${COOKIE}=${victim.cookie}`,
    })
    const first = sessionOf(await attacker.call('GET', '/session')).user.id
    expect([both.status, both.body.data?.user_id]).toEqual([200, first])
  })
})

test('no page of the dashboard may be shown in a frame', async () => {
  for (const path of ['/app/', '/app/jobs', '/app/confirm', '/session', '/app/api/jobs']) {
    const answer = await victim.call('GET', path)
    expect([path, answer.headers.get('content-security-policy')]).toEqual([
      path,
      expect.stringContaining("frame-ancestors 'none'"),
    ])
  }
})

test('opening the mailed link any number of times does not spend its token', async () => {
  const token = service.platform.identity.magicLink('scanned@tests.example')
  for (let n = 0; n < 3; n += 1)
    expect(
      (await fetch(`${service.baseUrl}/app/confirm?token_hash=${token}&type=email`)).status,
    ).toBe(200)
  expect((await withCookie(null).call('POST', '/session', { token, type: 'email' })).status).toBe(
    200,
  )
})
