import type pg from 'pg'
import type { CollectedEvidence } from '../../shared/attribution/evidence.ts'
import { conclude } from '../../shared/jobs/conclude-job.ts'
import { targetOf } from '../eval/collect.ts'
import { type Item, itemsOf, MEASURED_AT, OWN_CASES } from '../eval/items.ts'
import { rescore } from '../eval/rescore.ts'
import { startService } from '../platform/service.ts'
import { type BenchRow, bounded } from './row.ts'

const FEW = 2_500
const MANY = 10_000
const SECONDS_MAX = 60
/**
 * Limit for the heap with MANY jobs, divided by the heap with FEW jobs. It is above 1, because the
 * heap depends on when garbage is collected.
 */
const HEAP_RATIO_MAX = 2

export async function benchRescore(): Promise<BenchRow[]> {
  return measureRescore(await itemsOf({ directory: OWN_CASES, weight: 1 }, 'deep', undefined))
}

/**
 * Stores the examples as finished jobs and scores them again. Examples are repeated until there are
 * enough jobs.
 */
export async function measureRescore(items: readonly Item[]): Promise<BenchRow[]> {
  const service = await startService()
  try {
    const { pool, databaseUrl } = service.platform
    await service.account()
    const heaps: number[] = []
    let last = { scored: 0, identical: 0, seconds: 0, cpuSeconds: 0, peakHeapBytes: 0 }
    for (const count of [FEW, MANY]) {
      await storeJobs(pool, items, count)
      last = await rescore(databaseUrl, null, () => undefined)
      heaps.push(last.peakHeapBytes)
    }
    const [few = Number.NaN, many = Number.NaN] = heaps
    const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`
    return [
      bounded(
        `score ${MANY} stored jobs again: seconds`,
        last.seconds,
        { most: SECONDS_MAX },
        `${Math.round(last.scored / last.seconds)} per second, ${last.cpuSeconds.toFixed(1)} s of CPU`,
      ),
      bounded(
        '  results that are not exactly the stored ones',
        last.scored - last.identical,
        { most: 0 },
        `of ${last.scored}`,
      ),
      bounded(
        `  peak heap with ${MANY} over ${FEW} jobs`,
        many / few,
        { most: HEAP_RATIO_MAX },
        `${megabytes(few)}, ${megabytes(many)}`,
      ),
    ]
  } finally {
    await service.stop()
  }
}

export async function storeJobs(
  pool: pg.Pool,
  items: readonly Item[],
  count: number,
): Promise<void> {
  const results = items.flatMap(({ labelled, evidence }) => {
    const target = targetOf(labelled.domain)
    const end = conclude(target, Object.values(evidence) as CollectedEvidence[], MEASURED_AT)
    return end.result === undefined ? [] : [{ ...target, ...end }]
  })
  await pool.query('truncate job_results; delete from jobs')
  await pool.query(
    `with samples as (
       select row_number() over () - 1 as number, sample from jsonb_array_elements($1::jsonb) as sample
     ), numbered as (
       select 'job_' || lpad(n::text, 26, '0') as id, sample
       from generate_series(0, $2::integer - 1) as n join samples on samples.number = n % $3
     ), stored as (
       insert into jobs (id, account_id, domain, registrable_domain, depth, status)
       select id, (select id from accounts limit 1), sample->>'domain', sample->>'registrableDomain', 'deep', 'completed'
       from numbered
     )
     insert into job_results (job_id, result, signals, evidence, links)
     select id, sample->'result', sample->'signals', sample->'evidence', sample->'links' from numbered`,
    [JSON.stringify(results), count, results.length],
  )
}
