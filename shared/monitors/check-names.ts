import pMap from 'p-map'
import type { Connect } from '../attribution/collectors/registration/ask-whois.ts'
import type { RegistryLimits } from '../attribution/collectors/registration/look-up-registration.ts'
import { createTools } from '../attribution/collectors/run-tools.ts'
import { log } from '../platform/log.ts'
import type { DnsService } from '../platform/net/dns-resolver.ts'
import type { Services } from '../platform/services/index.ts'
import { certificateReader } from './certificate-organization.ts'
import { type RequestLimit, registryLimits, requestLimit } from './check-limits.ts'
import { isIncomplete, judgeReading } from './judge-reading.ts'
import * as monitors from './queries.ts'
import { type CheckNetwork, readName } from './read-name.ts'

/** Domains read at the same time. Reading a domain is mostly waiting for rate limits. */
const NAMES_AT_ONCE = 8
/** After this time a batch begins to read no further domain. A later batch reads the rest. */
const BATCH_MS_MAX = 110_000
const NAME_MS_MAX = 40_000
const SLOW_MS = 7 * 86_400_000
// Shortest waits before a domain that could not be read is read again. The first is for a domain
// that needs a second reading of a suspected change, the second for all other domains. The second
// wait grows with the time without a reading, up to the cadence of the domain.
const UNREAD_CONFIRMATION_MS = 600_000
const UNREAD_RETRY_MS = 900_000
// If a reading lacks a fact that was known, the domain is read again after this time, at most
// INCOMPLETE_RETRIES_MAX times. Then it waits for its usual cadence.
const INCOMPLETE_RETRY_MS = 900_000
const INCOMPLETE_RETRIES_MAX = 2
/** Largest number of different DNS questions of one batch: about ten for each domain. */
const QUESTIONS_MAX = 2_000
// Highest share of the cadence by which a check comes earlier. The share is random, so that checks
// spread over the day.
const JITTER = 0.05

type CheckServices = Pick<
  Services,
  'requestId' | 'db' | 'env' | 'now' | 'connections' | 'randomBytes' | 'object'
>

export interface CheckedBatch {
  names: number
  requests: number
  changes: number
}

/**
 * Reads all domains of a batch and stores the result in one statement. A second run of the batch
 * stores nothing. `connect` opens connections to WHOIS servers.
 */
export async function checkNames(
  services: CheckServices,
  connect: Connect,
  batchId: string,
): Promise<CheckedBatch> {
  const { db, now } = services
  const startedAt = now()
  const { names, pauses } = await monitors.readBatch(db, batchId, startedAt.toISOString())
  if (names.length === 0) return { names: 0, requests: 0, changes: 0 }
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), BATCH_MS_MAX + NAME_MS_MAX)
  const connections = services.connections(abort.signal)
  const requests = requestLimit(services.env.MONITOR_CHECKS_PER_SECOND, connections)
  const registries = registryLimits(pauses, connections)
  const network = networkOf(services, connect, { connections, requests, registries })
  const readings = await pMap(
    names,
    async (name) => {
      if (now().getTime() - startedAt.getTime() > BATCH_MS_MAX) return []
      const own = new AbortController()
      const limit = setTimeout(() => own.abort(), NAME_MS_MAX)
      const stop = () => own.abort()
      abort.signal.addEventListener('abort', stop)
      try {
        return [await readingOf(services, name, network(own.signal))]
      } finally {
        abort.signal.removeEventListener('abort', stop)
        clearTimeout(limit)
      }
    },
    { concurrency: NAMES_AT_ONCE },
  )
    .finally(() => clearTimeout(timer))
    .then((read) => read.flat())
  const changes = await monitors.recordReadings(db, {
    batch_id: batchId,
    at: now().toISOString(),
    readings,
    pauses: registries.newPauses(),
  })
  const answer = { names: readings.length, requests: requests.counted(), changes }
  const missed = readings.filter((reading) => !reading.is_read).length
  const durationMs = now().getTime() - startedAt.getTime()
  log({
    event: 'checks.read',
    request_id: services.requestId,
    ...answer,
    unread: missed,
    duration_ms: durationMs,
  })
  return answer
}

