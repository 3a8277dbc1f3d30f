import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { requestsPerSecond } from './load.ts'
import { type BenchRow, bounded, percentile, shown } from './row.ts'

const SAMPLES = 20

export async function benchCertificates(): Promise<BenchRow[]> {
  const service = await startService()
  try {
    const account = await service.account({ tier: 'enterprise' })
    return [...(await issue(service, account)), ...(await documents(service, account))]
  } finally {
    await service.stop()
  }
}

async function finished(account: ServiceAccount, domain: string): Promise<string> {
  const { body } = await account.request('POST', '/analyze', { domain, depth: 'quick' })
  return String(body.data?.job_id)
}

async function issue(service: Service, account: ServiceAccount): Promise<BenchRow[]> {
  const jobs: string[] = []
  for (let n = 0; n < SAMPLES; n += 1) jobs.push(await finished(account, `listed-${5_000 + n}.com`))
  const roundTrips = async () => {
    service.platform.stats.clear()
    for (const job of jobs) await account.request('GET', `/jobs/${job}/certificate`)
    const costs = service.platform.stats.routes()['GET /jobs/{job_id}/certificate']
    return (costs?.postgres ?? Number.NaN) / (costs?.requests ?? 1)
  }
  return [
    bounded('GET certificate, first: Postgres round trips', await roundTrips(), { most: 3 }),
    bounded('GET certificate, stored: Postgres round trips', await roundTrips(), { most: 2 }),
  ]
}

async function documents(service: Service, account: ServiceAccount): Promise<BenchRow[]> {
  const job = await finished(account, 'fennandoakbakery.com')
  const address = `${service.baseUrl}/jobs/${job}/certificate`
  const stored = await requestsPerSecond(address, { 'X-API-Key': account.apiKey })
  const times: number[] = []
  for (let n = 0; n < SAMPLES; n += 1) {
    const started = performance.now()
    const response = await fetch(`${address}?format=pdf`, {
      headers: { 'x-api-key': account.apiKey },
    })
    await response.arrayBuffer()
    times.push(performance.now() - started)
  }
  return [
    shown('GET certificate, stored, as JSON', `${stored.toFixed(0)} requests/s`),
    bounded('GET certificate as PDF: median ms', percentile(times, 0.5), { most: 1_000 }),
  ]
}
