import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { failJob } from './fail-job.ts'
import { isTerminal, type Job } from './job.ts'
import { jobRunner } from './job-runner.ts'
import { presentJob } from './present-job.ts'
import * as jobs from './queries.ts'
import type { RunEnd } from './run-job.ts'

export type QuickServices = Pick<
  Services,
  'requestId' | 'env' | 'db' | 'now' | 'object' | 'background' | 'sendHints'
>

/** Time after the deadline of the job in which another run may still store the result. */
const GRACE_MS = 2_000
const ASK_AGAIN_MS = 500

/**
 * Runs a quick job and returns it finished. If another run has claimed the job, waits for that run.
 * A run that was interrupted is started again. A job that has not ended GRACE_MS after its deadline
 * fails and is refunded. Throws if Postgres is unreachable.
 */
export async function runQuick(
  services: QuickServices,
  caller: Caller,
  jobId: string,
): Promise<Job> {
  const endsAt = services.now().getTime() + services.env.QUICK_DEADLINE_MS + GRACE_MS
  const remainingMs = () => endsAt - services.now().getTime()
  let end = await runOnce(services, jobId, remainingMs())
  if (end?.job !== undefined && end.result !== undefined)
    return presentJob(end.job, end.result, null, caller.tier)
  for (;;) {
    const stored = await readEndedJob(services.db, caller, jobId)
    if (stored !== null) return stored
    if (remainingMs() <= 0) break
    await pause(Math.min(ASK_AGAIN_MS, remainingMs()))
    // A run that lost its claim is not repeated, because it would take the job from the other run.
    if (end === null) end = await runOnce(services, jobId, remainingMs())
  }
  const { hints } = await failJob(services, jobId, 'job.overdue')
  await services.sendHints(hints)
  const failed = await readEndedJob(services.db, caller, jobId)
  if (failed === null) throw new Error(`job ${jobId} did not fail`)
  return failed
}

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Returns null if the run was interrupted or takes longer than `milliseconds`. */
async function runOnce(
  services: QuickServices,
  jobId: string,
  milliseconds: number,
): Promise<RunEnd | null> {
  const run = jobRunner(services, jobId)
    .run(jobId, services.requestId)
    .catch((error: unknown) => {
      log({
        event: 'quick.interrupted',
        request_id: services.requestId,
        job_id: jobId,
        error: describeError(error),
      })
      return null
    })
  services.background(run)
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(late.resolve, Math.max(0, milliseconds), null)
  return Promise.race([run, late.promise]).finally(() => clearTimeout(timer))
}

async function readEndedJob(db: Database, caller: Caller, jobId: string): Promise<Job | null> {
  const { job, result } = await readStoredJob(db, caller, jobId)
  return isTerminal(job.status) ? presentJob(job, result, null, caller.tier) : null
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
