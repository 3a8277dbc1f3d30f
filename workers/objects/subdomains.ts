import { DurableObject } from 'cloudflare:workers'
import type { Services } from '../../shared/platform/services/index.ts'
import type { StoredEnumeration } from '../../shared/subdomains/enumeration.ts'
import { findSubdomains } from '../../shared/subdomains/find-subdomains.ts'
import { countSearch } from '../../shared/subdomains/queries.ts'
import type {
  Search,
  SearchHolder,
  SearchOutcome,
  SubdomainFinder,
} from '../../shared/subdomains/subdomain-finder.ts'
import { createServices } from '../services.ts'

type Accepted = { searching: Promise<StoredEnumeration> } | { retryAfterSeconds: number }

/** Concurrent callers of one domain and kind share one search. The object stores nothing. */
export class SubdomainsObject extends DurableObject<object> implements SubdomainFinder {
  #searching: Promise<StoredEnumeration> | null = null
  #lastAccepted: Promise<unknown> = Promise.resolve()

  async find(domain: string, requestId: string, holder: SearchHolder): Promise<SearchOutcome> {
    return this.#find({ domain, passive: false }, requestId, holder)
  }

  async findLogged(
    domain: string,
    requestId: string,
    holder: SearchHolder,
  ): Promise<SearchOutcome> {
    return this.#find({ domain, passive: true }, requestId, holder)
  }

  async #find(search: Search, requestId: string, holder: SearchHolder): Promise<SearchOutcome> {
    const services = createServices(this.env, requestId, (work) => this.ctx.waitUntil(work))
    // Callers are accepted one after another, so only the caller who starts a search is counted. If
    // a caller has no searches left, the next caller is still accepted.
    const accepting = this.#lastAccepted.then(() => this.#accept(services, search, holder))
    this.#lastAccepted = accepting.catch(() => undefined)
    const accepted = await accepting
    if ('retryAfterSeconds' in accepted)
      return { outcome: 'limited', retryAfterSeconds: accepted.retryAfterSeconds }
    return { outcome: 'found', stored: await accepted.searching }
  }

  async #accept(services: Services, search: Search, holder: SearchHolder): Promise<Accepted> {
    if (this.#searching === null) {
      const counted = await countSearch(services.db, search, holder)
      if (counted.outcome === 'limited') return { retryAfterSeconds: counted.retry_after_seconds }
      this.#searching = findSubdomains(services, search).finally(() => {
        this.#searching = null
      })
    }
    return { searching: this.#searching }
  }
}
