import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type pg from 'pg'
import { bundle, projectConfig } from '../platform/bundle.ts'
import type { Platform } from '../platform/platform.ts'
import { startPlatform } from '../platform/platform.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { ratio, requestsPerSecond } from './load.ts'
import { type BenchRow, bounded, percentile, shown } from './row.ts'

const LATENCY_MS = 50
const QUICK_SAMPLES = 15
const SLOW_SERVICE_MS = 150
const SLOW_DATABASE_MS = 10
const SLOW_SAMPLES = 30
const QUEUED_JOBS = 200
const MEMORY_ANALYSES = 1_000
const MEMORY_AT_ONCE = 8
const COMPANIES = [
  'fennandoakbakery.com',
  'pellworth-ceramics.com',
  'otterbrookdental.com',
  'quillonharbor.com',
  'haldensee.ch',
]

export async function benchCore(): Promise<BenchRow[]> {
  const bare = await startPlatform({
    config: path.join(import.meta.dirname, 'bare/wrangler.toml'),
    schedules: false,
  })
  const service = await startService()
  try {
    const account = await service.account({ tier: 'enterprise' })
    return [
      ...(await routes(bare, service, account)),
      ...(await submission(service, account)),
      ...(await quick(service, account)),
      ...(await quickOverSlowServices(service, account)),
      ...(await throughput(service, account)),
      ...(await size()),
      ...(await memory(service, account)),
    ]
  } finally {
    await service.stop()
    await bare.stop()
  }
}

async function routes(
  bare: Platform,
  service: Service,
  account: ServiceAccount,
): Promise<BenchRow[]> {
  const health = await ratio(
    () => requestsPerSecond(`${service.baseUrl}/health`),
    () => requestsPerSecond(`${bare.baseUrl}/`),
  )
  const { body } = await account.request('POST', '/analyze', {
    domain: 'fennandoakbakery.com',
    depth: 'quick',
  })
  const jobId = body.data?.job_id as string
  await copyJob(service.platform.pool, bare.pool, jobId)
  const against = (query: string) =>
    ratio(
      () => requestsPerSecond(`${service.baseUrl}/jobs/${jobId}`, { 'X-API-Key': account.apiKey }),
      () => requestsPerSecond(`${bare.baseUrl}/query${query}`),
    )
  const smallest = await against('')
  const job = await against(`?job=${jobId}`)
  const detail = (measured: { subject: number; base: number }) =>
    `${Math.round(measured.subject)} of ${Math.round(measured.base)} requests/s`
  return [
    bounded('GET /health : bare Worker', health.ratio, { least: 0.85 }, detail(health)),
    bounded(
      'GET /jobs/{id} : bare Worker with one query of one row',
      smallest.ratio,
      { least: 0.7 },
      detail(smallest),
    ),
    bounded(
      'GET /jobs/{id} : bare Worker that reads and answers it',
      job.ratio,
      { least: 0.7 },
      detail(job),
    ),
  ]
}

async function copyJob(from: pg.Pool, to: pg.Pool, jobId: string): Promise<void> {
  const parts = [
    ['accounts', 'id = (select account_id from jobs where id = $1)'],
    ['jobs', 'id = $1'],
    ['job_results', 'job_id = $1'],
  ] as const
  for (const [table, condition] of parts) {
    const { rows } = await from.query(
      `select to_jsonb(t) as row from ${table} t where ${condition}`,
      [jobId],
    )
    for (const { row } of rows)
      await to.query(
        `insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`,
        [row],
      )
  }
}

async function submission(service: Service, account: ServiceAccount): Promise<BenchRow[]> {
  service.platform.stats.clear()
  const count = 50
  const started = performance.now()
  const answers = await inTurns(count, 4, (n) =>
    account.request('POST', '/analyze', { domain: `listed-${7_000 + n}.com` }),
  )
  const perSecond = count / ((performance.now() - started) / 1_000)
  for (const { body } of answers) await account.untilTerminal(body.data?.job_id as string)
  const costs = service.platform.stats.routes()['POST /analyze']
  if (costs === undefined || costs.requests !== count)
    throw new Error('the platform did not count the submissions')
  const each = (total: number) => total / costs.requests
  return [
    bounded('POST /analyze deep: Postgres round trips', each(costs.postgres), { most: 2 }),
    bounded('POST /analyze deep: Redis commands', each(costs.redis), { most: 1 }),
    bounded('POST /analyze deep: queue sends', each(costs.queue), { least: 1, most: 1 }),
    shown('POST /analyze deep: submissions/s while jobs run', perSecond.toFixed(0)),
  ]
}

interface Interval {
  from: number
  to: number
}

/**
 * Returns the length of the longest chain of requests. Each request of a chain starts after the one
 * before has ended.
 */
function longestChain(requests: Interval[]): number {
  let chain = 0
  let end = Number.NEGATIVE_INFINITY
  for (const { from, to } of [...requests].sort((a, b) => a.to - b.to)) {
    if (from < end) continue
    chain += 1
    end = to
  }
  return chain
}