interface BatchNetwork {
  connections: ReturnType<Services['connections']>
  requests: RequestLimit
  registries: RegistryLimits
}

/** Network access of a batch. All its domains share the DNS answers. */
function networkOf(
  services: CheckServices,
  connect: Connect,
  { connections, requests, registries }: BatchNetwork,
): (signal: AbortSignal) => CheckNetwork {
  const { env } = services
  const create = (service: DnsService) =>
    createTools({
      ...connections,
      fetch: (url, init) => {
        requests.count()
        return connections.fetch(url, init)
      },
      connect: (address) => {
        requests.count()
        return connect(address)
      },
      whoisProxy: env.WHOIS_PROXY === '' ? null : env.WHOIS_PROXY,
      depth: 'quick',
      userAgent: env.USER_AGENT,
      ownHosts: [new URL(env.PUBLIC_URL).hostname],
      dnsServices: [service],
      dnsQuestionsMax: QUESTIONS_MAX,
    })
  const tools = new Map<DnsService, ReturnType<typeof createTools>>()
  const organizationOf = certificateReader(services)
  return (signal) => ({
    requests,
    registries,
    organizationOf,
    toolsOf(service) {
      const known = tools.get(service) ?? create(service)
      tools.set(service, known)
      return known(signal, {})
    },
  })
}

async function readingOf(
  services: CheckServices,
  name: monitors.NameToCheck,
  network: CheckNetwork,
): Promise<monitors.StoredReading> {
  const isSlow =
    name.slow_read_at === null ||
    services.now().getTime() - Date.parse(name.slow_read_at) >= SLOW_MS
  const read = await readName({ ...name, without: suspectedBy(name), isSlow }, network)
  if (!read.isRead) return unread(services, name)
  const at = services.now().getTime()
  const judged = judgeReading(name.state, { ...read, at }, services.env.MONITOR_CONFIRM_SECONDS)
  const jitter = 1 - (JITTER * (services.randomBytes(1)[0] ?? 0)) / 256
  const incomplete = isIncomplete(name.state, read.facts, isSlow)
    ? (name.state?.incomplete_readings ?? 0) + 1
    : 0
  const isRepeated = incomplete > 0 && incomplete <= INCOMPLETE_RETRIES_MAX
  const usualMs = isRepeated
    ? Math.min(INCOMPLETE_RETRY_MS, cadenceMs(name))
    : cadenceMs(name) * jitter
  const nextAt = Math.min(judged.confirm?.at ?? Number.POSITIVE_INFINITY, at + usualMs)
  return {
    domain: name.domain,
    state: { ...judged.state, incomplete_readings: incomplete },
    is_read: true,
    is_slow_read: isSlow,
    next_check_at: new Date(nextAt).toISOString(),
    is_suspected: judged.confirm !== null,
    change: judged.change,
  }
}

function unread({ now }: CheckServices, name: monitors.NameToCheck): monitors.StoredReading {
  const at = now().getTime()
  const unreadMs = name.unread_since === null ? 0 : at - Date.parse(name.unread_since)
  const retryMs = name.is_suspected ? UNREAD_CONFIRMATION_MS : Math.max(UNREAD_RETRY_MS, unreadMs)
  return {
    domain: name.domain,
    state: null,
    is_read: false,
    is_slow_read: false,
    next_check_at: new Date(at + Math.min(cadenceMs(name), retryMs)).toISOString(),
    is_suspected: name.is_suspected,
    change: null,
  }
}

const cadenceMs = ({ cadence_seconds: seconds }: monitors.NameToCheck): number =>
  (seconds ?? 86_400) * 1_000

/** DNS service that gave the first reading of a suspected change. Null without a suspicion. */
function suspectedBy({ state }: monitors.NameToCheck): string | null {
  const [first] = Object.values(state?.suspicions ?? {}).map(
    (suspicion) => suspicion?.resolver ?? null,
  )
  return first ?? null
}
