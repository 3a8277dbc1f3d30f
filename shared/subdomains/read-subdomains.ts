import { isTerminal } from '../jobs/job.ts'
import { noSuchJob } from '../jobs/read-job.ts'
import { SANDBOX_TIME } from '../jobs/sandbox-outcome.ts'
import type { Caller } from '../platform/caller.ts'
import { PublicError } from '../platform/http/errors.ts'
import { isIdentifier } from '../platform/identifiers.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { limitOf } from '../platform/tier.ts'
import type { Enumeration, StoredEnumeration } from './enumeration.ts'
import * as subdomains from './queries.ts'
import { type Search, type SearchOutcome, searchInObject } from './subdomain-finder.ts'

export interface FoundSubdomains extends StoredEnumeration {
  jobId: string
  domain: string
  cached: boolean
}

/**
 * Concurrent callers share one search. Throws PublicError NOT_FOUND, JOB_IN_PROGRESS or
 * RATE_LIMITED. Throws UNAVAILABLE if the search was interrupted.
 */
export async function readSubdomains(
  services: Pick<Services, 'db' | 'env' | 'requestId' | 'object'>,
  caller: Caller,
  jobId: string,
): Promise<FoundSubdomains> {
  const found = isIdentifier('job', jobId)
    ? await subdomains.findForJob(services.db, caller.accountId, jobId)
    : null
  if (found === null) throw noSuchJob()
  const { job, stored } = found
  if (!isTerminal(job.status))
    throw new PublicError('JOB_IN_PROGRESS', 'The analysis has not finished yet.')
  const { id, domain, passive } = job
  const known = job.sandbox ? sandboxEnumeration(domain) : stored
  return {
    jobId: id,
    domain,
    ...(known ?? (await enumerateInObject(services, caller, { domain, passive }))),
    cached: known !== null,
  }
}

// Searches in the Durable Object of the domain. Cloudflare can move an object during a call, so the
// call is repeated once. An overloaded object gets no second call, to spare it.
async function enumerateInObject(
  services: Pick<Services, 'env' | 'requestId' | 'object'>,
  caller: Caller,
  search: Search,
): Promise<StoredEnumeration> {
  const { env, requestId } = services
  const searchesPerDay = limitOf(caller.tier, env.SUBDOMAIN_RUNS_PER_DAY)
  const holder = { accountId: caller.accountId, searchesPerDay }
  const find = async () => requireFound(await searchInObject(services, search, holder))
  try {
    return await find()
  } catch (first) {
    if (first instanceof PublicError) throw first
    log({
      event: 'subdomains.interrupted',
      request_id: requestId,
      ...search,
      error: describeError(first),
    })
    const { retryable, overloaded } = first as { retryable?: boolean; overloaded?: boolean }
    if (retryable === true && overloaded !== true) return find()
    throw new PublicError(
      'UNAVAILABLE',
      'The search for subdomains broke off; try again shortly.',
      {
        headers: { 'retry-after': '5' },
      },
    )
  }
}

function requireFound(search: SearchOutcome): StoredEnumeration {
  if (search.outcome === 'found') return search.stored
  throw new PublicError(
    'RATE_LIMITED',
    'This account may start no more searches for subdomains today. Stored results are still ' +
      'available.',
    { headers: { 'retry-after': String(search.retryAfterSeconds) } },
  )
}

const NEVER = '9999-12-31T23:59:59.000Z'

/** The result for a sandbox domain: three fixed names for test-corp, no names for any other. */
function sandboxEnumeration(domain: string): StoredEnumeration {
  const [web, mail] = [['192.0.2.10'], ['192.0.2.20']]
  const names: Enumeration['subdomains'] = [
    { name: `mail.${domain}`, sources: ['brute_force'], addresses: mail, cname: null },
    { name: `shop.${domain}`, sources: ['ct'], addresses: web, cname: `www.${domain}` },
    { name: `www.${domain}`, sources: ['ct', 'brute_force'], addresses: web, cname: null },
  ]
  const subdomains = domain.startsWith('test-corp.') ? names : []
  const total = subdomains.length
  return {
    enumeration: { total, truncated: false, subdomains, wildcard: false, sources_failed: [] },
    enumeratedAt: SANDBOX_TIME,
    expiresAt: NEVER,
  }
}
