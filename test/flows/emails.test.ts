import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Shown, storeChange, watchOne } from '../http/monitor-caller.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'

let service: Service

beforeAll(async () => {
  service = await startService()
})
afterAll(async () => {
  await service.stop()
})

const WAIT_MS = 20_000
const sweep = () => service.platform.runtime().runSchedule('* * * * *')
const query = async (text: string, values: unknown[] = []) =>
  (await service.platform.pool.query(text, values)).rows

async function sweepAll() {
  await query(
    `update outbox set not_before = clock_timestamp() - interval '1 second' where sent_at is null`,
  )
  await sweep()
}

/**
 * Runs the sending of emails until `wanted` emails have arrived, and then once more, so that a
 * duplicate would arrive too.
 */
async function emailsOf(address: string, wanted = 1) {
  const mails = () => service.platform.outbox.list(address)
  const deadline = Date.now() + WAIT_MS
  do {
    await sweepAll()
    await delay(150)
  } while (mails().length < wanted && Date.now() < deadline)
  await sweepAll()
  await delay(150)
  return mails()
}

const enqueueEmail = (account: ServiceAccount, template: string, key: string, payload: object) =>
  query(`select create_email($1, $2, $3, $4)`, [
    account.userId,
    template,
    key,
    JSON.stringify(payload),
  ])

const QUOTA = { used: 40, quota: 50, period_start: '2026-11-01' }

