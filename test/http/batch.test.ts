import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DNS_SERVICES } from '../../shared/platform/net/ask-dns-services.ts'
import { createInternet, type SampleInternet } from '../internet/internet.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { batch } from './batch-caller.ts'

let service: Service
let internet: SampleInternet
let account: ServiceAccount

beforeAll(async () => {
  internet = await createInternet()
  service = await startService({ internet, env: { QUICK_DEADLINE_MS: '4000' } })
  account = await service.account({ tier: 'team' })
})
afterAll(async () => {
  await service.stop()
  await internet.close()
})
afterEach(async () => {
  await service.platform.mendAll()
  expect(await service.audit()).toEqual([])
})

const BATCHES_MAX = 16

const liveCharges = async (by: ServiceAccount) => {
  const { rows } = await service.platform.pool.query(
    `select count(*)::integer as live from charges where account_id = $1 and state = 'charged'`,
    [by.userId],
  )
  return rows[0].live as number
}

const quotaOf = async (by: ServiceAccount) => {
  const { rows } = await service.platform.pool.query(
    `select quota_used from usage_periods where account_id = $1`,
    [by.userId],
  )
  return rows[0]?.quota_used as number
}

describe('deep batches', () => {
  test('a deep batch of valid domains answers 202 with one job per domain in input order, in one statement and one send', async () => {
    const owner = await service.account({ tier: 'team' })
    const domains = Array.from({ length: 12 }, (_, n) => `listed-${9_000 + n}.com`)
    await service.platform.logs.quiet()
    service.platform.stats.clear()
    const { status, answer } = await batch(owner, { domains })
    expect(status).toBe(202)
    expect(answer.jobs.map(({ domain }) => domain)).toEqual(domains)
    expect(
      answer.jobs.every(
        ({ job_id, status: state }) => /^job_/.test(job_id ?? '') && state === 'queued',
      ),
    ).toBe(true)
    expect(new Set(answer.jobs.map(({ job_id }) => job_id)).size).toBe(12)
    expect(answer).toMatchObject({ accepted: 12, failed: 0, credits_refunded: 0 })
    await service.platform.logs.quiet()
    expect(service.platform.stats.routes()['POST /analyze/batch']).toMatchObject({
      postgres: 2,
      queue: 1,
    })
    for (const { job_id } of answer.jobs) await owner.untilTerminal(job_id ?? '')
  })

  test('a batch of valid, invalid, duplicate and sandbox domains answers 207 with one entry each', async () => {
    const owner = await service.account({ tier: 'team' })
    const { status, answer } = await batch(owner, {
      domains: [
        'listed-9100.com',
        'https://x.com/a',
        'LISTED-9100.com.',
        'test-corp.sandbox.example',
        'nope',
      ],
    })
    expect(status).toBe(207)
    const [first, url, again, sandbox, label] = answer.jobs
    expect(first).toEqual({
      domain: 'listed-9100.com',
      job_id: expect.any(String),
      status: 'queued',
      charge: { covered_by: 'quota', credits: 0, refunded: false },
    })
    expect(again).toEqual({
      ...first,
      charge: { covered_by: 'free', credits: 0, refunded: false },
    })
    expect(url).toEqual({
      domain: 'https://x.com/a',
      error: { code: 'INVALID_DOMAIN', message: expect.stringMatching(/did you mean x\.com/) },
    })
    expect(sandbox).toMatchObject({ domain: 'test-corp.sandbox.example', status: 'completed' })
    expect(label?.error?.code).toBe('INVALID_DOMAIN')
    expect(answer).toMatchObject({ accepted: 3, failed: 2, credits_refunded: 0 })
    expect(await liveCharges(owner)).toBe(1)
    await owner.untilTerminal(first?.job_id ?? '')
  })

  test('a batch without a valid domain answers 422 with the same body and charges nothing', async () => {
    const owner = await service.account()
    const { status, answer } = await batch(owner, { domains: ['nope', ''] })
    expect(status).toBe(422)
    expect(answer).toMatchObject({ accepted: 0, failed: 2, credits_refunded: 0 })
    expect(answer.jobs.map(({ error }) => error?.code)).toEqual([
      'INVALID_DOMAIN',
      'INVALID_DOMAIN',
    ])
    expect(await liveCharges(owner)).toBe(0)
  })

  test('a free account gets each domain that its quota and credits cover', async () => {
    const owner = await service.account({ credits: 2 })
    const { answer: filler } = await batch(owner, {
      domains: Array.from({ length: 49 }, (_, n) => `listed-${9_200 + n}.com`),
    })
    expect(filler.accepted).toBe(49)
    const { status, answer } = await batch(owner, {
      domains: Array.from({ length: 5 }, (_, n) => `listed-${9_300 + n}.com`),
    })
    expect(status).toBe(207)
    expect(answer.jobs.map(({ error }) => error?.code)).toEqual([
      undefined,
      undefined,
      undefined,
      'QUOTA_EXCEEDED',
      'QUOTA_EXCEEDED',
    ])
    expect((await owner.ledger()).filter(({ reason }) => reason === 'analysis')).toHaveLength(2)
  })

  test('a domain with a running job joins this job and costs nothing', async () => {
    const owner = await service.account({ tier: 'team' })
    internet.setLatency(400)
    const running = (await owner.request('POST', '/analyze', { domain: 'listed-9400.com' })).body
      .data?.job_id
    const { answer } = await batch(owner, { domains: ['listed-9400.com'] })
    internet.setLatency(0)
    expect(answer.jobs[0]?.job_id).toBe(running)
    expect(await liveCharges(owner)).toBe(1)
    await owner.untilTerminal(running as string)
  })

  test('a batch while the queue is down answers 422, with every job failed and refunded', async () => {
    const owner = await service.account({ tier: 'team' })
    await service.platform.breakPart({ target: 'queue', mode: 'down', rate: 1, ms: 0 })
    const { status, answer } = await batch(owner, {
      domains: ['listed-9500.com', 'listed-9501.com', 'test-corp.sandbox.example'],
    })
    expect(status).toBe(207)
    expect(answer).toMatchObject({ accepted: 1, failed: 2, credits_refunded: 2 })
    expect(answer.jobs[0]).toMatchObject({ status: 'failed', error: { code: 'DISPATCH_FAILED' } })
    expect([await liveCharges(owner), await quotaOf(owner)]).toEqual([0, 0])
    const all = await batch(owner, { domains: ['listed-9502.com', 'listed-9503.com'] })
    expect([all.status, all.answer.credits_refunded]).toEqual([422, 2])
  })

  test('a batch with some failed sends refunds exactly the failed entries, and the others run', async () => {
    const owner = await service.account({ tier: 'team' })
    await service.platform.breakPart({ target: 'queue', mode: 'down', rate: 0.5, ms: 0 })
    let refunded = 0
    let accepted = 0
    // Each send to the queue fails at random, so batches go on until at least one send has failed
    // and one has succeeded.
    for (
      let round = 0;
      round < BATCHES_MAX && (round < 4 || refunded === 0 || accepted === 0);
      round++
    ) {
      const domains = Array.from({ length: 6 }, (_, n) => `listed-${9_600 + 6 * round + n}.com`)
      const { answer } = await batch(owner, { domains })
      const failed = answer.jobs.filter(({ error }) => error?.code === 'DISPATCH_FAILED')
      expect(answer.credits_refunded).toBe(failed.length)
      refunded += failed.length
      accepted += answer.accepted
    }
    await service.platform.mendAll()
    expect(refunded).toBeGreaterThan(0)
    expect(accepted).toBeGreaterThan(0)
    expect(await liveCharges(owner)).toBe(accepted)
  })

  test('with lost answers of the queue every job runs once or fails once, and its charge matches', async () => {
    const owner = await service.account({ tier: 'team' })
    await service.platform.breakPart({ target: 'queue', mode: 'lost_reply', rate: 1, ms: 0 })
    const { answer } = await batch(owner, {
      domains: ['listed-9700.com', 'listed-9701.com', 'listed-9702.com'],
    })
    await service.platform.mendAll()
    let live = 0
    for (const { job_id } of answer.jobs)
      live += (await owner.untilTerminal(job_id ?? '')).status === 'failed' ? 0 : 1
    expect(await liveCharges(owner)).toBe(live)
  })

  test('the same Idempotency-Key returns the same jobs', async () => {
    const owner = await service.account({ tier: 'team' })
    const headers = { 'idempotency-key': 'batch-1' }
    const body = { domains: ['listed-9800.com', 'listed-9801.com'] }
    const [one, two] = [await batch(owner, body, headers), await batch(owner, body, headers)]
    expect(two).toEqual(one)
    expect(await liveCharges(owner)).toBe(2)
  })
})

