import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DNS_SERVICES } from '../../shared/platform/net/ask-dns-services.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'

const OURS = 'Our DNS services did not answer.'

let service: Service
let account: ServiceAccount
beforeAll(async () => {
  service = await startService()
  account = await service.account({ tier: 'team' })
})
afterAll(() => service.stop())
afterEach(async () => {
  await service.platform.mendAll()
  expect(await service.audit()).toEqual([])
})

interface Job {
  status: string
  error: { code: string; message: string } | null
  charge: unknown
  progress: { collectors: { name: string; status: string; detail: string | null }[] }
}

async function analyze(domain: string): Promise<Job> {
  const { status, body } = await account.request('POST', '/analyze', { domain, depth: 'quick' })
  expect(status).toBe(200)
  return body.data as unknown as Job
}

const stop = async (hosts: readonly string[], mode: 'down' | 'hang' = 'down') => {
  for (const target of hosts) await service.platform.breakPart({ target, mode, rate: 1 })
}
const detailsOf = ({ progress }: Job) =>
  Object.fromEntries(progress.collectors.map(({ name, detail }) => [name, detail]))
const statusesOf = ({ progress }: Job) =>
  Object.fromEntries(progress.collectors.map(({ name, status }) => [name, status]))

test.each([
  ['down', ['listed-600.com', 'listed-601.com']],
  ['hang', ['listed-610.com']],
] as const)(
  'while all DNS services %s, an analysis says so and is refunded, and the next one after it completes',
  async (mode, domains) => {
    await stop(DNS_SERVICES, mode)
    for (const domain of domains) {
      const job = await analyze(domain)
      expect(job).toMatchObject({
        status: 'failed',
        error: {
          code: 'ANALYSIS_FAILED',
          message: 'Our DNS services did not answer, so nothing can be said about the domain.',
        },
        charge: { refunded: true },
      })
      expect(detailsOf(job)).toMatchObject({ dns: OURS, http_probe: OURS, asn: OURS, rdns: OURS })
    }
    await service.platform.mendAll()
    const next = await analyze(domains[0])
    expect([next.status, next.error]).toEqual(['completed', null])
    expect(Object.values(statusesOf(next))).not.toContain('failed')
    expect(Object.values(detailsOf(next))).not.toContain(OURS)
  },
  60_000,
)

test('an outage of one second delays an analysis and does not fail it', async () => {
  await stop(DNS_SERVICES)
  const mended = new Promise((resolve) => setTimeout(resolve, 1_000)).then(() =>
    service.platform.mendAll(),
  )
  const job = await analyze('listed-620.com')
  await mended
  expect(job.status).toBe('completed')
})

test.each(DNS_SERVICES)('%s alone is enough', async (alive) => {
  await stop(DNS_SERVICES.filter((host) => host !== alive))
  const job = await analyze(`listed-63${DNS_SERVICES.indexOf(alive)}.com`)
  expect([job.status, job.error]).toEqual(['completed', null])
})
