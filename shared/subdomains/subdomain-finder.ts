import type { Services } from '../platform/services/index.ts'
import type { StoredEnumeration } from './enumeration.ts'

/** The account for whose daily limit a search is counted. */
export interface SearchHolder {
  accountId: string
  searchesPerDay: number
}

export type SearchOutcome =
  | { outcome: 'found'; stored: StoredEnumeration }
  | { outcome: 'limited'; retryAfterSeconds: number }

export interface SubdomainFinder {
  /** Joins the domain's running search, if any. Only the account that started it is counted. */
  find(domain: string, requestId: string, holder: SearchHolder): Promise<SearchOutcome>
}

export function subdomainFinder(
  services: Pick<Services, 'object'>,
  domain: string,
): SubdomainFinder {
  return services.object('SUBDOMAINS', domain) as SubdomainFinder
}
