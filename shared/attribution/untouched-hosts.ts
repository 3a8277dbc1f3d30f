import type { Fetch } from '../platform/net/fetch.ts'
import { FetchFailure } from '../platform/net/fetch-failure.ts'
import { parseUrl } from '../platform/net/url.ts'

/** True for the domain itself and every name below it. */
export function isHostOf(domain: string, host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/u, '')
  return name === domain || name.endsWith(`.${domain}`)
}

/** Throws FetchFailure with the reason `forbidden`. Without a domain, every host is allowed. */
export function requireOtherHost(domain: string | undefined, host: string): void {
  if (domain !== undefined && isHostOf(domain, host))
    throw new FetchFailure('forbidden', `${host} is a host of ${domain}: the analysis is passive.`)
}

/** A page elsewhere may redirect to the domain, so every single request is checked. */
export function sparing(domain: string | undefined, fetch: Fetch): Fetch {
  if (domain === undefined) return fetch
  return async (url, init) => {
    requireOtherHost(domain, parseUrl(url)?.hostname ?? '')
    return fetch(url, init)
  }
}
