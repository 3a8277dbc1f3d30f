import type { SignalsResponse } from '../attribution/scoring/scoring-result.ts'
import type { Caller } from '../platform/caller.ts'
import { type Database, isoTime } from '../platform/db/client.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import { describeError, log } from '../platform/log.ts'
import type { Tier } from '../platform/tier.ts'
import { candidatesShown } from '../platform/tier.ts'
import type { SubjectRenderer } from '../webhooks/event-body.ts'
import { isTerminal, type Job, type Progress, presentJob } from './job.ts'
import type { JobRunner } from './job-runner.ts'
import * as jobs from './queries.ts'

export interface ReadDependencies {
  db: Database
  runner(jobId: string): JobRunner
}

export function noSuchJob(): PublicError {
  return new PublicError('NOT_FOUND', 'There is no such job.')
}

/** The stored job with live progress laid over it while it runs. */
export async function withProgress(deps: ReadDependencies, found: jobs.JobWithResult, tier: Tier): Promise<Job> {
  const live = found.job.status === 'running' ? await liveProgress(deps, found.job.id) : null
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

/** What the job's object knows. It is a hint: without it the stored state is the answer. */
async function liveProgress(deps: ReadDependencies, jobId: string): Promise<Progress | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, PROGRESS_TIMEOUT_MS, null))
  const told = deps
    .runner(jobId)
    .progress()
    .catch((error: unknown) => {
      log({ event: 'job.progress_unknown', request_id: deps.db.requestId, job_id: jobId, error: describeError(error) })
      return null
    })
  return Promise.race([told, late])
}

/** The key's holder, and their job, null when it is not there or not theirs. Throws PublicError UNAUTHORIZED for a bad key. */
export async function readForKey(
  deps: ReadDependencies,
  digests: string[],
  jobId: string,
): Promise<{ caller: Caller; job: Job | null }> {
  // What is no id goes as none: the key is proven all the same, and Postgres is not asked for text that it cannot hold.
  const { caller, found } = await jobs.findForKey(deps.db, digests, isIdentifier('job', jobId) ? jobId : '')
  if (caller === null) throw unauthorized()
  return { caller, job: found === null ? null : await withProgress(deps, found, caller.tier) }
}

/** The caller's job. Throws PublicError NOT_FOUND. */
export async function requireJob(db: Database, caller: Caller, jobId: string): Promise<jobs.JobWithResult> {
  const found = isIdentifier('job', jobId) ? await jobs.find(db, caller.accountId, jobId) : null
  if (found === null) throw noSuchJob()
  return found
}

/** The signals of the caller's job, for the candidates that the tier shows. Throws PublicError NOT_FOUND or JOB_IN_PROGRESS. */
export async function readSignalsOf(db: Database, caller: Caller, jobId: string): Promise<SignalsResponse> {
  const { job } = await requireJob(db, caller, jobId)
  if (!isTerminal(job.status)) throw new PublicError('JOB_IN_PROGRESS', 'The analysis has not finished yet.')
  const entities = await jobs.signals(db, caller.accountId, jobId)
  return {
    job_id: job.id,
    domain: job.domain,
    entities: entities.slice(0, candidatesShown(caller.tier) ?? entities.length),
  }
}
