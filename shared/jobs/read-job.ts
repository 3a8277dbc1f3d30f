import type { EntitySignals, ScoringResult } from '../attribution/scoring/scoring-result.ts'
import type { Caller } from '../platform/caller.ts'
import { type Database, isoTime } from '../platform/db/client.ts'
import type { PageMeta } from '../platform/http/envelope.ts'
import { PublicError } from '../platform/http/errors.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { candidatesShown, type Tier } from '../platform/tier.ts'
import type { SubjectRenderer } from '../webhooks/event-body.ts'
import { isTerminal, type Job, type Progress } from './job.ts'
import { jobRunner } from './job-runner.ts'
import { analysisForTier, presentJob } from './present-job.ts'
import * as jobs from './queries.ts'
import { jobObjects } from './stix/job-objects.ts'
import { bundleText } from './stix/stix-object.ts'
import { storedAnalysis } from './stix/stored-analysis.ts'
import { requireDomain } from './submit-job.ts'
import type { ChargedJob } from './tables.ts'

export type ReadServices = Pick<
  Services,
  'requestId' | 'db' | 'env' | 'object' | 'sendHints' | 'background'
>

export function noSuchJob(): PublicError {
  return new PublicError('NOT_FOUND', 'There is no such job.')
}

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

/** With `wait`, waits until the job ends, at most WAIT_BUDGET_MS. Throws PublicError NOT_FOUND. */
export async function readJob(
  services: ReadServices,
  caller: Caller,
  jobId: string,
  { wait }: { wait: boolean },
): Promise<Job> {
  let found = await requireJob(services.db, caller, jobId)
  if (wait && !isTerminal(found.job.status)) {
    await awaitEnd(services, jobId)
    found = await requireJob(services.db, caller, jobId)
  }
  return withProgress(services, found, caller.tier)
}

/** Waits until the Durable Object of the job reports the end, at most WAIT_BUDGET_MS. */
export async function awaitEnd(
  services: Pick<Services, 'requestId' | 'env' | 'object'>,
  jobId: string,
): Promise<void> {
  try {
    await jobRunner(services, jobId).waitForEnd(services.env.WAIT_BUDGET_MS)
  } catch (error) {
    log({
      event: 'job.wait_failed',
      request_id: services.requestId,
      job_id: jobId,
      error: describeError(error),
    })
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

function requireEnded({ status }: jobs.JobRow): void {
  if (!isTerminal(status))
    throw new PublicError('JOB_IN_PROGRESS', 'The analysis has not finished yet.')
}

/** Throws PublicError NOT_FOUND or JOB_IN_PROGRESS. */
export async function readSignals(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  jobId: string,
): Promise<{ job: jobs.JobRow; result: ScoringResult | null; entities: EntitySignals[] }> {
  const { job, result } = await requireJob(db, caller, jobId)
  requireEnded(job)
  const entities = await jobs.signals(db, caller.accountId, jobId)
  return {
    job,
    result,
    entities: entities.slice(0, candidatesShown(caller.tier) ?? entities.length),
  }
}

/** Throws PublicError INVALID_DOMAIN. */
export async function listJobs(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: Caller,
  query: jobs.WantedPage,
): Promise<{ jobs: ChargedJob[]; meta: PageMeta }> {
  const { domain, limit, offset } = query
  const name =
    domain === undefined ? {} : { domain: requireDomain(domain, env.SANDBOX_DOMAIN).domain }
  const found = await jobs.page(db, caller.accountId, { ...query, ...name })
  return { jobs: found.slice(0, limit), meta: { limit, offset, has_more: found.length > limit } }
}

/**
 * STIX 2.1 bundle (JSON text) of the caller's job. Every call returns the same bytes. Throws
 * PublicError NOT_FOUND (also for a failed job) or JOB_IN_PROGRESS.
 */
export async function readJobStix(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: Caller,
  jobId: string,
): Promise<{ bundle: string; domain: string; at: string }> {
  const found = isIdentifier('job', jobId)
    ? await jobs.findForStix(db, caller.accountId, jobId)
    : null
  if (found === null) throw noSuchJob()
  const { job, ...results } = found
  requireEnded(job)
  const { domain, completedAt } = job
  const analysis =
    job.status === 'failed' ? null : storedAnalysis({ jobId, domain, completedAt, ...results })
  if (analysis === null)
    throw new PublicError('NOT_FOUND', 'The analysis failed, so there is nothing to export.')
  return {
    bundle: bundleText(jobObjects(analysisForTier(analysis, caller.tier), env.PUBLIC_URL)),
    domain,
    at: analysis.completedAt,
  }
}
