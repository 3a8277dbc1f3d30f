import type { DurableObjectNamespace } from '@cloudflare/workers-types'
import type { KeptEnumeration } from './enumeration.ts'

/** The calls of the Durable Object that looks for the names under one domain. */
export interface SubdomainFinder {
  /** Finds the names under the domain, or joins the search under way. */
  find(domain: string, requestId: string): Promise<KeptEnumeration>
}

export type SubdomainObjects = DurableObjectNamespace

/** The finder of one domain: its class lives with the Worker, its shape here. */
export function subdomainFinder(objects: SubdomainObjects, domain: string): SubdomainFinder {
  return objects.get(objects.idFromName(domain)) as unknown as SubdomainFinder
}
