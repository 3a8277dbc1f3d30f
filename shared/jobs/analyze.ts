import type { HeldKey } from '../models/llm-keys.ts'
import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import { PublicError } from '../platform/http/errors.ts'
import type { Services } from '../platform/services/index.ts'
import { isTerminal, type Job, type JobStatus } from './job.ts'
import { jobRunner } from './job-runner.ts'
import { presentJob } from './present-job.ts'
import * as jobs from './queries.ts'
import { type SubmitRequest, type SubmitServices, type Submitted, submitJob } from './submit-job.ts'

type Outcome =
  | { finished: true; job: Job }
  | { finished: false; job_id: string; status: JobStatus; deduplicated: boolean }

export type Analyzed = Outcome & Pick<Submitted, 'usesOwnKey'>

/**
 * Analyzes one domain. Returns the finished job of a quick analysis, and of a deep analysis that
 * finishes within the wait time (`wait`). If the job is unfinished, returns its id and status.
 * Throws PublicError INVALID_COMBINATION and the errors of `submitJob`.
 */
export async function analyze(
  services: SubmitServices & Pick<Services, 'background'>,
  caller: Caller,
  request: SubmitRequest,
  { wait, ownKey }: { wait: boolean; ownKey: HeldKey | null },
): Promise<Analyzed> {
  const quick = request.depth === 'quick'
  if (quick && wait)
    throw new PublicError(
      'INVALID_COMBINATION',
      'depth=quick always waits; it cannot be combined with wait=true.',
    )
  if (quick && request.force_refresh)
    throw new PublicError(
      'INVALID_COMBINATION',
      'depth=quick cannot be combined with force_refresh.',
    )
  const submitted = await submitJob(services, caller, request, ownKey)
  const { usesOwnKey } = submitted
  return { ...(await outcomeOf(services, caller, submitted, { quick, wait })), usesOwnKey }
}

async function outcomeOf(
  services: SubmitServices & Pick<Services, 'background'>,
  caller: Caller,
  { job, deduplicated, started }: Submitted,
  { quick, wait }: { quick: boolean; wait: boolean },
): Promise<Outcome> {
  if (!quick && !wait) return { finished: false, job_id: job.id, status: job.status, deduplicated }
  if (quick && !isTerminal(job.status)) {
    const run = jobRunner(services, job.id).run(job.id, services.requestId, started)
    services.background(run.catch(() => undefined))
    const end = await run
    if (end.job !== undefined && end.result !== undefined)
      return { finished: true, job: presentJob(end.job, end.result, null, caller.tier) }
  }
  if (wait && !isTerminal(job.status))
    await jobRunner(services, job.id).waitForEnd(services.env.WAIT_BUDGET_MS)
  // The job is read from Postgres. Its Durable Object may not know that the job has finished, or
  // another run may have taken the job over and still run it. Only a finished job is answered as a
  // result.
  const found = await storedJob(services.db, caller, job.id)
  if (isTerminal(found.job.status))
    return { finished: true, job: presentJob(found.job, found.result, null, caller.tier) }
  return { finished: false, job_id: job.id, status: found.job.status, deduplicated }
}

async function storedJob(db: Database, caller: Caller, jobId: string): Promise<jobs.JobWithResult> {
  const found = await jobs.find(db, caller.accountId, jobId)
  if (found === null) throw new Error(`job ${jobId} is gone`)
  return found
}
