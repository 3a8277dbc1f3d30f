import pMap from 'p-map'
import { HOUR_SECONDS } from '../platform/clock.ts'
import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { limitOf, TIERS, type Tier } from '../platform/tier.ts'
import { DEPTHS, type Depth, LIST_QUEUES } from './job.ts'
import { jobRunner } from './job-runner.ts'
import * as jobs from './queries.ts'
import { OVERDUE_MS } from './run-state.ts'

// After this time without a change, the queue message of a job counts as lost, or its Durable
// Object as stopped.
const QUIET_SECONDS = 45
const JOBS_PER_SWEEP_MAX = 500
const WAITING_PER_SWEEP_MAX = 2_000
/** Jobs started at the same time. A Worker may have only six open connections. */
const STARTS_AT_ONCE = 4
/** The queue message of a queued job is sent again and again for this time. Then the job fails. */
const QUEUED_SECONDS_MAX = 6 * HOUR_SECONDS

/**
 * Fails overdue jobs, starts waiting jobs, and starts again jobs without progress. If one send
 * fails, all other sends are still tried before the error is thrown.
 */
export async function sweepJobs(
  services: Pick<Services, 'requestId' | 'db' | 'env' | 'enqueue' | 'sendHints' | 'object'>,
): Promise<void> {
  const overdue = await jobs.failOverdue(
    services.db,
    (services.env.JOB_DEADLINE_MS + OVERDUE_MS) / 1_000,
    QUEUED_SECONDS_MAX,
    JOBS_PER_SWEEP_MAX,
  )
  await services.sendHints(overdue.hints)
  const stale = await jobs.takeStale(services.db, QUIET_SECONDS, JOBS_PER_SWEEP_MAX)
  const limits = Object.fromEntries(
    TIERS.map((tier) => [tier, limitOf(tier, services.env.ANALYSES_IN_FLIGHT)]),
  )
  const started = await jobs.startWaiting(
    services.db,
    limits as Record<Tier, number>,
    WAITING_PER_SWEEP_MAX,
  )
  const queued = stale
    .filter(({ status, listed }) => status === 'queued' && !listed)
    .map(({ id }) => id)
  const listed = (depth: Depth) =>
    stale
      .filter((job) => job.status === 'queued' && job.listed && job.depth === depth)
      .map(({ id }) => id)
  const running = stale.filter(({ status }) => status === 'running').map(({ id }) => id)
  const parts = await Promise.allSettled([
    services.enqueue('analysis', [...queued, ...started]),
    ...DEPTHS.map((depth) => services.enqueue(LIST_QUEUES[depth], listed(depth))),
    startEach(services, running),
  ])
  log({
    event: 'sweep.completed',
    request_id: services.requestId,
    overdue: overdue.failed.length,
    queued: queued.length,
    started: started.length,
    listed: DEPTHS.flatMap(listed).length,
    running: running.length,
  })
  const failed = parts.find((part) => part.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

async function startEach(
  services: Pick<Services, 'requestId' | 'object'>,
  jobIds: readonly string[],
): Promise<void> {
  const failures: unknown[] = []
  const start = (id: string) =>
    jobRunner(services, id)
      .start(id, services.requestId)
      .catch((reason: unknown) => failures.push(reason))
  await pMap(jobIds, start, { concurrency: STARTS_AT_ONCE })
  if (failures.length > 0) throw failures.at(-1)
}
