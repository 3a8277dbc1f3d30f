import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type Service,
  type ServiceAccount,
  type ServiceAnswer,
  startService,
} from '../platform/service.ts'

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

describe('closing an account', () => {
  const close = (token: string) =>
    call(token, 'DELETE', '/auth/me', undefined, { 'cf-connecting-ip': '198.51.100.9' })
  const outboxOf = (userId: string) =>
    query(
      'select topic, sent_at is not null as sent, payload from outbox where account_id = $1 order by topic',
      [userId],
    )
  const sweep = () => service.platform.runtime().runSchedule('* * * * *')

  test('closing ends every credential at once, a second call answers 410, and the address can register again', async () => {
    const { email, token, userId } = await signedIn()
    const key = String((await call(token, 'POST', '/auth/keys', { name: 'k' })).body.data?.key)
    const playground = String((await call(token, 'POST', '/auth/session-key')).body.data?.key)
    const closed = await close(token)
    expect([closed.status, closed.body.data]).toEqual([
      200,
      { user_id: userId, status: 'closed', closed_at: expect.any(String) },
    ])
    expect(refusal(await close(token))).toEqual([410, 'ACCOUNT_CLOSED'])
    for (const [method, path] of [
      ['GET', '/auth/me'],
      ['GET', '/auth/keys'],
      ['POST', '/auth/session-key'],
      ['GET', '/auth/me/export'],
      ['GET', '/jobs'],
    ] as const) {
      expect(refusal(await call(token, method, path))).toEqual([401, 'UNAUTHORIZED'])
    }
    expect([(await withKey(key)).status, (await withKey(playground)).status]).toEqual([401, 401])
    expect((await outboxOf(userId)).filter(({ topic }) => topic !== 'email')).toEqual([
      { topic: 'identity_delete', sent: true, payload: {} },
    ])
    expect((await acts(userId)).at(-1)).toMatchObject({
      action: 'account.closed',
      address_prefix: '198.51.100.0/24',
    })
    const link = { token: service.platform.identity.magicLink(email) }
    const again = await service.request('POST', '/auth/verify-token', link, {
      'cf-connecting-ip': '198.51.100.10',
    })
    const anew = await call(String(again.body.data?.access_token), 'GET', '/auth/me')
    expect([anew.status, anew.body.data?.email, anew.body.data?.user_id === userId]).toEqual([
      200,
      email,
      false,
    ])
  })

  test('history and ledger are kept without personal data, and the ledger stays correct', async () => {
    const account = await service.account({ credits: 7, quota_used: 50 })
    await account.analyze('fennandoakbakery.com').untilTerminal()
    expect((await close(account.bearerToken)).status).toBe(200)
    const kept = await query(
      `select a.email, a.name, a.subject, a.status, a.balance::integer as balance,
         (select count(*)::integer from jobs where account_id = a.id) as jobs,
         (select count(*)::integer from ledger_entries where account_id = a.id) as entries
       from accounts a where id = $1`,
      [account.userId],
    )
    expect(kept).toEqual([
      { email: null, name: null, subject: null, status: 'closed', balance: 6, jobs: 1, entries: 2 },
    ])
  })

  test('a provider that is down is notified later by the sweep', async () => {
    const { email, token, userId } = await signedIn()
    const before = service.platform.identity.user(email).id
    await service.platform.breakPart({ target: IDENTITY_HOST, mode: '500', rate: 1 })
    expect((await close(token)).status).toBe(200)
    expect(await outboxOf(userId)).toContainEqual({
      topic: 'identity_delete',
      sent: false,
      payload: { subject: before },
    })
    await query(`update outbox set not_before = clock_timestamp() where account_id = $1`, [userId])
    await sweep()
    expect(await outboxOf(userId)).toContainEqual({
      topic: 'identity_delete',
      sent: false,
      payload: { subject: before },
    })
    await service.platform.mendAll()
    await query(`update outbox set not_before = clock_timestamp() where account_id = $1`, [userId])
    await Promise.all([sweep(), sweep()])
    expect(await outboxOf(userId)).toContainEqual({
      topic: 'identity_delete',
      sent: true,
      payload: {},
    })
    expect(service.platform.identity.user(email).id).not.toBe(before)
  })

  test('closing an account enqueues the end of its subscription', async () => {
    const account = await service.account({ subscription: 'metered' })
    await service.platform.breakPart({ target: 'api.stripe.com', mode: 'down', rate: 1 })
    await close(account.bearerToken)
    expect((await outboxOf(account.userId)).map(({ topic }) => topic)).toContain('stripe_cancel')
    expect(
      (await query('select subscription_status from accounts where id = $1', [account.userId]))[0],
    ).toEqual({
      subscription_status: 'canceled',
    })
  })

  test('of twenty simultaneous calls one closes the account, the others answer 410', async () => {
    const { token } = await signedIn()
    const answers = await Promise.all(Array.from({ length: 20 }, () => close(token)))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array(19).fill(410)])
  })

  test('a closing with a lost reply still answers the caller', async () => {
    for (let n = 0; n < 4; n++) {
      const { token } = await signedIn()
      await service.platform.breakPart({ target: 'postgres', mode: 'lost_reply', rate: 0.4 })
      const { status } = await close(token)
      await service.platform.mendAll()
      if (status === 503) expect((await close(token)).status).toBeOneOf([200, 410])
      else expect(status).toBe(200)
    }
  })

  test('every request that starts after the answer to a closing is refused', async () => {
    const { token } = await signedIn()
    const key = String((await call(token, 'POST', '/auth/keys', { name: 'k' })).body.data?.key)
    let closedAt = Number.POSITIVE_INFINITY
    let running = true
    const late: number[] = []
    const hammer = async (ask: () => Promise<ServiceAnswer>) => {
      while (running) {
        const begunAt = performance.now()
        const { status } = await ask()
        if (begunAt > closedAt) late.push(status)
      }
    }
    const hammers = Array.from({ length: 6 }, () => [
      hammer(() => withKey(key)),
      hammer(() => call(token, 'GET', '/auth/email-preferences')),
    ]).flat()
    await close(token)
    closedAt = performance.now()
    await expect.poll(() => late.length, { timeout: 10_000 }).toBeGreaterThan(60)
    running = false
    await Promise.all(hammers)
    expect(new Set(late)).toEqual(new Set([401]))
  })

  test('closing and registering again gives no second quota in the same month', async () => {
    const account = await service.account({ quota_used: 41 })
    await close(account.bearerToken)
    const { body } = await call(tokenOf(account.email), 'GET', '/auth/me')
    expect(body.data?.usage).toMatchObject({ used: 41, quota: 50 })
    expect(await service.audit()).toEqual([])
  })

  test('closing with a token of another address gives no second quota either', async () => {
    const account = await service.account({ quota_used: 41 })
    const [{ subject }] = await query('select subject from accounts where id = $1', [
      account.userId,
    ])
    const moved = tokenOf(someone(), { sub: subject, iat: Math.floor(Date.now() / 1_000) + 5 })
    expect((await call(moved, 'GET', '/auth/me')).body.data?.usage).toMatchObject({ used: 41 })
    await close(moved)
    expect((await call(tokenOf(account.email), 'GET', '/auth/me')).body.data?.usage).toMatchObject({
      used: 41,
    })
    expect(await service.audit()).toEqual([])
  })

  test('an outbox row with an unknown topic is kept and logged once', async () => {
    await query(
      `insert into outbox (topic, dedupe, payload) values ('unheard_of', 'unheard_of:1', '{}')`,
    )
    await sweep()
    await sweep()
    await service.platform.logs.quiet()
    const named = service.platform.logs.lines.filter(
      ({ text }) => text.includes('outbox.no_handler') && text.includes('unheard_of'),
    )
    expect(named).toHaveLength(1)
    expect(await query(`select sent_at, attempts from outbox where topic = 'unheard_of'`)).toEqual([
      { sent_at: null, attempts: 0 },
    ])
  })
})

