import type { Services } from '../platform/services/index.ts'
import type { KeptEnumeration } from './enumeration.ts'

/** The calls of the Durable Object that looks for the names under one domain. */
export interface SubdomainFinder {
  /** Finds the names under the domain, or joins the search under way. */
  find(domain: string, requestId: string): Promise<KeptEnumeration>
}

/** The finder of one domain: its class lives with the Worker, its shape here. */
export function subdomainFinder(services: Pick<Services, 'object'>, domain: string): SubdomainFinder {
  return services.object('SUBDOMAINS', domain) as SubdomainFinder
}
