import type { HeldKey } from '../models/llm-keys.ts'
import type { Caller } from '../platform/caller.ts'
import { PublicError } from '../platform/http/errors.ts'
import { type Charge, FREE, isTerminal, type Job, type JobStatus, presentStatus } from './job.ts'
import { presentJob } from './present-job.ts'
import { awaitEnd } from './read-job.ts'
import { type QuickServices, readStoredJob, runQuick } from './run-quick.ts'
import { type SubmitRequest, type SubmitServices, type Submitted, submitJob } from './submit-job.ts'
import type { ChargedJob } from './tables.ts'

type Outcome =
  | { finished: true; job: Job }
  | {
      finished: false
      job_id: string
      status: JobStatus
      deduplicated: boolean
      charge: Charge
    }

export type Analyzed = Outcome & Pick<Submitted, 'usesOwnKey'>

/** Throws PublicError INVALID_COMBINATION and the errors of `submitJob`. */
export async function analyze(
  services: SubmitServices & QuickServices,
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

async function awaitOutcome(
  services: SubmitServices & QuickServices,
  caller: Caller,
  { job, deduplicated }: Submitted,
  { quick, wait }: { quick: boolean; wait: boolean },
): Promise<Outcome> {
  const unfinished = ({ id, status, charge }: ChargedJob): Outcome => ({
    finished: false,
    job_id: id,
    status: presentStatus(status),
    deduplicated,
    charge: deduplicated ? FREE : charge,
  })
  if (!quick && !wait) return unfinished(job)
  if (quick && !isTerminal(job.status))
    return { finished: true, job: await runQuick(services, caller, job.id) }
  if (wait && !isTerminal(job.status)) await awaitEnd(services, job.id)
  // The result is read from Postgres, because the Durable Object may not know that the job has
  // finished.
  const found = await readStoredJob(services.db, caller, job.id)
  if (isTerminal(found.job.status))
    return { finished: true, job: presentJob(found.job, found.result, null, caller.tier) }
  return unfinished(found.job)
}