describe('accounts of one mailbox', () => {
  const analyze = (who: ServiceAccount, domain: string) =>
    who.request('POST', '/analyze', { domain, depth: 'quick' })

  test('share one free quota, also when their analyses run at the same time', async () => {
    const first = await service.account({ email: 'shared.box@gmail.com', quota_used: 46 })
    const second = await service.account({ email: 'SharedBox+two@googlemail.com' })
    const stranger = await service.account({ email: 'shared.box@tests.example' })
    const answers = await Promise.all(
      [first, second].flatMap((who) =>
        Array.from({ length: 5 }, () =>
          who.request('POST', '/analyze', { domain: 'fennandoakbakery.com', force_refresh: true }),
        ),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(4).fill(202),
      ...Array(6).fill(402),
    ])
    for (const who of [first, second])
      expect((await who.request('GET', '/billing/usage')).body.data).toMatchObject({
        used: 50,
        remaining: 0,
      })
    expect((await analyze(stranger, 'fennandoakbakery.com')).status).toBe(200)
    expect(await service.audit()).toEqual([])
  })

  test('share what a failed analysis gives back, but a new mailbox gets nothing back for an earlier charge', async () => {
    const first = await service.account({ email: 'refund-box@tests.example' })
    const second = await service.account({ email: 'refund-box+2@tests.example', quota_used: 5 })
    const used = async (who: ServiceAccount) =>
      (await call(who.bearerToken, 'GET', '/auth/me')).body.data?.usage
    await query(`select cover_subject('job:mailbox-test', $1, 1, 'analysis', 50)`, [first.userId])
    expect([await used(first), await used(second)]).toMatchObject([{ used: 6 }, { used: 6 }])
    await query(`insert into account_mailboxes (account_id, mailbox_digest) values ($1, 'later')`, [
      first.userId,
    ])
    await query(`insert into mailbox_usage values ('later', current_month(), 3)`)
    await query(`select refund_subject('job:mailbox-test', $1)`, [first.userId])
    expect([await used(first), await used(second)]).toMatchObject([{ used: 5 }, { used: 5 }])
    expect(
      await query(`select quota_used from mailbox_usage where mailbox_digest = 'later'`),
    ).toEqual([{ quota_used: 3 }])
  })

  test('a paid account does not use up the free quota of its mailbox', async () => {
    const paid = await service.account({
      email: 'paid-box@tests.example',
      tier: 'pro',
      subscription: 'plain',
    })
    await query(`select cover_subject('job:paid-test', $1, 1, 'analysis', 1000)`, [paid.userId])
    const free = await service.account({ email: 'paid-box+free@tests.example' })
    expect((await call(free.bearerToken, 'GET', '/auth/me')).body.data?.usage).toMatchObject({
      used: 0,
    })
    await query(`select refund_subject('job:paid-test', $1)`, [paid.userId])
  })
})

