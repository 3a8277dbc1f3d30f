import pMap from 'p-map'
import { HOUR_SECONDS } from '../platform/clock.ts'
import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { limitOf, TIERS, type Tier } from '../platform/tier.ts'
import { DEPTHS, type Depth, LIST_QUEUES } from './job.ts'
import { jobRunner } from './job-runner.ts'
import * as jobs from './queries.ts'

/**
 * Time without any change after which an unfinished job counts as stopped: its queue message is
 * lost, or its Durable Object no longer runs.
 */
const QUIET_SECONDS = 45
const JOBS_PER_SWEEP_MAX = 500
const TURNS_PER_SWEEP_MAX = 2_000
/**
 * Number of jobs that are started in parallel. Each start needs one of the six connections that a
 * Worker may open (Cloudflare Workers limits).
 */
const STARTS_AT_ONCE = 4
/** Time after its deadline at which a job that is still running gets the status failed. */
const OVERDUE_SECONDS = 300
/**
 * Maximum time that a job may be queued; after this time it gets the status failed. Until then its
 * queue message is sent again and again.
 */
const QUEUED_SECONDS_MAX = 6 * HOUR_SECONDS

/**
 * Recovers jobs that make no progress. Jobs that have run too long get the status failed. A lost
 * queue message is sent again, and a run whose Durable Object was lost is started again. Waiting
 * jobs get turns that were lost. If one send fails, the other sends are still made before the error
 * is thrown.
 */
export async function sweepJobs(
  services: Pick<Services, 'requestId' | 'db' | 'env' | 'enqueue' | 'sendHints' | 'object'>,
): Promise<void> {
  const overdue = await jobs.failOverdue(
    services.db,
    services.env.JOB_DEADLINE_MS / 1_000 + OVERDUE_SECONDS,
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
    TURNS_PER_SWEEP_MAX,
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
  // If a job could not be sent to its queue, a later call of this function sends the job.
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
