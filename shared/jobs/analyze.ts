import type { HeldKey } from '../models/llm-keys.ts'
import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import { PublicError } from '../platform/http/errors.ts'
import type { Services } from '../platform/services/index.ts'
import { isTerminal, type Job, type JobStatus } from './job.ts'
import { jobRunner } from './job-runner.ts'
import { presentJob } from './present-job.ts'
import * as jobs from './queries.ts'
import { type SubmitRequest, type SubmitServices, submitJob } from './submit-job.ts'

export type Analyzed =
  | { finished: true; job: Job }
  | { finished: false; job_id: string; status: JobStatus; deduplicated: boolean }

/**
 * Analyzes one domain. Returns the finished job of a quick analysis, and of a deep analysis that finishes within the wait time (`wait`). If
 * the job is unfinished, returns its id and status. Throws PublicError INVALID_COMBINATION and the errors of `submitJob`.
 */
export async function analyze(
  services: SubmitServices & Pick<Services, 'background'>,
  caller: Caller,
  request: SubmitRequest,
  { wait, ownKey }: { wait: boolean; ownKey: HeldKey | null },
): Promise<Analyzed> {
  const quick = request.depth === 'quick'
  if (quick && wait)
    throw new PublicError('INVALID_COMBINATION', 'depth=quick always waits; it cannot be combined with wait=true.')
  if (quick && request.force_refresh)
    throw new PublicError('INVALID_COMBINATION', 'depth=quick cannot be combined with force_refresh.')
  const { job, deduplicated } = await submitJob(services, caller, request, ownKey)
  if (isTerminal(job.status)) {
    if (quick || wait) return finishedJob(services.db, caller, job.id)
    return { finished: false, job_id: job.id, status: job.status, deduplicated }
  }
  if (quick) {
    const run = jobRunner(services, job.id).run(job.id, services.requestId)
    services.background(run.catch(() => undefined))
    const end = await run
    if (end.job === undefined || end.result === undefined) return finishedJob(services.db, caller, job.id)
    return { finished: true, job: presentJob(end.job, end.result, null, caller.tier) }
  }
  if (!wait) return { finished: false, job_id: job.id, status: job.status, deduplicated }
  await jobRunner(services, job.id).waitForEnd(services.env.WAIT_BUDGET_MS)
  // The job is read from Postgres after the wait. Its Durable Object may not know that the job has finished, for example if the task that
  // runs every minute set the job to failed.
  const found = await storedJob(services.db, caller, job.id)
  if (isTerminal(found.job.status))
    return { finished: true, job: presentJob(found.job, found.result, null, caller.tier) }
  return { finished: false, job_id: job.id, status: found.job.status, deduplicated }
}

async function finishedJob(db: Database, caller: Caller, jobId: string): Promise<Analyzed> {
  const found = await storedJob(db, caller, jobId)
  return { finished: true, job: presentJob(found.job, found.result, null, caller.tier) }
}

async function storedJob(db: Database, caller: Caller, jobId: string): Promise<jobs.JobWithResult> {
  const found = await jobs.find(db, caller.accountId, jobId)
  if (found === null) throw new Error(`job ${jobId} is gone`)
  return found
}
