import { isTerminal } from '../jobs/job.ts'
import { noSuchJob } from '../jobs/read-job.ts'
import type { Caller } from '../platform/caller.ts'
import { PublicError } from '../platform/http/errors.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import type { StoredEnumeration } from './enumeration.ts'
import * as subdomains from './queries.ts'
import { sandboxEnumeration } from './sandbox-enumeration.ts'
import { subdomainFinder } from './subdomain-finder.ts'

export interface FoundSubdomains extends StoredEnumeration {
  jobId: string
  domain: string
  cached: boolean
}

/**
 * Returns the subdomains of the domain of the caller's finished job. If the stored subdomains have expired, starts a new search; concurrent
 * callers share this search. Throws PublicError NOT_FOUND, JOB_IN_PROGRESS, or UNAVAILABLE after an interrupted search.
 */
export async function readSubdomains(
  services: Pick<Services, 'db' | 'requestId' | 'object'>,
  caller: Caller,
  jobId: string,
): Promise<FoundSubdomains> {
  const found = isIdentifier('job', jobId) ? await subdomains.findForJob(services.db, caller.accountId, jobId) : null
  if (found === null) throw noSuchJob()
  const { job, stored } = found
  if (!isTerminal(job.status)) throw new PublicError('JOB_IN_PROGRESS', 'The analysis has not finished yet.')
  const { id, domain } = job
  const known = job.sandbox ? sandboxEnumeration(domain) : stored
  return { jobId: id, domain, ...(known ?? (await enumerateInObject(services, domain))), cached: known !== null }
}

/**
 * Cloudflare can move a Durable Object during a call; a second call then succeeds. An overloaded Durable Object is not called again,
 * because a second call would add load.
 */
async function enumerateInObject(
  services: Pick<Services, 'requestId' | 'object'>,
  domain: string,
): Promise<StoredEnumeration> {
  const { requestId } = services
  const find = () => subdomainFinder(services, domain).find(domain, requestId)
  try {
    return await find()
  } catch (first) {
    log({ event: 'subdomains.interrupted', request_id: requestId, domain, error: describeError(first) })
    const { retryable, overloaded } = first as { retryable?: boolean; overloaded?: boolean }
    if (retryable === true && overloaded !== true) return find()
    throw new PublicError('UNAVAILABLE', 'The search for subdomains broke off; try again shortly.', {
      headers: { 'retry-after': '5' },
    })
  }
}
