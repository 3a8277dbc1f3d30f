import type { DnsResolver } from '../platform/net/dns-resolver.ts'
import type { FetchedText } from '../platform/net/fetch.ts'
import type { UpstreamRequest } from '../platform/net/fetch-upstream.ts'
import type { DeepTools } from './deep-tools.ts'
import type { CollectorName, EvidenceOf, EvidenceSet } from './evidence.ts'
import type { FindKnownCompanies } from './known-company.ts'

export interface Target {
  /** Requested domain in lower case. Internationalized names are in A-label form (xn--...). */
  domain: string
  /**
   * Registrable domain, for example example.co.uk for www.example.co.uk. Private suffixes such as
   * github.io are ignored, so every site below github.io has the registrable domain github.io.
   */
  registrableDomain: string
}

/**
 * Result of one evidence collector (a module that asks one kind of data source about a domain). A
 * collector never throws an error. It returns a failure as a value. `collectedAt` is the time at
 * which the source answered, if the collector waited or used a cache.
 */
export type Finding<E> =
  | { status: 'ok'; evidence: E; source: string; collectedAt?: string }
  | { status: 'empty'; detail: string; source: string; evidence?: E; collectedAt?: string }
  | { status: 'skipped'; detail: string }
  | { status: 'failed'; detail: string; source: string; evidence?: E }

/**
 * Network functions and clock for one evidence collector, with the evidence that other collectors
 * have already found. All collectors of one analysis share a DNS cache and a limit of six open
 * connections.
 */
export interface CollectorTools {
  depth: 'quick' | 'deep'
  /**
   * Aborts when the collector reaches its time limit, or when the whole analysis reaches its
   * deadline.
   */
  signal: AbortSignal
  now(): Date
  /**
   * Lets other requests of the Worker continue during a long calculation. Rejects when `signal` has
   * aborted.
   */
  pause: () => Promise<void>
  dns: DnsResolver
  /**
   * Fetches a web page or a link. The host name comes from an API caller, an analyzed site or the
   * response of a server, so every IP address must be public. Follows at most 5 redirects, or
   * `redirectsMax`; the redirect after that is returned as it is. With `isSharedHost` the addresses
   * of the host may be up to five minutes old, because analyses of many domains ask it.
   */
  fetchPage(
    url: string,
    limits?: {
      bytesMax?: number
      timeoutMs?: number
      accept?: string
      redirectsMax?: number
      isSharedHost?: boolean
    },
  ): Promise<FetchedText>
  /**
   * Fetches a web page like `fetchPage` and returns the result of `read`. The page counts against
   * the memory of the isolate until `read` has ended, so `read` must not wait for another page, and
   * its result must not contain the page.
   */
  readPage<T>(
    url: string,
    limits: { timeoutMs: number; bytesMax?: number },
    read: (page: FetchedText) => Promise<T>,
  ): Promise<T>
  fetchBytes(
    url: string,
    limits?: { bytesMax?: number; timeoutMs?: number },
  ): Promise<{ status: number; bytes: Uint8Array }>
  /**
   * Sends a request to a known public service, such as an RDAP server or a certificate log. The URL
   * must not come from a web page or from the response of a server. A failed request that can be
   * repeated safely is sent a second time. If the service fails, a circuit breaker stops further
   * requests to it.
   */
  fetchUpstream(url: string, request: UpstreamRequest): Promise<FetchedText>
  /**
   * Sends one WHOIS query to TCP port 43 (RFC 3912) and returns the raw bytes of the response, at
   * most 64 KiB. The addresses of the server must be public.
   */
  whois(server: string, query: string): Promise<Uint8Array>
  /**
   * Evidence from the collectors of this analysis that have already finished. It is empty for
   * collectors of the first stage ("gathering"), because these collectors all start together.
   */
  earlier: EvidenceSet
  /**
   * Earlier answers of this service about companies. Missing where no database is, for example in
   * an evaluation.
   */
  knownCompanies?: FindKnownCompanies
  /**
   * Language models, screenshots and paid data sources. Present only in a deep (full) analysis. A
   * data source that is not configured returns the status "skipped".
   */
  deep?: DeepTools
}

export interface Collector<Name extends CollectorName = CollectorName> {
  name: Name
  /**
   * Time limit in milliseconds. A collector that takes longer is stopped and gets the status
   * "timeout".
   */
  budgetMs: number
  runs: 'quick and deep' | 'deep'
  /**
   * Collectors of the stage "gathering" start together. Collectors of the stage "reading", for
   * example language models, start after them and use their evidence.
   */
  stage: 'gathering' | 'reading'
  collect(target: Target, tools: CollectorTools): Promise<Finding<EvidenceOf<Name>>>
}
