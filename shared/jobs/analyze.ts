import type { Caller } from '../platform/caller.ts'
import { PublicError } from '../platform/http/errors.ts'
import { isTerminal, type Job, presentJob } from './job.ts'
import type { JobRunner } from './job-runner.ts'
import * as jobs from './queries.ts'
import { type SubmitDependencies, type SubmitRequest, submitJob } from './submit-job.ts'

export interface AnalyzeDependencies extends SubmitDependencies {
  runner(jobId: string): JobRunner
  waitBudgetMs: number
  /** Keeps a promise alive after the answer, or after the client has hung up. */
  background(work: Promise<unknown>): void
}

export type Analyzed =
  | { finished: true; job: Job }
  | { finished: false; job_id: string; status: jobs.JobWithResult['job']['status']; deduplicated: boolean }

/**
 * Submits one domain and answers as its depth and `wait` say: the finished job, or where to find it. Throws what `submitJob` throws and
 * PublicError INVALID_COMBINATION.
 */
export async function analyze(
  deps: AnalyzeDependencies,
  caller: Caller,
  request: SubmitRequest,
  wait: boolean,
): Promise<Analyzed> {
  const quick = request.depth === 'quick'
  if (quick && wait)
    throw new PublicError('INVALID_COMBINATION', 'depth=quick always waits; it cannot be combined with wait=true.')
  if (quick && request.force_refresh)
    throw new PublicError('INVALID_COMBINATION', 'depth=quick cannot be combined with force_refresh.')
  const { job, deduplicated } = await submitJob(deps, caller, request)
  if (isTerminal(job.status)) {
    if (quick || wait) return finishedJob(deps, caller, job.id)
    return { finished: false, job_id: job.id, status: job.status, deduplicated }
  }
  if (quick) {
    const run = deps.runner(job.id).run(job.id, deps.requestId)
    deps.background(run)
    const end = await run
    if (end.job === undefined || end.result === undefined) return finishedJob(deps, caller, job.id)
    return { finished: true, job: presentJob(end.job, end.result, null, caller.tier) }
  }
  if (!wait) return { finished: false, job_id: job.id, status: job.status, deduplicated }
  await deps.runner(job.id).waitForEnd(deps.waitBudgetMs)
  // Also when the time is over: the job may have ended without its object, or while the answer was on its way.
  const found = await storedJob(deps, caller, job.id)
  if (isTerminal(found.job.status))
    return { finished: true, job: presentJob(found.job, found.result, null, caller.tier) }
  return { finished: false, job_id: job.id, status: found.job.status, deduplicated }
}

async function finishedJob(deps: AnalyzeDependencies, caller: Caller, jobId: string): Promise<Analyzed> {
  const found = await storedJob(deps, caller, jobId)
  return { finished: true, job: presentJob(found.job, found.result, null, caller.tier) }
}

async function storedJob(deps: AnalyzeDependencies, caller: Caller, jobId: string): Promise<jobs.JobWithResult> {
  const found = await jobs.find(deps.db, caller.accountId, jobId)
  if (found === null) throw new Error(`job ${jobId} is gone`)
  return found
}
