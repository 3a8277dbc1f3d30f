import { holderOf, type Proof } from '../accounts/credentials.ts'
import type { EntitySignals, ScoringResult } from '../attribution/scoring/scoring-result.ts'
import type { Caller, Holder } from '../platform/caller.ts'
import { type Database, isoTime } from '../platform/db/client.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { candidatesShown, type Tier } from '../platform/tier.ts'
import type { SubjectRenderer } from '../webhooks/event-body.ts'
import { isTerminal, type Job, type Progress } from './job.ts'
import { jobRunner } from './job-runner.ts'
import { presentJob } from './present-job.ts'
import * as jobs from './queries.ts'

export type ReadServices = Pick<
  Services,
  'requestId' | 'db' | 'env' | 'object' | 'sendHints' | 'background'
>

export function noSuchJob(): PublicError {
  return new PublicError('NOT_FOUND', 'There is no such job.')
}

/**
 * Returns a job in the form of the API, with only the candidates that the subscription tier may
 * see. A running job contains its current progress.
 */
export async function withProgress(
  services: ReadServices,
  found: jobs.JobWithResult,
  tier: Tier,
): Promise<Job> {
  const live = found.job.status === 'running' ? await liveProgress(services, found.job.id) : null
  return presentJob(found.job, found.result, live, tier)
}

export const renderJob: SubjectRenderer = async (db, { accountId, subjectId, tier }) => {
  const found = await jobs.find(db, accountId, subjectId)
  if (found === null) return null
  const { job, result } = found
  return {
    timestamp: isoTime(job.completedAt ?? job.updatedAt),
    data: presentJob(job, result, null, tier),
  }
}

const PROGRESS_TIMEOUT_MS = 2_000

async function liveProgress(services: ReadServices, jobId: string): Promise<Progress | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, PROGRESS_TIMEOUT_MS, null))
  const known = jobRunner(services, jobId)
    .progress()
    .catch((error: unknown) => {
      log({
        event: 'job.progress_failed',
        request_id: services.requestId,
        job_id: jobId,
        error: describeError(error),
      })
      return null
    })
  return Promise.race([known, late])
}

/**
 * Returns the account of a credential (for example an API key) and a job of this account. The job
 * is null for an unknown id and for a job of another account. Throws PublicError UNAUTHORIZED.
 */
export async function jobForProof(
  services: ReadServices,
  proof: Proof,
  jobId: string,
): Promise<{ holder: Holder; joined: Job | null }> {
  // An invalid job id is replaced by an empty string. The API key is still checked, and Postgres
  // never gets text that it rejects, such as a null byte.
  const id = isIdentifier('job', jobId) ? jobId : ''
  if (!('digests' in proof)) {
    const holder = await holderOf(services, proof)
    const found = await jobs.find(services.db, holder.accountId, id)
    return {
      holder,
      joined: found === null ? null : await withProgress(services, found, holder.tier),
    }
  }
  const { holder, found } = await jobs.findForKey(services.db, proof.digests, id)
  if (holder === null) throw unauthorized()
  return {
    holder,
    joined: found === null ? null : await withProgress(services, found, holder.tier),
  }
}

export async function requireJob(
  db: Database,
  caller: Caller,
  jobId: string,
): Promise<jobs.JobWithResult> {
  const found = isIdentifier('job', jobId) ? await jobs.find(db, caller.accountId, jobId) : null
  if (found === null) throw noSuchJob()
  return found
}

/**
 * Returns the caller's finished job with its result and the signals of each candidate that the
 * caller's tier may see. Throws PublicError NOT_FOUND or JOB_IN_PROGRESS.
 */
export async function readSignalsOf(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  jobId: string,
): Promise<{ job: jobs.JobRow; result: ScoringResult | null; entities: EntitySignals[] }> {
  const { job, result } = await requireJob(db, caller, jobId)
  if (!isTerminal(job.status))
    throw new PublicError('JOB_IN_PROGRESS', 'The analysis has not finished yet.')
  const entities = await jobs.signals(db, caller.accountId, jobId)
  return {
    job,
    result,
    entities: entities.slice(0, candidatesShown(caller.tier) ?? entities.length),
  }
}
