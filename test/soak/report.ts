import { type BenchRow, bounded, percentile, shown } from '../bench/row.ts'
import { KINDS, type SoakOptions } from './plan.ts'
import { type EndedPart, type Soaked, sumFindings } from './run.ts'

/**
 * Limit for the growth per job in the last part, as a multiple of the growth per job in the first
 * part.
 */
const GROWTH_MAX = 1.05
/**
 * Only parts with at least this number of jobs are compared in size. For smaller parts, the ratios
 * are shown but not checked.
 */
const COMPARED_FROM_JOBS = 1_000
const MIB = 1024 * 1024
const KIB = 1024

/** Returns the rows of the report: first the checks with their goals, then durations by part. */
export function reportSoak(soaked: Soaked, { jobs, kills, seed }: SoakOptions): BenchRow[] {
  const { parts, before, afterRetention, repeated } = soaked
  const found = sumFindings(parts)
  const seconds = (parts.at(-1)?.to ?? 0) - (parts[0]?.from ?? 0)
  const none = (what: string, count: number, detail = '') =>
    bounded(what, count, { most: 0 }, detail)
  return [
    shown(
      'jobs',
      `${jobs} in ${(seconds / 60).toFixed(1)} min (${(jobs / seconds).toFixed(1)}/s), seed ${seed}`,
    ),
    bounded('kills of the runtime', soaked.kills.runtime, { least: kills }),
    bounded('kills of PostgreSQL', soaked.kills.postgres, { least: kills }),
    shown(
      'other faults',
      `${soaked.faults}; repeated: ${repeated.requests} requests, ${repeated.messages} messages, ${repeated.webhooks} webhook messages`,
    ),
    none('submissions never accepted', soaked.refused.length),
    none('repeated requests with another reply', soaked.contradictions),
    none('jobs lost', found.lost),
    none('jobs hanging', found.hanging),
    none('jobs doubled', found.doubled),
    none('jobs not charged', found.uncharged),
    shown('jobs that failed and were refunded', `${found.failed}${errorsOf(parts)}`),
    none('webhooks lost', found.deliveriesLost, `${found.deadLettered} dead letters`),
    none('webhooks doubled under another id', found.deliveriesDoubled),
    none('changes reported without a change', found.falseChanges),
    none('rows of money_audit at the checks', found.broken),
    none('rows of money_audit during the load', soaked.brokenMeanwhile.length),
    none('orphan rows', found.orphans),
    ...sizes(before, parts),
    none('work left after the retention time', afterRetention.left),
    none('orphan rows after the retention time', afterRetention.orphans.length),
    none('rows of money_audit after the retention time', afterRetention.broken.length),
    ...parts.flatMap(durations),
  ]
}

function errorsOf(parts: readonly EndedPart[]): string {
  const counts = new Map<string, number>()
  for (const { judged } of parts)
    for (const [error, count] of judged.errors) counts.set(error, (counts.get(error) ?? 0) + count)
  const shownErrors = [...counts].map(([error, count]) => `${count} × ${error}`)
  return shownErrors.length === 0 ? '' : ` (${shownErrors.join('; ')})`
}

function sizes(before: Soaked['before'], parts: readonly EndedPart[]): BenchRow[] {
  const first = parts[0]
  const last = parts.at(-1)
  const last2 = parts.at(-2)
  if (first === undefined || last === undefined || last2 === undefined) return []
  const isCompared = first.jobs >= COMPARED_FROM_JOBS
  const row = (what: string, early: number, late: number, detail: string) =>
    isCompared
      ? bounded(what, late / early, { most: GROWTH_MAX }, detail)
      : shown(what, `${(late / early).toFixed(2)} (${detail}; too few jobs for a goal)`)
  const growth = (key: 'rows' | 'databaseBytes' | 'objectBytes') =>
    [
      (first.size[key] - before[key]) / first.jobs,
      (last.size[key] - last2.size[key]) / last.jobs,
    ] as const
  const [rowsEarly, rowsLate] = growth('rows')
  const [bytesEarly, bytesLate] = growth('databaseBytes')
  const [objectsEarly, objectsLate] = growth('objectBytes')
  const kib = (early: number, late: number) =>
    `${(late / KIB).toFixed(1)} : ${(early / KIB).toFixed(1)} KiB`
  const mib = (early: number, late: number) =>
    `${(late / MIB).toFixed(1)} : ${(early / MIB).toFixed(1)} MiB`
  return [
    row(
      'rows of the database for each job, last part : first',
      rowsEarly,
      rowsLate,
      `${rowsLate.toFixed(2)} : ${rowsEarly.toFixed(2)}`,
    ),
    row('bytes of the database for each job', bytesEarly, bytesLate, kib(bytesEarly, bytesLate)),
    row(
      'bytes of Durable Objects for each job',
      objectsEarly,
      objectsLate,
      kib(objectsEarly, objectsLate),
    ),
    row(
      'heap of the Worker after garbage collection',
      first.size.heapBytes,
      last.size.heapBytes,
      mib(first.size.heapBytes, last.size.heapBytes),
    ),
    shown('resident memory of workerd', mib(first.size.residentBytes, last.size.residentBytes)),
  ]
}

function durations({ from, to, drained, jobs, judged }: EndedPart, place: number): BenchRow[] {
  const minutes = `${(from / 60).toFixed(0)} to ${(to / 60).toFixed(0)} min`
  const kinds = KINDS.flatMap((kind) => {
    const samples = judged.latencies.get(kind) ?? []
    if (samples.length === 0) return []
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(samples, share).toFixed(1))
    return [`${kind} ${p50}/${p95}/${p99}`]
  })
  return [
    shown(
      `seconds to the end, part ${place + 1} (${minutes}), p50/p95/p99`,
      `${kinds.join(' · ')} · ${(jobs / (to - from)).toFixed(1)} jobs/s · drained in ${drained.toFixed(0)} s`,
    ),
  ]
}
