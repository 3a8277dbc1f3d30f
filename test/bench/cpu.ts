import { createInternet, type SampleInternet } from '../internet/internet.ts'
import { type HotFunction, type Isolate, inspectIsolate } from '../platform/isolate.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { type BenchRow, bounded, percentile, shown } from './row.ts'

const WARM_UP = 25
const JOBS = 40
const GOALS_MS = { quick: 60, deep: 150 } as const
const HOT_FUNCTIONS = 12
const SITE_BYTES = 60_000

/**
 * Measures the CPU time of an analysis inside the isolate with V8's profiler, after V8 has compiled
 * the code.
 * BENCH_PAGES names a folder of domain files with real pages (see test/internet/README.md).
 * Default: generated pages of usual size.
 */
export async function benchCpu(): Promise<BenchRow[]> {
  const folder = process.env.BENCH_PAGES
  const internet = await createInternet(folder === undefined ? {} : { folders: [folder] })
  const domains = folder === undefined ? usualSites(internet) : internet.domains()
  const service = await startService({ internet, inspector: true, env: { QUOTA_TEAM: '1000000' } })
  const isolate = await inspectIsolate(service.platform)
  try {
    const account = await service.account({ tier: 'team', email: 'cpu-bench@tests.example' })
    return [
      ...(await depthRows(service, isolate, account, domains, 'quick')),
      ...(await depthRows(service, isolate, account, domains, 'deep')),
    ]
  } finally {
    isolate.close()
    await service.stop()
    await internet.close()
  }
}

async function depthRows(
  service: Service,
  isolate: Isolate,
  account: ServiceAccount,
  domains: readonly string[],
  depth: 'quick' | 'deep',
): Promise<BenchRow[]> {
  const analyze = async (n: number): Promise<void> => {
    // Without `force_refresh`, a deep request could get the stored result of a quick analysis.
    const more = depth === 'quick' ? { depth } : { depth, force_refresh: true }
    const { status, text, body } = await account.analyze(domains[n % domains.length] ?? '', more)
      .answer
    if (status !== 200 && status !== 202) throw new Error(`an analysis answered ${status} ${text}`)
    const id = body.data?.job_id
    while (true) {
      // The loop asks the database if the job has ended, because polling the API would cost CPU
      // time of the Worker.
      const { rows } = await service.platform.pool.query(
        'select completed_at from jobs where id = $1',
        [id],
      )
      if (rows[0]?.completed_at !== null) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  for (let n = 0; n < WARM_UP; n += 1) await analyze(n)
  const samples: number[] = []
  const functions = new Map<string, number>()
  for (let n = WARM_UP; n < WARM_UP + JOBS; n += 1) {
    const { cpuMs, functions: hot } = await isolate.cpu(() => analyze(n))
    samples.push(cpuMs)
    for (const { name, selfMs } of hot)
      functions.set(name, (functions.get(name) ?? 0) + selfMs / JOBS)
  }
  const hottest: HotFunction[] = [...functions]
    .map(([name, selfMs]) => ({ name, selfMs }))
    .sort((one, other) => other.selfMs - one.selfMs)
    .slice(0, HOT_FUNCTIONS)
  return [
    bounded(
      `one ${depth} analysis, ms of CPU in the isolate`,
      percentile(samples, 0.5),
      { most: GOALS_MS[depth] },
      `p95 ${percentile(samples, 0.95).toFixed(0)}, median of ${JOBS}`,
    ),
    ...hottest.map(({ name, selfMs }) => shown(`  ${name}`, `${selfMs.toFixed(1)} ms each`)),
  ]
}

/**
 * Sites with a home page and legal pages. Each page has navigation, articles and scripts around its
 * footer, as on usual sites.
 */
function usualSites({ add }: Pick<SampleInternet, 'add'>): string[] {
  return Array.from({ length: WARM_UP + JOBS }, (_, n) => {
    const domain = `usual-${n}.com`
    const company = `Usual Goods ${n} Ltd`
    const links = Array.from(
      { length: 80 },
      (_each, link) => `<li><a href="/topic-${link}">Topic ${link} of ${n}</a></li>`,
    )
    const article = `<article><h2>News</h2><p class="text">${'We make goods of wood and metal for homes. '.repeat(12)}</p></article>`
    const script = `<script>${'window.dataLayer=window.dataLayer||[];'.repeat(300)}</script>`
    const footer = `<footer><a href="/legal">Legal notice</a><p>© 2026 ${company}. All rights reserved.</p></footer>`
    const around = `<html><head><title>${company}</title>${script}</head><body><ul>${links.join('')}</ul>`
    const home =
      around + article.repeat(Math.ceil((SITE_BYTES - around.length) / article.length)) + footer
    const legal = `${around}<h1>Legal notice</h1><p>This site is operated by ${company}, 4 Mill Lane, Ludlow.</p>${footer}`
    add({
      domain,
      dns: { [domain]: { A: ['160.153.33.10'] }, [`www.${domain}`]: { CNAME: domain } },
      site: { home: `https://www.${domain}/`, pages: { '/': home, '/legal': legal } },
    })
    return domain
  })
}
