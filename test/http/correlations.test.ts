import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CorrelateStatusResponse } from '../../shared/correlations/read-correlation.ts'
import { type Callbacks, startCallbacks } from '../flows/callbacks.ts'
import type { ServiceAccount } from '../platform/service.ts'

let world: Callbacks

beforeAll(async () => {
  world = await startCallbacks()
})
afterAll(async () => {
  expect(await world.service.audit()).toEqual([])
  await world.stop()
})

const LIMIT_MS = 60_000
const rich = () => world.service.account({ tier: 'team', credits: 500 })

async function submit(
  account: ServiceAccount,
  domains: string[],
  more: Record<string, unknown> = {},
) {
  return account.request('POST', '/correlate', { domains, ...more })
}

async function untilEnded(account: ServiceAccount, id: unknown): Promise<CorrelateStatusResponse> {
  const deadline = Date.now() + LIMIT_MS
  for (;;) {
    const { status, body, text } = await account.request('GET', `/correlate/${id}`)
    if (status !== 200 || Date.now() > deadline) throw new Error(`${id}: ${status} ${text}`)
    if (body.data?.status === 'completed' || body.data?.status === 'failed')
      return CorrelateStatusResponse.parse(body.data)
    await delay(100)
  }
}

const SIBLINGS = ['vintara.com', 'vintaraplay.com', 'lakeside-rowing.org']

describe('a correlation from submission to graph', () => {
  let account: ServiceAccount
  let first: CorrelateStatusResponse

  test('a correlation analyzes unknown domains and charges each of them and the comparison once', async () => {
    account = await rich()
    const { status, body } = await submit(account, [...SIBLINGS, 'VINTARA.com'])
    expect(status).toBe(202)
    expect(body).toEqual({
      data: {
        correlation_id: expect.stringMatching(/^cor_/),
        status: 'queued',
        domains: SIBLINGS,
        uncached_domains: SIBLINGS,
        credits_charged: 4,
      },
      error: null,
      meta: null,
    })
    first = await untilEnded(account, body.data?.correlation_id)
    expect(first).toMatchObject({
      status: 'completed',
      progress: { total: 3, analyzed: 3 },
      error: null,
      unanalyzed: [],
    })
    expect(await account.ledger()).toMatchObject([
      { delta: -4, reason: 'correlation', subject_id: first.correlation_id, balance_after: 496 },
      { delta: 500 },
    ])
  })

  test('domains of one operator form one cluster with reasons, other domains stay unclustered', () => {
    const { clusters, unclustered, pairs, summary } = first.result ?? expect.fail('no result')
    expect(clusters).toHaveLength(1)
    expect(clusters[0]).toMatchObject({
      cluster_id: 'c1',
      domains: ['vintara.com', 'vintaraplay.com'],
      entity: expect.stringContaining('Vintara'),
      summary_source: 'rule',
    })
    expect(clusters[0]?.shared_signals.length).toBeGreaterThan(0)
    expect(clusters[0]?.confidence).toBeGreaterThan(0.5)
    expect(unclustered).toEqual(['lakeside-rowing.org'])
    expect(pairs[0]).toMatchObject({ a: 'vintara.com', b: 'vintaraplay.com' })
    expect(pairs.map(({ score }) => score)).toEqual(
      pairs.map(({ score }) => score).sort((a, b) => b - a),
    )
    for (const { score, signals } of pairs) {
      expect(score).toBeGreaterThan(0)
      expect(signals.reduce((sum, { contribution }) => sum + contribution, 0)).toBeLessThanOrEqual(
        1,
      )
    }
    expect(summary).toContain('one group')
  })

  test('recent results of any account are used again without a charge', async () => {
    const other = await rich()
    const { body } = await submit(other, [...SIBLINGS, 'vintara.com'])
    expect(body.data).toMatchObject({ uncached_domains: [], credits_charged: 1 })
    const second = await untilEnded(other, body.data?.correlation_id)
    expect(second.result).toEqual(first.result)
    const { rows } = await world.service.platform.pool.query(
      'select 1 from jobs where account_id = $1',
      [other.userId],
    )
    expect(rows).toEqual([])
  })

  test('the graph is an SVG without scripts that contains every domain', async () => {
    const { status, headers, text } = await account.request(
      'GET',
      `/correlate/${first.correlation_id}/graph.svg`,
    )
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    expect(text).not.toMatch(/<script|href=|on\w+=/i)
    for (const domain of SIBLINGS) expect(text).toContain(domain)
  })
})

test('the callback of a correlation has the body of its GET', async () => {
  const account = await rich()
  world.receivers.set('correlated', () => new Response(null, { status: 204 }))
  const { body } = await submit(
    account,
    ['test-corp.sandbox.example', 'test-unknown.sandbox.example'],
    {
      callback_url: world.receivers.url('correlated', '/end'),
    },
  )
  const id = String(body.data?.correlation_id)
  const ended = await untilEnded(account, id)
  await world.until(id, ({ state }) => state === 'delivered')
  const [event] = await world.verified(account, world.receivers.of('correlated'))
  expect(event).toMatchObject({ type: 'correlation.completed', data: ended })
  const status = await account.request('GET', `/webhooks/${id}/status`)
  expect(status).toMatchObject({
    status: 200,
    body: { data: { status: 'delivered', attempts: 1 } },
  })
})

