import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isWellFormedKey } from '../../shared/accounts/key-tokens.ts'
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
const withKey = (key: string, path = '/jobs') =>
  service.request('GET', path, undefined, { 'x-api-key': key })
const refusal = ({ status, body }: ServiceAnswer) => [status, body.error?.code ?? null]
const query = async (text: string, values: unknown[] = []) =>
  (await service.platform.pool.query(text, values)).rows
const acts = (userId: string) =>
  query(
    'select action, subject, key_id, address_prefix from audit_entries where account_id = $1 order by id',
    [userId],
  )

async function signedIn(email = someone()) {
  const token = tokenOf(email)
  const { body } = await call(token, 'GET', '/auth/me')
  return { email, token, userId: String(body.data?.user_id) }
}

describe('signing in', () => {
  let address: string
  beforeEach(() => {
    address = `203.0.113.${++people % 250}`
  })
  const verify = (body: unknown, from = address) =>
    service.request('POST', '/auth/verify-token', body, { 'cf-connecting-ip': from })

  test('the token of a magic link can be exchanged once for tokens, and the access token opens the account', async () => {
    const email = someone()
    const link = { token: service.platform.identity.magicLink(email) }
    const { status, body, headers } = await verify(link)
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(body.data).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh_token: expect.any(String),
      token_type: 'bearer',
      expires_in: expect.any(Number),
      user: { id: expect.any(String), email },
    })
    expect(refusal(await verify(link))).toEqual([401, 'UNAUTHORIZED'])
    const me = await call(String(body.data?.access_token), 'GET', '/auth/me')
    expect([me.status, me.body.data?.email]).toEqual([200, email])
  })

  test.each([
    ['no token', {}, 422, 'VALIDATION_ERROR'],
    ['an empty token', { token: ' ' }, 422, 'VALIDATION_ERROR'],
    ['a token that is not text', { token: 7 }, 422, 'VALIDATION_ERROR'],
    ['a token that is too long', { token: 'x'.repeat(513) }, 422, 'VALIDATION_ERROR'],
    ['another type', { token: 'x', type: 'recovery' }, 422, 'VALIDATION_ERROR'],
    ['an unknown field', { token: 'x', email: 'a@b.example' }, 422, 'VALIDATION_ERROR'],
    ['an unknown token', { token: 'invented', type: 'magiclink' }, 401, 'UNAUTHORIZED'],
    ['invalid JSON', '{', 400, 'MALFORMED_JSON'],
  ])('a sign-in with %s is refused', async (_, body, status, code) => {
    expect(refusal(await verify(body))).toEqual([status, code])
  })

  const sevenAtOnce = async () => {
    const answers = await Promise.all(
      Array.from({ length: 7 }, () => verify({ token: 'invented' })),
    )
    const waits = answers
      .filter(({ status }) => status === 429)
      .map(({ headers }) => headers.get('retry-after'))
    return { statuses: answers.map(({ status }) => status).sort(), waits }
  }

  test.each([
    ['', null],
    [', with Redis down too', 'redis'],
  ])(
    'one address gets five sign-in attempts a minute, even simultaneous ones%s',
    async (_, broken) => {
      if (broken !== null)
        await service.platform.breakPart({ target: broken, mode: 'down', rate: 1 })
      const { statuses, waits } = await sevenAtOnce()
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
      for (const wait of waits) expect(Number(wait)).toBeGreaterThan(50)
      expect((await verify({ token: 'invented' }, '203.0.113.251')).status).toBe(401)
      await query(`update permits set taken_at = taken_at - interval '61 seconds'`)
      expect((await verify({ token: 'invented' })).status).toBe(401)
    },
  )

  test('many addresses can sign in, because the provider limits each of them and not the service', async () => {
    const from = (n: number) => (n % 2 === 0 ? `198.51.100.${n}` : `2001:db8:0:${n}::1`)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => verify({ token: 'invented' }, from(n + 1))),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
  })

  test('a lost reply of the counter counts an attempt once, and no address is stored', async () => {
    await service.platform.breakPart({ target: 'postgres', mode: 'lost_reply', rate: 0.5 })
    const statuses: number[] = []
    for (let n = 0; n < 5; n++) statuses.push((await verify({ token: 'invented' })).status)
    await service.platform.mendAll()
    expect(statuses.filter((status) => status === 429)).toEqual([])
    expect(JSON.stringify(await query('select * from permits'))).not.toContain(address)
  })

  test.each(['down', '500', 'garbage', 'reset'] as const)(
    'an identity provider that is %s answers 503',
    async (mode) => {
      await service.platform.breakPart({ target: IDENTITY_HOST, mode, rate: 1 })
      const answer = await verify({ token: 'invented' })
      expect(refusal(answer)).toEqual([503, 'UNAVAILABLE'])
      expect(answer.headers.get('retry-after')).toBe('5')
    },
  )
})

