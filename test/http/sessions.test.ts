import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type Service, startService } from '../platform/service.ts'
import { COOKIE, createVisitor, sessionOf, signedIn, type Visitor } from './session-visitor.ts'

const IDENTITY_HOST = 'identity.attribution.example'
let service: Service

beforeAll(async () => {
  service = await startService({
    env: { VERIFY_TOKEN_PER_MINUTE: '10000', DASHBOARD_ORIGINS: 'https://other-dashboard.example' },
  })
})
afterEach(() => service.platform.mendAll())
afterAll(() => service.stop())

let addresses = 0
/**
 * Returns a new client address for each call. So the requests of other tests do not count for the
 * limits by address.
 */
const freshAddress = () => {
  addresses += 1
  return { 'cf-connecting-ip': `198.51.${Math.floor(addresses / 250)}.${1 + (addresses % 250)}` }
}
const mailsTo = (email: string) => service.platform.outbox.list(email)
const sessions = async () =>
  (await service.platform.pool.query<{ id: string }>('select id from sessions')).rows
const refreshes = () =>
  service.platform.outgoing
    .list(IDENTITY_HOST)
    .filter(({ url }) => url.includes('grant_type=refresh_token')).length

describe('asking for a link', () => {
  const ask = (email: unknown, headers: Record<string, string> = freshAddress()) =>
    createVisitor(service).call('POST', '/session/link', { email }, headers)

  test('a link is mailed to the dashboard of this service, and the answer says only that it was sent', async () => {
    const answer = await ask('  reader@tests.example ')
    expect([answer.status, answer.body]).toEqual([
      200,
      { data: { sent: true }, error: null, meta: null },
    ])
    await vi.waitFor(() => expect(mailsTo('reader@tests.example')).toHaveLength(1))
    expect(mailsTo('reader@tests.example')[0]?.text).toContain(
      `${service.baseUrl}/app/confirm?token_hash=`,
    )
  })

  test.each(['', 'nobody', 'a@', 7, null, `${'a'.repeat(400)}@tests.example`])(
    '%j is no email address',
    async (email) => {
      const answer = await ask(email)
      expect([
        answer.status,
        answer.body.error?.code,
        answer.body.error?.details?.[0]?.path,
      ]).toEqual([422, 'VALIDATION_ERROR', 'email'])
    },
  )

  test('the sixth request of one address within a minute is refused, whatever the emails are', async () => {
    const address = freshAddress()
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1)
      statuses.push((await ask(`limit-${n}@tests.example`, address)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('the sixth mail to one mailbox within an hour is not sent, and the answer does not show it', async () => {
    const spellings = ['often@tests.example', 'OFTEN@tests.example', 'often@TESTS.example']
    for (let n = 0; n < 7; n += 1)
      expect((await ask(spellings[n % 3])).body.data).toEqual({ sent: true })
    const all = [...new Set(spellings)].flatMap((email) => mailsTo(email))
    expect(new Set(all.map(({ text }) => text)).size).toBe(5)
  })

  test('an unreachable identity provider is 503, and nothing was sent', async () => {
    await service.platform.breakPart({ target: IDENTITY_HOST, mode: 'down', rate: 1 })
    expect([(await ask('down@tests.example')).status, mailsTo('down@tests.example')]).toEqual([
      503,
      [],
    ])
  })
})

describe('a session', () => {
  test('a link opens a session with an account, and its cookie is bound to this host, https and this site', async () => {
    const visitor = createVisitor(service)
    const token = service.platform.identity.magicLink('first@tests.example')
    const answer = await visitor.call('POST', '/session', { token, type: 'email' })
    expect(sessionOf(answer).user).toEqual({
      id: expect.stringMatching(/^usr_/),
      email: 'first@tests.example',
    })
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie.split('; ').slice(1).sort()).toEqual([
      'HttpOnly',
      'Max-Age=2592000',
      'Path=/',
      'SameSite=Strict',
      'Secure',
    ])
    expect(cookie).toMatch(new RegExp(`^${COOKIE}=`))
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const me = await visitor.call('GET', '/app/api/auth/me')
    expect(me.body.data).toMatchObject({ email: 'first@tests.example', tier: 'free' })
    expect(sessionOf(await visitor.call('GET', '/session'))).toEqual(sessionOf(answer))
  })

  test('a link works once', async () => {
    const token = service.platform.identity.magicLink('once@tests.example')
    const statuses = [1, 2].map(() =>
      createVisitor(service).call('POST', '/session', { token, type: 'email' }),
    )
    expect((await Promise.all(statuses)).map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('no answer of the session contains a token of the identity provider', async () => {
    const visitor = createVisitor(service)
    const token = service.platform.identity.magicLink('quiet@tests.example')
    const answers = [
      await visitor.call('POST', '/session', { token, type: 'email' }),
      await visitor.call('GET', '/session'),
      await visitor.call('GET', '/app/api/auth/me'),
    ]
    for (const { text } of answers) {
      expect(text).not.toMatch(/eyJ|refresh_token|access_token/)
      expect(text).not.toContain(token)
    }
    expect(decodeURIComponent(visitor.cookie ?? '')).toMatch(/^s1:/)
  })

  test('signing out ends this session at once, also for a copied cookie, and no other session', async () => {
    const here = await signedIn(service, 'two-devices@tests.example')
    const there = await signedIn(service, 'two-devices@tests.example')
    const copy = createVisitor(service, here.cookie)
    const answer = await here.call('DELETE', '/session')
    expect([answer.status, answer.headers.get('clear-site-data'), here.cookie]).toEqual([
      200,
      '"cache", "storage"',
      null,
    ])
    expect((await copy.call('GET', '/session')).status).toBe(401)
    expect((await createVisitor(service, copy.cookie).call('GET', '/app/api/jobs')).status).toBe(
      401,
    )
    expect((await there.call('GET', '/app/api/jobs')).status).toBe(200)
    expect((await here.call('DELETE', '/session')).status).toBe(200)
    expect((await createVisitor(service, copy.cookie).call('DELETE', '/session')).status).toBe(200)
  })

  test('a sign-in over an existing session ends the session of the replaced cookie', async () => {
    const visitor = await signedIn(service, 'again@tests.example')
    const replaced = createVisitor(service, visitor.cookie)
    const failed = await visitor.call('POST', '/session', { token: 'invented', type: 'email' })
    expect([failed.status, (await visitor.call('GET', '/session')).status]).toEqual([401, 200])
    const token = service.platform.identity.magicLink('again@tests.example')
    expect((await visitor.call('POST', '/session', { token, type: 'email' })).status).toBe(200)
    expect((await visitor.call('GET', '/session')).status).toBe(200)
    expect((await replaced.call('GET', '/session')).status).toBe(401)
  })

  test('closing the account ends all its sessions', async () => {
    const here = await signedIn(service, 'leaving@tests.example')
    const there = await signedIn(service, 'leaving@tests.example')
    expect((await here.call('DELETE', '/app/api/auth/me')).body.data).toMatchObject({
      status: 'closed',
    })
    expect((await here.call('GET', '/session')).status).toBe(401)
    expect((await there.call('GET', '/app/api/jobs')).status).toBe(401)
    expect((await there.call('DELETE', '/app/api/auth/me')).status).toBe(401)
  })

  test('a session that nobody used for 30 days has ended', async () => {
    const visitor = await signedIn(service, 'away@tests.example')
    const { user } = sessionOf(await visitor.call('GET', '/session'))
    await service.platform.pool.query(
      `update sessions set expires_at = clock_timestamp() - interval '1 second' where account_id = $1`,
      [user.id],
    )
    expect((await visitor.call('GET', '/session')).status).toBe(401)
    const before = (await sessions()).length
    await service.platform.runtime().runSchedule('17 3 * * *')
    expect((await sessions()).length).toBeLessThan(before)
  })
})

describe('renewal', () => {
  test('a session with more than a minute left asks the identity provider nothing', async () => {
    const visitor = await signedIn(service, 'calm@tests.example', 90)
    const before = refreshes()
    expect((await visitor.call('GET', '/app/api/jobs')).status).toBe(200)
    expect(refreshes()).toBe(before)
  })

  test('a link of the control address gives access tokens of the wanted lifetime', async () => {
    const made = await fetch(`${service.platform.controlUrl}/magic-links`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'control@tests.example', expires_in: 300 }),
    })
    const { token } = z.object({ token: z.string() }).parse(await made.json())
    const opened = await createVisitor(service).call('POST', '/session', { token, type: 'email' })
    const left = Date.parse(sessionOf(opened).expires_at) - Date.now()
    expect([left > 240_000, left <= 300_000]).toEqual([true, true])
  })

  test('20 parallel requests of an expired session cause one renewal and all succeed', async () => {
    const visitor = await signedIn(service, 'parallel@tests.example', 0)
    const before = refreshes()
    const copies = Array.from({ length: 20 }, () => createVisitor(service, visitor.cookie))
    const answers = await Promise.all(copies.map((copy) => copy.call('GET', '/app/api/jobs')))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    // The simulated identity provider gives the renewed token a lifetime of 0 s too. So a late
    // request may cause another renewal, and more than one is allowed.
    expect(refreshes() - before).toBeGreaterThanOrEqual(1)
    expect(refreshes() - before).toBeLessThan(20)
  })

  test('20 parallel requests with less than a minute left cause exactly one renewal', async () => {
    const visitor = await signedIn(service, 'near@tests.example', 90)
    const { user } = sessionOf(await visitor.call('GET', '/session'))
    await service.platform.pool.query(
      `update sessions set access_expires_at = clock_timestamp() + interval '20 seconds' where account_id = $1`,
      [user.id],
    )
    const before = refreshes()
    const copies = Array.from({ length: 20 }, () => createVisitor(service, visitor.cookie))
    const answers = await Promise.all(copies.map((copy) => copy.call('GET', '/app/api/jobs')))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(refreshes() - before).toBe(1)
    const renewed = copies.filter(({ cookie }) => cookie !== visitor.cookie)
    expect(renewed).toHaveLength(1)
    const { expires_at: expiresAt } = sessionOf(await visitor.call('GET', '/session'))
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + 60_000)
  })

  test('without the identity provider, a valid session goes on and an expired one is 503, never 401', async () => {
    const valid = await signedIn(service, 'valid@tests.example', 55)
    const expired = await signedIn(service, 'expired@tests.example', 0)
    await service.platform.breakPart({ target: IDENTITY_HOST, mode: 'down', rate: 1 })
    expect((await valid.call('GET', '/app/api/jobs')).status).toBe(200)
    const refused = await expired.call('GET', '/app/api/jobs')
    expect([refused.status, refused.body.error?.code]).toEqual([503, 'UNAVAILABLE'])
    await service.platform.mendAll()
    expect((await expired.call('GET', '/app/api/jobs')).status).toBe(200)
  })

  test('parallel requests of an expired session learn soon that the renewal failed', async () => {
    const visitor = await signedIn(service, 'waiting@tests.example', 0)
    await service.platform.breakPart({ target: IDENTITY_HOST, mode: 'down', rate: 1 })
    const started = performance.now()
    const copies = Array.from({ length: 20 }, () => createVisitor(service, visitor.cookie))
    const answers = await Promise.all(copies.map((copy) => copy.call('GET', '/app/api/jobs')))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(503))
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  test('a renewal whose answer was lost is repeated, and the session lives on', async () => {
    const visitor = await signedIn(service, 'lost@tests.example', 0)
    await service.platform.breakPart({ target: IDENTITY_HOST, mode: 'lost_reply', rate: 1 })
    expect((await visitor.call('GET', '/app/api/jobs')).status).toBe(503)
    await service.platform.mendAll()
    expect((await visitor.call('GET', '/app/api/jobs')).status).toBe(200)
    expect((await visitor.call('GET', '/app/api/jobs')).status).toBe(200)
  })

  test('a user whom the identity provider refuses is signed out', async () => {
    const visitor = await signedIn(service, 'banned@tests.example', 0)
    service.platform.identity.user('banned@tests.example').bannedUntil = '2100-01-01T00:00:00Z'
    expect((await visitor.call('GET', '/app/api/jobs')).status).toBe(401)
    expect((await visitor.call('GET', '/session')).status).toBe(401)
  })
})

describe('the API below /app/api', () => {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await signedIn(service, 'worker@tests.example')
  })

  test('an analysis is charged to the account of the cookie, and a repeated request with the same key once', async () => {
    const body = { domain: 'thorncastle-group.com', depth: 'quick' }
    const headers = { 'idempotency-key': 'one-action' }
    const first = await visitor.call('POST', '/app/api/analyze', body, headers)
    const second = await visitor.call('POST', '/app/api/analyze', body, headers)
    expect([first.status, second.status, second.headers.get('idempotency-replayed')]).toEqual([
      200,
      200,
      'true',
    ])
    expect((await visitor.call('GET', '/app/api/billing/usage')).body.data).toMatchObject({
      used: 1,
    })
    expect(first.headers.get('ratelimit-policy')).toMatch(/^"default"/)
  })

  test('events are streamed while a job runs', async () => {
    const { body } = await visitor.call('POST', '/app/api/analyze', {
      domain: 'atelier-courvielle.fr',
      depth: 'deep',
    })
    const events = await fetch(`${service.baseUrl}/app/api/jobs/${body.data?.job_id}/events`, {
      headers: { cookie: `${COOKIE}=${visitor.cookie}`, accept: 'text/event-stream' },
    })
    expect(events.headers.get('content-type')).toMatch(/^text\/event-stream/)
    const reader = events.body?.getReader()
    const first = await reader?.read()
    expect(new TextDecoder().decode(first?.value)).toMatch(/^event: |^id: /)
    await reader?.cancel()
  })

  test('the request id of the page is the request id of the API route', async () => {
    const answer = await visitor.call('GET', '/app/api/jobs', undefined, {
      'x-request-id': 'page-request-1',
    })
    expect(answer.headers.get('x-request-id')).toBe('page-request-1')
  })

  test('TOON, downloads and errors are those of the API', async () => {
    const toon = await visitor.call('GET', '/app/api/jobs', undefined, {
      accept: 'application/toon',
    })
    expect([toon.headers.get('content-type'), toon.headers.get('vary')]).toEqual([
      'application/toon',
      'Accept',
    ])
    const missing = await visitor.call('GET', '/app/api/jobs/job_01jz3c9m4wf5h8x2q6t7v0n1ke')
    expect([missing.status, missing.body.error?.code]).toEqual([404, 'NOT_FOUND'])
    const wrong = await visitor.call('PATCH', '/app/api/jobs')
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    const file = await visitor.call('GET', '/app/api/auth/me/export')
    expect(file.headers.get('content-disposition')).toMatch(
      /filename="account_\d{4}-\d\d-\d\d_export\.json"$/,
    )
  })

  test.each([
    ['POST', '/auth/verify-token'],
    ['GET', '/auth/verify-token'],
    ['GET', '/session'],
    ['POST', '/session'],
    ['DELETE', '/session'],
    ['POST', '/mcp'],
    ['GET', '/app/'],
    ['GET', '/app/api/jobs'],
    ['GET', '/feeds/x.atom'],
    ['POST', '/billing/stripe/webhook'],
    ['GET', '/health'],
    ['GET', '/docs'],
    ['GET', '/how-it-is-scored'],
    ['GET', '/bot'],
    ['GET', '/.well-known/http-message-signatures-directory'],
    ['GET', '/openapi.json'],
    ['GET', '/exports/x.csv'],
    ['POST', '/certificates/verify'],
    ['GET', ''],
    ['GET', '/'],
    ['GET', '/unknown'],
    ['OPTIONS', '/unknown'],
    ['OPTIONS', '/session'],
    ['OPTIONS', '/auth/verify-token'],
    ['DELETE', '/health'],
    ['PUT', '/certificates/verify'],
    ['GET', '/jobs/'],
    ['GET', '//jobs'],
    ['GET', '/jobs%2f..%2f..%2fhealth'],
  ])('%s /app/api%s is not served', async (method, path) => {
    const answer = await visitor.call(method, `/app/api${path}`, method === 'POST' ? {} : undefined)
    expect([answer.status, answer.body.error?.code]).toEqual([404, 'NOT_FOUND'])
  })

  test('OPTIONS answers the methods of the API route, and needs the session', async () => {
    const answer = await visitor.call('OPTIONS', '/app/api/auth/keys')
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS'])
    expect((await createVisitor(service).call('OPTIONS', '/app/api/auth/keys')).status).toBe(401)
  })

  test('no answer to the page allows another origin, also with configured dashboards elsewhere', async () => {
    const headers = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    }
    const answers = [
      await visitor.call('GET', '/app/api/jobs'),
      await visitor.call('GET', '/session'),
      await visitor.call('GET', '/app/'),
      await visitor.call('OPTIONS', '/app/api/jobs', undefined, headers),
      await createVisitor(service, visitor.cookie).call('OPTIONS', '/session', undefined, {
        ...headers,
        origin: 'https://other-dashboard.example',
      }),
    ]
    for (const answer of answers) {
      expect(
        [...answer.headers.keys()].filter((name) => name.startsWith('access-control-')),
      ).toEqual([])
    }
  })
})

