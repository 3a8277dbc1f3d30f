import { setTimeout as delay } from 'node:timers/promises'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { type BenchRow, bounded, percentile, shown } from './row.ts'

const LATENCY_MS = 200
const SAMPLES = 5
const BATCHES = 4
const BATCH_DOMAINS = 50
const ATTACKED_SAMPLES = 5

/**
 * Measures the duration of one deep analysis of an account, alone and while another account has
 * submitted 200 deep analyses. Each request of an analysis to the outside takes 200 ms.
 */
export async function benchFairness(): Promise<BenchRow[]> {
  const service = await startService()
  try {
    service.platform.internet?.setLatency?.(LATENCY_MS)
    const victim = await service.account({ tier: 'team' })
    await secondsOf(victim, 70_000)
    const alone: number[] = []
    for (let n = 1; n <= SAMPLES; n++) alone.push(await secondsOf(victim, 70_000 + n))
    const attacker = await service.account({ credits: 1_000 })
    await attack(attacker)
    const beside: number[] = []
    for (let n = 1; n <= ATTACKED_SAMPLES; n++) beside.push(await secondsOf(victim, 71_000 + n))
    const left = await unfinished(service, attacker)
    if (left === 0) throw new Error('the analyses of the attacker ended before the last sample')
    while ((await unfinished(service, attacker)) > 0) await delay(200)
    const p50 = (samples: number[]) => percentile(samples, 0.5)
    return [
      bounded(
        `deep analysis beside ${BATCHES * BATCH_DOMAINS} of another account : alone, p50`,
        p50(beside) / p50(alone),
        { most: 2 },
        `${p50(beside).toFixed(2)} : ${p50(alone).toFixed(2)} s`,
      ),
      shown('  unfinished analyses of the other account after the last sample', String(left)),
    ]
  } finally {
    await service.stop()
  }
}

async function secondsOf(account: ServiceAccount, name: number): Promise<number> {
  const started = performance.now()
  await account.analyze(`listed-${name}.com`).untilTerminal()
  return (performance.now() - started) / 1_000
}

async function attack(account: ServiceAccount): Promise<void> {
  for (let n = 0; n < BATCHES; n++) {
    const first = 72_000 + n * BATCH_DOMAINS
    const domains = Array.from({ length: BATCH_DOMAINS }, (_, m) => `listed-${first + m}.com`)
    const { status } = await account.request('POST', '/analyze/batch', { domains })
    if (status !== 202) throw new Error(`POST /analyze/batch answered ${status}`)
  }
}

async function unfinished(service: Service, { userId }: ServiceAccount): Promise<number> {
  const { rows } = await service.platform.pool.query(
    `select count(*)::integer as n from jobs where account_id = $1 and status in ('queued', 'running')`,
    [userId],
  )
  return rows[0].n
}
