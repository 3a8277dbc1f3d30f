import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { callOf, responseOf } from './calls-for-tests.ts'
import { createIdentityProvider, type IdentityProvider } from './identity.ts'
import { createOutbox, type Outbox } from './mail.ts'

const URL_OF = 'https://identity.tests.example'
const ISSUER = `${URL_OF}/auth/v1`

let at: Date
let outbox: Outbox
let provider: IdentityProvider

const OPTIONS = {
  url: URL_OF,
  publishableKey: 'publishable',
  serviceKey: 'service',
  outbox: createOutbox(() => at),
  now: () => at,
  restored: null,
  changed: () => undefined,
}
const open = (restored: unknown = null) => createIdentityProvider({ ...OPTIONS, outbox, restored })

beforeEach(() => {
  at = new Date('2026-11-20T12:00:00Z')
  outbox = createOutbox(() => at)
  provider = open()
})

async function ask(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const init = {
    method,
    headers: { apikey: 'publishable', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
  const response = responseOf(await provider.answer(callOf(ISSUER + path, init)))
  return {
    status: response.status,
    code: response.headers.get('x-sb-error-code'),
    body: (await response.json()) as Record<string, unknown>,
  }
}

async function verified(token: string) {
  const keys = createRemoteJWKSet(new URL(`${ISSUER}/.well-known/jwks.json`), {
    [customFetch]: async (url: string) => responseOf(await provider.answer(callOf(url))),
  })
  return jwtVerify(token, keys, { issuer: ISSUER, audience: 'authenticated', currentDate: at })
}

async function linkFor(email: string): Promise<string> {
  expect(await ask('POST', '/otp', { email, create_user: true })).toMatchObject({
    status: 200,
    body: {},
  })
  const [mail] = outbox.list(email).slice(-1)
  return /token_hash=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

test('a sign-in link works once', async () => {
  const tokenHash = await linkFor('one@tests.example')
  const signedIn = await ask('POST', '/verify', { type: 'email', token_hash: tokenHash })
  expect(signedIn).toMatchObject({
    status: 200,
    body: { token_type: 'bearer', user: { email: 'one@tests.example', aud: 'authenticated' } },
  })
  const { payload } = await verified(String(signedIn.body.access_token))
  expect(payload).toMatchObject({
    email: 'one@tests.example',
    role: 'authenticated',
    is_anonymous: false,
  })
  expect(await ask('POST', '/verify', { type: 'email', token_hash: tokenHash })).toMatchObject({
    status: 403,
    code: 'otp_expired',
  })
})

test('a sign-in link works for one hour', async () => {
  const [early, late] = [
    provider.magicLink('a@tests.example'),
    provider.magicLink('a@tests.example'),
  ]
  at = new Date('2026-11-20T12:59:59Z')
  expect((await ask('POST', '/verify', { type: 'email', token_hash: early })).status).toBe(200)
  at = new Date('2026-11-20T13:00:00Z')
  expect(await ask('POST', '/verify', { type: 'email', token_hash: late })).toMatchObject({
    status: 403,
    code: 'otp_expired',
  })
})

const refresh = (token: unknown) =>
  ask('POST', '/token?grant_type=refresh_token', { refresh_token: token })
const firstRefreshToken = async (email = 'a@tests.example', seconds?: number) => {
  const link = { type: 'email', token_hash: provider.magicLink(email, seconds) }
  return (await ask('POST', '/verify', link)).body.refresh_token
}

test('a refresh token returns a new one, and an unknown refresh token is refused', async () => {
  const first = await firstRefreshToken()
  const next = await refresh(first)
  expect([next.status, next.body.refresh_token === first]).toEqual([200, false])
  expect(await refresh('nobody')).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
})

test('a used refresh token returns its successor as long as nobody has used the successor', async () => {
  const first = await firstRefreshToken()
  const second = (await refresh(first)).body.refresh_token
  at = new Date('2026-11-21T12:00:00Z')
  expect(await refresh(first)).toMatchObject({ status: 200, body: { refresh_token: second } })
})

test('a used refresh token returns the newest one within ten seconds, and later ends the session', async () => {
  const first = await firstRefreshToken()
  const second = (await refresh(first)).body.refresh_token
  const third = (await refresh(second)).body.refresh_token
  at = new Date('2026-11-20T12:00:10Z')
  expect(await refresh(first)).toMatchObject({ status: 200, body: { refresh_token: third } })
  at = new Date('2026-11-20T12:00:11Z')
  expect(await refresh(first)).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
  expect(await refresh(third)).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
})

test('a theft of one session ends no other session of the user', async () => {
  const [stolen, other] = [await firstRefreshToken(), await firstRefreshToken()]
  await refresh((await refresh(stolen)).body.refresh_token)
  at = new Date('2026-11-20T12:01:00Z')
  expect((await refresh(stolen)).code).toBe('refresh_token_already_used')
  expect((await refresh(other)).status).toBe(200)
})

test('a refresh token of a banned user is refused', async () => {
  const first = await firstRefreshToken('banned@tests.example')
  provider.user('banned@tests.example').bannedUntil = '2100-01-01T00:00:00Z'
  expect(await refresh(first)).toMatchObject({ status: 400, code: 'user_banned' })
})

test('renewed access tokens have the lifetime of the link', async () => {
  const { body } = await refresh(await firstRefreshToken('short@tests.example', 90))
  expect(body).toMatchObject({ expires_in: 90, expires_at: at.getTime() / 1_000 + 90 })
  const { payload } = await verified(String(body.access_token))
  expect(payload.exp).toBe(at.getTime() / 1_000 + 90)
})

test('an email address keeps its user id until the user is soft-deleted', async () => {
  const { id } = provider.user('a@tests.example')
  expect(provider.user('A@Tests.example ').id).toBe(id)
  const admin = { authorization: 'Bearer service', apikey: 'service' }
  expect(
    await ask('DELETE', `/admin/users/${id}`, { should_soft_delete: true }, admin),
  ).toMatchObject({ status: 200 })
  expect(
    await ask('DELETE', `/admin/users/${id}`, { should_soft_delete: true }, admin),
  ).toMatchObject({ status: 200 })
  expect(provider.user('a@tests.example').id).not.toBe(id)
  expect(await ask('DELETE', `/admin/users/${id}`, undefined, admin)).toMatchObject({ status: 200 })
  expect(await ask('DELETE', `/admin/users/${id}`, undefined, admin)).toMatchObject({
    status: 404,
    code: 'user_not_found',
  })
})

test('a banned user cannot sign in until the ban is lifted', async () => {
  const { id } = provider.user('a@tests.example')
  const admin = { authorization: 'Bearer service', apikey: 'service' }
  await ask('PUT', `/admin/users/${id}`, { ban_duration: '876000h' }, admin)
  expect(
    await ask('POST', '/verify', {
      type: 'email',
      token_hash: provider.magicLink('a@tests.example'),
    }),
  ).toMatchObject({ status: 403, code: 'user_banned' })
  await ask('PUT', `/admin/users/${id}`, { ban_duration: 'none' }, admin)
  expect(
    (
      await ask('POST', '/verify', {
        type: 'email',
        token_hash: provider.magicLink('a@tests.example'),
      })
    ).status,
  ).toBe(200)
})

test('tokens stay valid after a key rotation and a restart', async () => {
  const before = provider.token('a@tests.example')
  provider.rotateKeys()
  const after = provider.token('a@tests.example')
  provider = open(JSON.parse(JSON.stringify(provider.snapshot())))
  expect((await verified(before)).payload.sub).toBe((await verified(after)).payload.sub)
  expect((await verified(before)).protectedHeader.kid).not.toBe(
    (await verified(after)).protectedHeader.kid,
  )
})

test('given claims and headers replace the valid ones, and null removes a field', async () => {
  const expired = provider.token('a@tests.example', { exp: Math.floor(at.getTime() / 1000) - 1 })
  await expect(verified(expired)).rejects.toThrow(errors.JWTExpired)
  await expect(verified(provider.token('a@tests.example', { aud: null }))).rejects.toThrow(/aud/)
  await expect(verified(provider.token('a@tests.example', {}, { alg: 'none' }))).rejects.toThrow()
  await expect(verified(provider.token('a@tests.example', {}, { kid: 'other' }))).rejects.toThrow(
    errors.JWKSNoMatchingKey,
  )
  expect((await verified(provider.token('a@tests.example', { more: 1 }))).payload).toMatchObject({
    more: 1,
  })
})

test.each([
  ['an invalid email address', 'POST', '/otp', { email: 'nobody' }, 400, 'validation_failed'],
  [
    'an email address in addition to the hash',
    'POST',
    '/verify',
    { type: 'email', token_hash: 'x', email: 'a@tests.example' },
    400,
    'validation_failed',
  ],
  ['an unknown hash', 'POST', '/verify', { type: 'email', token_hash: 'x' }, 403, 'otp_expired'],
  [
    'an unsupported grant type',
    'POST',
    '/token?grant_type=password',
    { refresh_token: 'x' },
    400,
    'validation_failed',
  ],
  ['an admin call without the service key', 'DELETE', '/admin/users/some-id', {}, 403, 'not_admin'],
  ['an unknown URL path', 'GET', '/settings', undefined, 404, 'not_found'],
])('%s is refused with its error code', async (_what, method, path, body, status, code) => {
  expect(await ask(method, path, body)).toMatchObject({
    status,
    code,
    body: { code: status, error_code: code },
  })
  const dated = await ask(method, path, body, { 'x-supabase-api-version': '2024-01-01' })
  expect(dated.body).toMatchObject({ code, message: expect.any(String) })
})

test.each([
  ['2023-12-31', 'old'],
  ['today', 'old'],
  ['2024-01-01', 'new'],
  ['2026-11-20', 'new'],
])('the version %j of the API gets errors in the %s format', async (version, format) => {
  const { body } = await ask('POST', '/verify', {}, { 'x-supabase-api-version': version })
  expect('error_code' in body).toBe(format === 'old')
})

test('sign-ins are limited by the caller, or by the address that a caller with a secret key names', async () => {
  provider = createIdentityProvider({ ...OPTIONS, serviceKey: 'sb_secret_x' })
  const verify = (headers: Record<string, string>) =>
    ask('POST', '/verify', { type: 'email', token_hash: 'x' }, headers)
  const named = { 'sb-forwarded-for': '192.0.2.7' }
  for (let n = 0; n < 30; n++) expect((await verify(named)).status).toBe(403)
  expect(await verify(named)).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
  expect((await verify({ ...named, apikey: 'sb_secret_x' })).status).toBe(403)
  at = new Date(at.getTime() + 10_000)
  expect([(await verify(named)).status, (await verify(named)).status]).toEqual([403, 429])
})

test('a call with an unknown API key answers 401', async () => {
  expect((await ask('POST', '/verify', {}, { apikey: 'other' })).status).toBe(401)
})

test('a project with a shared secret signs with HS256 and publishes no key', async () => {
  provider = createIdentityProvider({ ...OPTIONS, jwtSecret: 's'.repeat(32) })
  expect(await ask('GET', '/.well-known/jwks.json')).toMatchObject({
    status: 200,
    body: { keys: [] },
  })
  const secret = new TextEncoder().encode('s'.repeat(32))
  const { payload } = await jwtVerify(provider.token('a@tests.example'), secret, {
    issuer: ISSUER,
    currentDate: at,
  })
  expect(payload.email).toBe('a@tests.example')
})

test('a call without an API key answers 401', async () => {
  const response = await provider.answer(callOf(`${ISSUER}/verify`, { method: 'POST', body: '{}' }))
  expect(response.status).toBe(401)
})

test('the JWKS contains no private key part', async () => {
  const { body } = await ask('GET', '/.well-known/jwks.json')
  expect(body.keys).toEqual([
    expect.objectContaining({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' }),
  ])
  expect(JSON.stringify(body)).not.toContain('"d"')
})
