import type { DnsResolver } from '../platform/net/dns-resolver.ts'
import type { FetchedText } from '../platform/net/fetch.ts'
import type { UpstreamRequest } from '../platform/net/fetch-upstream.ts'
import type { DeepTools } from './deep-tools.ts'
import type { CollectorName, EvidenceOf, EvidenceSet } from './evidence.ts'
import type { FindKnownCompanies } from './known-company.ts'
import type { RegistrationStore } from './registration-tools.ts'
import type { HostLimits } from './turns.ts'
import type { SiteCertificate } from './witness-evidence.ts'
import type { ReadDomainIndex, RegisterAccess, RegisterAnswerStore } from './witness-tools.ts'

export interface Target {
  /** Lower case. A label with non-ASCII letters is encoded in Punycode (xn--...). */
  domain: string
  /** Private suffixes do not count, so the registrable domain of kork.github.io is github.io. */
  registrableDomain: string
}

/**
 * `collectedAt`: time of the source's answer, given if the collector waited or used a cache.
 * `againAfterMs`: set if the reason is on our side or a limit, so that the same question may be
 * answered later: milliseconds until then.
 */
export type Finding<E> =
  | { status: 'ok'; evidence: E; source: string; collectedAt?: string }
  | { status: 'empty'; detail: string; source: string; evidence?: E; collectedAt?: string }
  | { status: 'skipped'; detail: string }
  | {
      status: 'failed' | 'timeout'
      detail: string
      source: string
      evidence?: E
      againAfterMs?: number
    }

/** The collectors of one analysis share a DNS cache and a limit of six open connections. */
export interface CollectorTools {
  depth: 'quick' | 'deep'
  /** True if nothing may be sent to the domain's own hosts. By default false. */
  passive?: boolean
  /** Aborts when the time of the collector or of the whole analysis is over. */
  signal: AbortSignal
  now(): Date
  /** Lets other requests of the isolate continue. Rejects when `signal` has aborted. */
  pause: () => Promise<void>
  dns: DnsResolver
  /**
   * Loads a page. The URL may come from a caller, a site or a server, so every address must be
   * public. Follows at most `redirectsMax` (5) redirects and returns a further redirect response
   * unchanged. With `isSharedHost`, the known addresses of the host may be up to five minutes old.
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
   * Loads a page and passes it to `read`. The page counts against the memory limit of the isolate
   * until `read` ends. So `read` must not wait for another page, and must not keep this page.
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
   * Calls a fixed public service. The URL must not come from a page or a server. A failed request
   * without side effects is sent once more. After repeated failures, requests to the service stop
   * for some time.
   */
  fetchUpstream(url: string, request: UpstreamRequest): Promise<FetchedText>
  /** Returns at most 64 KiB of a WHOIS answer (RFC 3912). The server's addresses must be public. */
  whois(server: string, query: string): Promise<Uint8Array>
  /** Evidence of the stages before. */
  earlier: EvidenceSet
  /** Missing when there is no database, for example in an evaluation. */
  knownCompanies?: FindKnownCompanies
  /**
   * Limits of RDAP and WHOIS servers and of registers of companies. Missing if none are kept, for
   * example in an evaluation.
   */
  registries?: HostLimits
  /** Cache of registrations. Missing if every lookup must ask. */
  registrations?: RegistrationStore
  /** Age up to which a cached registration is used. By default, as long as the cache keeps it. */
  registrationAgeMsMax?: number
  /**
   * Reads the certificate of a host by a TLS handshake of our own on port 443, because `fetch`
   * shows no certificate. One handshake per host and analysis. Never rejects. In a passive
   * analysis the outcome is always `not_reachable`, without a connection.
   */
  siteCertificate(host: string): Promise<SiteCertificate>
  /** Certificates in PEM that are trusted besides the public certificate authorities. */
  additionalRoots?: string
  /** Missing if there is no index, for example in an evaluation. */
  domainIndex?: ReadDomainIndex
  /** Missing if no answers of registers are kept, for example in an evaluation. */
  registerAnswers?: RegisterAnswerStore
  /** Missing if no register of companies may be asked, for example in an evaluation. */
  companyRegisters?: RegisterAccess
  /** Services of a deep analysis. Undefined in a quick analysis. */
  deep?: DeepTools
}

export const PASSIVE_DETAIL = 'The analysis is passive.'

/**
 * Collectors of a stage start together, and use the evidence of the stages before. Only collectors
 * of "reading" ask paid services.
 */
export const STAGES = ['gathering', 'reading', 'confirming'] as const
export type Stage = (typeof STAGES)[number]

export interface Collector<Name extends CollectorName = CollectorName> {
  name: Name
  budgetMs: number
  runs: 'quick and deep' | 'deep'
  stage: Stage
  /** True if it sends something to the domain's own hosts. A passive analysis leaves it out. */
  isActive?: true
  collect(target: Target, tools: CollectorTools): Promise<Finding<EvidenceOf<Name>>>
}
