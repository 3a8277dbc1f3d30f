import pMap from 'p-map'
import { HOUR_SECONDS } from '../platform/clock.ts'
import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { jobRunner } from './job-runner.ts'
import * as jobs from './queries.ts'

/** A job that nobody has touched for this long has lost its message or its object. */
const QUIET_SECONDS = 45
const JOBS_PER_SWEEP_MAX = 500
/** Each holds one of the six connections of an invocation. */
const STARTS_AT_ONCE = 4
/** Past its deadline by this much a running job is beyond help. */
const OVERDUE_SECONDS = 300
/** Queued this long, through all re-sending, a job will not run any more. */
const QUEUED_SECONDS_MAX = 6 * HOUR_SECONDS

/** Repairs what is left between a commit and a message. Safe to run twice at once or an hour late. */
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
  const queued = stale.filter(({ status, listed }) => status === 'queued' && !listed).map(({ id }) => id)
  const listed = stale.filter((job) => job.status === 'queued' && job.listed).map(({ id }) => id)
  const running = stale.filter(({ status }) => status === 'running').map(({ id }) => id)
  const parts = await Promise.allSettled([
    services.enqueue('analysis', queued),
    services.enqueue('bulk-analysis', listed),
    startEach(services, running),
  ])
  log({
    event: 'sweep.completed',
    request_id: services.requestId,
    overdue: overdue.failed.length,
    queued: queued.length,
    listed: listed.length,
    running: running.length,
  })
  // A job that could not be sent is due again after the next QUIET_SECONDS.
  const failed = parts.find((part) => part.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/** Starts every job, STARTS_AT_ONCE at a time. Continues after a failure and throws the last one. */
async function startEach(services: Pick<Services, 'requestId' | 'object'>, jobIds: readonly string[]): Promise<void> {
  const failures: unknown[] = []
  const start = (id: string) =>
    jobRunner(services, id)
      .start(id, services.requestId)
      .catch((reason: unknown) => failures.push(reason))
  await pMap(jobIds, start, { concurrency: STARTS_AT_ONCE })
  if (failures.length > 0) throw failures.at(-1)
}
