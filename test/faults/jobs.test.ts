import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DNS_SERVICES } from '../../shared/platform/net/ask-dns-services.ts'
import { queueMessage } from '../../shared/platform/queue-messages.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { jobState } from './job-state.ts'

let service: Service
let account: ServiceAccount

beforeAll(async () => {
  service = await startService({ env: { QUICK_DEADLINE_MS: '3000' } })
  account = await service.account({ tier: 'team' })
})
afterAll(() => service.stop())

afterEach(async () => {
  await service.platform.mendAll()
  service.platform.internet?.setLatency?.(0)
  expect(await service.audit()).toEqual([])
})

const submit = async (domain: string) =>
  (await account.request('POST', '/analyze', { domain })).body.data?.job_id as string

describe('queues', () => {
  test('duplicate queue messages, at the same time or after the end of the job, run the job once', async () => {
    service.platform.internet?.setLatency?.(100)
    const jobId = await submit('thornfield.edu')
    await Promise.all([service.redeliver({ job_id: jobId }), service.redeliver({ job_id: jobId })])
    await account.untilTerminal(jobId)
    await service.redeliver({ job_id: jobId })
    expect(await jobState(service, jobId)).toMatchObject({
      charge: 'charged',
      results: 1,
      runs_of_domain: 1,
    })
    const { rows } = await service.platform.pool.query('select runs from jobs where id = $1', [
      jobId,
    ])
    expect(rows).toEqual([{ runs: 1 }])
  })

  test('an invalid message and a message of an unknown job are discarded', async () => {
    await service.platform
      .runtime()
      .deliver('analysis', [
        { body: { v: 9, kind: 'nonsense' } },
        { body: queueMessage('analysis', 'job_none') },
      ])
    expect((await service.request('GET', '/health')).status).toBe(200)
  })

  test('a message of another version is retried, and the job fails with a refund if no deployment accepts it', async () => {
    service.platform.internet?.setLatency?.(2_000)
    const jobId = await submit('listed-33.com')
    const newer = { v: 2, kind: 'analysis', id: jobId }
    const [answer] = await Promise.all([
      service.platform
        .runtime()
        .deliver('analysis', [{ body: newer }, { body: queueMessage('analysis', 'job_none') }]),
    ])
    expect(JSON.stringify(answer)).toContain('retry')
    await service.platform.runtime().deliver('analysis-dead', [{ body: newer }])
    service.platform.internet?.setLatency?.(0)
    expect(await account.untilTerminal(jobId)).toMatchObject({
      status: 'failed',
      error: { code: 'ANALYSIS_FAILED' },
    })
    expect(await jobState(service, jobId)).toMatchObject({ charge: 'refunded' })
  })

  test('a failed send refunds the charge and answers 503, and a message that arrives anyway does nothing', async () => {
    await service.platform.breakPart({ target: 'queue', mode: 'down', rate: 1 })
    const { status, body } = await account.request('POST', '/analyze', { domain: 'listed-31.com' })
    expect([status, body.error?.code]).toEqual([503, 'DISPATCH_FAILED'])
    await service.platform.mendAll()
    const { rows } = await service.platform.pool.query(
      `select id from jobs where domain = 'listed-31.com'`,
    )
    await service.redeliver({ job_id: rows[0].id })
    expect(await jobState(service, rows[0].id)).toEqual({
      status: 'failed',
      charge: 'refunded',
      results: 0,
      runs_of_domain: 0,
    })
  })

  test('a job fails with a refund after its message failed every time, and a run that is still active writes nothing', async () => {
    service.platform.internet?.setLatency?.(300)
    const jobId = await submit('listed-32.com')
    await service.platform
      .runtime()
      .deliver('analysis-dead', [{ body: queueMessage('analysis', jobId) }])
    expect(await account.untilTerminal(jobId)).toMatchObject({
      status: 'failed',
      error: { code: 'ANALYSIS_FAILED' },
    })
    service.platform.internet?.setLatency?.(0)
    await service.redeliver({ job_id: jobId })
    expect(await jobState(service, jobId)).toEqual({
      status: 'failed',
      charge: 'refunded',
      results: 0,
      runs_of_domain: 0,
    })
  })
})

describe('a client that disconnects', () => {
  const jobsOf = async (domain: string) =>
    (
      await service.platform.pool.query<{ id: string }>(
        'select id from jobs where domain = $1 order by id',
        [domain],
      )
    ).rows

  const hangUp = async (path: string, body: { domain: string }): Promise<string> => {
    const known = (await jobsOf(body.domain)).length
    const abort = new AbortController()
    const call = fetch(service.baseUrl + path, {
      method: 'POST',
      headers: { 'x-api-key': account.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: abort.signal,
    })
    const rejected = expect(call).rejects.toThrow()
    await expect
      .poll(async () => (await jobsOf(body.domain)).length, { timeout: 20_000 })
      .toBe(known + 1)
    abort.abort()
    await rejected
    return (await jobsOf(body.domain)).at(-1)?.id ?? ''
  }

  test.each([
    ['during quick', '/analyze', { domain: 'otterbrookdental.com', depth: 'quick' }],
    ['during wait', '/analyze?wait=true', { domain: 'otterbrookdental.com' }],
  ])(
    'a client that disconnects %s changes nothing: the job ends and is charged once',
    async (_, path, body) => {
      service.platform.internet?.setLatency?.(400)
      const id = await hangUp(path, body)
      service.platform.internet?.setLatency?.(0)
      // The latency may have cost a collector its answer.
      expect(['completed', 'partial']).toContain((await account.untilTerminal(id)).status)
      expect(await jobState(service, id)).toMatchObject({ charge: 'charged', results: 1 })
    },
  )
})

describe('faults of sites and providers', () => {
  test('a job without any answer from outside fails, and its credit is refunded exactly once', async () => {
    const poor = await service.account({ quota_used: 50, credits: 1 })
    for (const host of [...DNS_SERVICES, 'data.iana.org', 'rdap.verisign.com', 'tcp']) {
      await service.platform.breakPart({ target: host, mode: 'down', rate: 1 })
    }
    const { status, body } = await poor.request('POST', '/analyze', {
      domain: 'hangingmoss.com',
      depth: 'quick',
    })
    expect(status).toBe(200)
    if (body.data?.status === 'failed') {
      await service.redeliver({ job_id: body.data.job_id as string })
      expect((await poor.ledger()).map(({ delta, reason }) => [delta, reason])).toEqual([
        [1, 'refund'],
        [-1, 'analysis'],
        [1, 'adjustment'],
      ])
    }
    expect(body.data).toMatchObject({ status: 'failed', error: { code: 'ANALYSIS_FAILED' } })
  })
})