describe('quick batches', () => {
  test('a quick batch with all results answers 200', async () => {
    const { status, answer } = await batch(account, {
      domains: ['fennandoakbakery.com', 'test-unknown.sandbox.example', 'listed-9900.com'],
      depth: 'quick',
    })
    expect(status).toBe(200)
    expect(answer).toMatchObject({ accepted: 3, failed: 0 })
    for (const { domain, job_id, status: state, result } of answer.jobs) {
      expect(['completed', 'partial']).toContain(state)
      expect(result).toMatchObject({ job_id, domain, depth: 'quick', status: state })
      expect(result?.scoring_result).toBeDefined()
    }
    const read = await account.request('GET', `/jobs/${answer.jobs[0]?.job_id}`)
    expect(read.body.data).toEqual(answer.jobs[0]?.result)
  })

  test('a quick batch over its limit is refused as a whole', async () => {
    const domains = Array.from({ length: 11 }, (_, n) => `listed-${9_950 + n}.com`)
    const { status, body } = await account.request('POST', '/analyze/batch', {
      domains,
      depth: 'quick',
    })
    expect([status, body.error?.code, body.error?.details?.[0]?.path]).toEqual([
      422,
      'VALIDATION_ERROR',
      'domains',
    ])
  })

  test('a quick batch answers 207 if one domain fails with a refund, and 422 if all fail', async () => {
    const owner = await service.account({ tier: 'team' })
    for (const target of DNS_SERVICES)
      await service.platform.breakPart({ target, mode: 'down', rate: 1, ms: 0 })
    internet.serve('data.iana.org', () => new Response('', { status: 503 }))
    const { status, answer } = await batch(owner, {
      domains: ['listed-9910.com', 'test-corp.sandbox.example'],
      depth: 'quick',
    })
    const [dead] = answer.jobs
    expect([status, dead?.status, dead?.error?.code]).toEqual([207, 'failed', 'ANALYSIS_FAILED'])
    expect(dead?.result?.error?.code).toBe('ANALYSIS_FAILED')
    const refunded = { covered_by: 'quota', credits: 0, refunded: true }
    expect([dead?.charge, dead?.result?.charge]).toEqual([refunded, refunded])
    expect(answer.credits_refunded).toBe(1)
    expect(await liveCharges(owner)).toBe(0)
  })
})

describe('batches that are refused as a whole', () => {
  test.each([
    ['no domains', { domains: [] }, 'domains'],
    ['51 domains', { domains: Array.from({ length: 51 }, () => 'example.com') }, 'domains'],
    ['a domain that is not text', { domains: ['example.com', null] }, 'domains'],
    ['no list of domains', {}, 'domains'],
    ['an unknown field', { domains: ['example.com'], force_refresh: true }, 'force_refresh'],
    ['an unknown depth', { domains: ['example.com'], depth: 'medium' }, 'depth'],
    [
      'a callback to an IP address',
      { domains: ['example.com'], callback_url: 'https://127.0.0.1/' },
      'callback_url',
    ],
  ])('a batch with %s is refused', async (_, body, field) => {
    const { status, body: answer } = await account.request('POST', '/analyze/batch', body)
    expect([status, answer.error?.code, answer.data, answer.meta]).toEqual([
      422,
      'VALIDATION_ERROR',
      null,
      null,
    ])
    expect(JSON.stringify(answer.error?.details)).toContain(field)
  })
})
