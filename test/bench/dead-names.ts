import pMap from 'p-map'
import { createInternet } from '../internet/internet.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { type BenchRow, bounded, percentile, shown } from './row.ts'

const DEAD_NAMES = 20
const HEALTHY_NAMES = 20
const AT_ONCE = 2

/**
 * Measures quick analyses of healthy domains, alone and while another account analyses 20 domains
 * whose name servers, RDAP servers and certificate logs never answer.
 */
export async function benchDeadNames(): Promise<BenchRow[]> {
  const internet = await createInternet()
  const dead = Array.from({ length: DEAD_NAMES }, (_, n) => `dead-${n}-mossgate.com`)
  for (const domain of dead)
    internet.add({ domain, silent: true, dns: { [domain]: { _rcode: 'SILENT' } } })
  const service = await startService({ internet })
  try {
    const attacker = await service.account({ tier: 'enterprise' })
    const customer = await service.account({ tier: 'enterprise' })
    await analyzeAll(customer, 100)
    const alone = await analyzeAll(customer, 200)
    const flood = dead.map((domain) => attacker.analyze(domain, { depth: 'quick' }).untilTerminal())
    await Promise.race(flood)
    const beside = await analyzeAll(customer, 300)
    const ended = await Promise.all(flood)
    const completed = beside.filter(({ status }) => status === 'completed').length
    const wrong = await wrongCharges(service)
    const p50 = (runs: typeof alone) =>
      percentile(
        runs.map(({ ms }) => ms),
        0.5,
      )
    const ratio = p50(beside) / p50(alone)
    return [
      bounded('healthy analyses beside dead names: share completed', completed / HEALTHY_NAMES, {
        least: 1,
      }),
      bounded(
        '  charges that do not match the status',
        wrong,
        { most: 0 },
        `${HEALTHY_NAMES * 3 + DEAD_NAMES} jobs`,
      ),
      shown(
        '  p50 alone and beside',
        `${p50(alone).toFixed(0)} ms and ${p50(beside).toFixed(0)} ms, ${ratio.toFixed(2)} times`,
      ),
      shown(
        '  dead names that failed',
        `${ended.filter(({ status }) => status === 'failed').length} of ${DEAD_NAMES}`,
      ),
    ]
  } finally {
    await service.stop()
  }
}

function analyzeAll(
  account: ServiceAccount,
  from: number,
): Promise<{ status: string; ms: number }[]> {
  const names = Array.from({ length: HEALTHY_NAMES }, (_, n) => `listed-${from + n}.com`)
  const run = async (name: string) => {
    const started = performance.now()
    const { status } = await account.analyze(name, { depth: 'quick' }).untilTerminal()
    return { status, ms: performance.now() - started }
  }
  return pMap(names, run, { concurrency: AT_ONCE })
}

/** Returns the number of jobs that failed without a refund or ended with a refund. */
async function wrongCharges({ platform }: Service): Promise<number> {
  const { rows } = await platform.pool.query(
    `select count(*)::integer as wrong from jobs j left join charges c on c.subject = 'job:' || j.id
      where (j.status = 'failed') <> (c.state is not distinct from 'refunded')`,
  )
  return rows[0].wrong
}
