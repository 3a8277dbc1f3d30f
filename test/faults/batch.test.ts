import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { batch } from '../http/batch-caller.ts'
import { createInternet, type SampleInternet } from '../internet/internet.ts'
import { type Service, startService } from '../platform/service.ts'

let service: Service
let internet: SampleInternet

beforeAll(async () => {
  internet = await createInternet()
  service = await startService({ internet, env: { QUICK_DEADLINE_MS: '4000' } })
})
afterAll(async () => {
  await service.stop()
  await internet.close()
})
afterEach(async () => {
  await service.platform.mendAll()
  expect(await service.audit()).toEqual([])
})

describe('quick batches', () => {
  test('an interrupted entry of a quick batch returns its job id, and the job ends by itself', async () => {
    const owner = await service.account({ tier: 'team' })
    const running = async () => {
      const { rows } = await service.platform.pool.query(
        `select id from jobs where account_id = $1 and status = 'running'`,
        [owner.userId],
      )
      return rows.length
    }
    internet.setLatency?.(600)
    const domains = ['listed-601.com', 'not a domain', 'listed-602.com']
    const answering = batch(owner, { domains, depth: 'quick' })
    await expect.poll(running).toBe(2)
    await service.platform.breakPart({ target: 'postgres', mode: 'down', rate: 1 })
    const { status, answer } = await answering
    await service.platform.mendAll()
    internet.setLatency?.(0)
    expect([status, answer.accepted, answer.failed]).toEqual([207, 2, 1])
    expect(answer.jobs.map((entry) => [entry.status, entry.error?.code])).toEqual([
      ['running', undefined],
      [undefined, 'INVALID_DOMAIN'],
      ['running', undefined],
    ])
    for (const { job_id: jobId } of answer.jobs)
      if (jobId !== undefined)
        expect(['completed', 'partial']).toContain((await owner.untilTerminal(jobId)).status)
  })
})