describe('the pages', () => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${service.baseUrl}${path}`, { headers, redirect: 'manual' })
  const SAFE = {
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  }
  const headersOf = (response: Response) =>
    Object.fromEntries(Object.keys(SAFE).map((name) => [name, response.headers.get(name)]))

  test('every page path answers the same shell, with the headers of the contract', async () => {
    const shells = await Promise.all(
      ['/app/', '/app/jobs', '/app/confirm?token_hash=x', '/app/any/where'].map((path) =>
        get(path),
      ),
    )
    const texts = await Promise.all(shells.map((shell) => shell.text()))
    expect(new Set(texts).size).toBe(1)
    for (const shell of shells) {
      expect([shell.status, shell.headers.get('content-type'), headersOf(shell)]).toEqual([
        200,
        'text/html; charset=utf-8',
        SAFE,
      ])
    }
    const head = await fetch(`${service.baseUrl}/app/jobs`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('the files of the shell are immutable, have the same headers, and a missing file is a plain 404', async () => {
    const shell = await (await get('/app/')).text()
    const files = [...shell.matchAll(/(?:src|href)="(\/app\/assets\/[^"]+)"/g)].map(
      ([, path = '']) => path,
    )
    expect(files.length).toBeGreaterThanOrEqual(3)
    for (const file of files) {
      const answer = await get(file)
      expect([file, answer.status, answer.headers.get('cache-control'), headersOf(answer)]).toEqual(
        [file, 200, 'public, max-age=31536000, immutable', SAFE],
      )
    }
    for (const path of [
      'missing.js',
      '',
      'deep/er.js',
      '..%2findex.html',
      '%2e%2e/index.html',
      '../../fonts/',
    ]) {
      const answer = await fetch(`${service.baseUrl}/app/assets/${path}`)
      const isShell = (await answer.text()) === shell
      expect([path, answer.headers.get('cache-control')?.includes('immutable') ?? false]).toEqual([
        path,
        false,
      ])
      if (!isShell) expect([path, answer.status]).toEqual([path, 404])
    }
    const missing = await get('/app/assets/missing.js')
    expect([
      missing.status,
      missing.headers.get('content-type'),
      missing.headers.get('cache-control'),
    ]).toEqual([404, 'text/plain; charset=utf-8', 'no-store'])
  })

  test('only a browser gets the start page', async () => {
    const page = await get('/', { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' })
    expect([page.status, page.headers.get('content-type'), headersOf(page)]).toEqual([
      200,
      'text/html; charset=utf-8',
      SAFE,
    ])
    expect(page.headers.get('vary')).toContain('Accept')
    const short = await get('/app')
    expect([short.status, short.headers.get('location')]).toEqual([302, '/app/'])
    for (const accept of [
      '*/*',
      'application/json',
      'text/*',
      'text/html;q=0',
      'text/html;q=0, */*',
      'application/json, text/html;q=0.9',
    ]) {
      const program = await get('/', { accept })
      expect([accept, program.status, (await program.json()).error.code]).toEqual([
        accept,
        404,
        'NOT_FOUND',
      ])
      expect(program.headers.get('vary')).toContain('Accept')
    }
  })
})
