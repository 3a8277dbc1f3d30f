import { SUBDOMAIN_LABELS } from '../../shared/subdomains/subdomain-labels.ts'
import { createInternet } from '../internet/internet.ts'
import { startService } from '../platform/service.ts'
import { type BenchRow, bounded } from './row.ts'

const LATENCY_MS = 20
const CONNECTIONS = 6
const DOMAINS = ['thornfield.edu', 'meridianreach.com', 'haldensee.ch']

interface Answer {
  from: number
  to: number
}

/**
 * Measures the search for the subdomains of a domain when each DNS or HTTP response takes 20 ms. The critical path is the longest chain of
 * answers that came one after another with six parallel connections, by the time that the simulated servers took.
 */
export async function benchSubdomains(): Promise<BenchRow[]> {
  const internet = await createInternet()
  const outgoing = { now: 0, most: 0 }
  const answers: Answer[] = []
  const service = await startService({
    internet: {
      ...internet,
      async fetch(request) {
        const from = performance.now()
        outgoing.now += 1
        outgoing.most = Math.max(outgoing.most, outgoing.now)
        try {
          return await internet.fetch(request)
        } finally {
          outgoing.now -= 1
          answers.push({ from, to: performance.now() })
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
      outgoing.most = 0
      answers.length = 0
      const started = performance.now()
      await account.request('GET', `/jobs/${body.data?.job_id}/subdomains`)
      const seconds = (performance.now() - started) / 1_000
      runs.push({ seconds, path: longestChainMs(answers) / 1_000, most: outgoing.most, count: answers.length })
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
        `${middle.path.toFixed(2)} s; ${((Math.ceil(middle.count / CONNECTIONS) * LATENCY_MS) / 1_000).toFixed(2)} s if no answer were late`,
      ),
      bounded('  connections at once', Math.max(...runs.map(({ most }) => most)), { most: CONNECTIONS }),
    ]
  } finally {
    await service.stop()
  }
}

/** Returns the largest total time of answers that came one after another: each began after the one before it had ended. */
function longestChainMs(answers: readonly Answer[]): number {
  const byEnd = [...answers].sort((a, b) => a.to - b.to)
  const best: number[] = []
  let ended = 0
  const starts = byEnd.map((answer, index) => ({ ...answer, index })).sort((a, b) => a.from - b.from)
  let most = 0
  for (const { from, to, index } of starts) {
    for (; ended < byEnd.length && (byEnd[ended]?.to ?? 0) <= from; ended += 1) most = Math.max(most, best[ended] ?? 0)
    best[index] = most + to - from
  }
  return Math.max(0, ...best)
}
