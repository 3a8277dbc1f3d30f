import { setTimeout as delay } from 'node:timers/promises'
import { createInternet, type OutgoingEntry } from '../internet/internet.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { consumeList } from './list-consumers.ts'
import { type BenchRow, bounded, percentile, shown } from './row.ts'

const HOST = 'rdap.verisign.com'
const JOBS = Number(process.env.REGISTRY_JOBS ?? 500)
const ANALYSES = Number(process.env.REGISTRY_ANALYSES ?? 10_000)
const DOMAINS = Number(process.env.REGISTRY_DOMAINS ?? 3_000)
const CONSUMERS = 7
const SINGLES = 15
const LIMIT_MS = 3_600_000

/**
 * Measures many deep analyses of one suffix before a registry that refuses more than one question
 * a second, and the questions to registries for many analyses of few domains.
 */
export async function benchRegistries(): Promise<BenchRow[]> {
  return [...(await strictRegistry()), ...(await repeatedDomains())]
}

async function strictRegistry(): Promise<BenchRow[]> {
  const asked: OutgoingEntry[] = []
  const internet = await createInternet({ log: (entry) => void asked.push(entry) })
  internet.registryLimits.set(1)
  const service = await startService({
    internet,
    schedules: true,
    env: { QUOTA_TEAM: '1000000', REGISTRY_REQUESTS_PER_SECOND: '{"default":1}' },
  })
  try {
    const lister = await service.account({ tier: 'team' })
    const other = await service.account({ tier: 'team' })
    const singles = await service.account({ tier: 'team' })
    const started = performance.now()
    const domains = Array.from({ length: JOBS / 2 }, (_, n) => `listed-${400_000 + n}.com`)
    const { text } = await lister.request('POST', '/analyze/bulk', { domains, depth: 'deep' })
    const { bulk_job_id: listId } = JSON.parse(text)
    for (let n = 0; n < JOBS / 2; n += 1)
      await other.request('POST', '/analyze', { domain: `listed-${410_000 + n}.com` })
    const stop = new AbortController()
    const consumers = Array.from({ length: CONSUMERS }, () =>
      consumeList(service, listId, 'bulk-deep', stop.signal),
    )
    const waits = await quickAnalyses(singles)
    await untilAllEnded(service)
    stop.abort()
    await Promise.all(consumers)
    const seconds = (performance.now() - started) / 1_000
    const counts = await countsOf(service)
    const times = asked
      .filter(({ url }) => url.includes(`//${HOST}/`))
      .map(({ at }) => Date.parse(at))
      .sort((a, b) => a - b)
    const burst = Math.max(
      ...times.map((at) => times.filter((t) => t >= at && t < at + 1_000).length),
    )
    return [
      bounded(`registry of one question a second, ${JOBS} deep jobs: ended`, counts.ended, {
        least: JOBS,
        most: JOBS,
      }),
      bounded('  partial', counts.partial, { most: 0 }, `${counts.failed} failed`),
      bounded('  most questions in any second', burst, { most: 2 }, `${times.length} questions`),
      bounded('  refused questions', internet.registryLimits.refusals, { most: JOBS / 100 }),
      bounded(
        '  quick analyses beside them, slowest s',
        Math.max(...waits) / 1_000,
        { most: 5 },
        `p50 ${(percentile(waits, 0.5) / 1_000).toFixed(1)}`,
      ),
      bounded('  broken invariants of money', (await service.audit()).length, { most: 0 }),
      shown('  seconds', seconds.toFixed(0)),
    ]
  } finally {
    await service.stop()
    await internet.close()
  }
}

async function quickAnalyses(account: ServiceAccount): Promise<number[]> {
  const waits: number[] = []
  for (let n = 0; n < SINGLES; n += 1) {
    await delay(2_000)
    const started = performance.now()
    const { body } = await account.request('POST', '/analyze', {
      domain: `listed-${420_000 + n}.com`,
      depth: 'quick',
    })
    if (body.data?.status !== 'completed')
      throw new Error(`a quick analysis ended as ${JSON.stringify(body)}`)
    waits.push(performance.now() - started)
  }
  return waits
}

async function untilAllEnded({ platform }: Service): Promise<void> {
  const deadline = performance.now() + LIMIT_MS
  for (;;) {
    const { rows } = await platform.pool.query(
      `select count(*)::integer as open from jobs
        where status not in ('completed', 'partial', 'failed')`,
    )
    if (rows[0].open === 0) return
    if (performance.now() > deadline) throw new Error(`${rows[0].open} jobs have not ended`)
    await delay(500)
  }
}

async function countsOf({ platform }: Service) {
  const { rows } = await platform.pool.query(
    `select count(*)::integer as ended,
        count(*) filter (where status = 'partial')::integer as partial,
        count(*) filter (where status = 'failed')::integer as failed
      from jobs where depth = 'deep'`,
  )
  return rows[0]
}

/** Questions to registries when each domain is analyzed several times, in random order. */
async function repeatedDomains(): Promise<BenchRow[]> {
  const asked: OutgoingEntry[] = []
  const internet = await createInternet({
    log: (entry) => {
      if (/\/domain\/|^whois:/.test(entry.url)) asked.push(entry)
    },
  })
  const service = await startService({
    internet,
    schedules: true,
    env: { QUOTA_TEAM: '1000000', REGISTRATION_CACHE_HOURS: '24' },
  })
  try {
    const account = await service.account({ tier: 'team' })
    const domains = Array.from(
      { length: ANALYSES },
      (_, n) => `listed-${500_000 + (n < DOMAINS ? n : Math.floor(Math.random() * DOMAINS))}.com`,
    ).toSorted(() => Math.random() - 0.5)
    let next = 0
    const work = async () => {
      for (let domain = domains[next++]; domain !== undefined; domain = domains[next++])
        await account.request('POST', '/analyze', { domain, depth: 'quick' })
    }
    await Promise.all(Array.from({ length: 8 }, work))
    const registries = asked.filter(({ url }) => url.includes(`//${HOST}/`)).length
    return [
      bounded(
        `questions to the registry, ${ANALYSES} analyses of ${DOMAINS} domains`,
        registries,
        { most: DOMAINS + 100 },
        `${asked.length} with registrars and WHOIS`,
      ),
    ]
  } finally {
    await service.stop()
    await internet.close()
  }
}
