import type { Circuits } from '../../platform/net/circuits.ts'
import type { ConnectionGate } from '../../platform/net/connection-gate.ts'
import { createResolver } from '../../platform/net/dns-resolver.ts'
import type { Fetch } from '../../platform/net/fetch.ts'
import { fetchUpstream } from '../../platform/net/fetch-upstream.ts'
import { type GuardedFetchDependencies, guardedFetch, guardedFetchText } from '../../platform/net/guarded-fetch.ts'
import type { CollectorTools } from '../collector.ts'
import type { CollectorConnections, DeepTools } from '../deep-tools.ts'
import type { EvidenceSet } from '../evidence.ts'
import { askWhois, type Connect } from './registration/ask-whois.ts'

export interface ToolsOptions {
  fetch: Fetch
  connect: Connect
  /** host:port of an HTTP CONNECT proxy for WHOIS, or null. */
  whoisProxy: string | null
  now(): Date
  depth: CollectorTools['depth']
  /** Aborts when the run's deadline is over. */
  signal: AbortSignal
  /** One a run. */
  gate: ConnectionGate
  /** One an isolate. */
  circuits: Circuits
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

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** The impure edges of one run: all its collectors share one gate and one memory of DNS answers. */
export function createTools(options: ToolsOptions): RunTools {
  const { fetch, gate, circuits, now, userAgent, ownHosts = [] } = options
  // Bound to the run and not to a collector: a question that one gave up on may still serve another.
  const dns = createResolver({ fetch, gate, circuits, now, signal: options.signal })
  return {
    gate,
    forCollector(signal, earlier) {
      const guarded: GuardedFetchDependencies = { fetch, dns, gate, userAgent, ownHosts, signal }
      return {
        depth: options.depth,
        signal,
        now,
        dns,
        earlier,
        ...(options.deep === undefined
          ? {}
          : { deep: options.deep({ fetch, gate, circuits, now, wait, signal, userAgent }) }),
        fetchPage: (url, limits = {}) => guardedFetchText(url, limits, guarded),
        fetchBytes: (url, limits = {}) => guardedFetch(url, limits, guarded),
        fetchUpstream: (url, init = {}) => fetchUpstream(url, init, { fetch, gate, circuits, userAgent, now, signal }),
        whois: (server, query) =>
          askWhois(server, query, { connect: options.connect, proxy: options.whoisProxy, dns, gate, signal }),
      }
    },
  }
}