describe('queued emails', () => {
  test('one key sends one email, however often it is queued and swept', async () => {
    const account = await service.account({ email: 'once@tests.example' })
    await enqueueEmail(account, 'quota_80', 'k', QUOTA)
    await enqueueEmail(account, 'quota_80', 'k', QUOTA)
    const [mail, ...more] = await emailsOf(account.email)
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      to: account.email,
      subject: 'You have used 80% of your monthly quota',
    })
    expect(mail?.headers).toMatchObject({ from: expect.stringContaining('@') })
    const [row] = await query(`select sent_at, payload from outbox where account_id = $1`, [
      account.userId,
    ])
    expect(row).toMatchObject({ sent_at: expect.any(Date), payload: {} })
  })

  test('an email that the account does not want is dropped', async () => {
    const account = await service.account({ email: 'quiet@tests.example' })
    await query(`update accounts set lifecycle_enabled = false where id = $1`, [account.userId])
    await enqueueEmail(account, 'welcome', account.userId, {})
    await enqueueEmail(account, 'bulk_failed', 'b', {
      bulk_job_id: 'blk_1',
      total: 1,
      completed: 0,
      partial: 0,
      failed: 1,
      rejected: 0,
    })
    const mails = await emailsOf(account.email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'The files of your list could not be written',
    ])
    expect(
      await query(
        `select last_error from outbox where account_id = $1 and sent_at is not null order by id`,
        [account.userId],
      ),
    ).toEqual([{ last_error: 'not wanted' }, { last_error: null }])
  })

  test('a closed account gets no email, and an invalid payload is dropped', async () => {
    const account = await service.account({ email: 'gone@tests.example' })
    await enqueueEmail(account, 'no_such_template', 'x', {})
    const other = await service.account({ email: 'closed@tests.example' })
    await enqueueEmail(other, 'recharge_failed', 'r', {
      pack: 'pack_100',
      amount_cents: 1000,
      currency: 'usd',
    })
    await query(
      `update accounts set status = 'closed', closed_at = clock_timestamp() where id = $1`,
      [other.userId],
    )
    expect(await emailsOf(account.email, 0)).toEqual([])
    expect(service.platform.outbox.list(other.email)).toEqual([])
    await expect
      .poll(() =>
        query(`select 1 from outbox where account_id = any($1) and sent_at is null`, [
          [account.userId, other.userId],
        ]),
      )
      .toEqual([])
  })

  test('an email that the provider refuses is not sent again, and the refusal is logged', async () => {
    const account = await service.account({ email: 'refused@tests.example' })
    await query(`update accounts set email = 'no address' where id = $1`, [account.userId])
    await enqueueEmail(account, 'quota_80', 'r', QUOTA)
    await sweepAll()
    await expect
      .poll(() =>
        query(`select last_error, sent_at from outbox where account_id = $1`, [account.userId]),
      )
      .toEqual([
        {
          last_error: 'mail refused: Resend answered 422: validation_error',
          sent_at: expect.any(Date),
        },
      ])
    const refused = service.platform.logs.lines.filter(({ text }) => text.includes('email.refused'))
    expect(refused.map(({ text }) => JSON.parse(text))).toMatchObject([
      {
        account_id: account.userId,
        template: 'quota_80',
        because: 'Resend answered 422: validation_error',
      },
    ])
  })

  test('an email waits as long as the provider asks, and is sent then', async () => {
    const account = await service.account({ email: 'patient@tests.example' })
    await enqueueEmail(account, 'quota_80', account.userId, QUOTA)
    service.platform.outbox.useUpQuota(7_200)
    await sweepAll()
    const pending = () =>
      query(
        `select last_error, not_before > clock_timestamp() + interval '119 minutes' as waits from outbox
          where account_id = $1 and sent_at is null`,
        [account.userId],
      )
    const because = 'Resend answered 429: daily_quota_exceeded'
    await expect.poll(pending, { timeout: WAIT_MS }).toEqual([{ last_error: because, waits: true }])
    service.platform.outbox.useUpQuota(null)
    expect(await emailsOf(account.email)).toHaveLength(1)
  })

  test("many emails at once keep the provider's limit of requests per second", async () => {
    const accounts = await Promise.all(
      Array.from({ length: 12 }, (_, n) => service.account({ email: `many-${n}@tests.example` })),
    )
    const before = service.platform.outbox.limited()
    await Promise.all(
      accounts.map((account) => enqueueEmail(account, 'quota_80', account.userId, QUOTA)),
    )
    await sweepAll()
    const arrived = () =>
      accounts.filter(({ email }) => service.platform.outbox.list(email).length === 1).length
    await expect.poll(arrived, { timeout: WAIT_MS }).toBe(accounts.length)
    expect(service.platform.outbox.limited()).toBe(before)
  })

  test('using 80 % and then 100 % of the quota sends one email each', async () => {
    const account = await service.account({ email: 'crossing@tests.example', quota_used: 38 })
    const domains = Array.from({ length: 12 }, (_, n) => `listed-${11_000 + n}.com`)
    for (const some of [domains.slice(0, 1), domains.slice(1, 4), domains.slice(4)])
      await account.request('POST', '/analyze/batch', { domains: some })
    const mails = await emailsOf(account.email, 2)
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'You have used 80% of your monthly quota',
      'Your monthly quota is used up',
    ])
  })

  test('a new quota in the same month sends new emails', async () => {
    const account = await service.account({ email: 'upgraded@tests.example' })
    const use = async (used: number, quota: number) => {
      await query(
        `insert into usage_periods (account_id, period_start, used, quota_used, carried, quota)
          values ($1, date_trunc('month', clock_timestamp() at time zone 'utc')::date, $2, $2, $2, $3)
          on conflict (account_id, period_start) do update set used = $2, quota_used = $2, carried = $2, quota = $3`,
        [account.userId, used - 1, quota],
      )
      await query(`select cover_subject($1, $2, 1, 'analysis', $3)`, [
        `test:${used}`,
        account.userId,
        quota,
      ])
    }
    for (const [used, quota] of [
      [39, 50],
      [40, 50],
      [799, 1_000],
      [800, 1_000],
      [801, 1_000],
    ] as const)
      await use(used, quota)
    const mails = await emailsOf(account.email, 2)
    expect(mails.map(({ subject }) => subject)).toEqual(
      Array(2).fill('You have used 80% of your monthly quota'),
    )
  })

  test('the first sign-in sends one welcome email', async () => {
    const token = service.platform.identity.token('newcomer@tests.example')
    for (let times = 0; times < 2; times++) {
      const { status } = await service.request('GET', '/auth/me', undefined, {
        authorization: `Bearer ${token}`,
      })
      expect(status).toBe(200)
    }
    const mails = await emailsOf('newcomer@tests.example')
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Welcome to the Domain Attribution Service',
    ])
  })

  test('a queue that hangs does not delay the first sign-in', async () => {
    await service.platform.breakPart({ target: 'queue', mode: 'hang', rate: 1 })
    const token = service.platform.identity.token('hurried@tests.example')
    const started = performance.now()
    const { status } = await service.request('GET', '/auth/me', undefined, {
      authorization: `Bearer ${token}`,
    })
    await service.platform.mendAll()
    expect([status, performance.now() - started < 5_000]).toEqual([200, true])
  })
})

