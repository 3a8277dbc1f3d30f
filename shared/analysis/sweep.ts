import type { Database } from '../db/client.ts'
import * as jobs from '../db/jobs.ts'
import { log } from '../log.ts'

export interface SweepDependencies {
  db: Database
  send(jobIds: string[]): Promise<void>
  /** As `send`, for lines of lists: they have a queue of their own. */
  sendListed(jobIds: string[]): Promise<void>
  start(jobId: string): Promise<void>
  limits: { JOB_DEADLINE_MS: number }
}

/** A job that nobody has touched for this long has lost its message or its object. */
const QUIET_SECONDS = 45
const JOBS_PER_SWEEP_MAX = 500
/** Past its deadline by this much a running job is beyond help. */
const OVERDUE_SECONDS = 300
/** Queued this long, through all re-sending, a job will not run any more. */
const QUEUED_SECONDS_MAX = 6 * 3_600

/** Repairs what is left between a commit and a message. Safe to run twice at once or an hour late. */
export async function sweepJobs(deps: SweepDependencies): Promise<void> {
  const overdue = await jobs.failOverdue(
    deps.db,
    deps.limits.JOB_DEADLINE_MS / 1_000 + OVERDUE_SECONDS,
    QUEUED_SECONDS_MAX,
    JOBS_PER_SWEEP_MAX,
  )
  const stale = await jobs.takeStale(deps.db, QUIET_SECONDS, JOBS_PER_SWEEP_MAX)
  const queued = stale.filter(({ status, listed }) => status === 'queued' && !listed).map(({ id }) => id)
  const listed = stale.filter((job) => job.status === 'queued' && job.listed).map(({ id }) => id)
  const running = stale.filter(({ status }) => status === 'running').map(({ id }) => id)
  if (queued.length > 0) await deps.send(queued)
  if (listed.length > 0) await deps.sendListed(listed)
  for (const id of running) await deps.start(id)
  log({
    event: 'sweep.completed',
    request_id: deps.db.requestId,
    overdue: overdue.length,
    queued: queued.length,
    listed: listed.length,
    running: running.length,
  })
}
