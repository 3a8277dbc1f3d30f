import { DurableObject } from 'cloudflare:workers'
import type { StoredEnumeration } from '../../shared/subdomains/enumeration.ts'
import { findSubdomains } from '../../shared/subdomains/find-subdomains.ts'
import type { SubdomainFinder } from '../../shared/subdomains/subdomain-finder.ts'
import { createServices } from '../services.ts'

/** Durable Object that searches the subdomains of one domain, so that concurrent callers share one search. The object stores nothing. */
export class SubdomainsObject extends DurableObject<object> implements SubdomainFinder {
  #searching: Promise<StoredEnumeration> | null = null

  async find(domain: string, requestId: string): Promise<StoredEnumeration> {
    const services = createServices(this.env, requestId, (work) => this.ctx.waitUntil(work))
    this.#searching ??= findSubdomains(services, domain).finally(() => {
      this.#searching = null
    })
    return this.#searching
  }
}
