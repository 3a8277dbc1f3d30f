import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { JobCosts } from '../../migrations/deploy/job-costs.ts'
import { freePort } from '../platform/ports.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { type Isolate, inspectIsolate } from './isolate.ts'
import { type BenchRow, shown } from './row.ts'

const FILE = path.join(import.meta.dirname, '../../migrations/deploy/job-costs.json')
const WARM_UP = 10
const JOBS = 60
const DEPTHS = ['quick', 'deep'] as const

/**
 * Measures the use of one analysis on the local platform, with sample companies: CPU time inside of the isolate, outgoing requests, SQL
 * statements and their time, and stored bytes. With JOB_COSTS_WRITE the figures replace those of the plan and the simulation.
 */
export async function benchJobCosts(): Promise<BenchRow[]> {
  const inspectorPort = await freePort()
  const service = await startService({ inspectorPort, env: { QUOTA_TEAM: '1000000' } })
  const isolate = await inspectIsolate(inspectorPort, service.baseUrl)
  try {
    const account = await service.account({ tier: 'team', email: 'job-costs@tests.example' })
    const quick = await costsOf(service, isolate, account, 'quick')
    const deep = await costsOf(service, isolate, account, 'deep')
    const costs = { quick, deep }
    if (process.env.JOB_COSTS_WRITE !== undefined) await writeFile(FILE, `${JSON.stringify(costs, null, 2)}\n`)
    return DEPTHS.flatMap((depth) =>
      Object.entries(costs[depth]).map(([name, value]) => shown(`${depth} analysis: ${name}`, String(value))),
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
      await account.analyze(`listed-${first + n}.com`, { depth }).untilTerminal()
    }
  }
  await analyze(0, WARM_UP)
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
  const each = (total: number, digits = 1): number => Number((total / JOBS).toFixed(digits))
  return {
    cpuMs: each(cpuMs),
    outgoingRequests: each(calls.other),
    sqlStatements: each(calls.postgres),
    sqlMs: each(after.activeMs - before.activeMs),
    storedKb: each((after.bytes - before.bytes) / 1_000),
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
