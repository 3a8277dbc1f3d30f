import type { ConnectionGate } from '../../platform/net/connection-gate.ts'
import type { Connections } from '../../platform/net/connections.ts'
import { createResolver, type DnsService } from '../../platform/net/dns-resolver.ts'
import { fetchUpstream } from '../../platform/net/fetch-upstream.ts'
import { guardedFetch, guardedFetchText, guardedRead } from '../../platform/net/guarded-fetch.ts'
import type { CollectorTools } from '../collector.ts'
import type { CollectorConnections, DeepTools } from '../deep-tools.ts'
import type { EvidenceSet } from '../evidence.ts'
import type { FindKnownCompanies } from '../known-company.ts'
import { askWhois, type Connect } from './registration/ask-whois.ts'

/**
 * Network functions and settings for one analysis. `signal` aborts at the deadline of the analysis.
 * `gate` limits the number of open connections of all collectors together.
 */
export interface ToolsOptions extends Connections {
  connect: Connect
  /**
   * Address (host:port) of the HTTP proxy for WHOIS connections, or null for direct connections.
   */
  whoisProxy: string | null
  depth: CollectorTools['depth']
  userAgent: string
  /**
   * Public host names of this application. A request to one of them is refused, because the
   * application would analyze itself.
   */
  ownHosts?: readonly string[]
  /** DNS services to ask, one after the other. By default, all. */
  dnsServices?: readonly DnsService[]
  /** Largest number of different DNS questions. By default, the limit of one analysis. */
  dnsQuestionsMax?: number
  /**
   * Function that creates the paid and slow services of a deep (full) analysis. These services use
   * the network connections of one collector. Undefined in a quick analysis.
   */
  deep?: ((connections: CollectorConnections) => DeepTools) | undefined
  knownCompanies?: FindKnownCompanies | undefined
}

export interface RunTools {
  gate: ConnectionGate
  /**
   * Returns the network functions for one collector, with the evidence that other collectors have
   * already found (`earlier`). `signal` must abort at the collector's time limit and at the
   * deadline of the analysis.
   */
  forCollector(signal: AbortSignal, earlier: EvidenceSet): CollectorTools
}

export function createTools(options: ToolsOptions): RunTools {
  const {
    connect,
    whoisProxy: proxy,
    depth,
    ownHosts = [],
    dnsServices,
    dnsQuestionsMax,
    deep,
    knownCompanies,
    ...shared
  } = options
  const { gate, now } = shared
  // All collectors share one DNS resolver. When one collector is aborted, the resolver continues,
  // because another collector may wait for the same DNS response.
  const dns = createResolver(shared, dnsQuestionsMax, dnsServices)
  return {
    gate,
    forCollector(signal, earlier) {
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
        fetchPage: (url, limits = {}) => guardedFetchText(url, limits, guarded),
        readPage: (url, limits, read) => guardedRead(url, limits, guarded, read),
        fetchBytes: (url, limits = {}) => guardedFetch(url, limits, guarded),
        fetchUpstream: (url, request) => fetchUpstream(url, request, guarded),
        whois: (server, query) => askWhois(server, query, { connect, proxy, dns, gate, signal }),
      }
    },
  }
}
