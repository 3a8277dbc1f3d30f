import { createHmac, createSecretKey, generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { verifyAccessToken } from '../../../shared/accounts/access-token.ts'
import { parseKeys } from '../../../shared/accounts/identity-keys.ts'

const ISSUER = 'https://identity.tests.example/auth/v1'
const NOW = new Date('2026-11-20T12:00:00Z')
const SECONDS = NOW.getTime() / 1_000
const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const { publicKey, privateKey } = pair()
const keys = await parseKeys([{ ...publicKey.export({ format: 'jwk' }), kid: 'k' }])

const VALID: Record<string, unknown> = {
  iss: ISSUER,
  aud: 'authenticated',
  sub: 'person-1',
  email: 'Person@Tests.example',
  iat: SECONDS,
  exp: SECONDS + 60,
}
const sign = (
  claims: Record<string, unknown>,
  header: Record<string, unknown> = {},
  key = privateKey,
) =>
  new SignJWT(
    Object.fromEntries(
      Object.entries({ ...VALID, ...claims }).filter(([, value]) => value !== undefined),
    ),
  )
    .setProtectedHeader({ alg: 'ES256', kid: 'k', ...header })
    .sign(key)
const verify = (token: string, sharedSecret?: string) =>
  verifyAccessToken(token, {
    issuer: ISSUER,
    now: NOW,
    findKey: async (kid) => keys.get(kid) ?? 'unknown',
    sharedSecret,
  })
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('a valid token gives subject, email address, name and time of issue', async () => {
  const token = await sign({ user_metadata: { full_name: '  Ada Lovelace ' } })
  expect(await verify(token)).toEqual({
    ok: true,
    identity: {
      subject: 'person-1',
      email: 'Person@Tests.example',
      name: 'Ada Lovelace',
      issuedAt: SECONDS,
    },
  })
})

test.each([
  ['expired 59 s ago', { exp: SECONDS - 59 }],
  ['not valid before 59 s from now', { nbf: SECONDS + 59 }],
  ['issued 59 s from now', { iat: SECONDS + 59 }],
  ['with several audiences', { aud: ['other', 'authenticated'] }],
])('a token %s is accepted, because clocks may differ by a minute', async (_, claims) => {
  expect((await verify(await sign(claims))).ok).toBe(true)
})

test.each<[string, Record<string, unknown>]>([
  ['expired 61 s ago', { exp: SECONDS - 61 }],
  ['not valid before 61 s from now', { nbf: SECONDS + 61 }],
  ['issued 61 s from now', { iat: SECONDS + 61 }],
  ['of another issuer', { iss: 'https://evil.example/auth/v1' }],
  ['of an issuer that begins with our issuer', { iss: `${ISSUER}.evil.example` }],
  ['for another audience', { aud: 'service' }],
  ['for no audience', { aud: undefined }],
  ['without an expiry time', { exp: undefined }],
  ['without a subject', { sub: undefined }],
  ['with an empty subject', { sub: '' }],
  ['with a control character in the subject', { sub: 'a\u0000b' }],
  ['without an issue time', { iat: undefined }],
  ['of an anonymous sign-in', { is_anonymous: true }],
])('a token %s is refused', async (_, claims) => {
  expect(await verify(await sign(claims))).toMatchObject({ ok: false, refusal: 'invalid' })
})

test.each<[string, () => string | Promise<string>]>([
  [
    'with the algorithm "none" and no signature',
    () => `${base64({ alg: 'none', kid: 'k' })}.${base64(VALID)}.`,
  ],
  [
    'with the algorithm "none" and a signature',
    () => `${base64({ alg: 'none', kid: 'k' })}.${base64(VALID)}.AAAA`,
  ],
  [
    'signed with our public key as a shared secret',
    () => {
      const signed = `${base64({ alg: 'HS256', kid: 'k' })}.${base64(VALID)}`
      const secret = createSecretKey(Buffer.from(publicKey.export({ format: 'pem', type: 'spki' })))
      return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
    },
  ],
  ['signed with a foreign key under our key id', () => sign({}, {}, pair().privateKey)],
  [
    'signed with a foreign key that its header contains',
    () => {
      const stranger = pair()
      return sign({}, { jwk: stranger.publicKey.export({ format: 'jwk' }) }, stranger.privateKey)
    },
  ],
  ['without a key id', () => sign({}, { kid: undefined })],
  ['with an unknown key id', () => sign({}, { kid: 'other', jku: 'https://evil.example/keys' })],
  [
    'with a critical header parameter',
    () => sign({}, { crit: ['exp'], exp: 1 }).catch(() => 'a.b.c'),
  ],
  ['of more than 8 kB', () => sign({ padding: 'x'.repeat(8_192) })],
  [
    'with a changed payload',
    async () => (await sign({})).replace(/\.[^.]+\./, `.${base64({ ...VALID, sub: 'person-2' })}.`),
  ],
  ['without any dots', () => 'nonsense'],
  ['of only dots', () => '..'],
  ['without content', () => ''],
])('a token %s is refused', async (_, make) => {
  expect(await verify(await make())).toMatchObject({ ok: false, refusal: 'invalid' })
})

test('unavailable keys give another refusal than an invalid token', async () => {
  const answer = await verifyAccessToken(await sign({}), {
    issuer: ISSUER,
    now: NOW,
    findKey: async () => 'unavailable',
    sharedSecret: undefined,
  })
  expect(answer).toMatchObject({ ok: false, refusal: 'unavailable' })
})

test.each([
  [
    'an email address with a control character',
    { email: 'a\u0000@tests.example' },
    { email: null },
  ],
  ['an invalid email address', { email: 'somebody' }, { email: null }],
  ['a missing email address', { email: undefined }, { email: null }],
  ['a name with a control character', { user_metadata: { name: 'a\u0007b' } }, { name: null }],
  ['a name with an unpaired surrogate', { user_metadata: { name: 'a\ud800' } }, { name: null }],
  ['a name that is not a string', { user_metadata: { full_name: { a: 1 } } }, { name: null }],
  ['a long name', { user_metadata: { name: 'n'.repeat(500) } }, { name: 'n'.repeat(200) }],
])('%s is removed or shortened in the identity', async (_, claims, identity) => {
  expect(await verify(await sign(claims))).toMatchObject({ ok: true, identity })
})

describe('a provider that signs with a shared secret', () => {
  const SECRET = 'a shared secret of at least 32 characters'
  const signShared = (
    alg: string,
    secret: string | Buffer,
    header: Record<string, unknown> = {},
  ) => {
    const signed = `${base64({ alg, ...header })}.${base64(VALID)}`
    const hash = alg === 'HS512' ? 'sha512' : 'sha256'
    return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`
  }
  const publicTexts = [
    String(publicKey.export({ format: 'pem', type: 'spki' })),
    JSON.stringify({ ...publicKey.export({ format: 'jwk' }), kid: 'k' }),
  ]

  test('its tokens are accepted only when the secret is set', async () => {
    for (const token of [signShared('HS256', SECRET), signShared('HS256', SECRET, { kid: 'k' })]) {
      expect(await verify(token, SECRET)).toMatchObject({
        ok: true,
        identity: { subject: 'person-1' },
      })
      expect(await verify(token)).toMatchObject({ ok: false, refusal: 'invalid' })
    }
  })

  test('tokens that are signed with a published key stay valid, for a project that changes its keys', async () => {
    expect(await verify(await sign({}), SECRET)).toMatchObject({ ok: true })
  })

  test.each<[string, () => string | Promise<string>]>([
    ['with another secret', () => signShared('HS256', `${SECRET} `)],
    ['with no secret', () => signShared('HS256', '')],
    ['with HS512', () => signShared('HS512', SECRET, { kid: 'k' })],
    ['with the secret, but as ES256', () => signShared('ES256', SECRET, { kid: 'k' })],
    ['with the algorithm "none"', () => `${base64({ alg: 'none' })}.${base64(VALID)}.`],
    ...publicTexts.map((text): [string, () => string] => [
      `with our public key ${text.slice(0, 12)}… as the secret`,
      () => signShared('HS256', text, { kid: 'k' }),
    ]),
  ])('a token %s is refused', async (_, make) => {
    expect(await verify(await make(), SECRET)).toMatchObject({ ok: false, refusal: 'invalid' })
  })
})
