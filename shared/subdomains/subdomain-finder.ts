import type { Services } from '../platform/services/index.ts'
import type { StoredEnumeration } from './enumeration.ts'

/** Account that a new search is counted for, and its limit of searches per day. */
export interface SearchHolder {
  accountId: string
  searchesPerDay: number
}

export type SearchOutcome =
  | { outcome: 'found'; stored: StoredEnumeration }
  | { outcome: 'limited'; retryAfterSeconds: number }

export interface SubdomainFinder {
  /**
   * Searches for the subdomains of the domain. If a search is already running, waits for it and
   * returns its result; only the account that started the search is counted. Returns `limited` if
   * the account has reached its limit.
   */
  find(domain: string, requestId: string, holder: SearchHolder): Promise<SearchOutcome>
}

/**
 * Returns a client for the Durable Object that searches for the subdomains of one domain. The class
 * of the Durable Object is SubdomainsObject in workers/objects.
 */
export function subdomainFinder(
  services: Pick<Services, 'object'>,
  domain: string,
): SubdomainFinder {
  return services.object('SUBDOMAINS', domain) as SubdomainFinder
}
