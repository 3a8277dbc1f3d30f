import { setTimeout as delay } from 'node:timers/promises'
import { createInternet } from '../internet/internet.ts'
import { type Service, startService } from '../platform/service.ts'
import { consumeList } from './list-consumers.ts'
import { type BenchRow, bounded, shown } from './row.ts'

const LINES = Number(process.env.CERTIFICATE_LOG_LINES ?? 500)
const REQUESTS_PER_SECOND = 1
/**
 * Number of analyses at the same time: `max_concurrency` of the analysis queue in wrangler.toml.
 */
const AT_ONCE = 8
const LIMIT_MS = 3_600_000

/**
 * Measures many analyses while each certificate log accepts only one request per second and refuses
 * all others. The settings are those of wrangler.toml.
 */
export async function benchCertificateLogs(): Promise<BenchRow[]> {
  const internet = await createInternet()
  const requestsPerMinute = JSON.stringify({ 'crt.sh': 60, 'api.certspotter.com': 60 })
  const service = await startService({
    internet,
    schedules: true,
    env: { CERTIFICATE_LOG_REQUESTS_PER_MINUTE: requestsPerMinute, CERTIFICATE_CACHE_HOURS: '12' },
  })
  try {
    internet.logLimits.set(REQUESTS_PER_SECOND)
    const owner = await service.account({ tier: 'team' })
    const domains = Array.from({ length: LINES }, (_, n) => `listed-${200_000 + n}.com`)
    const started = performance.now()
    const { text } = await owner.request('POST', '/analyze/bulk', { domains, depth: 'deep' })
    const { bulk_job_id: id } = JSON.parse(text)
    const stop = new AbortController()
    const consumers = Array.from({ length: AT_ONCE - 1 }, () =>
      consumeList(service, id, 'bulk-deep', stop.signal),
    )
    await untilEnded(service, id)
    const seconds = (performance.now() - started) / 1_000
    stop.abort()
    await Promise.all(consumers)
    const { ended, partial, failed } = await countsOf(service, id)
    const of = `${LINES} deep lines, ${REQUESTS_PER_SECOND} request a second`
    const perSecond = (ended / seconds).toFixed(2)
    return [
      bounded(`certificate logs, ${of}: lines ended`, ended, { least: LINES, most: LINES }),
      bounded('  partial', partial, { most: 0 }),
      bounded('  lost or failed', LINES - ended + failed, { most: 0 }),
      shown(
        '  seconds; requests refused by the logs',
        `${seconds.toFixed(0)} s, ${perSecond}/s; ${internet.logLimits.refusals}`,
      ),
    ]
  } finally {
    await service.stop()
    await internet.close()
  }
}

async function untilEnded({ platform }: Service, bulkJobId: string): Promise<void> {
  const deadline = performance.now() + LIMIT_MS
  for (;;) {
    const { rows } = await platform.pool.query('select status from bulk_jobs where id = $1', [
      bulkJobId,
    ])
    if (rows[0]?.status === 'completed') return
    if (performance.now() > deadline) throw new Error('the list has not ended')
    await delay(500)
  }
}

async function countsOf({ platform }: Service, bulkJobId: string) {
  const { rows } = await platform.pool.query<{ ended: number; partial: number; failed: number }>(
    `select count(*) filter (where status in ('completed', 'partial', 'failed'))::integer as ended,
        count(*) filter (where status = 'partial')::integer as partial,
        count(*) filter (where status = 'failed')::integer as failed
      from jobs where bulk_job_id = $1`,
    [bulkJobId],
  )
  const [counts] = rows
  if (counts === undefined) throw new Error('no counts')
  return counts
}