describe('the account', () => {
  test('the first valid token of a user creates one account, even thirty times at the same time', async () => {
    const email = someone()
    const token = tokenOf(email, { user_metadata: { full_name: 'Ada Lovelace' } })
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => call(token, 'GET', '/auth/me')),
    )
    expect(new Set(answers.map(({ body }) => body.data?.user_id)).size).toBe(1)
    const [{ body } = { body: null }] = answers
    expect(body?.data).toEqual({
      user_id: expect.stringMatching(/^usr_/),
      email,
      name: 'Ada Lovelace',
      tier: 'free',
      status: 'active',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      credits: 0,
      usage: { used: 0, quota: 50, period_end: expect.stringMatching(/-01T00:00:00\.000Z$/) },
    })
    expect((await acts(String(body?.data?.user_id))).map(({ action }) => action)).toEqual([
      'account.opened',
    ])
  })

  test('any route that accepts a token creates the account', async () => {
    const token = tokenOf(someone())
    expect((await call(token, 'GET', '/jobs')).status).toBe(200)
    expect((await call(token, 'GET', '/auth/me')).status).toBe(200)
  })

  test('where a key is accepted, even an invalid key takes precedence over a token; elsewhere the key is ignored', async () => {
    const { token } = await signedIn()
    const bad = { 'x-api-key': 'nonsense' }
    expect((await call(token, 'GET', '/jobs', undefined, bad)).status).toBe(401)
    expect((await call(token, 'GET', '/auth/me', undefined, bad)).status).toBe(200)
  })

  test('a new email address at the provider updates the account, and an older token does not restore the old address', async () => {
    const { email, token, userId } = await signedIn()
    const moved = someone()
    const later = { email: moved, iat: Math.floor(Date.now() / 1_000) + 5 }
    expect((await call(tokenOf(email, later), 'GET', '/auth/me')).body.data).toMatchObject({
      user_id: userId,
      email: moved,
    })
    expect((await call(token, 'GET', '/auth/me')).body.data?.email).toBe(moved)
  })

  test('an email address that the provider gives to another user is removed from the old account', async () => {
    const { email, token, userId } = await signedIn()
    const other = tokenOf(email, {
      sub: 'another-subject',
      iat: Math.floor(Date.now() / 1_000) + 5,
    })
    const answer = await call(other, 'GET', '/auth/me')
    expect([answer.status, answer.body.data?.email]).toEqual([200, email])
    expect(answer.body.data?.user_id).not.toBe(userId)
    expect((await query('select email from accounts where id = $1', [userId]))[0]).toEqual({
      email: null,
    })
    expect((await call(token, 'GET', '/auth/me')).body.data?.user_id).toBe(userId)
  })
})