test('a correlation of sandbox domains costs nothing and finds no cluster', async () => {
  const account = await world.service.account({ credits: 0 })
  const { status, body } = await submit(account, [
    'test-corp.sandbox.example',
    'test-unknown.sandbox.example',
  ])
  expect({ status, data: body.data }).toMatchObject({
    status: 202,
    data: { credits_charged: 0, uncached_domains: [] },
  })
  const { result } = await untilEnded(account, body.data?.correlation_id)
  expect(result).toMatchObject({
    clusters: [],
    unclustered: ['test-corp.sandbox.example', 'test-unknown.sandbox.example'],
    pairs: [],
  })
  expect(await account.ledger()).toEqual([])
})

test('domains that cannot be analyzed are left out and refunded in one ledger entry', async () => {
  const account = await rich()
  const { body } = await submit(account, [
    'vintara.com',
    'vintaraplay.com',
    'thorncastle-group.com',
    'kettleridgemedia.com',
  ])
  const id = String(body.data?.correlation_id)
  // Sets the jobs to failed before the service can start them.
  await world.service.platform.pool.query(
    `select finish_job(jsonb_build_object('job_id', id, 'status', 'failed', 'error', '{"code":"ANALYSIS_FAILED","message":"no"}'::jsonb)) from jobs where correlation_id = $1`,
    [id],
  )
  const { rows } = await world.service.platform.pool.query(
    `select domain from jobs where correlation_id = $1 and status = 'failed'`,
    [id],
  )
  await world.service.platform
    .runtime()
    .deliver('correlation', [{ body: { v: 1, kind: 'correlation', id } }])
  const ended = await untilEnded(account, id)
  const failed = rows.map(({ domain }) => domain).sort()
  expect([...ended.unanalyzed].sort()).toEqual(failed)
  expect(failed.length).toBeGreaterThan(0)
  expect(ended).toMatchObject({ status: 'completed', progress: { total: 4, analyzed: 4 } })
  expect(await account.ledger()).toMatchObject([
    { delta: failed.length, reason: 'refund', subject_id: id },
    { delta: -3, reason: 'correlation', subject_id: id },
    { delta: 500 },
  ])
})

const REFUSED: [string, Record<string, unknown>, number, string][] = [
  ['one domain', { domains: ['vintara.com'] }, 422, 'VALIDATION_ERROR'],
  ['the same domain twice', { domains: ['vintara.com', 'Vintara.com.'] }, 422, 'VALIDATION_ERROR'],
  ['no list', {}, 422, 'VALIDATION_ERROR'],
  [
    '101 domains',
    { domains: Array.from({ length: 101 }, (_, n) => `listed-${n}.com`) },
    422,
    'VALIDATION_ERROR',
  ],
  ['a URL', { domains: ['vintara.com', 'https://vintara.com/'] }, 422, 'INVALID_DOMAIN'],
  [
    'an unknown sandbox name',
    { domains: ['vintara.com', 'other.sandbox.example'] },
    422,
    'INVALID_DOMAIN',
  ],
  [
    'an unknown field',
    { domains: ['vintara.com', 'x.com'], depth: 'quick' },
    422,
    'VALIDATION_ERROR',
  ],
  [
    'a callback to a private host',
    { domains: ['vintara.com', 'x.com'], callback_url: 'https://10.0.0.1/' },
    422,
    'VALIDATION_ERROR',
  ],
  [
    'a price above the balance',
    { domains: ['listed-31.com', 'listed-32.com'] },
    402,
    'INSUFFICIENT_CREDITS',
  ],
]

test.each(REFUSED)(
  'a correlation with %s is refused, and nothing is created or charged',
  async (_, body, status, code) => {
    const account = await world.service.account({ credits: 2 })
    const answer = await account.request('POST', '/correlate', body)
    expect({ status: answer.status, code: answer.body.error?.code }).toEqual({ status, code })
    expect(await account.ledger()).toHaveLength(1)
    const { rows } = await world.service.platform.pool.query(
      'select 1 from correlations where account_id = $1',
      [account.userId],
    )
    expect(rows).toEqual([])
  },
)

test('a refused correlation states its price, the balance and the end of the period', async () => {
  const account = await world.service.account({ credits: 2 })
  const body = { domains: ['listed-33.com', 'listed-34.com'] }
  const { error } = (await account.request('POST', '/correlate', body)).body
  const { period_end } = (await account.request('GET', '/billing/usage')).body.data ?? {}
  expect(error).toEqual({
    code: 'INSUFFICIENT_CREDITS',
    message: 'This correlation costs 3 credits and the account has 2.',
    details: { required: 3, balance: 2, period_end },
  })
})

test('two identical requests with one key make one correlation and one charge', async () => {
  const account = await rich()
  const body = { domains: ['vintara.com', 'vintaraplay.com'] }
  const send = () => account.request('POST', '/correlate', body, { 'idempotency-key': 'twice' })
  const answers = await Promise.all([send(), send()])
  const again = await send()
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  const ids = new Set(
    [...answers, again].flatMap((answer) =>
      answer.status === 202 ? [answer.body.data?.correlation_id] : [],
    ),
  )
  expect(ids.size).toBe(1)
  expect(
    answers.map(({ status }) => status).every((status) => status === 202 || status === 409),
  ).toBe(true)
  expect((await account.ledger()).filter(({ reason }) => reason === 'correlation')).toHaveLength(1)
  const mismatch = await account.request(
    'POST',
    '/correlate',
    { domains: ['vintara.com', 'x.com'] },
    { 'idempotency-key': 'twice' },
  )
  expect(mismatch).toMatchObject({ status: 409, body: { error: { code: 'IDEMPOTENCY_MISMATCH' } } })
})
