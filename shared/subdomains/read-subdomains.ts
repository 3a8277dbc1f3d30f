import { isTerminal } from '../jobs/job.ts'
import { noSuchJob } from '../jobs/read-job.ts'
import type { Caller } from '../platform/caller.ts'
import { PublicError } from '../platform/http/errors.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import type { KeptEnumeration } from './enumeration.ts'
import * as subdomains from './queries.ts'
import { sandboxEnumeration } from './sandbox-enumeration.ts'
import { subdomainFinder } from './subdomain-finder.ts'

export interface FoundSubdomains extends KeptEnumeration {
  jobId: string
  domain: string
  cached: boolean
}

/**
 * The names under the domain of the caller's finished job: what is kept while it is fresh, else a new enumeration that everybody who
 * asks at the same time shares. Throws PublicError NOT_FOUND, JOB_IN_PROGRESS, or UNAVAILABLE when the enumeration broke off.
 */
export async function readSubdomains(
  services: Pick<Services, 'db' | 'requestId' | 'object'>,
  caller: Caller,
  jobId: string,
): Promise<FoundSubdomains> {
  const found = isIdentifier('job', jobId) ? await subdomains.findForJob(services.db, caller.accountId, jobId) : null
  if (found === null) throw noSuchJob()
  const { job, kept } = found
  if (!isTerminal(job.status)) throw new PublicError('JOB_IN_PROGRESS', 'The analysis has not finished yet.')
  const { id, domain } = job
  const known = job.sandbox ? sandboxEnumeration(domain) : kept
  return { jobId: id, domain, ...(known ?? (await searched(services, domain))), cached: known !== null }
}

/** Objects move and are replaced: one more call reaches the new one, unless the old one was merely overloaded. */
async function searched(services: Pick<Services, 'requestId' | 'object'>, domain: string): Promise<KeptEnumeration> {
  const { requestId } = services
  const search = () => subdomainFinder(services, domain).find(domain, requestId)
  try {
    return await search()
  } catch (first) {
    log({ event: 'subdomains.broke_off', request_id: requestId, domain, error: describeError(first) })
    const { retryable, overloaded } = first as { retryable?: boolean; overloaded?: boolean }
    if (retryable === true && overloaded !== true) return search()
    throw new PublicError('UNAVAILABLE', 'The search for subdomains broke off; try again shortly.', {
      headers: { 'retry-after': '5' },
    })
  }
}
