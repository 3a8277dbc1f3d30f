import type { SignRequest } from '../../platform/net/bot-signature.ts'
import type { Connections } from '../../platform/net/connections.ts'
import { createResolver } from '../../platform/net/dns-resolver.ts'
import { fetchUpstream } from '../../platform/net/fetch-upstream.ts'
import { guardedFetch, guardedFetchText, guardedRead } from '../../platform/net/guarded-fetch.ts'
import type { Connect } from '../../platform/net/tcp-stream.ts'
import type { CollectorTools } from '../collector.ts'
import type { DeepTools } from '../deep-tools.ts'
import type { EvidenceSet } from '../evidence.ts'
import type { FindKnownCompanies } from '../known-company.ts'
import type { RegistrationStore } from '../registration-tools.ts'
import { readSiteCertificate } from '../tls/read-site-certificate.ts'
import type { HostLimits } from '../turns.ts'
import { requireOtherHost, sparing } from '../untouched-hosts.ts'
import { type SiteCertificate, siteWithoutCertificate } from '../witness-evidence.ts'
import type { ReadDomainIndex, RegisterAccess, RegisterAnswerStore } from '../witness-tools.ts'
import { askWhois } from './registration/ask-whois.ts'

interface Settings extends Connections {
  connect: Connect
  // Address (host:port) of the HTTP proxy for WHOIS connections. With null, connections are direct.
  whoisProxy: string | null
  depth: CollectorTools['depth']
  userAgent: string
  /** Signs requests to sites. Undefined: they are not signed. */
  signRequest?: SignRequest | undefined
  /** Public host names of this service. Requests to them are refused: it would analyze itself. */
  ownHosts?: readonly string[]
  /** Hosts of the DNS services, asked in this order. By default DNS_SERVICES. */
  dnsServices?: readonly string[]
  /** Largest number of DNS lookups. By default, the limit of one analysis. */
  dnsQuestionsMax?: number
  /** Makes clients of paid and slow services for one collector. Undefined in a quick analysis. */
  deep?: ((connections: Connections) => DeepTools) | undefined
  knownCompanies?: FindKnownCompanies | undefined
  registries?: HostLimits | undefined
  registrations?: RegistrationStore | undefined
  registrationAgeMsMax?: number | undefined
  domainIndex?: ReadDomainIndex | undefined
  registerAnswers?: RegisterAnswerStore | undefined
  /** Certificates in PEM that are trusted besides the public certificate authorities. */
  additionalRoots?: string | undefined
  companyRegisters?: RegisterAccess | undefined
}

/**
 * Makes the tools of one collector. `earlier` is the evidence that other collectors have already
 * found. `signal` must abort at the time limit of the collector and at the deadline of the
 * analysis. `untouchedDomain` is the registrable domain of a passive analysis: requests to its
 * hosts fail before they are sent. The DNS services are asked also if the domain is theirs.
 */
export type ToolsFor = (
  signal: AbortSignal,
  earlier: EvidenceSet,
  untouchedDomain?: string,
) => CollectorTools

/** Tools of one analysis. `settings.signal` aborts at the deadline of the analysis. */
export function createTools(settings: Settings): ToolsFor {
  const {
    connect,
    whoisProxy: proxy,
    depth,
    ownHosts = [],
    dnsServices,
    dnsQuestionsMax,
    signRequest,
    deep,
    knownCompanies,
    registries,
    registrations,
    registrationAgeMsMax,
    domainIndex,
    registerAnswers,
    additionalRoots = '',
    companyRegisters,
    ...shared
  } = settings
  const { sockets, now } = shared
  // All collectors share this resolver. It continues when one collector is aborted, because another
  // collector may wait for the same answer.
  const dns = createResolver(shared, dnsServices, dnsQuestionsMax)
  const certificates = new Map<string, Promise<SiteCertificate>>()
  // Not bound to the signal of one collector, because another one may wait for the same handshake.
  const siteCertificate = (host: string): Promise<SiteCertificate> => {
    const known = certificates.get(host)
    if (known !== undefined) return known
    const reading = readSiteCertificate(host, {
      ...shared,
      connect,
      proxy,
      dns,
      additionalRoots,
    })
    certificates.set(host, reading)
    return reading
  }
  return (signal, earlier, untouchedDomain) => {
    const passive = untouchedDomain !== undefined
    const connections = { ...shared, fetch: sparing(untouchedDomain, shared.fetch), signal }
    const guarded = { ...connections, dns, ownHosts, signRequest }
    return {
      depth,
      passive,
      signal,
      now,
      pause: async () => {
        await shared.wait(0)
        signal.throwIfAborted()
      },
      dns,
      earlier,
      // Their hosts are fixed. A refusal would count as a failure and open the shared breaker.
      ...(deep === undefined ? {} : { deep: deep({ ...shared, signal }) }),
      ...(knownCompanies === undefined ? {} : { knownCompanies }),
      ...(registries === undefined ? {} : { registries }),
      ...(registrations === undefined ? {} : { registrations }),
      ...(registrationAgeMsMax === undefined ? {} : { registrationAgeMsMax }),
      ...(domainIndex === undefined ? {} : { domainIndex }),
      ...(registerAnswers === undefined ? {} : { registerAnswers }),
      ...(companyRegisters === undefined ? {} : { companyRegisters }),
      siteCertificate: passive
        ? async (host) => siteWithoutCertificate(host, 'not_reachable')
        : siteCertificate,
      additionalRoots,
      fetchPage: (url, limits = {}) => guardedFetchText(url, limits, guarded),
      readPage: (url, limits, read) => guardedRead(url, limits, guarded, read),
      fetchBytes: (url, limits = {}) => guardedFetch(url, limits, guarded),
      fetchUpstream: (url, request) => fetchUpstream(url, request, guarded),
      whois: async (server, query) => {
        requireOtherHost(untouchedDomain, server)
        return askWhois(server, query, { connect, proxy, dns, sockets, signal })
      },
    }
  }
}
