import { setTimeout as delay } from 'node:timers/promises'
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
  (await account.ledger()).filter(
    ({ subject_id, reason }) => subject_id === jobId && reason === 'refund',
  ).length

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
      {
        job_id: jobId,
        status: 'running',
        deduplicated: true,
        charge: { covered_by: 'free', credits: 0, refunded: false },
      },
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

  const asked = (n: number) =>
    Promise.all([
      account.request('POST', '/analyze', { domain: domain(n), depth: 'quick' }),
      account.request('POST', '/analyze/batch', { domains: [domain(n + 1)], depth: 'quick' }),
    ])

  // All requests are sent together: after the failures of this test, the service sends no DNS
  // queries for half a minute.
  test('answers the result of the other run, or fails with a refund if that run does not end in time', async () => {
    service.platform.internet?.setLatency?.(1_500)
    const [ending, hanging] = [asked(0), asked(2)]
    await Promise.all([0, 1, 2, 3].map(takeOver))
    await delay(2_500)
    await service.platform.pool.query(
      `select finish_job(jsonb_build_object('job_id', id, 'run_token', run_token, 'status', 'completed', 'result',
          jsonb_build_object('domain', domain, 'outcome', 'no_clear_entity', 'entity', null, 'confidence', 0.1, 'candidates', '[]'::jsonb,
            'summary', 'By the other run.', 'collected_at', '2026-01-01T00:00:00.000Z', 'scorer_version', 'other')))
        from jobs where domain = any ($1)`,
      [[domain(0), domain(1)]],
    )
    service.platform.internet?.setLatency?.(0)
    const [single, batch] = await ending
    const summary = 'By the other run.'
    expect([single.status, single.body.data]).toMatchObject([
      200,
      { status: 'completed', scoring_result: { summary } },
    ])
    expect([batch.status, JSON.parse(batch.text).jobs]).toMatchObject([
      200,
      [{ status: 'completed', result: { scoring_result: { summary } } }],
    ])

    const [late, lateBatch] = await hanging
    const charge = { covered_by: 'credit', credits: 1, refunded: true }
    const failed = { status: 'failed', error: { code: 'ANALYSIS_FAILED' }, charge }
    expect([late.status, late.body.data]).toMatchObject([200, failed])
    expect(await refunds(String(late.body.data?.job_id))).toBe(1)
    expect([lateBatch.status, JSON.parse(lateBatch.text)]).toMatchObject([
      422,
      { jobs: [failed], credits_refunded: 1 },
    ])
  }, 60_000)
})
