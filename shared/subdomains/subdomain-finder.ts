import type { Services } from '../platform/services/index.ts'
import type { StoredEnumeration } from './enumeration.ts'

export interface SubdomainFinder {
  /** Searches for the subdomains of the domain. If a search is already running, waits for it and returns its result. */
  find(domain: string, requestId: string): Promise<StoredEnumeration>
}

/**
 * Returns a client for the Durable Object that searches for the subdomains of one domain. The class of the Durable Object is
 * SubdomainsObject in workers/objects.
 */
export function subdomainFinder(services: Pick<Services, 'object'>, domain: string): SubdomainFinder {
  return services.object('SUBDOMAINS', domain) as SubdomainFinder
}