describe('invalid tokens', () => {
  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const partsOf = (token: string) => {
    const [head = '', payload = ''] = token.split('.')
    const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
    return { head: decoded(head), payload: decoded(payload) }
  }
  const publishedKey = async () => {
    const { answer } = service.platform.identity
    const { body } = await answer({
      method: 'GET',
      url: new URL(`https://${IDENTITY_HOST}/auth/v1/.well-known/jwks.json`),
      headers: {},
    } as never)
    return String(body)
  }
  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds
  const good = () => tokenOf('attacked@tests.example')

  test.each<[string, () => string | Promise<string>]>([
    [
      'alg none',
      () =>
        `${base64({ ...partsOf(good()).head, alg: 'none' })}.${base64(partsOf(good()).payload)}.x`,
    ],
    [
      'HS256 with the published keys as the secret',
      async () => {
        const { head, payload } = partsOf(good())
        const signed = `${base64({ ...head, alg: 'HS256' })}.${base64(payload)}`
        return `${signed}.${createHmac('sha256', await publishedKey())
          .update(signed)
          .digest('base64url')}`
      },
    ],
    [
      'an unknown key in the header',
      () => {
        const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
        const { head, payload } = partsOf(good())
        const signed = `${base64({ ...head, jwk: publicKey.export({ format: 'jwk' }) })}.${base64(payload)}`
        const key = { key: privateKey, dsaEncoding: 'ieee-p1363' as const }
        return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
      },
    ],
    ['another issuer', () => tokenOf('a@tests.example', { iss: 'https://evil.example/auth/v1' })],
    ['another audience', () => tokenOf('a@tests.example', { aud: 'anon' })],
    ['an unknown kid', () => tokenOf('a@tests.example', {}, { kid: 'invented' })],
    ['no kid', () => tokenOf('a@tests.example', {}, { kid: null })],
    ['an expiry in the past', () => tokenOf('a@tests.example', { exp: inSeconds(-120) })],
    ['no expiry', () => tokenOf('a@tests.example', { exp: null })],
    ['a start in the future', () => tokenOf('a@tests.example', { nbf: inSeconds(120) })],
    ['an issue time in the future', () => tokenOf('a@tests.example', { iat: inSeconds(120) })],
    ['no subject', () => tokenOf('a@tests.example', { sub: null })],
    ['9,000 characters', () => tokenOf('a@tests.example', { padding: 'x'.repeat(9_000) })],
    [
      'a changed payload',
      () => good().replace(/\.[^.]+\./, `.${base64({ ...partsOf(good()).payload, sub: 'x' })}.`),
    ],
    ['two parts', () => good().split('.').slice(0, 2).join('.')],
    ['no characters', () => ''],
  ])('a token with %s answers 401 on every kind of route', async (_, make) => {
    const token = await make()
    for (const path of ['/auth/me', '/auth/keys', '/auth/me/export', '/jobs']) {
      expect(refusal(await call(token, 'GET', path))).toEqual([401, 'UNAUTHORIZED'])
    }
  })

  test.each(['Basic YTpi', 'Bearer', 'bearer a b', 'Token x.y.z', 'Bearer é.é.é'])(
    'the Authorization header %j answers 401',
    async (authorization) => {
      const answer = await service.request('GET', '/auth/me', undefined, {
        authorization: Buffer.from(authorization).toString('latin1'),
      })
      expect(refusal(answer)).toEqual([401, 'UNAUTHORIZED'])
    },
  )

  test('the authorization scheme ignores case', async () => {
    const answer = await service.request('GET', '/auth/me', undefined, {
      authorization: `bEARER ${good()}`,
    })
    expect(answer.status).toBe(200)
  })
})