describe('an address that is not verified', () => {
  test.each([
    ['at the top level', { email_verified: false }],
    ['in the user metadata', { user_metadata: { email_verified: false } }],
  ])('stated %s is not taken from the account that has it', async (_, claims) => {
    const { email, token } = await signedIn()
    const thief = tokenOf(email, {
      sub: crypto.randomUUID(),
      iat: Math.floor(Date.now() / 1_000) + 5,
      ...claims,
    })
    expect((await call(thief, 'GET', '/auth/me')).body.data).toMatchObject({ email: null })
    expect((await call(token, 'GET', '/auth/me')).body.data).toMatchObject({ email })
  })
})

describe('the account export', () => {
  const exported = async (account: ServiceAccount, headers: Record<string, string> = {}) =>
    service.request('GET', '/auth/me/export', undefined, {
      'x-api-key': account.apiKey,
      ...headers,
    })
  const parsed = (answer: ServiceAnswer) =>
    JSON.parse(answer.text) as Record<string, Record<string, unknown>[]>

  test('the export contains all data of the account, filtered by its tier, and no secret', async () => {
    const account = await service.account({ credits: 5, quota_used: 50 })
    await account.request('POST', '/webhooks/secret')
    await account
      .analyze('fennandoakbakery.com', { callback_url: 'https://receiver.example.com/hook' })
      .untilTerminal()
    await account.request('POST', '/analyze', { domain: 'test-corp.sandbox.example' })
    await query(
      `insert into llm_keys (id, account_id, provider, key_hint, sealed) values ('llm_export', $1, 'openai', 'wxyz', 'k1:sealed-and-never-shown')`,
      [account.userId],
    )
    const answer = await exported(account, { accept: 'application/toon' })
    expect([
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('content-disposition'),
    ]).toEqual([
      200,
      'application/json; charset=utf-8',
      `attachment; filename="account_${new Date().toISOString().slice(0, 10)}_export.json"`,
    ])
    const bundle = parsed(answer)
    expect(Object.keys(bundle)).toEqual([
      'exported_at',
      'profile',
      'api_keys',
      'byok_keys',
      'jobs',
      'credit_ledger',
      'webhook_deliveries',
      'email_preferences',
      'monitors',
      'changes',
      'feedback',
      'shares',
    ])
    expect(bundle.profile).toMatchObject({
      user_id: account.userId,
      email: account.email,
      credits: 4,
    })
    expect(bundle.byok_keys).toEqual([
      expect.objectContaining({ provider: 'openai', key_hint: 'wxyz', is_active: true }),
    ])
    expect(bundle.jobs?.map(({ domain }) => domain)).toEqual([
      'test-corp.sandbox.example',
      'fennandoakbakery.com',
    ])
    for (const job of bundle.jobs ?? []) {
      expect(
        (job.scoring_result as { candidates: unknown[] }).candidates.length,
      ).toBeLessThanOrEqual(3)
    }
    expect(bundle.credit_ledger?.map(({ delta, reason }) => [delta, reason])).toEqual([
      [-1, 'analysis'],
      [5, 'adjustment'],
    ])
    expect(bundle.webhook_deliveries).toEqual([
      expect.objectContaining({
        job_id: bundle.jobs?.[1]?.job_id,
        url: 'https://receiver.example.com/hook',
      }),
    ])
    const [secrets] = await query(
      'select digest, webhook_secret_sealed from api_keys k join accounts a on a.id = k.account_id where a.id = $1',
      [account.userId],
    )
    for (const secret of [
      account.apiKey,
      secrets.digest,
      secrets.webhook_secret_sealed,
      'sealed-and-never-shown',
    ]) {
      expect(String(secret).length).toBeGreaterThan(20)
      expect(answer.text).not.toContain(secret)
    }
    expect((await acts(account.userId)).at(-1)).toMatchObject({
      action: 'account.exported',
      key_id: expect.any(String),
    })
  })

  test('the export accepts a token or a key and shows no data of another account', async () => {
    const [account, other] = [await service.account(), await service.account()]
    await other.request('POST', '/analyze', { domain: 'test-corp.sandbox.example' })
    const answer = await call(account.bearerToken, 'GET', '/auth/me/export')
    expect(answer.status).toBe(200)
    for (const foreign of [other.userId, other.email]) expect(answer.text).not.toContain(foreign)
    expect(parsed(answer).jobs).toEqual([])
  })

  test('an account can export five times an hour, even with simultaneous calls', async () => {
    const account = await service.account()
    const answers = await Promise.all(Array.from({ length: 9 }, () => exported(account)))
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200, 200, 200, 200, 200, 429, 429, 429, 429,
    ])
    expect(
      Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after')),
    ).toBeGreaterThan(3_500)
    expect((await exported(await service.account())).status).toBe(200)
  })

  test('the export shows a consistent snapshot of a long history while new rows are written', async () => {
    const account = await service.account({ credits: 10_000, quota_used: 50 })
    await query(
      `insert into jobs (id, account_id, domain, registrable_domain, depth, sandbox, status, completed_at)
         select 'job_' || lpad(n::text, 26, '0'), $1, 'domain-' || n || '.example', 'example', 'deep', true, 'failed', clock_timestamp()
         from generate_series(1, 1234) n`,
      [account.userId],
    )
    let running = true
    const busy = (async () => {
      for (let n = 0; running && n < 500; n++)
        await account.request('POST', '/analyze', { domain: `listed-${n}.com` })
    })()
    for (let turn = 0; turn < 3; turn++) {
      const {
        profile,
        credit_ledger: ledger = [],
        jobs = [],
      } = parsed(await exported(account)) as Record<string, never[]>
      const { credits } = profile as unknown as { credits: number }
      expect((ledger as { delta: number }[]).reduce((sum, { delta }) => sum + delta, 0)).toBe(
        credits,
      )
      const ids = (jobs as { job_id: string }[]).map(({ job_id }) => job_id)
      expect(new Set(ids).size).toBe(ids.length)
      const booked = (ledger as { job_id: string | null; delta: number }[]).filter(
        ({ delta }) => delta < 0,
      )
      expect(booked.filter(({ job_id }) => !ids.includes(String(job_id)))).toEqual([])
      expect(ids.length - 1_234).toBe(booked.length)
    }
    running = false
    await busy
  })

  test('the export breaks off when the database goes down, and is then not valid JSON', async () => {
    const account = await service.account()
    await query(
      `insert into jobs (id, account_id, domain, registrable_domain, depth, sandbox, status, completed_at)
         select 'job_' || lpad((n + 5000)::text, 26, '0'), $1, repeat('d', 200), 'example', 'deep', true, 'failed', clock_timestamp()
         from generate_series(1, 4000) n`,
      [account.userId],
    )
    await service.platform.breakPart({ target: 'postgres', mode: 'slow', rate: 1, ms: 60 })
    // Asks for no compression, because it would hold back the first bytes until the export is
    // complete.
    const headers = { 'x-api-key': account.apiKey, 'accept-encoding': 'identity' }
    const response = await fetch(`${service.baseUrl}/auth/me/export`, { headers })
    const reader = response.body?.getReader()
    let text = new TextDecoder().decode((await reader?.read())?.value)
    await service.platform.breakPart({ target: 'postgres', mode: 'down', rate: 1 })
    for (let isOpen = true; isOpen; ) {
      const piece = await reader?.read().catch(() => undefined)
      isOpen = piece !== undefined && !piece.done
      text += new TextDecoder().decode(piece?.value)
    }
    expect(text.startsWith('{"exported_at":')).toBe(true)
    expect(() => JSON.parse(text)).toThrow()
  })
})
