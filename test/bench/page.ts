import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createPageLimits } from '../../shared/attribution/collectors/page/page-limits.ts'
import { readPage } from '../../shared/attribution/collectors/page/parse-page.ts'
import { HOSTILE_PAGES, hostilePage, siteOf } from '../internet/hostile-pages.ts'
import { createInternet } from '../internet/internet.ts'
import { startService } from '../platform/service.ts'
import { type BenchRow, bounded, percentile, shown } from './row.ts'

const ROUNDS = 4
const ALONE_MS = 1_000
const ANALYSES = 9
const domainOf = (n: number): string => `worst-${n}.example.com`

interface Cost {
  name: string
  cpuMs: number
  longestSliceMs: number
}

/**
 * Measures the CPU time and the longest slice of pages that a hostile site could send. Also
 * measures the response time of `GET /health` while the most expensive of these pages is analysed.
 */
export async function benchPage(): Promise<BenchRow[]> {
  const costs = Object.keys(HOSTILE_PAGES).map(costOf)
  const most = (of: (cost: Cost) => number): Cost =>
    costs.reduce((worst, cost) => (of(cost) > of(worst) ? cost : worst))
  const dearest = most(({ cpuMs }) => cpuMs)
  const longest = most(({ longestSliceMs }) => longestSliceMs)
  return [
    bounded('worst page of 2 MiB: ms of CPU', dearest.cpuMs, { most: 500 }, dearest.name),
    bounded(
      'longest slice of a page: ms of CPU',
      longest.longestSliceMs,
      { most: 10 },
      longest.name,
    ),
    ...(await responseTimes(hostilePage(dearest.name))),
  ]
}

/**
 * Returns the CPU time of the slices of a page. A slice does the same work in each round, so the
 * shortest time counts: other work of the process can only add time.
 */
function costOf(name: string): Cost {
  const html = hostilePage(name)
  const slices: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const work = readPage(
      { url: 'https://example.com/', role: 'imprint', status: 200, html },
      createPageLimits()(),
    )
    for (let slice = 0; ; slice += 1) {
      const before = process.cpuUsage()
      const { done } = work.next()
      const { user, system } = process.cpuUsage(before)
      slices[slice] = Math.min(slices[slice] ?? Number.POSITIVE_INFINITY, (user + system) / 1_000)
      if (done) break
    }
  }
  return {
    name,
    cpuMs: slices.reduce((sum, ms) => sum + ms, 0),
    longestSliceMs: Math.max(...slices),
  }
}

async function responseTimes(html: string): Promise<BenchRow[]> {
  const internet = await createInternet()
  for (let n = 0; n < ANALYSES; n += 1) internet.add(siteOf(domainOf(n), html))
  const service = await startService({ internet })
  const sampler = new Worker(SAMPLER, { eval: true, workerData: `${service.baseUrl}/health` })
  const sampled = async (work: () => Promise<unknown>): Promise<number[]> => {
    sampler.postMessage('start')
    await work()
    sampler.postMessage('stop')
    const [times] = await once(sampler, 'message')
    return times
  }
  try {
    const account = await service.account({ tier: 'enterprise' })
    const analyze = async (n: number): Promise<void> => {
      const { status, body } = await account.request('POST', '/analyze', {
        domain: domainOf(n),
        depth: 'quick',
      })
      if (status !== 200 || body.data?.status === 'failed')
        throw new Error(`the analysis failed: ${status}`)
    }
    // The first analysis is not measured, because V8 still compiles the page reader.
    // Then the time without an analysis and the time with one are measured alternately, so that a
    // change of the machine's speed affects both.
    await sampled(() => analyze(0))
    const alone: number[] = []
    const meanwhile: number[] = []
    for (let n = 1; n < ANALYSES; n += 1) {
      alone.push(...(await sampled(() => delay(ALONE_MS))))
      meanwhile.push(...(await sampled(() => analyze(n))))
    }
    const [before, during] = [percentile(alone, 0.99), percentile(meanwhile, 0.99)]
    return [
      bounded(
        'GET /health p99 during the worst page : alone',
        during / before,
        { most: 3 },
        ms(during, before),
      ),
      shown('  p50 during : alone', ms(percentile(meanwhile, 0.5), percentile(alone, 0.5))),
      shown('  longest answer during : alone', ms(Math.max(...meanwhile), Math.max(...alone))),
      shown('  answers during : alone', `${meanwhile.length} : ${alone.length}`),
    ]
  } finally {
    await sampler.terminate()
    await service.stop()
  }
}

const ms = (during: number, alone: number): string =>
  `${during.toFixed(1)} ms : ${alone.toFixed(1)} ms`

/**
 * Code that measures response times. It runs in its own thread, because the simulated internet in
 * the main thread would delay the measurement.
 */
const SAMPLER = `
  const { parentPort, workerData } = require('node:worker_threads')
  let times = null
  const sample = async () => {
    const own = times
    while (own === times) {
      const sent = performance.now()
      await (await fetch(workerData)).arrayBuffer()
      own.push(performance.now() - sent)
    }
    parentPort.postMessage(own)
  }
  parentPort.on('message', (word) => {
    times = word === 'start' ? [] : null
    if (times !== null) sample()
  })
`
