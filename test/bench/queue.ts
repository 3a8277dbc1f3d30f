import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Service, ServiceAccount, startService } from '../platform/service.ts'
import { type BenchRow, bounded, percentile } from './row.ts'

/** Environment variable with the folder of another checkout of this repository, with its packages installed. */
const OTHER_CHECKOUT = 'BENCH_BASE'
const ROUNDS = 7
const JOBS_PER_ROUND = 100
const JOBS_OF_WARM_UP = 60
const SUBMITTED_AT_ONCE = 4
const POLL_MS = 20

type StartService = typeof startService

interface Side {
  service: Service
  account: ServiceAccount
  jobsPerSecond: number[]
  cpuMsPerJob: number[]
}

/**
 * Measures deep (full) analyses against another checkout, whose folder is in the environment variable BENCH_BASE. Both services run at
 * the same time and get their jobs alternately. Without the variable, this checkout runs twice, so the ratios show the noise of the
 * measurement.
 */
export async function benchQueue(): Promise<BenchRow[]> {
  const here = process.cwd()
  const folder = process.env[OTHER_CHECKOUT]
  const before = await openIn(path.resolve(folder ?? here))
  const now = await openIn(here)
  try {
    for (const side of [before, now]) await runJobs(side, 1_000, JOBS_OF_WARM_UP)
    for (let round = 0; round < ROUNDS; round++) {
      const sides = round % 2 === 0 ? [before, now] : [now, before]
      for (const side of sides) await measure(side, 20_000 + round * 1_000)
    }
  } finally {
    await Promise.all([before.service.stop(), now.service.stop()])
  }
  const name = folder === undefined ? 'the same checkout' : OTHER_CHECKOUT
  const median = (samples: number[]) => percentile(samples, 0.5)
  const [rate, rateBefore] = [median(now.jobsPerSecond), median(before.jobsPerSecond)]
  const [cpu, cpuBefore] = [median(now.cpuMsPerJob), median(before.cpuMsPerJob)]
  return [
    bounded(
      `deep jobs/s through the queue : ${name}`,
      rate / rateBefore,
      folder === undefined ? {} : { least: 1.5 },
      `${rate.toFixed(1)} and ${rateBefore.toFixed(1)}`,
    ),
    bounded(
      `CPU of workerd for a deep job : ${name}`,
      cpu / cpuBefore,
      folder === undefined ? {} : { most: 1 },
      `${cpu.toFixed(1)} and ${cpuBefore.toFixed(1)} ms`,
    ),
  ]
}

/** Starts the service of a checkout. Module names in workerd are relative to the current folder, so it must be that checkout. */
async function openIn(folder: string): Promise<Side> {
  const here = process.cwd()
  process.chdir(folder)
  try {
    const loaded: { startService: StartService } = await import(
      pathToFileURL(path.resolve('test/platform/service.ts')).href
    )
    const service = await loaded.startService()
    return { service, account: await service.account({ tier: 'enterprise' }), jobsPerSecond: [], cpuMsPerJob: [] }
  } finally {
    process.chdir(here)
  }
}

async function measure(side: Side, firstName: number): Promise<void> {
  const cpuBefore = cpuMs(side)
  side.jobsPerSecond.push(await runJobs(side, firstName, JOBS_PER_ROUND))
  side.cpuMsPerJob.push((cpuMs(side) - cpuBefore) / JOBS_PER_ROUND)
}

/** Returns the CPU time of workerd in milliseconds. The kernel counts it in hundredths of a second (proc(5), fields utime and stime). */
function cpuMs({ service }: Side): number {
  const stat = readFileSync(`/proc/${service.platform.runtime().pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function runJobs({ service, account }: Side, firstName: number, count: number): Promise<number> {
  const started = performance.now()
  const ids: string[] = []
  let next = 0
  const submit = async () => {
    while (next < count) {
      const domain = `listed-${firstName + next}.com`
      next += 1
      const { body } = await account.request('POST', '/analyze', { domain })
      ids.push(body.data?.job_id as string)
    }
  }
  await Promise.all(Array.from({ length: SUBMITTED_AT_ONCE }, submit))
  for (;;) {
    const { rows } = await service.platform.pool.query(
      `select count(*)::integer as left from jobs where id = any($1) and completed_at is null`,
      [ids],
    )
    if (rows[0].left === 0) return count / ((performance.now() - started) / 1_000)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
