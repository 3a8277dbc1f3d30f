import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DNS_SERVICES } from '../../shared/platform/net/ask-dns-services.ts'
import {
  type JobAnswer,
  type Service,
  type ServiceAccount,
  startService,
} from '../platform/service.ts'
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

describe('queues', () => {
  test('a queue that hangs refuses the submission in time, with a full refund', async () => {
    await service.platform.breakPart({ target: 'queue', mode: 'hang', rate: 1 })
    const started = performance.now()
    const { status, body } = await account.request('POST', '/analyze', { domain: 'listed-32.com' })
    await service.platform.mendAll()
    expect([status, body.error?.code, performance.now() - started < 10_000]).toEqual([
      503,
      'DISPATCH_FAILED',
      true,
    ])
    const { rows } = await service.platform.pool.query(
      `select id from jobs where domain = 'listed-32.com'`,
    )
    expect(await jobState(service, rows[0].id)).toMatchObject({
      status: 'failed',
      charge: 'refunded',
    })
  })
})

describe('faults of sites and providers', () => {
  const quick = async (domain: string): Promise<JobAnswer> =>
    (await account.request('POST', '/analyze', { domain, depth: 'quick' })).body
      .data as unknown as JobAnswer

  test.each([
    ['hangs', 'hangingmoss.com'],
    ['sends 50 MB', 'hugepagesdepot.com'],
    ['sends a gzip bomb', 'zipfurnace.com'],
    ['redirects in a loop', 'roundandroundtravel.com'],
    ['sends garbage', 'garblednoise.net'],
    ['sends one byte per second', 'slowdripcoffee.org'],
    ['breaks its TLS', 'brokenseal-shop.com'],
  ])('a site that %s gives a result within the deadline, charged once', async (_, domain) => {
    const job = await quick(domain)
    expect(['completed', 'partial']).toContain(job.status)
    expect(await jobState(service, job.job_id)).toMatchObject({ charge: 'charged', results: 1 })
  })

  test('providers that hang are cut off at the quick deadline', async () => {
    for (const host of DNS_SERVICES)
      await service.platform.breakPart({ target: host, mode: 'hang', rate: 1 })
    const started = Date.now()
    const job = await quick('listed-41.com')
    expect(Date.now() - started).toBeLessThan(6_000)
    expect(['partial', 'failed']).toContain(job.status)
  })
})
