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

/**
 * Both join the running search, if any. Only the account that started it is counted. During a
 * deployment, Workers and objects of two releases call each other, so names and arguments must
 * stay. The passive search has a name of its own: an older object would ignore an argument and
 * guess names at the domain's name servers, but it refuses a method that it does not have.
 */
export interface SubdomainFinder {
  find(domain: string, requestId: string, holder: SearchHolder): Promise<SearchOutcome>
  findLogged(domain: string, requestId: string, holder: SearchHolder): Promise<SearchOutcome>
}

/** Passive and other searches of a domain have objects of their own, so they never join. */
export async function searchInObject(
  services: Pick<Services, 'object' | 'requestId'>,
  { domain, passive }: Search,
  holder: SearchHolder,
): Promise<SearchOutcome> {
  const name = passive ? `passive:${domain}` : domain
  const finder = services.object('SUBDOMAINS', name) as SubdomainFinder
  return passive
    ? finder.findLogged(domain, services.requestId, holder)
    : finder.find(domain, services.requestId, holder)
}
