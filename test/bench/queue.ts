import path from 'node:path'
import { openSide, type Side } from './checkouts.ts'
import type { QueueResult, QueueTask } from './queue-side.ts'
import { type BenchRow, baseFolder, bounded, percentile } from './row.ts'

const ROUNDS = 9
const JOBS_PER_ROUND = 80
const JOBS_OF_WARM_UP = 60

interface Measured {
  side: Side<QueueTask, QueueResult>
  results: QueueResult[]
}

/**
 * Measures deep (full) analyses against the checkout of BENCH_BASE. Each service has a process of
 * its own, and they get their jobs alternately. Without the variable, this checkout runs twice, so
 * the ratios show the noise of the measurement.
 */
export async function benchQueue(): Promise<BenchRow[]> {
  const open = async (folder: string): Promise<Measured> => ({
    side: await openSide('queue-side.ts', folder),
    results: [],
  })
  const before = await open(path.resolve(baseFolder ?? '.'))
  const now = await open(process.cwd())
  try {
    for (const { side } of [before, now]) await side.run({ first: 1_000, count: JOBS_OF_WARM_UP })
    for (let round = 0; round < ROUNDS; round++) {
      for (const { side, results } of round % 2 === 0 ? [before, now] : [now, before])
        results.push(await side.run({ first: 20_000 + round * 1_000, count: JOBS_PER_ROUND }))
    }
  } finally {
    await Promise.all([before.side.stop(), now.side.stop()])
  }
  const name = baseFolder === null ? 'the same checkout' : 'BENCH_BASE'
  const median = ({ results }: Measured, field: keyof QueueResult) =>
    percentile(
      results.map((result) => result[field]),
      0.5,
    )
  const [rate, rateBefore] = [median(now, 'jobsPerSecond'), median(before, 'jobsPerSecond')]
  const [cpu, cpuBefore] = [median(now, 'cpuMsPerJob'), median(before, 'cpuMsPerJob')]
  return [
    bounded(
      `deep jobs/s through the queue : ${name}`,
      rate / rateBefore,
      baseFolder === null ? {} : { least: 1.5 },
      `${rate.toFixed(1)} and ${rateBefore.toFixed(1)}`,
    ),
    bounded(
      `CPU of workerd for a deep job : ${name}`,
      cpu / cpuBefore,
      baseFolder === null ? {} : { most: 1 },
      `${cpu.toFixed(1)} and ${cpuBefore.toFixed(1)} ms`,
    ),
  ]
}
