import { connect as connectTcp } from 'node:net'
import { Duplex } from 'node:stream'
import { getDomain } from 'tldts'
import {
  type Collector,
  type Finding,
  STAGES,
  type Target,
} from '../../shared/attribution/collector.ts'
import { COLLECTORS } from '../../shared/attribution/collectors/registry.ts'
import { createTools, type ToolsFor } from '../../shared/attribution/collectors/run-tools.ts'
import type { DeepTools } from '../../shared/attribution/deep-tools.ts'
import type {
  CollectedEvidence,
  EvidenceOf,
  EvidenceSet,
} from '../../shared/attribution/evidence.ts'
import { breakers } from '../../shared/platform/limits/breaker.ts'
import { semaphore } from '../../shared/platform/limits/semaphore.ts'
import {
  bodySemaphore,
  type Connections,
  SOCKETS_MAX,
} from '../../shared/platform/net/connections.ts'
import { createSharedAnswers } from '../../shared/platform/net/shared-answers.ts'
import type { Connect } from '../../shared/platform/net/tcp-stream.ts'
import type { SampleInternet } from '../internet/internet.ts'

export type Depth = 'quick' | 'deep'

const DEADLINE_MS: Readonly<Record<Depth, number>> = { quick: 8_000, deep: 60_000 }

const connect: Connect = ({ hostname, port }) => {
  const socket = connectTcp({ host: hostname.replace(/^\[|\]$/gu, ''), port })
  socket.on('error', () => socket.destroy())
  const streams = Duplex.toWeb(socket)
  return {
    readable: streams.readable as ReadableStream<Uint8Array>,
    writable: streams.writable as WritableStream<Uint8Array>,
    close: async () => void socket.destroy(),
  }
}

export function targetOf(domain: string): Target {
  return { domain, registrableDomain: getDomain(domain, { allowPrivateDomains: false }) ?? domain }
}

/** Tools of one analysis in the sample internet. */
export async function toolsIn(
  internet: SampleInternet,
  depth: Depth,
  now: Date,
  deep?: (connections: Connections) => DeepTools,
): Promise<ToolsFor> {
  return createTools({
    fetch: (input, init) => internet.fetch(new Request(input, init)),
    connect,
    whoisProxy: `127.0.0.1:${await internet.listenTcp()}`,
    additionalRoots: await internet.rootCertificate(),
    now: () => now,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    depth,
    signal: AbortSignal.timeout(DEADLINE_MS[depth]),
    sockets: semaphore(SOCKETS_MAX),
    bodies: bodySemaphore(),
    breakerOf: breakers(),
    sharedAnswers: createSharedAnswers(),
    userAgent: 'DomainAttribution/1.0',
    deep: depth === 'deep' ? deep : undefined,
  })
}

export async function collectEvidence(
  internet: SampleInternet,
  domain: string,
  depth: Depth,
  now: Date,
  deep?: (connections: Connections) => DeepTools,
): Promise<EvidenceSet> {
  const target = targetOf(domain)
  const toolsFor = await toolsIn(internet, depth, now, deep)
  const due = COLLECTORS.filter(
    (collector) => depth === 'deep' || collector.runs === 'quick and deep',
  )
  const run = async (collector: Collector, earlier: EvidenceSet): Promise<CollectedEvidence> => {
    const limit = AbortSignal.timeout(Math.min(collector.budgetMs, DEADLINE_MS[depth]))
    const finding = await findingOf(
      collector,
      target,
      () => collector.collect(target, toolsFor(limit, earlier)),
      limit,
    )
    return entryOf(collector, finding, now)
  }
  let found: EvidenceSet = {}
  for (const stage of STAGES) {
    const earlier = found
    const entries = await Promise.all(
      due.filter((each) => each.stage === stage).map((each) => run(each, earlier)),
    )
    found = { ...found, ...setOf(entries) }
  }
  return found
}

async function findingOf(
  collector: Collector,
  target: Target,
  collect: () => Promise<Finding<EvidenceOf<Collector['name']>>>,
  limit: AbortSignal,
): Promise<Finding<EvidenceOf<Collector['name']>>> {
  const late = new Promise<Finding<never>>((resolve) => {
    limit.addEventListener(
      'abort',
      () => resolve({ status: 'failed', detail: 'Ran out of time.', source: collector.name }),
      { once: true },
    )
  })
  try {
    return await Promise.race([collect(), late])
  } catch (error) {
    return {
      status: 'failed',
      detail: `${collector.name} threw on ${target.domain}: ${String(error)}`,
      source: collector.name,
    }
  }
}

function entryOf(
  collector: Collector,
  finding: Finding<EvidenceOf<Collector['name']>>,
  now: Date,
): CollectedEvidence {
  const data = 'evidence' in finding ? (finding.evidence ?? null) : null
  return {
    collector: collector.name,
    status: finding.status,
    detail: 'detail' in finding ? finding.detail : null,
    source: 'source' in finding ? finding.source : '',
    collected_at: now.toISOString(),
    duration_ms: 0,
    data,
  }
}

const setOf = (entries: readonly CollectedEvidence[]): EvidenceSet =>
  Object.fromEntries(entries.map((entry) => [entry.collector, entry])) as EvidenceSet
