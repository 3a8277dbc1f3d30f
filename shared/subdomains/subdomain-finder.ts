import type { Services } from '../platform/services/index.ts'
import type { StoredEnumeration } from './enumeration.ts'

/** A passive search reads only certificate logs. */
export interface Search {
  domain: string
  passive: boolean
}

/** The account for whose daily limit a search is counted. */
export interface SearchHolder {
  accountId: string
  searchesPerDay: number
}

export type SearchOutcome =
  | { outcome: 'found'; stored: StoredEnumeration }
  | { outcome: 'limited'; retryAfterSeconds: number }

export interface SubdomainFinder {
  /**
   * Joins the running search, if any. Only the account that started it is counted. During a
   * deployment, Workers and objects of two releases call each other, so the arguments before
   * `passive` must stay.
   */
  find(
    domain: string,
    requestId: string,
    holder: SearchHolder,
    passive?: boolean,
  ): Promise<SearchOutcome>
}

/** Passive and other searches of a domain have objects of their own, so they never join. */
export function subdomainFinder(
  services: Pick<Services, 'object'>,
  { domain, passive }: Search,
): SubdomainFinder {
  return services.object('SUBDOMAINS', passive ? `passive:${domain}` : domain) as SubdomainFinder
}
