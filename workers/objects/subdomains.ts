import { DurableObject } from 'cloudflare:workers'
import type { KeptEnumeration } from '../../shared/subdomains/enumeration.ts'
import { findSubdomains } from '../../shared/subdomains/find-subdomains.ts'
import type { SubdomainFinder } from '../../shared/subdomains/subdomain-finder.ts'
import { createServices } from '../services.ts'

/** The one place where the names under a domain are looked for, so that callers at the same time share one search. Keeps nothing itself. */
export class SubdomainsObject extends DurableObject<object> implements SubdomainFinder {
  #searching: Promise<KeptEnumeration> | null = null

  async find(domain: string, requestId: string): Promise<KeptEnumeration> {
    const services = createServices(this.env, requestId, (work) => this.ctx.waitUntil(work))
    this.#searching ??= findSubdomains(services, domain).finally(() => {
      this.#searching = null
    })
    return this.#searching
  }
}
