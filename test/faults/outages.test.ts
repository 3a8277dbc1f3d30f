import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DNS_SERVICES } from '../../shared/platform/net/ask-dns-services.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'

let service: Service
let account: ServiceAccount

beforeAll(async () => {
  service = await startService({ schedules: true })
  account = await service.account({ tier: 'team' })
})
afterAll(() => service.stop())
afterEach(async () => {
  await service.platform.mendAll()
  expect(await service.audit()).toEqual([])
})

const LINES = 25
const LIMIT_MS = 60_000

async function stopDns(): Promise<void> {
  for (const target of DNS_SERVICES)
    await service.platform.breakPart({ target, mode: 'down', rate: 1 })
}

async function statuses(): Promise<Record<string, number>> {
  const { rows } = await service.platform.pool.query<{ outcome: string; jobs: number }>(
    `select concat_ws(': ', status, error_code, error_message) as outcome, count(*)::integer as jobs
      from jobs group by 1`,
  )
  return Object.fromEntries(rows.map(({ outcome, jobs }) => [outcome, jobs]))
}

async function untilPutBack(domain: string): Promise<string> {
  for (const deadline = Date.now() + LIMIT_MS; Date.now() < deadline; await delay(100)) {
    const { rows } = await service.platform.pool.query(
      `select id from jobs where status = 'queued' and runs > 0 and domain = $1`,
      [domain],
    )
    if (rows.length > 0) return rows[0].id
  }
  throw new Error(`${domain} was not put back`)
}

// The sample queue forgets its messages when the runtime is killed, so the sweep has to find the
// jobs.
async function minutesPass(): Promise<void> {
  await service.platform.pool.query(
    `update jobs set updated_at = updated_at - interval '30 minutes'
      where status in ('queued', 'running')`,
  )
  await service.platform.runtime().runSchedule('* * * * *')
}

test('an outage of the DNS, a kill and lost replies fail no queued job, and change no charge', async () => {
  await stopDns()
  const domains = Array.from({ length: LINES }, (_, n) => `listed-${700_000 + n}.com`)
  const { status } = await account.request('POST', '/analyze/bulk', { domains, depth: 'quick' })
  expect(status).toBe(202)
  const jobs = await Promise.all(
    ['pellworth-ceramics.com', 'otterbrookdental.com'].map(async (domain) => {
      const { body } = await account.request('POST', '/analyze', { domain })
      return String(body.data?.job_id)
    }),
  )
  const early = { job_id: await untilPutBack('pellworth-ceramics.com') }
  // The queue may deliver a message twice, and before its time.
  await Promise.all([service.redeliver(early), service.redeliver(early)])
  await service.platform.breakPart({ target: 'postgres', mode: 'lost_reply', rate: 0.1 })
  await service.platform.kill('runtime')
  await delay(1_000)
  await service.platform.mendAll()
  await minutesPass()
  for (const jobId of jobs) {
    const job = await account.untilTerminal(jobId)
    expect(job).toMatchObject({ status: 'completed', error: null, charge: { refunded: false } })
  }
  const completed = LINES + jobs.length
  for (const deadline = Date.now() + LIMIT_MS; Date.now() < deadline; await delay(200))
    if ((await statuses()).completed === completed) break
  expect(await statuses()).toEqual({ completed })
  const { rows } = await service.platform.pool.query(
    'select state, count(*)::integer as charges from charges group by state',
  )
  expect(rows).toEqual([{ state: 'charged', charges: completed }])
})

test('a job that is back in its queue is shown as queued, and the stop of its list refunds it', async () => {
  await stopDns()
  const { text } = await account.request('POST', '/analyze/bulk', {
    domains: ['listed-710001.com'],
    depth: 'deep',
  })
  const { bulk_job_id: listId } = JSON.parse(text)
  const jobId = await untilPutBack('listed-710001.com')
  const { body } = await account.request('GET', `/jobs/${jobId}`)
  expect(body.data).toMatchObject({ status: 'queued', started_at: null, error: null })
  await account.request('POST', `/analyze/bulk/${listId}/stop`)
  expect(await account.untilTerminal(jobId)).toMatchObject({
    status: 'failed',
    charge: { refunded: true },
  })
})
