import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { JobCosts } from '../../migrations/deploy/job-costs.ts'
import { POLLS } from '../../migrations/deploy/plan.ts'
import { ASSUMPTIONS } from '../../migrations/deploy/scale.ts'
import type { InsideCounts } from '../platform/entry-module.ts'
import { type Isolate, inspectIsolate } from '../platform/isolate.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { type BenchRow, shown } from './row.ts'

const FILE = path.join(import.meta.dirname, '../../migrations/deploy/job-costs.json')
const WARM_UP = 10
const JOBS = 60
const DEPTHS = ['quick', 'deep'] as const
const POLL_MS = 200
const LOG_POLL_MS = 10
const LIMIT_MS = 60_000
/** Time after the end of a job in which its Durable Object notifies others. */
const FORGOTTEN_MS = 500
/**
 * The settings of a deployment, which the local platform replaces with others for tests. The tier
 * pro takes a token for each request.
 */
const DEPLOYED = {
  RATE_LIMITS_PER_MINUTE: '{"free":60,"pro":300,"team":1200,"enterprise":6000}',
  CERTIFICATE_CACHE_HOURS: '12',
}

/**
 * Measures the use of one analysis on the local platform, with sample companies that answer after
 * `ASSUMPTIONS.requestMs`: faster jobs end before their object stores progress. The client polls a
 * deep analysis `POLLS` times. With JOB_COSTS_WRITE the figures replace those of the plan and the
 * simulation.
 */
export async function benchJobCosts(): Promise<BenchRow[]> {
  const service = await startService({
    inspector: true,
    counts: true,
    env: { ...DEPLOYED, QUOTA_PRO: '1000000' },
  })
  const isolate = await inspectIsolate(service.platform)
  try {
    service.platform.internet?.setLatency?.(ASSUMPTIONS.requestMs)
    const account = await service.account({ tier: 'pro', email: 'job-costs@tests.example' })
    const quick = await costsOf(service, isolate, account, 'quick')
    const deep = await costsOf(service, isolate, account, 'deep')
    const costs = { quick, deep }
    if (process.env.JOB_COSTS_WRITE !== undefined)
      await writeFile(FILE, `${JSON.stringify(costs, null, 2)}\n`)
    return DEPTHS.flatMap((depth) =>
      Object.entries(costs[depth]).map(([name, value]) =>
        shown(`${depth} analysis: ${name}`, String(value)),
      ),
    )
  } finally {
    isolate.close()
    await service.stop()
  }
}

async function costsOf(
  service: Service,
  isolate: Isolate,
  account: ServiceAccount,
  depth: (typeof DEPTHS)[number],
): Promise<JobCosts> {
  const first = depth === 'quick' ? 500_000 : 600_000
  const analyze = async (from: number, count: number): Promise<void> => {
    for (let n = from; n < from + count; n += 1) {
      await analyzeOne(service, account, `listed-${first + n}.com`, depth)
    }
    await delay(FORGOTTEN_MS)
  }
  await analyze(0, WARM_UP)
  const countsBefore = await countsOf(service)
  const calls = { postgres: 0, redis: 0, other: 0 }
  const { outgoing } = service.platform.stats
  const before = await databaseUse(service)
  Object.assign(service.platform.stats, {
    outgoing(kind: keyof typeof calls, requestId: string | undefined) {
      calls[kind] += 1
      outgoing(kind, requestId)
    },
  })
  const { cpuMs } = await isolate.cpu(() => analyze(WARM_UP, JOBS))
  Object.assign(service.platform.stats, { outgoing })
  const after = await databaseUse(service)
  const counts = await countsOf(service)
  const each = (total: number, digits = 1): number => Number((total / JOBS).toFixed(digits))
  return {
    cpuMs: each(cpuMs),
    outgoingRequests: each(calls.other),
    sqlStatements: each(calls.postgres),
    sqlMs: each(after.activeMs - before.activeMs),
    storedKb: each((after.bytes - before.bytes) / 1_000),
    queueMessages: each(counts.queueMessages - countsBefore.queueMessages),
    objectRequests: each(counts.objectRequests - countsBefore.objectRequests),
    objectRows: each(counts.objectRows - countsBefore.objectRows),
    objectMs: each(counts.objectMs - countsBefore.objectMs),
    redisCommands: each(counts.redisCommands - countsBefore.redisCommands),
  }
}

async function countsOf({ platform }: Service): Promise<InsideCounts & { redisCommands: number }> {
  return { ...(await platform.runtime().insideCounts()), redisCommands: platform.redis.commands() }
}

/**
 * Runs one analysis with the polls of a client. The end is read from the log, so that waiting for
 * it costs the service nothing.
 */
async function analyzeOne(
  service: Service,
  account: ServiceAccount,
  domain: string,
  depth: string,
): Promise<void> {
  const { status, text, body } = await account.analyze(domain, { depth }).answer
  const id = body.data?.job_id
  if (typeof id !== 'string') throw new Error(`POST /analyze answered ${status} ${text}`)
  for (let poll = 0; depth === 'deep' && poll < POLLS; poll += 1) {
    await delay(POLL_MS)
    await account.request('GET', `/jobs/${id}`)
  }
  const deadline = Date.now() + LIMIT_MS
  const isEnd = (line: { text: string }) =>
    line.text.includes('"job.ended"') && line.text.includes(id)
  while (!service.platform.logs.lines.some(isEnd)) {
    if (Date.now() > deadline) throw new Error(`${id} has not ended`)
    await delay(LOG_POLL_MS)
  }
}

async function databaseUse(service: Service): Promise<{ bytes: number; activeMs: number }> {
  await service.platform.pool.query('select pg_stat_force_next_flush()')
  const { rows } = await service.platform.pool.query(
    `select (select sum(pg_total_relation_size(relid))::float8 from pg_stat_user_tables) as bytes, active_time as active
      from pg_stat_database where datname = current_database()`,
  )
  return { bytes: Number(rows[0].bytes), activeMs: Number(rows[0].active) }
}
