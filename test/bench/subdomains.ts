import { SUBDOMAIN_LABELS } from '../../shared/subdomains/subdomain-labels.ts'
import { createInternet } from '../internet/internet.ts'
import { startService } from '../platform/service.ts'
import { type BenchRow, bounded } from './row.ts'

const LATENCY_MS = 20
const CONNECTIONS = 6
const DOMAINS = ['thornfield.edu', 'meridianreach.com', 'haldensee.ch']

/**
 * Measures the search for subdomains. Each DNS or HTTP response takes 20 ms.
 * The result is compared with the critical path, which is the shortest possible time with six
 * connections.
 */
export async function benchSubdomains(): Promise<BenchRow[]> {
  const internet = await createInternet()
  const outgoing = { count: 0, now: 0, most: 0 }
  const service = await startService({
    internet: {
      ...internet,
      async fetch(request) {
        outgoing.count += 1
        outgoing.now += 1
        outgoing.most = Math.max(outgoing.most, outgoing.now)
        try {
          return await internet.fetch(request)
        } finally {
          outgoing.now -= 1
        }
      },
    },
  })
  try {
    const account = await service.account({ tier: 'enterprise' })
    const runs: { seconds: number; path: number; most: number; count: number }[] = []
    for (const domain of DOMAINS) {
      const { body } = await account.request('POST', '/analyze', { domain, depth: 'quick' })
      internet.setLatency(LATENCY_MS)
      Object.assign(outgoing, { count: 0, most: 0 })
      const started = performance.now()
      await account.request('GET', `/jobs/${body.data?.job_id}/subdomains`)
      const seconds = (performance.now() - started) / 1_000
      const path = (Math.ceil(outgoing.count / CONNECTIONS) * LATENCY_MS) / 1_000
      runs.push({ seconds, path, most: outgoing.most, count: outgoing.count })
      internet.setLatency(0)
    }
    const [middle] = runs.sort((a, b) => a.seconds - b.seconds).slice(Math.floor(runs.length / 2))
    if (middle === undefined) throw new Error('nothing was measured')
    const detail = `${SUBDOMAIN_LABELS.length} labels, ${middle.count} requests, ${LATENCY_MS} ms each`
    return [
      bounded('subdomains of a domain: seconds', middle.seconds, { most: 6 }, detail),
      bounded(
        '  search : its critical path',
        middle.seconds / middle.path,
        { most: 1.25 },
        `${middle.path.toFixed(2)} s`,
      ),
      bounded('  connections at once', Math.max(...runs.map(({ most }) => most)), {
        most: CONNECTIONS,
      }),
    ]
  } finally {
    await service.stop()
  }
}
