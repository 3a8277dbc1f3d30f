import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queueMessage } from '../../shared/platform/queue-messages.ts'
import { forceRows } from '../platform/force-rows.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'

const SWEEP = '* * * * *'
let service: Service
let account: ServiceAccount

beforeAll(async () => {
  service = await startService({ env: { WAIT_BUDGET_MS: '6000' } })
  account = await service.account({ quota_used: 50, credits: 100 })
})
afterAll(async () => {
  expect(await service.audit()).toEqual([])
  await service.stop()
})

async function slow(domain: string, more: object = {}): Promise<string> {
  service.platform.internet?.setLatency?.(120_000)
  const { body, text } = await account.request('POST', '/analyze', { domain, ...more })
  expect(text).toContain('job_')
  return String(body.data?.job_id)
}

async function running(domain: string, more: object = {}): Promise<string> {
  const jobId = await slow(domain, more)
  const status = async () => (await account.request('GET', `/jobs/${jobId}`)).body.data?.status
  await expect.poll(status, { timeout: 30_000 }).toBe('running')
  return jobId
}

const deadLetter = (jobId: string) =>
  service.platform.runtime().deliver('analysis-dead', [{ body: queueMessage('analysis', jobId) }])
const refunds = async (jobId: string) =>
  (await account.ledger()).filter(({ job_id, reason }) => job_id === jobId && reason === 'refund')
    .length

describe('a job that ends while its Durable Object still runs it', () => {
  test('a job that ends elsewhere ends the waiting request, and its event stream with done', async () => {
    const jobId = await running('listed-11.com')
    const waiting = account.request('POST', '/analyze?wait=true', { domain: 'listed-11.com' })
    const streaming = account.request('GET', `/jobs/${jobId}/events`)
    // Gives both requests time to reach the service. They must already wait when the job ends.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await deadLetter(jobId)
    const waited = await waiting
    expect([waited.status, waited.body.data?.job_id, waited.body.data?.status]).toEqual([
      200,
      jobId,
      'failed',
    ])
    const { text } = await streaming
    expect(text).toContain('event: done')
    expect(text.split('event: done')[1]).toContain('"status":"failed"')
    expect(await refunds(jobId)).toBe(1)
  })

  test('a wait that ends before the job answers 202 with the current status', async () => {
    const jobId = await running('listed-12.com')
    const { status, body } = await account.request('POST', '/analyze?wait=true', {
      domain: 'listed-12.com',
    })
    expect([status, body.data]).toEqual([
      202,
      { job_id: jobId, status: 'running', deduplicated: true },
    ])
    await deadLetter(jobId)
  })
})

test.each([
  ['runs', `status = 'running'`, `started_at = clock_timestamp() - interval '1 day'`],
  [
    'waits',
    `status = 'queued', started_at = null`,
    `created_at = clock_timestamp() - interval '1 day'`,
  ],
])(
  'a job that %s beyond all limits is ended by the sweep, refunded once, and its callback becomes due',
  async (_, state, age) => {
    // Waits until the run has begun. A run that begins after the row is changed below would set the
    // job to running again.
    const jobId = await running(`listed-${Math.trunc(Math.random() * 800) + 100}.com`, {
      callback_url: 'https://hooks.sample-receivers.com/good',
    })
    await forceRows(service.platform.pool, `update jobs set ${state}, ${age} where id = $1`, [
      jobId,
    ])
    await Promise.all([1, 2].map(() => service.platform.runtime().runSchedule(SWEEP)))
    const { body } = await account.request('GET', `/jobs/${jobId}`)
    expect(body.data).toMatchObject({ status: 'failed', error: { code: 'ANALYSIS_FAILED' } })
    expect(await refunds(jobId)).toBe(1)
    const { rows } = await service.platform.pool.query(
      'select event_type, next_attempt_at is not null as due from webhook_deliveries where subject_id = $1',
      [jobId],
    )
    expect(rows).toEqual([{ event_type: 'analysis.failed', due: true }])
  },
)

describe('a quick analysis that another run takes over', () => {
  const domain = (n: number) => `listed-${920 + n}.com`
  const takeOver = async (n: number) => {
    const take = () =>
      service.platform.pool.query(
        `update jobs set run_token = gen_random_uuid()::text where domain = $1 and status = 'running'`,
        [domain(n)],
      )
    await expect.poll(async () => (await take()).rowCount, { timeout: 10_000 }).toBe(1)
  }

  test('answers no running job as a result: 202 with its id, and 207 in a batch', async () => {
    service.platform.internet?.setLatency?.(1_500)
    const asked = Promise.all([
      account.request('POST', '/analyze', { domain: domain(0), depth: 'quick' }),
      account.request('POST', '/analyze/batch', { domains: [domain(1)], depth: 'quick' }),
    ])
    await Promise.all([takeOver(0), takeOver(1)])
    const [single, batch] = await asked
    const { data } = single.body
    expect([single.status, data?.status, data?.scoring_result]).toEqual([202, 'running', undefined])
    expect([batch.status, JSON.parse(batch.text).jobs]).toEqual([
      207,
      [{ domain: domain(1), job_id: expect.any(String), status: 'running' }],
    ])
    service.platform.internet?.setLatency?.(0)
  }, 60_000)
})
