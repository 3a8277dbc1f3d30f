import { readFileSync } from 'node:fs'
import type * as ServiceModule from '../platform/service.ts'
import { importHere, serveSide } from './checkouts.ts'

/** Deep analyses of `count` sample companies, beginning with the number `first`. */
export interface QueueTask {
  first: number
  count: number
}

export interface QueueResult {
  jobsPerSecond: number
  /** CPU time of workerd. */
  cpuMsPerJob: number
}

const SUBMITTED_AT_ONCE = 4
const POLL_MS = 20

await serveSide<QueueTask, QueueResult>(async () => {
  const { startService } = await importHere<typeof ServiceModule>('test/platform/service.ts')
  const service = await startService()
  const account = await service.account({ tier: 'enterprise' })
  return {
    async run({ first, count }) {
      const cpuBefore = cpuMs(service)
      const jobsPerSecond = await runJobs(service, account, first, count)
      return { jobsPerSecond, cpuMsPerJob: (cpuMs(service) - cpuBefore) / count }
    },
    stop: () => service.stop(),
  }
})

/**
 * Returns the CPU time of workerd in milliseconds. The kernel counts it in hundredths of a second
 * (proc(5), fields utime and stime).
 */
function cpuMs({ platform }: ServiceModule.Service): number {
  const stat = readFileSync(`/proc/${platform.runtime().pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function runJobs(
  { platform }: ServiceModule.Service,
  account: ServiceModule.ServiceAccount,
  first: number,
  count: number,
): Promise<number> {
  const started = performance.now()
  const ids: string[] = []
  let next = 0
  const submit = async () => {
    while (next < count) {
      const domain = `listed-${first + next}.com`
      next += 1
      const { body } = await account.request('POST', '/analyze', { domain })
      ids.push(body.data?.job_id as string)
    }
  }
  await Promise.all(Array.from({ length: SUBMITTED_AT_ONCE }, submit))
  for (;;) {
    const { rows } = await platform.pool.query(
      `select count(*)::integer as left from jobs where id = any($1) and completed_at is null`,
      [ids],
    )
    if (rows[0].left === 0) return count / ((performance.now() - started) / 1_000)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
