import { setTimeout as delay } from 'node:timers/promises'
import { DNS_SERVICES } from '../../shared/platform/net/ask-dns-services.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { consumeList } from './list-consumers.ts'
import { type BenchRow, bounded, shown } from './row.ts'

const SECONDS = (process.env.OUTAGE_SECONDS ?? '1,10,60').split(',').map(Number)
const LINES = Number(process.env.OUTAGE_LINES ?? 500)
const DEEP = 20
const QUICK = 20
const CONSUMERS = 4
const LIMIT_MS = 600_000
const WRONG = /web server did not answer|not registered|name servers/i

/**
 * No DNS service answers for some seconds while a list, deep and quick analyses run. With
 * OUTAGE_KILLS=1 the runtime is also killed in the middle, and replies of Postgres are lost.
 */
export async function benchOutages(): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const seconds of SECONDS) rows.push(...(await outage(seconds)))
  return rows
}

async function outage(seconds: number): Promise<BenchRow[]> {
  const service = await startService({ schedules: true, env: { QUOTA_TEAM: '1000000' } })
  try {
    const lister = await service.account({ tier: 'team' })
    const single = await service.account({ tier: 'team' })
    const domains = Array.from({ length: LINES }, (_, n) => `listed-${300_000 + n}.com`)
    const { text } = await lister.request('POST', '/analyze/bulk', { domains, depth: 'quick' })
    const { bulk_job_id: listId } = JSON.parse(text)
    const stop = new AbortController()
    const consumers = Array.from({ length: CONSUMERS }, () =>
      consumeList(service, listId, 'bulk-analysis', stop.signal),
    )
    for (let n = 0; n < DEEP; n += 1)
      await single.request('POST', '/analyze', { domain: `listed-${310_000 + n}.com` })
    await delay(500)
    for (const target of DNS_SERVICES)
      await service.platform.breakPart({ target, mode: 'down', rate: 1 })
    const from = Date.now()
    if (process.env.OUTAGE_KILLS !== undefined) {
      await service.platform.breakPart({ target: 'postgres', mode: 'lost_reply', rate: 0.05 })
      await service.platform.kill('runtime')
    }
    const { running } = await quickUntil(single, from + seconds * 1_000, QUICK / 2)
    await service.platform.mendAll()
    const after = await Promise.all(
      Array.from({ length: QUICK / 2 }, (_, n) => quick(single, `listed-${330_000 + n}.com`)),
    )
    const inside = await Promise.all(running)
    const started = performance.now()
    await untilAllEnded(service)
    stop.abort()
    await Promise.all(consumers)
    const waited = (performance.now() - started) / 1_000
    return [
      ...(await verdicts(service, seconds)),
      bounded(
        '  quick after the outage: not completed',
        after.filter((status) => status !== 'completed').length,
        { most: 0 },
        `inside: ${inside.join(' ')}`,
      ),
      bounded('  broken invariants of money', (await service.audit()).length, { most: 0 }),
      shown('  seconds from the end of the outage to the last job', waited.toFixed(0)),
    ]
  } finally {
    await service.stop()
  }
}

async function quick(account: ServiceAccount, domain: string): Promise<string> {
  const { body, status } = await account
    .request('POST', '/analyze', { domain, depth: 'quick' })
    .catch(() => ({ body: { data: null }, status: 0 }))
  return String(body.data?.status ?? status)
}

/** Returns the analyses that run when the time is over. */
async function quickUntil(
  account: ServiceAccount,
  endsAt: number,
  count: number,
): Promise<{ running: Promise<string>[] }> {
  const pauseMs = (endsAt - Date.now()) / count
  const running: Promise<string>[] = []
  for (let n = 0; n < count; n += 1) {
    running.push(quick(account, `listed-${320_000 + n}.com`))
    await delay(Math.max(0, pauseMs))
  }
  await delay(Math.max(0, endsAt - Date.now()))
  return { running }
}

async function untilAllEnded({ platform }: Service): Promise<void> {
  const deadline = performance.now() + LIMIT_MS
  for (;;) {
    const { rows } = await platform.pool.query(
      `select (select count(*)::integer from jobs
          where status not in ('completed', 'partial', 'failed')) as jobs,
        (select count(*)::integer from bulk_jobs where status <> 'completed') as lists`,
    )
    if (rows[0].jobs === 0 && rows[0].lists === 0) return
    if (performance.now() > deadline) throw new Error(`not ended: ${JSON.stringify(rows[0])}`)
    await delay(500)
  }
}

async function verdicts({ platform }: Service, seconds: number): Promise<BenchRow[]> {
  const { rows } = await platform.pool.query<{
    kind: string
    status: string
    message: string | null
    collectors: [string, string, number, string | null][]
    charge: string | null
  }>(
    `select case when bulk_job_id is not null then 'listed' else depth end as kind, j.status,
        error_message as message, collectors, c.state as charge
      from jobs j left join charges c on c.subject = 'job:' || j.id`,
  )
  const count = (kind: string, status: string) =>
    rows.filter((row) => row.kind === kind && row.status === status).length
  const wrong = rows.flatMap(({ message, collectors }) =>
    [message, ...(collectors ?? []).map(([, , , detail]) => detail)].filter(
      (text) => text !== null && WRONG.test(text),
    ),
  )
  const charges = rows.filter(
    ({ status, charge }) => (status === 'failed') !== (charge === 'refunded'),
  )
  const of = `DNS services down for ${seconds} s`
  const kinds = ['listed', 'deep'].map((kind) =>
    bounded(
      `  ${kind}: failed or partial`,
      count(kind, 'failed') + count(kind, 'partial'),
      { most: 0 },
      `${count(kind, 'completed')} completed`,
    ),
  )
  return [
    shown(of, `${LINES} lines, ${DEEP} deep, ${QUICK} quick`),
    ...kinds,
    bounded('  wrong reasons', wrong.length, { most: 0 }, [...new Set(wrong)].join(' | ')),
    bounded('  failed jobs that are not refunded, or others that are', charges.length, { most: 0 }),
  ]
}
