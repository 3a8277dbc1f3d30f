import type { DnsResolver } from '../platform/net/dns-resolver.ts'
import type { FetchedText } from '../platform/net/fetch.ts'
import type { DeepTools } from './deep-tools.ts'
import type { CollectorName, EvidenceOf, EvidenceSet } from './evidence.ts'

/** The domain under analysis. */
export interface Target {
  /** As asked: lower case, A-labels. */
  domain: string
  /** The registrable domain under the public suffix list's ICANN section. */
  registrableDomain: string
}

/** What a collector found. It never throws past its edge: a failure is one of these too. */
export type Finding<E> =
  | { status: 'ok'; evidence: E; source: string }
  | { status: 'empty'; detail: string; source: string; evidence?: E }
  | { status: 'skipped'; detail: string }
  | { status: 'failed'; detail: string; source: string; evidence?: E }

/**
 * Everything impure that a collector may use. All of it is bound to the run: one gate of six connections, one cache of DNS
 * answers, one abort signal.
 */
export interface CollectorTools {
  depth: 'quick' | 'deep'
  /** Aborts when the collector's own limit or the run's deadline is over. */
  signal: AbortSignal
  now(): Date
  dns: DnsResolver
  /** Guarded: for hosts that a caller or a probed site names. Follows at most 5 redirects. */
  fetchPage(url: string, limits?: { bytesMax?: number; timeoutMs?: number; accept?: string }): Promise<FetchedText>
  /** The same guard, undecoded bytes: favicons. */
  fetchBytes(
    url: string,
    limits?: { bytesMax?: number; timeoutMs?: number },
  ): Promise<{ status: number; bytes: Uint8Array }>
  /** Fixed upstreams (RDAP, bootstrap, certificate logs, GLEIF): no address check, but time and size limits, one retry where safe, and a circuit. */
  fetchUpstream(
    url: string,
    init?: { headers?: Record<string, string>; bytesMax?: number; timeoutMs?: number },
  ): Promise<FetchedText>
  /** One WHOIS question on TCP port 43 (RFC 3912); resolves to the raw bytes, at most 64 KiB. */
  whois(server: string, query: string): Promise<Uint8Array>
  /** What earlier collectors of this run found: whole for collectors of the second stage, empty in the first. */
  earlier: EvidenceSet
  /** Models, screenshots and bought records: in deep runs only, and there only what is configured. */
  deep?: DeepTools
}

export interface Collector<Name extends CollectorName = CollectorName> {
  name: Name
  /** The most milliseconds it may take; the run cuts it off as `timeout` after that. */
  budgetMs: number
  runs: 'quick and deep' | 'deep'
  /** gathering collectors all start at once; reading collectors start when those have ended and see what they found. */
  stage: 'gathering' | 'reading'
  collect(target: Target, tools: CollectorTools): Promise<Finding<EvidenceOf<Name>>>
}
