import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createInternet, type SampleInternet } from '../internet/internet.ts'
import type { SampleRequest } from '../internet/messages.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'

const HISTORY = 'whois-history.whoisxmlapi.com'
const REVERSE = 'reverse-whois.whoisxmlapi.com'
const RECORD = {
  audit: { createdDate: '2019-01-10T18:52:41+00:00', updatedDate: null },
  nameServers: [],
  registrarName: 'Registrar of the tests',
  registrantContact: { organization: 'Earlier Owner Ltd', name: null },
}
const FREE_PER_DAY = 3

let internet: SampleInternet
let service: Service
/** Number of purchases that the data provider has received since the start of the test. */
let purchases = 0
let records: unknown[] = [RECORD]

beforeAll(async () => {
  internet = await createInternet()
  const provider = (answer: () => object) => async (request: SampleRequest) => {
    const { mode } = (await request.json()) as { mode: string }
    if (mode === 'purchase') {
      purchases += 1
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    return Response.json(answer())
  }
  internet.serve(
    HISTORY,
    provider(() => ({ recordsCount: 1, records })),
  )
  internet.serve(
    REVERSE,
    provider(() => ({ domainsCount: 1, domainsList: ['bought-domain.com'] })),
  )
  const limits = { free: FREE_PER_DAY, pro: 50, team: 500 }
  service = await startService({
    internet,
    env: { REVERSE_WHOIS_PURCHASES_PER_DAY: JSON.stringify(limits) },
  })
  await service.platform.pool.query(
    `insert into domain_runs (domain, analyzed_at, job_id, account_id, status, confidence, name_servers)
      select 'analysed-' || n || '.com', '2026-01-01', new_id('job') || n, 'usr_1', 'completed', 0.5, '{}' from generate_series(0, 30) n`,
  )
})
afterEach(async () => {
  await service.platform.mendAll()
  expect(await service.audit()).toEqual([])
  purchases = 0
  records = [RECORD]
})
afterAll(() => service.stop())

const external = (account: ServiceAccount, n = 0, query = '') =>
  account.request('GET', `/domains/analysed-${n}.com/history?include_external=true${query}`)
const deltas = async (account: ServiceAccount) =>
  (await account.ledger())
    .filter(({ reason }) => reason !== 'purchase' && reason !== 'adjustment')
    .map(({ reason, delta }) => `${reason} ${delta}`)
const sweep = () => service.platform.runtime().runSchedule('* * * * *')
const endLeases = () =>
  service.platform.pool.query(
    `update external_histories set lease_until = clock_timestamp() - interval '1 second' where state = 'buying'`,
  )

describe('external history', () => {
  test('15 simultaneous readings of one domain make one purchase and one charge', async () => {
    const account = await service.account({ credits: 50 })
    const answers = await Promise.all(Array.from({ length: 15 }, () => external(account)))
    for (const { status } of answers) expect([200, 402]).toContain(status)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(purchases).toBe(1)
    expect(await deltas(account)).toEqual(['external_history -50'])
  }, 60_000)

  test('15 simultaneous readings of 15 domains with credits for one make one purchase', async () => {
    const account = await service.account({ credits: 50 })
    const answers = await Promise.all(Array.from({ length: 15 }, (_, n) => external(account, n)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(14).fill(402)])
    expect(purchases).toBe(1)
    expect(await deltas(account)).toEqual(['external_history -50'])
  }, 60_000)

  test('a provider without a record that is old enough costs nothing, and is paid only a few times a day', async () => {
    records = [{ ...RECORD, audit: { createdDate: '2026-06-01T00:00:00Z', updatedDate: null } }]
    const account = await service.account({ credits: 50 })
    for (let again = 0; again < 2; again += 1)
      expect((await external(account)).body.data).toMatchObject({ entries: [{ source: 'local' }] })
    expect(purchases).toBe(1)
    for (let n = 1; n < FREE_PER_DAY; n += 1) expect((await external(account, n)).status).toBe(200)
    const limited = await external(account, FREE_PER_DAY)
    expect(limited).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } })
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(purchases).toBe(FREE_PER_DAY)
    expect((await deltas(account)).sort()).toEqual([
      ...Array(FREE_PER_DAY).fill('external_history -50'),
      ...Array(FREE_PER_DAY).fill('refund 50'),
    ])
  })

  test('an account that pays for its records has no daily limit', async () => {
    const account = await service.account({ credits: 50 * (FREE_PER_DAY + 2) })
    for (let n = 0; n < FREE_PER_DAY + 2; n += 1)
      expect((await external(account, n)).status).toBe(200)
    expect(purchases).toBe(FREE_PER_DAY + 2)
  })

  test('a purchase that a crash interrupts is refunded after its lease, and then bought again', async () => {
    const account = await service.account({ credits: 50 })
    const crashed = {
      account_id: account.userId,
      purchase_id: 'crashed',
      domain: 'analysed-0.com',
      price: 50,
    }
    const begin = async () => {
      const { rows } = await service.platform.pool.query(
        'select begin_external_history($1::jsonb) as answer',
        [JSON.stringify({ ...crashed, lease_seconds: 60, daily_limit: FREE_PER_DAY })],
      )
      return rows[0].answer.outcome
    }
    // The second call repeats the first, as the service does after a lost reply.
    expect([await begin(), await begin()]).toEqual(['granted', 'granted'])
    await sweep()
    expect(await deltas(account)).toEqual(['external_history -50'])
    await endLeases()
    await sweep()
    await sweep()
    expect(await deltas(account)).toEqual(['refund 50', 'external_history -50'])
    const late = JSON.stringify({ ...crashed, records: [], is_paid: true, is_free: false })
    const { rows } = await service.platform.pool.query(
      'select end_external_history($1::jsonb) as in_time',
      [late],
    )
    expect(rows[0].in_time).toBe(false)
    expect((await external(account)).status).toBe(200)
    expect(await deltas(account)).toEqual([
      'external_history -50',
      'refund 50',
      'external_history -50',
    ])
  })

  test('lost replies of Postgres and of the provider lose no credits and charge nothing twice', async () => {
    const accounts = await Promise.all(
      Array.from({ length: 6 }, () => service.account({ credits: 100, tier: 'team' })),
    )
    await service.platform.breakPart({ target: 'postgres', mode: 'lost_reply', rate: 0.3 })
    await service.platform.breakPart({ target: HISTORY, mode: 'lost_reply', rate: 0.3 })
    for (let round = 0; round < 3; round += 1)
      await Promise.all(accounts.flatMap((account) => [external(account, 0), external(account, 1)]))
    await service.platform.mendAll()
    await endLeases()
    await sweep()
    for (const account of accounts) {
      const { rows } = await service.platform.pool.query(
        `select count(*)::integer * -50 as paid from external_histories where account_id = $1 and state = 'bought'`,
        [account.userId],
      )
      const { rows: left } = await service.platform.pool.query(
        'select balance::integer from accounts where id = $1',
        [account.userId],
      )
      expect(left[0].balance - 100).toBe(rows[0].paid)
    }
    const { rows: unfinished } = await service.platform.pool.query(
      `select 1 from external_histories where state = 'buying'`,
    )
    expect(unfinished).toEqual([])
  }, 120_000)
})