describe('the weekly digest', () => {
  const MONDAY = `date_trunc('week', clock_timestamp() at time zone 'utc') at time zone 'utc'`

  test('the digest names the changes that monitors found in the week, also without an analysis', async () => {
    const watcher = await service.account({ email: 'watcher@tests.example' })
    const monitor = await watchOne(watcher, 'harrowgate.com', { email: false })
    for (let n = 1; n <= 22; n += 1)
      await storeChange(service, watcher, monitor, {
        domain: 'harrowgate.com',
        severity: n === 5 ? 'high' : 'medium',
        kinds: [n === 5 ? 'registrant_changed' : 'nameservers_changed'],
      })
    await query(
      `update changes set confirmed_at = ${MONDAY} - interval '2 days' where account_id = $1`,
      [watcher.userId],
    )
    await query(
      `update jobs set completed_at = ${MONDAY} - interval '30 days' where account_id = $1`,
      [watcher.userId],
    )
    await storeChange(service, watcher, monitor, {
      domain: 'of-this-week.com',
      severity: 'medium',
      kinds: ['parked'],
    })
    await query(`select create_digest($1, 'test-week', ${MONDAY} - interval '7 days', ${MONDAY})`, [
      watcher.userId,
    ])
    const { rows } = await service.platform.pool.query<{
      payload: { watched: { total: number; changes: Shown[] } }
    }>(`select payload from outbox where account_id = $1 and dedupe like 'email:digest:%'`, [
      watcher.userId,
    ])
    const watched = rows[0]?.payload.watched
    expect([watched?.total, watched?.changes.length]).toEqual([22, 20])
    expect(watched?.changes[0]).toMatchObject({
      domain: 'harrowgate.com',
      kinds: ['registrant_changed'],
    })
    expect(JSON.stringify(watched)).not.toContain('of-this-week.com')
  })

  test('the digest lists analyses and changes of operator once a week, to accounts that want it', async () => {
    const reader = await service.account({ email: 'reader@tests.example', tier: 'team' })
    const uninterested = await service.account({
      email: 'uninterested@tests.example',
      tier: 'team',
    })
    await query(`update accounts set digest_enabled = false where id = $1`, [uninterested.userId])
    for (const account of [reader, uninterested]) {
      const body = { domain: 'fennandoakbakery.com', depth: 'quick' }
      expect((await account.request('POST', '/analyze', body)).status).toBe(200)
    }
    // The weekly email reports domains with a changed operator. So an analysis of two weeks ago
    // gets another operator, and all other analyses are moved to the end of last week.
    await query(`update jobs set completed_at = ${MONDAY} - interval '2 hours'`)
    await query(
      `update domain_runs set analyzed_at = ${MONDAY} - interval '2 hours' + random() * interval '1 second'`,
    )
    await query(
      `with earlier as (
         insert into jobs (id, account_id, domain, registrable_domain, depth, status, sandbox, completed_at)
           values (new_id('job'), $1, 'fennandoakbakery.com', 'fennandoakbakery.com', 'quick', 'completed', true, ${MONDAY} - interval '14 days') returning id)
       insert into domain_runs (domain, analyzed_at, job_id, account_id, status, entity_id, entity, confidence, name_servers)
         select 'fennandoakbakery.com', ${MONDAY} - interval '14 days', id, $1, 'completed', 'ent_before', 'Old Bakery Limited', 0.9, '{}' from earlier`,
      [reader.userId],
    )
    // Adds a second job for a domain. The weekly email counts domains, not jobs, so the count must
    // stay the same.
    await query(
      `insert into jobs (id, account_id, domain, registrable_domain, depth, status, sandbox, outcome, completed_at)
        select new_id('job'), account_id, domain, registrable_domain, depth, status, false, outcome, completed_at - interval '1 hour'
          from jobs where account_id = $1 and not sandbox`,
      [reader.userId],
    )
    await service.platform.breakPart({ target: 'postgres', mode: 'down', rate: 1 })
    await service.platform
      .runtime()
      .runSchedule('0 7 * * mon')
      .catch(() => undefined)
    await service.platform.mendAll()
    expect(await query(`select 1 from outbox where topic = 'digest_week'`)).toEqual([])
    await service.platform.runtime().runSchedule('0 7 * * mon')
    await service.platform.runtime().runSchedule('0 7 * * mon')
    await service.platform.runtime().runSchedule('17 3 * * *')
    const [mail, ...more] = await emailsOf(reader.email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Your week in domains: 1 domain analyzed, 1 change')
    expect(mail?.text).toMatch(/fennandoakbakery\.com\n {4}Old Bakery Limited → Fenn/)
    expect(service.platform.outbox.list(uninterested.email)).toEqual([])

    const address = /<(.+)>/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
    const path = address.slice(service.baseUrl.length)
    const wanted = async () =>
      (
        await query(`select digest_enabled, lifecycle_enabled from accounts where id = $1`, [
          reader.userId,
        ])
      )[0]
    const page = await service.request('GET', path)
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
    expect(await wanted()).toEqual({ digest_enabled: true, lifecycle_enabled: true })
    const clicked = await service.request('POST', path, 'List-Unsubscribe=One-Click', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(clicked.status).toBe(200)
    expect(await wanted()).toEqual({ digest_enabled: false, lifecycle_enabled: true })
  })

  test('the digest compares a passive analysis only with passive ones', async () => {
    const account = await service.account({ email: 'mixed@tests.example' })
    const analyzed = (domain: string, day: number, entity: string, passive: boolean) =>
      query(
        `with job as (
           insert into jobs (id, account_id, domain, registrable_domain, depth, status, passive,
               completed_at)
             values (new_id('job'), $1, $2, $2, 'deep', 'completed', $5, ${MONDAY} - $3::interval)
             returning id)
         insert into domain_runs (domain, analyzed_at, job_id, account_id, status, entity_id,
             entity, confidence, name_servers, passive)
           select $2, ${MONDAY} - $3::interval, id, $1, 'completed', 'ent_' || $4, $4, 0.9, '{}', $5
             from job`,
        [account.userId, domain, `${day} days`, entity, passive],
      )
    await analyzed('visited.com', 9, 'Shop Ltd', false)
    await analyzed('visited.com', 2, 'Holder AG', true)
    await analyzed('unvisited.com', 9, 'Holder AG', true)
    await analyzed('unvisited.com', 2, 'Shop Ltd', false)
    await analyzed('sold.com', 10, 'Shop Ltd', false)
    await analyzed('sold.com', 9, 'Holder AG', true)
    await analyzed('sold.com', 3, 'Buyer Ltd', false)
    await analyzed('sold.com', 2, 'Holder AG', true)
    await analyzed('sold-twice.com', 10, 'Shop Ltd', false)
    await analyzed('sold-twice.com', 9, 'Holder AG', true)
    await analyzed('sold-twice.com', 3, 'New Holder AG', true)
    await analyzed('sold-twice.com', 2, 'Buyer Ltd', false)
    const [digest] = await query(
      `select digest_changes($1, ${MONDAY} - interval '7 days', ${MONDAY}) as changes`,
      [account.userId],
    )
    expect(digest?.changes).toEqual([
      { domain: 'sold-twice.com', from: 'Shop Ltd', to: 'Buyer Ltd' },
      { domain: 'sold.com', from: 'Shop Ltd', to: 'Buyer Ltd' },
    ])
  })

  test.each([
    '',
    'x',
    'usr_01jz3c9m4wf5h8x2q6t7v0n1ke.digest.AAAA',
    'usr_01jz3c9m4wf5h8x2q6t7v0n1ke.everything.AAAA',
  ])('the token %j changes no preference', async (token) => {
    for (const method of ['GET', 'POST']) {
      const { status, body } = await service.request(method, `/email/unsubscribe?token=${token}`)
      expect([status, body.error?.code]).toEqual([403, 'LINK_INVALID'])
    }
  })
})
