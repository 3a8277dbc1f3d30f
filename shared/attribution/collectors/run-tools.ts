import type { ConnectionGate } from '../../platform/net/connection-gate.ts'
import type { Connections } from '../../platform/net/connections.ts'
import { createResolver } from '../../platform/net/dns-resolver.ts'
import { fetchUpstream } from '../../platform/net/fetch-upstream.ts'
import { guardedFetch, guardedFetchText } from '../../platform/net/guarded-fetch.ts'
import type { CollectorTools } from '../collector.ts'
import type { CollectorConnections, DeepTools } from '../deep-tools.ts'
import type { EvidenceSet } from '../evidence.ts'
import { askWhois, type Connect } from './registration/ask-whois.ts'

/** `signal` aborts when the run's deadline is over; all collectors of a run share its gate. */
export interface ToolsOptions extends Connections {
  connect: Connect
  /** host:port of an HTTP CONNECT proxy for WHOIS, or null. */
  whoisProxy: string | null
  depth: CollectorTools['depth']
  userAgent: string
  /** The service's own host names, which it never probes. */
  ownHosts?: readonly string[]
  /** Binds the deep services to a collector's connections; absent in quick runs. */
  deep?: ((connections: CollectorConnections) => DeepTools) | undefined
}

export interface RunTools {
  gate: ConnectionGate
  /** The tools of one collector. `signal` is its own limit, which must also abort when the run does; `earlier` is what it may read. */
  forCollector(signal: AbortSignal, earlier: EvidenceSet): CollectorTools
}

/** The impure edges of one run: all its collectors share one gate and one memory of DNS answers. */
export function createTools(options: ToolsOptions): RunTools {
  const { connect, whoisProxy: proxy, depth, ownHosts = [], deep, ...shared } = options
  const { gate, now } = shared
  // Bound to the run and not to a collector: a question that one gave up on may still serve another.
  const dns = createResolver(shared)
  return {
    gate,
    forCollector(signal, earlier) {
      const connections = { ...shared, signal }
      const guarded = { ...connections, dns, ownHosts }
      return {
        depth,
        signal,
        now,
        dns,
        earlier,
        ...(deep === undefined ? {} : { deep: deep(connections) }),
        fetchPage: (url, limits = {}) => guardedFetchText(url, limits, guarded),
        fetchBytes: (url, limits = {}) => guardedFetch(url, limits, guarded),
        fetchUpstream: (url, init = {}) => fetchUpstream(url, init, connections),
        whois: (server, query) => askWhois(server, query, { connect, proxy, dns, gate, signal }),
      }
    },
  }
}
