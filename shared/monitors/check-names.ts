import pMap from 'p-map'
import { createTools } from '../attribution/collectors/run-tools.ts'
import { registrationStore } from '../attribution/registration-store.ts'
import { registryTurns } from '../attribution/registry-turns.ts'
import type { HostLimits } from '../attribution/turns.ts'
import { log } from '../platform/log.ts'
import { requestSigner } from '../platform/net/bot-signature.ts'
import { SOCKETS_MAX } from '../platform/net/connections.ts'
import type { Connect } from '../platform/net/tcp-stream.ts'
import type { Services } from '../platform/services/index.ts'
import { certificateReader } from './certificate-organization.ts'
import { type RequestLimit, requestLimit } from './check-limits.ts'
import { stateFor } from './facts-for-monitor.ts'
import { isIncomplete, isWarningDue, judgeReading } from './judge-reading.ts'
import { type Exclude, withinOwnTime } from './own-time.ts'
import * as monitors from './queries.ts'
import { type CheckNetwork, readName } from './read-name.ts'

// Domains read at the same time. With one connection for each, a domain that never answers does not
// keep the others from theirs.
const NAMES_AT_ONCE = SOCKETS_MAX
/** After this time a batch begins to read no further domain. A later batch reads the rest. */
const BATCH_MS_MAX = 110_000
// A reading that takes at least this time is long. Waits for our own limits do not count.
const LONG_MS = 3_000
/** A domain waits this long for the turns at its registry. */
const TURN_MS_MAX = 40_000
// If a domain takes too long, the readings so far are stored, unless that was done a short time
// ago.
const STORE_MS_MIN = 5_000
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

/**
 * Batches of both kinds run at the same time. `share` is the share of the requests that all checks
 * may send, `nameMsMax` the time that one domain may take.
 */
interface BatchKind {
  share: number
  nameMsMax: number
}

/** A domain that takes too long is left to a long batch, so that it does not hold up the others. */
export const USUAL_BATCH: BatchKind = { share: 0.9, nameMsMax: 6_000 }
export const LONG_BATCH: BatchKind = { share: 0.1, nameMsMax: 40_000 }

export interface CheckedBatch {
  names: number
  requests: number
  changes: number
}

/**
 * Reads all domains of a batch and stores the results, usually in one statement. A second run of
 * the batch stores nothing. `connect` opens connections to WHOIS servers.
 */
export async function checkNames(
  services: CheckServices,
  connect: Connect,
  batchId: string,
  { share, nameMsMax }: BatchKind,
): Promise<CheckedBatch> {
  const { db, now } = services
  const startedAt = now()
  const names = await monitors.readBatch(db, batchId, startedAt.toISOString())
  if (names.length === 0) return { names: 0, requests: 0, changes: 0 }
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), BATCH_MS_MAX + LONG_BATCH.nameMsMax)
  const connections = services.connections(abort.signal)
  const requests = requestLimit(services.env.MONITOR_CHECKS_PER_SECOND * share, connections)
  const network = networkOf(services, connect, connections, requests)
  const store = storeOf(services, batchId)
  await pMap(
    names,
    async (name) => {
      if (now().getTime() - startedAt.getTime() > BATCH_MS_MAX) return
      const { value, tookMs } = await withinOwnTime(
        nameMsMax,
        connections,
        abort.signal,
        (signal, exclude) => readingOf(services, name, network(signal, exclude)),
      )
      const takesLong = tookMs >= LONG_MS
      if (value !== null) store.add({ ...value, takes_long: takesLong })
      else if (nameMsMax < LONG_BATCH.nameMsMax) await store.leave(name.domain)
      else store.add({ ...unread(services, name), takes_long: takesLong })
    },
    { concurrency: NAMES_AT_ONCE },
  ).finally(() => clearTimeout(timer))
  const { left, unread: missed, ...stored } = await store.end()
  const answer = { names: stored.names, requests: requests.counted(), changes: stored.changes }
  const durationMs = now().getTime() - startedAt.getTime()
  log({
    event: 'checks.read',
    request_id: services.requestId,
    ...answer,
    unread: missed,
    left,
    duration_ms: durationMs,
  })
  return answer
}

type Reading = Omit<monitors.StoredReading, 'takes_long'>

/** Stores the readings of a batch at its end, and earlier if a domain takes too long. */
function storeOf({ db, now }: CheckServices, batchId: string) {
  const counts = { names: 0, unread: 0, left: 0, changes: 0 }
  let readings: monitors.StoredReading[] = []
  let leftDomains: string[] = []
  let storedAt = Number.NEGATIVE_INFINITY
  const store = async (isEnd: boolean): Promise<void> => {
    const part = { readings, left_domains: leftDomains }
    readings = []
    leftDomains = []
    storedAt = now().getTime()
    counts.changes += await monitors.recordReadings(db, {
      batch_id: batchId,
      at: now().toISOString(),
      ...part,
      is_end: isEnd,
    })
  }
  return {
    add(reading: monitors.StoredReading): void {
      counts.names += 1
      if (!reading.is_read) counts.unread += 1
      readings.push(reading)
    },
    async leave(domain: string): Promise<void> {
      counts.left += 1
      leftDomains.push(domain)
      if (now().getTime() - storedAt >= STORE_MS_MIN) await store(false)
    },
    async end(): Promise<typeof counts> {
      await store(true)
      return counts
    },
  }
}