describe('portfolios', () => {
  const portfolio = (account: ServiceAccount, name: string) =>
    account.request('GET', `/entities/${encodeURIComponent(name)}/portfolio`)
  const used = async (account: ServiceAccount) => {
    const { rows } = await service.platform.pool.query(
      'select used from daily_uses where account_id = $1',
      [account.userId],
    )
    return rows.reduce((sum, { used: count }) => sum + count, 0)
  }

  test('simultaneous requests for many names buy exactly as many lists as the tier may buy per day', async () => {
    const account = await service.account()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => portfolio(account, `Thousand Names ${n}`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(FREE_PER_DAY).fill(200),
      ...Array(8 - FREE_PER_DAY).fill(429),
    ])
    expect(purchases).toBe(FREE_PER_DAY)
    for (const { status, headers, body } of answers) {
      if (status === 200) continue
      expect(body.error?.code).toBe('RATE_LIMITED')
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    await service.platform.pool.query(
      `update portfolios set fetched_at = fetched_at - interval '8 days'`,
    )
    const name = `Thousand Names ${answers.findIndex(({ status }) => status === 200)}`
    const expired = await portfolio(account, name)
    expect(expired).toMatchObject({ status: 200, body: { data: { cached: true, total: 1 } } })
    expect(Date.parse(String(expired.body.data?.expires_at))).toBeLessThan(Date.now())
    expect(purchases).toBe(FREE_PER_DAY)
    const other = await portfolio(await service.account(), name)
    expect(other.body.data).toMatchObject({ cached: false })
  }, 60_000)

  test('accounts that ask for one name at once share one purchase', async () => {
    const accounts = await Promise.all(Array.from({ length: 4 }, () => service.account()))
    const answers = await Promise.all(
      accounts.map((account) => portfolio(account, 'Shared Purchase Ltd')),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(purchases).toBe(1)
    const counts = await Promise.all(accounts.map(used))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
  }, 60_000)

  test('a purchase that the provider refuses does not count, a purchase whose answer is lost counts', async () => {
    const account = await service.account()
    await service.platform.breakPart({ target: REVERSE, mode: '500', rate: 1 })
    expect((await portfolio(account, 'Refused Purchase')).status).toBe(503)
    expect(await used(account)).toBe(0)
    const purchase = { purchase_id: 'lost', account_id: account.userId, normalized_name: 'lost' }
    await service.platform.pool.query('select begin_portfolio_purchase($1::jsonb)', [
      JSON.stringify({ ...purchase, lease_seconds: 30, daily_limit: FREE_PER_DAY }),
    ])
    for (let again = 0; again < 2; again += 1)
      await service.platform.pool.query('select end_portfolio_purchase($1::jsonb)', [
        JSON.stringify({ ...purchase, is_free: false }),
      ])
    expect(await used(account)).toBe(1)
  })

  test.each(['hp', 'Domains By Proxy, LLC'])(
    'the list of %s, which is no known operator, is not bought',
    async (name) => {
      const account = await service.account()
      expect(await portfolio(account, name)).toMatchObject({
        status: 200,
        body: { data: { domains: [], total: 0 } },
      })
      expect({ purchases, used: await used(account) }).toEqual({ purchases: 0, used: 0 })
    },
  )

  test('a playground key reads stored lists and buys none', async () => {
    const account = await service.account({ tier: 'team', credits: 100 })
    const minted = await service.request('POST', '/auth/session-key', undefined, {
      authorization: `Bearer ${account.bearerToken}`,
    })
    const key = { 'x-api-key': String(minted.body.data?.key) }
    const read = (path: string) => service.request('GET', path, undefined, key)
    expect(await read('/entities/Playground%20Name/portfolio')).toMatchObject({
      status: 403,
      body: { error: { code: 'FORBIDDEN' } },
    })
    expect((await read('/domains/analysed-0.com/history?include_external=true')).status).toBe(403)
    expect(purchases).toBe(0)
    await portfolio(account, 'Playground Name')
    await service.platform.pool.query(
      `update portfolios set fetched_at = fetched_at - interval '8 days'`,
    )
    expect(await read('/entities/Playground%20Name/portfolio')).toMatchObject({
      status: 200,
      body: { data: { cached: true } },
    })
    expect(purchases).toBe(1)
  })
})
