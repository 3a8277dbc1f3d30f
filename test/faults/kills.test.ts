import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { jobState } from './job-state.ts'

let service: Service
let account: ServiceAccount

beforeAll(async () => {
  service = await startService({
    ownPostgres: true,
    counts: true,
    env: { QUICK_DEADLINE_MS: '3000' },
  })
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

const endedWell = { status: 'completed', charge: 'charged', results: 1, runs_of_domain: 1 }

describe('crashes', () => {
  test('a job that is interrupted by a runtime kill ends once, and collectors whose evidence was stored do not run again', async () => {
    service.platform.internet?.setLatency?.(500)
    // The collector of this API gets no answer, so the job keeps running, even if all other
    // collectors are fast.
    await service.platform.breakPart({ target: 'api.gleif.org', mode: 'hang', rate: 1 })
    const jobId = await submit('fennandoakbakery.com')
    const progress = async () =>
      (await account.request('GET', `/jobs/${jobId}`)).body.data?.progress as {
        percent: number
        collectors: { name: string; status: string }[]
      }
    const rows = async () => (await service.platform.runtime().insideCounts()).objectRows
    await expect
      .poll(async () => (await progress()).percent, { interval: 20, timeout: 20_000 })
      .toBeGreaterThan(0)
    const rowsAtStart = await rows()
    // Evidence is stored some seconds after a collector found it. So only progress that was shown
    // some time before must already be stored.
    let before = await progress()
    const isStored = async () => {
      const now = await progress()
      if ((await rows()) > rowsAtStart) return true
      before = now
      return false
    }
    await expect.poll(isStored, { interval: 100, timeout: 20_000 }).toBe(true)
    await service.platform.kill('runtime')
    await service.platform.mendAll()
    const after = (await account.request('GET', `/jobs/${jobId}`)).body.data?.progress as {
      percent: number
    }
    expect(before.percent).toBeGreaterThan(0)
    expect(after.percent).toBeGreaterThanOrEqual(before.percent)
    service.platform.internet?.setLatency?.(0)
    const job = await account.untilTerminal(jobId)
    expect(job.status).toBe('completed')
    expect(await jobState(service, jobId)).toEqual(endedWell)
    const finishedBefore = before.collectors
      .filter(({ status }) => status === 'ok')
      .map(({ name }) => name)
    const { rows: stored } = await service.platform.pool.query(
      `select e->>'collector' as name from job_results, json_array_elements(evidence) e join jobs on true where job_id = $1 and jobs.id = job_id and (e->>'collected_at')::timestamptz < jobs.claimed_at`,
      [jobId],
    )
    expect(stored.map(({ name }) => name)).toEqual(expect.arrayContaining(finishedBefore))
  })

  test('a job that runs while Postgres is killed ends once after Postgres is back', async () => {
    service.platform.internet?.setLatency?.(150)
    const jobId = await submit('tallowbyfoods.com')
    await expect.poll(async () => (await jobState(service, jobId)).status).toBe('running')
    await service.platform.kill('postgres')
    service.platform.internet?.setLatency?.(0)
    const job = await account.untilTerminal(jobId)
    expect(job.status).toBe('completed')
    expect(await jobState(service, jobId)).toEqual(endedWell)
  })
})
