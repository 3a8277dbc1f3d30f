import type { Connections } from '../../platform/net/connections.ts'
import { createResolver } from '../../platform/net/dns-resolver.ts'
import { fetchUpstream } from '../../platform/net/fetch-upstream.ts'
import { guardedFetch, guardedFetchText, guardedRead } from '../../platform/net/guarded-fetch.ts'
import type { CollectorTools } from '../collector.ts'
import type { DeepTools } from '../deep-tools.ts'
import type { EvidenceSet } from '../evidence.ts'
import type { FindKnownCompanies } from '../known-company.ts'
import type { RegistrationStore, RegistryLimits } from '../registration-tools.ts'
import { askWhois, type Connect } from './registration/ask-whois.ts'

interface Settings extends Connections {
  connect: Connect
  // Address (host:port) of the HTTP proxy for WHOIS connections. With null, connections are direct.
  whoisProxy: string | null
  depth: CollectorTools['depth']
  userAgent: string
  /** Public host names of this service. Requests to them are refused: it would analyze itself. */
  ownHosts?: readonly string[]
  /** Hosts of the DNS services, asked in this order. By default DNS_SERVICES. */
  dnsServices?: readonly string[]
  /** Largest number of DNS lookups. By default, the limit of one analysis. */
  dnsQuestionsMax?: number
  /** Makes clients of paid and slow services for one collector. Undefined in a quick analysis. */
  deep?: ((connections: Connections) => DeepTools) | undefined
  knownCompanies?: FindKnownCompanies | undefined
  registries?: RegistryLimits | undefined
  registrations?: RegistrationStore | undefined
  registrationAgeMsMax?: number | undefined
}

/**
 * Makes the tools of one collector. `earlier` is the evidence that other collectors have already
 * found. `signal` must abort at the time limit of the collector and at the deadline of the
 * analysis.
 */
export type ToolsFor = (signal: AbortSignal, earlier: EvidenceSet) => CollectorTools

/** Tools of one analysis. `settings.signal` aborts at the deadline of the analysis. */
export function createTools(settings: Settings): ToolsFor {
  const {
    connect,
    whoisProxy: proxy,
    depth,
    ownHosts = [],
    dnsServices,
    dnsQuestionsMax,
    deep,
    knownCompanies,
    registries,
    registrations,
    registrationAgeMsMax,
    ...shared
  } = settings
  const { sockets, now } = shared
  // All collectors share this resolver. It continues when one collector is aborted, because another
  // collector may wait for the same answer.
  const dns = createResolver(shared, dnsServices, dnsQuestionsMax)
  return (signal, earlier) => {
    const connections = { ...shared, signal }
    const guarded = { ...connections, dns, ownHosts }
    return {
      depth,
      signal,
      now,
      pause: async () => {
        await shared.wait(0)
        signal.throwIfAborted()
      },
      dns,
      earlier,
      ...(deep === undefined ? {} : { deep: deep(connections) }),
      ...(knownCompanies === undefined ? {} : { knownCompanies }),
      ...(registries === undefined ? {} : { registries }),
      ...(registrations === undefined ? {} : { registrations }),
      ...(registrationAgeMsMax === undefined ? {} : { registrationAgeMsMax }),
      fetchPage: (url, limits = {}) => guardedFetchText(url, limits, guarded),
      readPage: (url, limits, read) => guardedRead(url, limits, guarded, read),
      fetchBytes: (url, limits = {}) => guardedFetch(url, limits, guarded),
      fetchUpstream: (url, request) => fetchUpstream(url, request, guarded),
      whois: (server, query) => askWhois(server, query, { connect, proxy, dns, sockets, signal }),
    }
  }
}
