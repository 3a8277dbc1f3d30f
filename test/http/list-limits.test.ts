import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createInternet, type SampleInternet } from '../internet/internet.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { hostileLists } from '../unit/bulk/hostile-lists.ts'

const LISTS_PER_HOUR = 3
const LINES_PER_DAY = 20
const SANDBOX_PER_DAY = 4
const SANDBOX = 'test-corp.sandbox.example'

let service: Service
let internet: SampleInternet

beforeAll(async () => {
  internet = await createInternet()
  service = await startService({
    internet,
    env: {
      BULK_LISTS_PER_HOUR: String(LISTS_PER_HOUR),
      BULK_LINES_PER_DAY: JSON.stringify({
        free: LINES_PER_DAY,
        pro: 2 * LINES_PER_DAY,
        team: 500_000,
      }),
      SANDBOX_JOBS_PER_DAY: String(SANDBOX_PER_DAY),
    },
  })
})
afterAll(async () => {
  expect(await service.audit()).toEqual([])
  await service.stop()
  await internet.close()
})

const invalid = (count: number) => ({
  domains: Array.from({ length: count }, (_, n) => `not a domain ${n}`),
})

const submit = (by: ServiceAccount, body: unknown, headers = {}) =>
  by.request('POST', '/analyze/bulk', body, headers)

async function stored(by: ServiceAccount) {
  const { rows } = await service.platform.pool.query(
    `select (select count(*)::integer from bulk_jobs where account_id = $1) as lists,
      (select count(*)::integer from bulk_items i join bulk_jobs b on b.id = i.bulk_job_id where b.account_id = $1) as lines,
      (select count(*)::integer from permits where holder = $1 and limit_name = 'bulk_list') as slots,
      coalesce((select sum(used)::integer from daily_uses where account_id = $1 and limit_name = 'bulk_lines'), 0) as used`,
    [by.userId],
  )
  return rows[0] as { lists: number; lines: number; slots: number; used: number }
}

const retryAfter = (answer: { headers: Headers }) => Number(answer.headers.get('retry-after'))

describe('lists per hour', () => {
  test('of concurrent lists exactly as many as the limit are accepted, and the others say which limit it is', async () => {
    const account = await service.account()
    const answers = await Promise.all(Array.from({ length: 8 }, () => submit(account, invalid(1))))
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(LISTS_PER_HOUR)
    expect(refused).toHaveLength(8 - LISTS_PER_HOUR)
    for (const answer of refused) {
      expect(answer.body.error).toMatchObject({
        code: 'RATE_LIMITED',
        message: expect.stringMatching(/3 lists per hour/),
      })
      expect(retryAfter(answer)).toBeGreaterThan(0)
      expect(retryAfter(answer)).toBeLessThanOrEqual(3_600)
    }
    expect(await stored(account)).toEqual({ lists: 3, lines: 3, slots: 3, used: 3 })
  })

  test('an idempotent replay counts nothing', async () => {
    const account = await service.account()
    const headers = { 'idempotency-key': 'one-list' }
    const answers = [
      await submit(account, invalid(2), headers),
      await submit(account, invalid(2), headers),
    ]
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    expect(answers[1]?.text).toBe(answers[0]?.text)
    expect(await stored(account)).toEqual({ lists: 1, lines: 2, slots: 1, used: 2 })
  })

  test('a list whose reply of Postgres was lost counts once', async () => {
    const account = await service.account()
    await service.platform.breakPart({ target: 'postgres', mode: 'lost_reply', rate: 0.5 })
    const answer = await submit(account, invalid(2))
    await service.platform.mendAll()
    const { lists, slots, used } = await stored(account)
    expect({ slots, used }).toEqual({ slots: lists, used: 2 * lists })
    expect(answer.status === 202 ? lists : 1).toBe(1)
  })

  test.each([
    ['no line', { domains: [] }],
    ['too many lines', { domains: Array.from({ length: 10_001 }, () => 'x') }],
    ['a line that is not text', { domains: [7] }],
    ['an unknown field', { domains: ['x'], colour: 'red' }],
    ['a forbidden callback', { domains: ['x'], callback_url: 'https://127.0.0.1/' }],
  ])('a list with %s is refused and counts nothing', async (_, body) => {
    const account = await service.account()
    expect((await submit(account, body)).status).toBe(422)
    expect(await stored(account)).toEqual({ lists: 0, lines: 0, slots: 0, used: 0 })
  })
})

describe('lines per day', () => {
  test('rejected lines count, a list over the limit is refused as a whole, and a smaller one still fits', async () => {
    const account = await service.account()
    expect((await submit(account, invalid(LINES_PER_DAY - 2))).status).toBe(202)
    const refused = await submit(account, invalid(3))
    expect(refused.status).toBe(429)
    expect(refused.body.error?.message).toMatch(
      /tier free may submit at most 20 lines of lists per day/,
    )
    expect(retryAfter(refused)).toBeGreaterThan(0)
    expect(retryAfter(refused)).toBeLessThanOrEqual(24 * 3_600)
    expect(await stored(account)).toEqual({ lists: 1, lines: 18, slots: 1, used: 18 })
    expect((await submit(account, invalid(2))).status).toBe(202)
  })

  test('concurrent lists stay exactly within the limit', async () => {
    const account = await service.account()
    const answers = await Promise.all(Array.from({ length: 3 }, () => submit(account, invalid(9))))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 429])
    expect(await stored(account)).toEqual({ lists: 2, lines: 18, slots: 2, used: 18 })
  })

  test('the limit depends on the tier', async () => {
    const account = await service.account({ tier: 'pro' })
    expect((await submit(account, invalid(2 * LINES_PER_DAY))).status).toBe(202)
    expect((await submit(account, invalid(1))).status).toBe(429)
  })
})

