import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { queueMessage } from '../../shared/platform/queue-messages.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { type BenchRow, bounded, percentile, shown } from './row.ts'

const LINES = Number(process.env.BULK_LINES ?? 1_000)
const KILLS = Number(process.env.BULK_KILLS ?? 0)
const ALONE_SAMPLES = 25
const BESIDE_SAMPLES_LEAST = 25
const PAUSE_MS = 400
const LIMIT_MS = 3 * 3_600_000
const COMPANIES = [
  'fennandoakbakery.com',
  'pellworth-ceramics.com',
  'otterbrookdental.com',
  'quillonharbor.com',
]

/**
 * Measures bulk jobs: the time from submission to the final email, the delay for other accounts,
 * and the memory of the export.
 */
export async function benchBulk(): Promise<BenchRow[]> {
  const service = await startService({
    schedules: true,
    env: {
      QUOTA_TEAM: '1000000',
      RATE_LIMITS_PER_MINUTE: '{"free":1e8,"pro":1e8,"team":1e8,"enterprise":1e8}',
    },
  })
  try {
    const memory = process.env.BULK_LINES_ONLY === undefined ? await exportMemory(service) : []
    return [...(await endToEnd(service)), ...memory]
  } finally {
    await service.stop()
  }
}

async function quickMs(by: ServiceAccount, n: number): Promise<number> {
  const started = performance.now()
  const { status } = await by.request('POST', '/analyze', {
    domain: COMPANIES[n % COMPANIES.length],
    depth: 'quick',
  })
  if (status !== 200) throw new Error(`a quick analysis answered ${status}`)
  return performance.now() - started
}

/** All SQL of the Worker goes through one pool, so wrapping its `query` counts every statement. */
function countStatements(service: Service): () => number {
  const { pool } = service.platform
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown
  let count = 0
  Object.assign(pool, {
    query: (...args: unknown[]) => {
      const [first] = args
      const text =
        typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? '')
      if (/"(submit_bulk_job|feed_bulk_job)"|advance_bulk_job/.test(text)) count += 1
      return query(...args)
    },
  })
  return () => count
}

async function endToEnd(service: Service): Promise<BenchRow[]> {
  const owner = await service.account({ tier: 'team', email: 'bulk-bench@tests.example' })
  const other = await service.account({ tier: 'team', email: 'beside@tests.example' })
  const alone: number[] = []
  for (let n = 0; n < ALONE_SAMPLES; n++) {
    alone.push(await quickMs(other, n))
    await delay(PAUSE_MS)
  }
  const statements = countStatements(service)
  const domains = Array.from({ length: LINES }, (_, n) => `listed-${100_000 + n}.com`)
  const started = performance.now()
  const { text } = await owner.request('POST', '/analyze/bulk', { domains, depth: 'quick' })
  const { bulk_job_id: id } = JSON.parse(text)
  const beside = await besideUntilEnded(service, other, id)
  const seconds = (performance.now() - started) / 1_000
  await delay(3_000)
  const { rows } = await service.platform.pool.query(
    `select b.status, b.completed + b.partial + b.failed + b.rejected as ended, b.failed, b.export_attempts, (select count(*)::integer from money_audit) as broken
      from bulk_jobs b where b.id = $1`,
    [id],
  )
  const [end] = rows
  const emails = service.platform.outbox
    .list(owner.email)
    .filter(({ text: content }) => content.includes(id))
  const p50 = (samples: number[]) => percentile(samples, 0.5)
  const of = `${LINES} lines, ${KILLS} kills of the runtime`
  return [
    bounded(
      `bulk, ${of}: lines ended`,
      end.ended,
      { least: LINES, most: LINES },
      `${end.status}, ${end.failed} failed`,
    ),
    bounded(
      'bulk: exports · emails',
      end.export_attempts * emails.length,
      { least: 1, most: 1 + KILLS },
      `${end.export_attempts} · ${emails.length}`,
    ),
    bounded('bulk: broken invariants of money', end.broken, { most: 0 }),
    shown(
      'bulk: lines/s end to end, quick depth',
      `${(LINES / seconds).toFixed(1)} (${seconds.toFixed(0)} s)`,
    ),
    bounded(
      'bulk: Postgres round trips per 100 lines, accept, feed, watch',
      (statements() / LINES) * 100,
      { most: 6 },
    ),
    bounded(
      'quick analysis of another account, p50 during the list : alone',
      p50(beside) / p50(alone),
      { most: 2 },
      `${p50(beside).toFixed(0)} : ${p50(alone).toFixed(0)} ms, ${beside.length} samples`,
    ),
  ]
}

