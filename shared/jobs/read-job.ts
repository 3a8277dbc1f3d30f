import { holderOf, type Proof } from '../accounts/credentials.ts'
import type { EntitySignals } from '../attribution/scoring/scoring-result.ts'
import type { Caller, Holder } from '../platform/caller.ts'
import { type Database, isoTime } from '../platform/db/client.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { candidatesShown, type Tier } from '../platform/tier.ts'
import type { SubjectRenderer } from '../webhooks/event-body.ts'
import { isTerminal, type Job, type JobRow, type Progress, presentJob } from './job.ts'
import { jobRunner } from './job-runner.ts'
import * as jobs from './queries.ts'

export type ReadServices = Pick<Services, 'requestId' | 'db' | 'env' | 'object' | 'sendHints' | 'background'>

export function noSuchJob(): PublicError {
  return new PublicError('NOT_FOUND', 'There is no such job.')
}

/** The stored job with live progress laid over it while it runs. */
export async function withProgress(services: ReadServices, found: jobs.JobWithResult, tier: Tier): Promise<Job> {
  const live = found.job.status === 'running' ? await liveProgress(services, found.job.id) : null
  return presentJob(found.job, found.result, live, tier)
}

/** The body of a finished job's webhook event. */
export const renderJob: SubjectRenderer = async (db, { accountId, subjectId, tier }) => {
  const found = await jobs.find(db, accountId, subjectId)
  if (found === null) return null
  const { job, result } = found
  return { timestamp: isoTime(job.completed_at ?? job.updated_at), data: presentJob(job, result, null, tier) }
}

const PROGRESS_TIMEOUT_MS = 2_000

/** The progress that the job's object knows. Without it the stored state is the answer. */
async function liveProgress(services: ReadServices, jobId: string): Promise<Progress | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, PROGRESS_TIMEOUT_MS, null))
  const known = jobRunner(services, jobId)
    .progress()
    .catch((error: unknown) => {
      log({
        event: 'job.progress_unknown',
        request_id: services.requestId,
        job_id: jobId,
        error: describeError(error),
      })
      return null
    })
  return Promise.race([known, late])
}

/** The holder that the proof names, and their job, null when it is not there or not theirs. Throws PublicError UNAUTHORIZED for a bad key. */
export async function jobForProof(
  services: ReadServices,
  proof: Proof,
  jobId: string,
): Promise<{ holder: Holder; joined: Job | null }> {
  // Text that is no id becomes the empty id: a key is checked all the same, and Postgres never gets text that it cannot store.
  const id = isIdentifier('job', jobId) ? jobId : ''
  if (!('digests' in proof)) {
    const holder = await holderOf(services, proof)
    const found = await jobs.find(services.db, holder.accountId, id)
    return { holder, joined: found === null ? null : await withProgress(services, found, holder.tier) }
  }
  const { holder, found } = await jobs.findForKey(services.db, proof.digests, id)
  if (holder === null) throw unauthorized()
  return { holder, joined: found === null ? null : await withProgress(services, found, holder.tier) }
}

/** The caller's job. Throws PublicError NOT_FOUND. */
export async function requireJob(db: Database, caller: Caller, jobId: string): Promise<jobs.JobWithResult> {
  const found = isIdentifier('job', jobId) ? await jobs.find(db, caller.accountId, jobId) : null
  if (found === null) throw noSuchJob()
  return found
}

/** The signals of the caller's job, for the candidates that the tier shows. Throws PublicError NOT_FOUND or JOB_IN_PROGRESS. */
export async function readSignalsOf(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  jobId: string,
): Promise<{ job: JobRow; entities: EntitySignals[] }> {
  const { job } = await requireJob(db, caller, jobId)
  if (!isTerminal(job.status)) throw new PublicError('JOB_IN_PROGRESS', 'The analysis has not finished yet.')
  const entities = await jobs.signals(db, caller.accountId, jobId)
  return { job, entities: entities.slice(0, candidatesShown(caller.tier) ?? entities.length) }
}