describe('API keys', () => {
  const create = (token: string, name: unknown = 'A key') =>
    call(token, 'POST', '/auth/keys', { name })
  const list = async (token: string) =>
    (await call(token, 'GET', '/auth/keys')).body.data?.keys as Record<string, unknown>[]

  test('a key without rights to buy is shown as such in answers, the list and the export', async () => {
    const { token } = await signedIn()
    const made = await call(token, 'POST', '/auth/keys', { name: 'Reader', billing: false })
    expect(made.body.data).toMatchObject({ name: 'Reader', billing: false })
    await create(token, 'Buyer')
    await call(token, 'POST', '/auth/session-key')
    const rights = (keys: Record<string, unknown>[]) =>
      keys.map(({ name, billing }) => [name, billing])
    const listed = [
      ['Buyer', true],
      ['Reader', false],
    ]
    expect(rights(await list(token))).toEqual(listed)
    const { api_keys: exported } = JSON.parse((await call(token, 'GET', '/auth/me/export')).text)
    expect(rights(exported)).toEqual([['Playground', false], ...listed])
    for (const billing of [null, 'false', 0]) {
      const wrong = await call(token, 'POST', '/auth/keys', { name: 'x', billing })
      expect(refusal(wrong)).toEqual([422, 'VALIDATION_ERROR'])
    }
  })

  test('an API key is shown once, works at once, is listed without its value, and is refused after its revocation', async () => {
    const { token, userId } = await signedIn()
    const { status, headers, body } = await create(token, '  Build server ')
    const { key, key_id: keyId } = body.data as Record<string, string>
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(body.data).toEqual({
      key_id: expect.stringMatching(/^key_/),
      name: 'Build server',
      prefix: key?.slice(0, 8),
      key: expect.stringMatching(/^dak_[0-9A-Za-z]{38}$/),
      billing: true,
      is_active: true,
      created_at: expect.any(String),
      last_used_at: null,
      revoked_at: null,
    })
    expect(isWellFormedKey(key ?? '')).toBe(true)
    expect((await withKey(key ?? '')).status).toBe(200)
    const listed = await list(token)
    expect(listed.map(({ key_id }) => key_id)).toEqual([keyId])
    expect(JSON.stringify(listed)).not.toContain(key)
    const stored = JSON.stringify(await query('select * from api_keys where id = $1', [keyId]))
    expect(stored).not.toContain(key?.slice(8))
    await expect
      .poll(async () => (await list(token))[0]?.last_used_at, { timeout: 5_000 })
      .toEqual(expect.any(String))

    const revoked = await call(token, 'DELETE', `/auth/keys/${keyId}`, undefined, {
      'cf-connecting-ip': '198.51.100.77',
    })
    expect([revoked.status, revoked.body.data]).toEqual([
      200,
      expect.objectContaining({ key_id: keyId, is_active: false, revoked_at: expect.any(String) }),
    ])
    expect((await withKey(key ?? '')).status).toBe(401)
    expect(await list(token)).toEqual([])
    expect(refusal(await call(token, 'DELETE', `/auth/keys/${keyId}`))).toEqual([404, 'NOT_FOUND'])
    expect((await acts(userId)).slice(1)).toEqual([
      {
        action: 'api_key.created',
        subject: keyId,
        key_id: null,
        address_prefix: expect.anything(),
      },
      {
        action: 'api_key.revoked',
        subject: keyId,
        key_id: null,
        address_prefix: '198.51.100.0/24',
      },
    ])
  })

  test.each([
    ['no name', {}],
    ['an empty name', { name: ' ' }],
    ['a name of 101 characters', { name: 'n'.repeat(101) }],
    ['a name with a NUL', { name: 'a\u0000b' }],
    ['a name with half a surrogate pair', '{"name":"a\\ud800"}'],
    ['an unknown field', { name: 'a', tier: 'team' }],
  ])('creating an API key with %s answers 422', async (_, body) => {
    const { token } = await signedIn()
    expect(refusal(await call(token, 'POST', '/auth/keys', body))).toEqual([
      422,
      'VALIDATION_ERROR',
    ])
  })

  const caps: [string, Parameters<Service['account']>[0], number][] = [
    ['free', {}, 2],
    ['free with a purchased pack', { purchased: true, credits: 10 }, 10],
    ['pro', { tier: 'pro' }, 5],
    ['team with a purchased pack', { tier: 'team', purchased: true, credits: 10 }, 20],
  ]
  test.each(caps)(
    'an account that is %s never exceeds its cap, even with 100 keys created at the same time',
    async (_, request, cap) => {
      // A new account already has one API key, so only `cap - 1` new keys are accepted.
      const account = await service.account(request)
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => create(account.bearerToken)),
      )
      const made = answers.filter(({ status }) => status === 200)
      expect(made).toHaveLength(cap - 1)
      expect(
        new Set(
          answers.filter(({ status }) => status !== 200).map((answer) => refusal(answer).join(' ')),
        ),
      ).toEqual(new Set(['422 KEY_LIMIT_REACHED']))
      await call(account.bearerToken, 'DELETE', `/auth/keys/${made[0]?.body.data?.key_id}`)
      expect((await create(account.bearerToken)).status).toBe(200)
    },
  )

  test('lost replies create no API key twice', async () => {
    const { token } = await signedIn((await service.account({ tier: 'team' })).email)
    await service.platform.breakPart({ target: 'postgres', mode: 'lost_reply', rate: 0.3 })
    const answers = []
    for (let n = 0; n < 8; n++) answers.push(await create(token, `lost ${n}`))
    await service.platform.mendAll()
    const names = (await list(token)).map(({ name }) => name)
    expect(names.length).toBe(new Set(names).size)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(3)
  })

  test('every request that starts after the answer to a revocation is refused', async () => {
    const { token } = await signedIn()
    const { key, key_id: keyId } = (await create(token)).body.data as Record<string, string>
    let revokedAt = Number.POSITIVE_INFINITY
    let running = true
    const late: number[] = []
    const early: number[] = []
    const hammer = async () => {
      while (running) {
        const begunAt = performance.now()
        const { status } = await withKey(key ?? '')
        ;(begunAt > revokedAt ? late : early).push(status)
      }
    }
    const hammers = Array.from({ length: 12 }, hammer)
    await expect.poll(() => early.length, { timeout: 10_000 }).toBeGreaterThan(60)
    await call(token, 'DELETE', `/auth/keys/${keyId}`)
    revokedAt = performance.now()
    await expect.poll(() => late.length, { timeout: 10_000 }).toBeGreaterThan(60)
    running = false
    await Promise.all(hammers)
    expect(early).toContain(200)
    expect(new Set(late)).toEqual(new Set([401]))
  })

  test('the last use of a key is recorded at most once an hour', async () => {
    const { token } = await signedIn()
    const { key, key_id: keyId } = (await create(token)).body.data as Record<string, string>
    const usedAt = async () =>
      (await query('select last_used_at::text as at from api_keys where id = $1', [keyId]))[0].at
    await withKey(key ?? '')
    await expect.poll(usedAt, { timeout: 5_000 }).toEqual(expect.any(String))
    const noted = await usedAt()
    for (let n = 0; n < 20; n++) await withKey(key ?? '')
    await service.platform.logs.quiet()
    expect(await usedAt()).toBe(noted)
  })
})