async function quick(service: Service, account: ServiceAccount): Promise<BenchRow[]> {
  service.platform.internet?.setLatency?.(LATENCY_MS)
  const samples: { ratio: number; ms: number; chain: number; requests: number }[] = []
  for (let n = 0; n < QUICK_SAMPLES; n++) {
    service.platform.outgoing.clear()
    const started = performance.now()
    await account.request('POST', '/analyze', {
      domain: COMPANIES[n % COMPANIES.length],
      depth: 'quick',
    })
    const ms = performance.now() - started
    const intervals = service.platform.outgoing
      .list()
      .map(({ at, ms: took }) => ({ from: Date.parse(at), to: Date.parse(at) + (took ?? 0) }))
    const chain = longestChain(intervals)
    samples.push({ ratio: ms / (chain * LATENCY_MS), ms, chain, requests: intervals.length })
  }
  service.platform.internet?.setLatency?.(0)
  const of = (field: 'ratio' | 'ms' | 'chain' | 'requests') =>
    percentile(
      samples.map((sample) => sample[field]),
      0.5,
    )
  return [
    bounded(
      'quick analysis : its critical path, 50 ms a request',
      of('ratio'),
      { most: 1.15 },
      `${of('ms').toFixed(0)} ms, ${of('chain')} hops of ${of('requests')} requests`,
    ),
  ]
}

/**
 * Measures quick analyses while sites, registries and DNS answer after 150 ms. In the second row,
 * Postgres and Redis also answer only after 10 ms.
 * Each company was analysed before.
 */
async function quickOverSlowServices(
  service: Service,
  account: ServiceAccount,
): Promise<BenchRow[]> {
  const { internet, faults } = service.platform
  const analyze = async (n: number) => {
    const started = performance.now()
    const { body } = await account.request('POST', '/analyze', {
      domain: COMPANIES[n % COMPANIES.length],
      depth: 'quick',
    })
    if (body.data?.status !== 'completed')
      throw new Error(`a quick analysis ended as ${body.data?.status}`)
    return performance.now() - started
  }
  const row = async (what: string) => {
    const samples: number[] = []
    for (let n = 0; n < SLOW_SAMPLES; n++) samples.push(await analyze(n))
    const [p50, p95] = [0.5, 0.95].map((share) => percentile(samples, share).toFixed(0))
    return shown(what, `p50 ${p50} ms, p95 ${p95} ms of ${SLOW_SAMPLES}`)
  }
  for (const n of COMPANIES.keys()) await analyze(n)
  internet?.setLatency?.(SLOW_SERVICE_MS)
  const rows = [await row('a quick analysis over 150 ms services')]
  for (const target of ['postgres', 'redis'])
    faults.set({ target, mode: 'slow', rate: 1, ms: SLOW_DATABASE_MS })
  rows.push(await row('the same with 10 ms for Postgres and Redis'))
  faults.clear()
  internet?.setLatency?.(0)
  return rows
}

async function throughput(service: Service, account: ServiceAccount): Promise<BenchRow[]> {
  const started = performance.now()
  const answers = await inTurns(QUEUED_JOBS, 4, (n) =>
    account.request('POST', '/analyze', { domain: `listed-${20_000 + n}.com` }),
  )
  const ids = answers.map(({ body }) => body.data?.job_id as string)
  for (;;) {
    const { rows } = await service.platform.pool.query(
      `select count(*)::integer as left from jobs where id = any($1) and completed_at is null`,
      [ids],
    )
    if (rows[0].left === 0) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return [
    shown(
      'deep jobs/s through the queue, no latency',
      (QUEUED_JOBS / ((performance.now() - started) / 1_000)).toFixed(1),
    ),
  ]
}

async function size(): Promise<BenchRow[]> {
  const { folder } = await bundle(projectConfig)
  const script = readFileSync(path.join(folder, 'index.js'))
  const started = performance.now()
  const fresh = await startPlatform({ offline: true, schedules: false })
  const bootMs = performance.now() - started
  await fresh.stop()
  return [
    bounded(
      'bundle, MB gzip',
      gzipSync(script).length / 1_000_000,
      { most: 3 },
      `${(script.length / 1_000_000).toFixed(2)} MB`,
    ),
    shown('platform start (Postgres, Redis, workerd, migrations)', `${Math.round(bootMs)} ms`),
  ]
}

async function memory(service: Service, account: ServiceAccount): Promise<BenchRow[]> {
  const residentMb = () =>
    Number(
      /VmRSS:\s+(\d+)/.exec(
        readFileSync(`/proc/${service.platform.runtime().pid}/status`, 'utf8'),
      )?.[1],
    ) / 1_024
  const before = residentMb()
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMb())
  }, 100)
  const started = performance.now()
  await inTurns(MEMORY_ANALYSES, MEMORY_AT_ONCE, (n) =>
    account.request('POST', '/analyze', { domain: `listed-${40_000 + n}.com`, depth: 'quick' }),
  )
  const seconds = (performance.now() - started) / 1_000
  clearInterval(watch)
  return [
    shown(
      'workerd peak memory over 1,000 quick analyses',
      `${peak.toFixed(0)} MB (${before.toFixed(0)} MB before; ${(MEMORY_ANALYSES / seconds).toFixed(1)}/s)`,
    ),
  ]
}

async function inTurns<Answer>(
  count: number,
  atOnce: number,
  call: (n: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const n = next
      next += 1
      answers[n] = await call(n)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return answers
}
