import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '../platform/service.ts'

const RETENTION = '17 3 * * *'

let service: Service

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('a deleted job is unknown, but its history, certificate and usage stay', async () => {
  const account = await service.account({ tier: 'pro' })
  const get = async (path: string) => (await account.request('GET', path)).status
  const certify = async (jobId: string) => {
    expect(await get(`/jobs/${jobId}/certificate`)).toBe(200)
    return jobId.replace('job_', 'crt_')
  }
  const historyIds = async () => {
    const { body } = await account.request('GET', '/domains/fennandoakbakery.com/history')
    const entries = body.data?.entries as { job_id: string | null }[]
    return entries.map((entry) => entry.job_id)
  }
  const usage = async () => (await account.request('GET', '/billing/usage')).body.data

  const old = await account.analyze('fennandoakbakery.com').untilTerminal()
  const young = await account.analyze('fennandoakbakery.com').untilTerminal()
  const sandbox = await account.analyze('test-corp.sandbox.example').untilTerminal()
  const [certificate, sandboxCertificate] = [
    await certify(old.job_id),
    await certify(sandbox.job_id),
  ]
  expect(await historyIds()).toEqual([young.job_id, old.job_id])
  const usageBefore = await usage()

  await service.platform.pool.query(
    `update jobs set completed_at = now() - interval '1 day' * case when id = $1 then 400.01 when sandbox then 7.01 else 399 end`,
    [old.job_id],
  )
  await service.platform.runtime().runSchedule(RETENTION)

  expect(await get(`/jobs/${old.job_id}`)).toBe(404)
  expect(await get(`/jobs/${old.job_id}/certificate`)).toBe(404)
  expect(await get(`/jobs/${sandbox.job_id}`)).toBe(404)
  const listed = (await account.request('GET', '/jobs')).body.data?.jobs as { job_id: string }[]
  expect(listed.map((job) => job.job_id)).toEqual([young.job_id])
  expect(await historyIds()).toEqual([young.job_id, null])
  expect(await get(`/certificates/${certificate}`)).toBe(200)
  expect(await get(`/certificates/${sandboxCertificate}`)).toBe(404)
  expect(await usage()).toEqual(usageBefore)
  expect(await service.audit()).toEqual([])
})
