import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import { PublicError } from '../platform/http/errors.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import { analysisForTier } from './analysis-for-tier.ts'
import { isTerminal } from './job.ts'
import * as jobs from './queries.ts'
import { noSuchJob } from './read-job.ts'
import { jobObjects } from './stix/job-objects.ts'
import { bundleText } from './stix/stix-object.ts'
import { storedAnalysis } from './stix/stored-analysis.ts'

/**
 * Returns the result of the caller's finished job as a STIX 2.1 bundle (JSON text), with the
 * candidates that the caller's subscription tier may see. Every call returns the same bytes. Throws
 * PublicError NOT_FOUND (also for a failed job) or JOB_IN_PROGRESS.
 */
export async function readJobStix(db: Database, caller: Caller, jobId: string): Promise<string> {
  const found = isIdentifier('job', jobId)
    ? await jobs.findForStix(db, caller.accountId, jobId)
    : null
  if (found === null) throw noSuchJob()
  const { job, ...results } = found
  if (!isTerminal(job.status))
    throw new PublicError('JOB_IN_PROGRESS', 'The analysis has not finished yet.')
  const { domain, completedAt } = job
  const analysis =
    job.status === 'failed' ? null : storedAnalysis({ domain, completedAt, ...results })
  if (analysis === null)
    throw new PublicError('NOT_FOUND', 'The analysis failed, so there is nothing to export.')
  return bundleText(jobObjects(analysisForTier(analysis, caller.tier)))
}
