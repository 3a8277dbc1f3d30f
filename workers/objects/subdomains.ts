import { DurableObject } from 'cloudflare:workers'
import type { z } from 'zod'
import { hexOf } from '../../shared/platform/crypto/encodings.ts'
import * as database from '../../shared/platform/db/client.ts'
import { slice, vars } from '../../shared/platform/environment.ts'
import { createCircuits } from '../../shared/platform/net/circuits.ts'
import { createGate } from '../../shared/platform/net/connection-gate.ts'
import { createResolver } from '../../shared/platform/net/dns-resolver.ts'
import { fetchOutside } from '../../shared/platform/net/fetch.ts'
import { fetchUpstream } from '../../shared/platform/net/fetch-upstream.ts'
import { enumerate, QUESTIONS_MAX } from '../../shared/subdomains/enumerate.ts'
import type { Enumeration, KeptEnumeration } from '../../shared/subdomains/enumeration.ts'
import { findSubdomains } from '../../shared/subdomains/find-subdomains.ts'
import type { SubdomainFinder } from '../../shared/subdomains/subdomain-finder.ts'
import { SUBDOMAIN_LABELS } from '../../shared/subdomains/subdomain-labels.ts'

const needs = vars('DATABASE_URL', 'USER_AGENT', 'SUBDOMAIN_CACHE_HOURS')

/** An enumeration that has not ended by then answers with what it has: callers wait for it, and no answer takes longer than 25 s. */
const ENUMERATION_MS = 20_000
const RANDOM_BYTES = 10

/** One an isolate: an upstream that is down is down for every search. */
const circuits = createCircuits()

/** The one place where the names under a domain are looked for, so that callers at the same time share one search. Keeps nothing itself. */
export class SubdomainsObject extends DurableObject implements SubdomainFinder {
  readonly #settings: z.output<typeof needs>
  #searching: Promise<KeptEnumeration> | null = null

  constructor(context: DurableObjectState, environment: object) {
    super(context, environment)
    this.#settings = slice(environment, needs)
  }

  async find(domain: string, requestId: string): Promise<KeptEnumeration> {
    this.#searching ??= this.#search(domain, requestId)
    return this.#searching
  }

  async #search(domain: string, requestId: string): Promise<KeptEnumeration> {
    const { DATABASE_URL, SUBDOMAIN_CACHE_HOURS } = this.#settings
    const deps = {
      db: database.connect(DATABASE_URL, requestId),
      now: () => new Date(),
      enumerate: (name: string) => this.#enumerate(name),
      cacheHours: SUBDOMAIN_CACHE_HOURS,
    }
    try {
      return await findSubdomains(deps, domain)
    } finally {
      this.#searching = null
    }
  }

  #enumerate(domain: string): Promise<Enumeration> {
    const signal = AbortSignal.timeout(ENUMERATION_MS)
    const outside = {
      fetch: fetchOutside,
      gate: createGate(),
      circuits,
      now: () => new Date(),
      signal,
    }
    return enumerate(
      {
        dns: createResolver({ ...outside, questionsMax: QUESTIONS_MAX }),
        fetchUpstream: (url, request = {}) =>
          fetchUpstream(url, request, { ...outside, userAgent: this.#settings.USER_AGENT }),
        randomLabel,
        labels: SUBDOMAIN_LABELS,
        signal,
      },
      domain,
    )
  }
}

/** 80 random bits as 20 hexadecimal digits after a letter: no name that anybody made. */
function randomLabel(): string {
  return `r${hexOf(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)))}`
}
