import type { HeldKey } from '../models/llm-keys.ts'
import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import { PublicError } from '../platform/http/errors.ts'
import type { Services } from '../platform/services/index.ts'
import type { Tier } from '../platform/tier.ts'
import { isTerminal, type Job, type JobStatus, presentStatus } from './job.ts'
import { jobRunner } from './job-runner.ts'
import { presentJob } from './present-job.ts'
import * as jobs from './queries.ts'
import { type SubmitRequest, type SubmitServices, type Submitted, submitJob } from './submit-job.ts'

type Outcome =
  | { finished: true; job: Job }
  | { finished: false; job_id: string; status: JobStatus; deduplicated: boolean }

export type Analyzed = Outcome & Pick<Submitted, 'usesOwnKey'>

/** Throws PublicError INVALID_COMBINATION and the errors of `submitJob`. */
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
  return { ...(await awaitOutcome(services, caller, submitted, { quick, wait })), usesOwnKey }
}

type RunServices = Pick<Services, 'requestId' | 'object' | 'background'>

async function awaitOutcome(
  services: SubmitServices & RunServices,
  caller: Caller,
  { job, deduplicated }: Submitted,
  { quick, wait }: { quick: boolean; wait: boolean },
): Promise<Outcome> {
  const unfinished = ({ id, status }: jobs.JobRow): Outcome => ({
    finished: false,
    job_id: id,
    status: presentStatus(status),
    deduplicated,
  })
  if (!quick && !wait) return unfinished(job)
  if (quick && !isTerminal(job.status)) {
    const ended = await runQuick(services, caller.tier, job.id)
    if (ended !== null) return { finished: true, job: ended }
  }
  if (wait && !isTerminal(job.status))
    await jobRunner(services, job.id).waitForEnd(services.env.WAIT_BUDGET_MS)
  // The result is read from Postgres. The Durable Object may not know that the job has finished, or
  // that another run has claimed it.
  const found = await readStoredJob(services.db, caller, job.id)
  if (isTerminal(found.job.status))
    return { finished: true, job: presentJob(found.job, found.result, null, caller.tier) }
  return unfinished(found.job)
}

/** Returns null if the run did not finish the job, for example because it had finished before. */
export async function runQuick(
  services: RunServices,
  tier: Tier,
  jobId: string,
): Promise<Job | null> {
  const run = jobRunner(services, jobId).run(jobId, services.requestId)
  services.background(run.catch(() => undefined))
  const { job, result } = await run
  return job === undefined || result === undefined ? null : presentJob(job, result, null, tier)
}

/** Throws if the job no longer exists. */
export async function readStoredJob(
  db: Database,
  { accountId }: Caller,
  jobId: string,
): Promise<jobs.JobWithResult> {
  const found = await jobs.find(db, accountId, jobId)
  if (found === null) throw new Error(`job ${jobId} is gone`)
  return found
}