describe('free analyses of sandbox domains', () => {
  const analyze = (by: ServiceAccount) =>
    by.request('POST', '/analyze', { domain: SANDBOX, depth: 'quick' })

  test('single analyses are refused after the limit, and other domains are not', async () => {
    const account = await service.account()
    const answers = await Promise.all(
      Array.from({ length: SANDBOX_PER_DAY + 2 }, () => analyze(account)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429, 429])
    const refused = await analyze(account)
    expect(refused.body.error).toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringMatching(/daily.*sandbox/),
    })
    expect(retryAfter(refused)).toBeGreaterThan(0)
    expect((await account.request('POST', '/analyze', { domain: 'listed-5001.com' })).status).toBe(
      202,
    )
  })

  test('domains of batches, lists and correlations count and are refused as well', async () => {
    const account = await service.account({ credits: 10 })
    const names = [SANDBOX, 'test-unknown.sandbox.example']
    expect(
      (await account.request('POST', '/analyze/batch', { domains: names, depth: 'quick' })).status,
    ).toBe(200)
    expect((await account.request('POST', '/correlate', { domains: names })).status).toBe(202)
    const correlation = await account.request('POST', '/correlate', { domains: names })
    expect([correlation.status, correlation.body.error?.code]).toEqual([429, 'RATE_LIMITED'])
    expect(retryAfter(correlation)).toBeGreaterThan(0)
    const batch = await account.request('POST', '/analyze/batch', {
      domains: names,
      depth: 'quick',
    })
    expect(
      JSON.parse(batch.text).jobs.map(({ error }: { error: { code: string } }) => error.code),
    ).toEqual(['RATE_LIMITED', 'RATE_LIMITED'])
    const { bulk_job_id: id } = JSON.parse((await submit(account, { domains: names })).text)
    await expect
      .poll(async () => (await account.request('GET', `/analyze/bulk/${id}`)).body.data, {
        timeout: 20_000,
      })
      .toMatchObject({ status: 'completed', rejected: 2 })
    const { items } = (await account.request('GET', `/analyze/bulk/${id}/items`)).body.data as {
      items: { status: string; error: { code: string } }[]
    }
    expect(items.map(({ status, error }) => [status, error.code])).toEqual([
      ['rejected', 'RATE_LIMITED'],
      ['rejected', 'RATE_LIMITED'],
    ])
    expect(await account.ledger()).toHaveLength(1)
  })
})

describe('bodies that would be expensive to parse', () => {
  const KINDS = [
    'line feeds',
    'commas',
    'zeros',
    'empty lists',
    'unknown fields',
    'open lists',
    'names of colons',
  ]
  const lists = hostileLists(4 * 1024 * 1024 - 1_024).filter(({ kind }) => KINDS.includes(kind))

  test.each(lists)(
    'a list of $kind ($type) has a short response within seconds',
    async ({ type, body }) => {
      const account = await service.account({ tier: 'team' })
      const started = performance.now()
      const response = await fetch(`${service.baseUrl}/analyze/bulk`, {
        method: 'POST',
        headers: { 'x-api-key': account.apiKey, 'content-type': type },
        body,
      })
      const text = await response.text()
      expect(performance.now() - started).toBeLessThan(8_000)
      expect([202, 422]).toContain(response.status)
      expect(text.length).toBeLessThan(20_000)
    },
  )

  test.each([
    ['/analyze/batch', `{"domains":[${'0,'.repeat(500_000)}0]}`],
    ['/analyze/batch', `{"domains":[${'0,'.repeat(9_000)}0]}`],
    ['/correlate', `{"domains":[${'"a",'.repeat(9_000)}0]}`],
    ['/correlate', `{"domains":[${'[],'.repeat(330_000)}[]]}`],
    ['/schemas/templates', `{"name":"a","fields":[${'"no.such.field",'.repeat(9_000)}0]}`],
    [
      '/analyze',
      `{"domain":"a.com",${Array.from({ length: 9_000 }, (_, n) => `"field_${n}":0`).join()}}`,
    ],
    ['/analyze', `{"domain":${'['.repeat(1_000_000)}`],
  ])('POST %s refuses a body of many values with a short list of errors', async (path, text) => {
    const account = await service.account({ tier: 'team' })
    const started = performance.now()
    const response = await fetch(`${service.baseUrl}${path}`, {
      method: 'POST',
      headers: { 'x-api-key': account.apiKey, 'content-type': 'application/json' },
      body: text,
    })
    const answer = await response.text()
    expect(performance.now() - started).toBeLessThan(5_000)
    expect([response.status, JSON.parse(answer).error.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(JSON.parse(answer).error.details.length).toBeLessThanOrEqual(50)
    expect(answer.length).toBeLessThan(20_000)
  })
})