async function besideUntilEnded(
  service: Service,
  other: ServiceAccount,
  id: string,
): Promise<number[]> {
  const samples: number[] = []
  const deadline = Date.now() + LIMIT_MS
  let kills = 0
  for (;;) {
    const { rows } = await service.platform.pool.query(
      `select status, (select count(*)::integer from jobs where bulk_job_id = b.id and completed_at is not null) as ended from bulk_jobs b where id = $1`,
      [id],
    )
    const { status, ended } = rows[0]
    if (status === 'completed' || status === 'failed') return samples
    if (Date.now() > deadline) throw new Error(`the list has not ended: ${status}, ${ended}`)
    if (kills < KILLS && ended >= ((kills + 1) * LINES) / (KILLS + 1)) {
      kills += 1
      await service.platform.kill('runtime')
    }
    if (ended > 10) samples.push(await quickMs(other, samples.length))
    if (samples.length > BESIDE_SAMPLES_LEAST) await delay(4 * PAUSE_MS)
    else await delay(PAUSE_MS)
  }
}

const rssMb = (service: Service) =>
  Number(
    /VmRSS:\s+(\d+)/.exec(
      readFileSync(`/proc/${service.platform.runtime().pid}/status`, 'utf8'),
    )?.[1],
  ) / 1_024

/**
 * Inserts a bulk job whose lines have all ended. The results of the lines are copies of one
 * analysis.
 */
export async function seedEnded(
  service: Service,
  owner: ServiceAccount,
  lines: number,
): Promise<string> {
  const { pool } = service.platform
  const { body } = await owner.request('POST', '/analyze', { domain: COMPANIES[0], depth: 'quick' })
  const { rows } = await pool.query(`select new_id('blk') as id`)
  const { id } = rows[0]
  await pool.query(
    `insert into bulk_jobs (id, account_id, depth, status, total, accepted, next_line, completed, partial, failed, rejected)
      values ($1, $2, 'quick', 'exporting', $3, $3, $3, $3, 0, 0, 0)`,
    [id, owner.userId, lines],
  )
  await pool.query(
    `with copied as (
       insert into jobs (id, account_id, domain, registrable_domain, depth, status, bulk_job_id, outcome, entity, confidence, completed_at, sandbox)
         select new_id('job'), $2, 'copy-' || n || '.com', 'copy-' || n || '.com', 'quick', 'completed', $1, 'attributed', 'Fenn', 0.9, clock_timestamp(), true
           from generate_series(0, $3::integer - 1) n returning id, domain
     ), results as (
       insert into job_results (job_id, result, signals, evidence, links)
         select copied.id, r.result, r.signals, r.evidence, '[]' from copied, job_results r where r.job_id = $4
     )
     insert into bulk_items (bulk_job_id, line, domain, registrable_domain, job_id)
       select $1, row_number() over () - 1, domain, domain, id from copied`,
    [id, owner.userId, lines, body.data?.job_id],
  )
  return id
}

async function exportPeakMb(
  service: Service,
  owner: ServiceAccount,
  lines: number,
): Promise<{ peak: number; seconds: number }> {
  const id = await seedEnded(service, owner, lines)
  await delay(1_000)
  const resting = rssMb(service)
  let peak = 0
  let writing = true
  const sampling = (async () => {
    while (writing) {
      peak = Math.max(peak, rssMb(service) - resting)
      await delay(10)
    }
  })()
  const started = performance.now()
  await service.platform.runtime().deliver('exports', [{ body: queueMessage('exports', id) }])
  const seconds = (performance.now() - started) / 1_000
  writing = false
  await sampling
  // A sweep may already be writing this export, and then the queue message above does nothing. So
  // the loop reads the status from the database until the export is complete.
  for (let polls = 0; polls < 300; polls++) {
    const { rows } = await service.platform.pool.query(
      `select status from bulk_jobs where id = $1`,
      [id],
    )
    if (rows[0].status === 'completed') return { peak, seconds }
    await delay(100)
  }
  const lastLine = service.platform.logs.lines
    .filter(({ text }) => text.includes('"export.'))
    .at(-1)?.text
  throw new Error(`the export has not ended: ${lastLine}`)
}

async function exportMemory(service: Service): Promise<BenchRow[]> {
  const owner = await service.account({ tier: 'team', email: 'export-bench@tests.example' })
  // The first three exports are not measured, because the heap of workerd still grows to its usual
  // size.
  for (let n = 0; n < 3; n++) await exportPeakMb(service, owner, 1_000)
  const small = await exportPeakMb(service, owner, 1_000)
  const large = await exportPeakMb(service, owner, 10_000)
  const huge = await exportPeakMb(service, owner, 40_000)
  return [
    bounded(
      'export of 10,000 lines, runtime memory above rest, MB',
      large.peak,
      { most: small.peak + 40 },
      `1,000: ${small.peak.toFixed(0)}, 40,000: ${huge.peak.toFixed(0)} MB; ${large.seconds.toFixed(1)} s`,
    ),
  ]
}