const excludeWaits = (exclude: Exclude, { take, refused }: HostLimits): HostLimits => ({
  take: (server, waitMsMax) => exclude(() => take(server, waitMsMax)),
  refused,
})

/** Network access of a batch. All its domains share the DNS answers. */
function networkOf(
  services: CheckServices,
  connect: Connect,
  connections: ReturnType<Services['connections']>,
  requests: RequestLimit,
): (signal: AbortSignal, exclude: Exclude) => CheckNetwork {
  const { env } = services
  const create = (service: string) =>
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
      signRequest: requestSigner(services),
      ownHosts: [new URL(env.PUBLIC_URL).hostname],
      dnsServices: [service],
      dnsQuestionsMax: QUESTIONS_MAX,
      registrations: registrationStore(services),
    })
  const tools = new Map<string, ReturnType<typeof createTools>>()
  const organizationOf = certificateReader(services)
  return (signal, exclude) => ({
    dnsServices: env.DNS_SERVICES,
    untilAllowed: () => exclude(requests.untilAllowed),
    registries: excludeWaits(
      exclude,
      registryTurns(services, {
        priority: 'ordinary',
        turn: 'monitors',
        waitsUntil: services.now().getTime() + TURN_MS_MAX,
      }),
    ),
    organizationOf: (domain, tools) => exclude(() => organizationOf(domain, tools)),
    toolsOf(service, untouchedDomain) {
      const known = tools.get(service) ?? create(service)
      tools.set(service, known)
      return known(signal, {}, untouchedDomain)
    },
  })
}

async function readingOf(
  services: CheckServices,
  row: monitors.NameToCheck,
  network: CheckNetwork,
): Promise<Reading> {
  const state = row.state && stateFor({ passive: row.is_passive }, row.state)
  const name = { ...row, state }
  const isSlow =
    name.slow_read_at === null ||
    services.now().getTime() - Date.parse(name.slow_read_at) >= SLOW_MS
  const asksRegistry = isSlow || !isRegistrationKnown(name, services.now().getTime())
  const wanted = { ...name, without: suspectedBy(name), isSlow, asksRegistry }
  const read = await readName(wanted, network)
  if (!read.isRead) return unread(services, name)
  const at = services.now().getTime()
  const judged = judgeReading(state, { ...read, at }, services.env.MONITOR_CONFIRM_SECONDS)
  const jitter = 1 - (JITTER * (services.randomBytes(1)[0] ?? 0)) / 256
  const isRegistryAsked = read.registryAnswer !== 'not asked'
  const incomplete = isIncomplete(state, read.facts, { isSlow, isRegistryAsked })
    ? (state?.incomplete_readings ?? 0) + 1
    : 0
  const isRepeated = incomplete > 0 && incomplete <= INCOMPLETE_RETRIES_MAX
  const usualMs = isRepeated
    ? Math.min(INCOMPLETE_RETRY_MS, cadenceMs(name))
    : cadenceMs(name) * jitter
  const nextAt = Math.min(judged.confirm?.at ?? Number.POSITIVE_INFINITY, at + usualMs)
  return {
    domain: name.domain,
    registry: read.registry,
    state: { ...judged.state, incomplete_readings: incomplete },
    is_read: true,
    is_slow_read: isSlow,
    next_check_at: new Date(nextAt).toISOString(),
    is_suspected: judged.confirm !== null,
    registry_answer: read.registryAnswer,
    change: judged.change,
  }
}

function unread({ now }: CheckServices, name: monitors.NameToCheck): Reading {
  const at = now().getTime()
  const unreadMs = name.unread_since === null ? 0 : at - Date.parse(name.unread_since)
  const retryMs = name.is_suspected ? UNREAD_CONFIRMATION_MS : Math.max(UNREAD_RETRY_MS, unreadMs)
  return {
    domain: name.domain,
    registry: null,
    state: null,
    is_read: false,
    is_slow_read: false,
    next_check_at: new Date(at + Math.min(cadenceMs(name), retryMs)).toISOString(),
    is_suspected: name.is_suspected,
    registry_answer: null,
    change: null,
  }
}

/**
 * True if a recent zone file shows the registration that is known. A warning about the expiry needs
 * the registry, because a zone file does not show a renewal.
 */
function isRegistrationKnown({ state, ...name }: monitors.NameToCheck, now: number): boolean {
  return (
    name.is_zone_covered &&
    !name.is_suspected &&
    state?.facts.dropped === false &&
    !isWarningDue(state, now)
  )
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