describe('the session key', () => {
  const mint = (token: string) => call(token, 'POST', '/auth/session-key')

  test('a session key is a playground key, ends the previous one, is not listed and counts against no cap', async () => {
    const { token } = await signedIn()
    const one = (await mint(token)).body.data as Record<string, string>
    expect(one).toMatchObject({ key: expect.stringMatching(/^dpk_/), is_active: true })
    expect((await withKey(one.key ?? '')).status).toBe(200)
    const two = (await mint(token)).body.data as Record<string, string>
    expect([(await withKey(one.key ?? '')).status, (await withKey(two.key ?? '')).status]).toEqual([
      401, 200,
    ])
    expect((await call(token, 'GET', '/auth/keys')).body.data).toEqual({ keys: [] })
    for (const status of [200, 200, 422]) {
      expect((await call(token, 'POST', '/auth/keys', { name: 'ordinary' })).status).toBe(status)
    }
  })

  test('a session key expires 24 hours after it was created, on every route', async () => {
    const { token } = await signedIn()
    const { key_id: id, key = '' } = (await mint(token)).body.data as Record<string, string>
    const age = (interval: string) =>
      query(
        `update api_keys set expires_at = created_at + interval '24 hours' - $2::interval where id = $1`,
        [id, interval],
      )
    const [stored] = await query(
      `select expires_at - created_at between interval '24 hours' and interval '24 hours 1 second' as exact
        from api_keys where id = $1`,
      [id],
    )
    expect(stored).toEqual({ exact: true })
    const paths = ['/jobs', '/jobs/job_01h2xcejqtf2nbrexx3vqjhp41', '/entities/search?q=nobody']
    const statusesOf = () =>
      Promise.all(paths.map(async (path) => (await withKey(key, path)).status))
    await age('23 hours 59 minutes')
    expect(await statusesOf()).toEqual([200, 404, 200])
    await age('24 hours')
    expect(await statusesOf()).toEqual([401, 401, 401])
    const exported = await call(token, 'GET', '/auth/me/export')
    expect(JSON.parse(exported.text).api_keys).toMatchObject([{ key_id: id, is_active: false }])
  })

  test('ten session keys an hour can be created, and only one of them is valid', async () => {
    const { token, userId } = await signedIn()
    const answers = await Promise.all(Array.from({ length: 25 }, () => mint(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body.error?.code).toBe('RATE_LIMITED')
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3_500)
    const living = await query(
      `select count(*)::integer as n from api_keys where account_id = $1 and kind = 'playground' and revoked_at is null`,
      [userId],
    )
    expect(living).toEqual([{ n: 1 }])
  })

  test('analyses with session keys are counted per user, so a new key does not reset the hour', async () => {
    const { token } = await signedIn()
    const play = async (domain: string) => {
      const minted = await call(token, 'POST', '/auth/session-key')
      return service.request(
        'POST',
        '/analyze',
        { domain },
        { 'x-api-key': String(minted.body.data?.key) },
      )
    }
    expect((await play('fennandoakbakery.com')).status).toBe(202)
    expect((await play('haldensee.ch')).status).toBe(202)
    const third = await play('quillonharbor.com')
    expect(refusal(third)).toEqual([429, 'RATE_LIMITED'])
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(3_000)
    expect((await call(token, 'GET', '/auth/me')).body.data?.usage).toMatchObject({ used: 2 })
  })
})

describe('email preferences', () => {
  test('email preferences start enabled, and an omitted preference keeps its value', async () => {
    const { token, userId } = await signedIn()
    const read = async () => (await call(token, 'GET', '/auth/email-preferences')).body.data
    const change = async (body: unknown) =>
      (await call(token, 'PATCH', '/auth/email-preferences', body)).body.data
    expect(await read()).toEqual({ digest_enabled: true, lifecycle_enabled: true })
    expect(await change({ digest_enabled: false })).toEqual({
      digest_enabled: false,
      lifecycle_enabled: true,
    })
    expect(await change({ lifecycle_enabled: false })).toEqual({
      digest_enabled: false,
      lifecycle_enabled: false,
    })
    expect(await change({})).toEqual({ digest_enabled: false, lifecycle_enabled: false })
    expect(await change({ digest_enabled: true })).toEqual(await read())
    expect(
      (await acts(userId)).filter(({ action }) => action === 'email_preferences.changed'),
    ).toHaveLength(4)
  })

  test.each([{ digest_enabled: 'no' }, { digest_enabled: null }, { digest: false }, []])(
    'the email preferences %j answer 422',
    async (body) => {
      const { token } = await signedIn()
      expect(refusal(await call(token, 'PATCH', '/auth/email-preferences', body))).toEqual([
        422,
        'VALIDATION_ERROR',
      ])
    },
  )
})

describe('a provider that signs with a shared secret', () => {
  const IDP_JWT_SECRET = 'a shared secret of at least 32 characters'

  test('its tokens open accounts, invented keys answer 401, and the health check names the signing', async () => {
    await using shared = await startService({ env: { IDP_JWT_SECRET } })
    const ask = (token: string) => shared.request('GET', '/auth/me', undefined, bearer(token))
    const { identity } = shared.platform
    const link = { token: identity.magicLink('shared@tests.example') }
    const signedInByLink = await shared.request('POST', '/auth/verify-token', link)
    const me = await ask(String(signedInByLink.body.data?.access_token))
    expect([me.status, me.body.data?.email]).toEqual([200, 'shared@tests.example'])
    expect((await ask(tokenOf('shared@tests.example'))).status).toBe(401)
    expect(await shared.request('GET', '/health/auth')).toMatchObject({
      status: 200,
      body: { status: 'ready' },
    })
    await shared.platform.logs.quiet()
    const checks = shared.platform.logs.lines.filter(({ text }) =>
      text.includes('"identity.checked"'),
    )
    expect(checks.map(({ text }) => JSON.parse(text).signing)).toEqual(['HS256'])
  })

  test('a token with HS256 is refused when the service does not know the secret, and the log says so', async () => {
    const [payload] = tokenOf(someone()).split('.').slice(1)
    const signed = `${Buffer.from(JSON.stringify({ alg: 'HS256' })).toString('base64url')}.${payload}`
    const token = `${signed}.${createHmac('sha256', IDP_JWT_SECRET).update(signed).digest('base64url')}`
    expect(refusal(await call(token, 'GET', '/auth/me'))).toEqual([401, 'UNAUTHORIZED'])
    await service.platform.logs.quiet()
    expect(
      service.platform.logs.lines.some(({ text }) => text.includes('IDP_JWT_SECRET is not set')),
    ).toBe(true)
  })
})
