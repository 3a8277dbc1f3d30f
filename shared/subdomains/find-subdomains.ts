import { logAccess } from '../attribution/certificate-logs.ts'
import { HOUR_SECONDS } from '../platform/clock.ts'
import { hexOf } from '../platform/crypto/encodings.ts'
import { describeError, log } from '../platform/log.ts'
import { createResolver } from '../platform/net/dns-resolver.ts'
import { fetchUpstream, type UpstreamRequest } from '../platform/net/fetch-upstream.ts'
import type { Services } from '../platform/services/index.ts'
import { enumerate, enumerateLogged, QUESTIONS_MAX } from './enumerate.ts'
import type { Enumeration, StoredEnumeration } from './enumeration.ts'
import * as subdomains from './queries.ts'
import type { Search } from './subdomain-finder.ts'
import { SUBDOMAIN_LABELS } from './subdomain-labels.ts'

type SearchServices = Pick<Services, 'env' | 'randomBytes' | 'connections' | 'object' | 'now'>

// The client waits for the search, and every response of the service must take less than 25
// seconds.
const ENUMERATION_MS = 20_000
/** Longest wait until the shared request limits of the certificate logs allow a request. */
const LOG_PATIENCE_MS = 8_000
const RANDOM_BYTES = 10

// A result is kept only for this time if a source failed, so that a new search soon asks the source
// again.
const INCOMPLETE_LIFETIME_SECONDS = 600

/** If Postgres is unreachable, the result is returned without being stored. */
export async function findSubdomains(
  services: SearchServices & Pick<Services, 'db'>,
  wanted: Search,
): Promise<StoredEnumeration> {
  const { db, env } = services
  const stored = await subdomains.find(db, wanted).catch(() => null)
  if (stored !== null) return stored
  const started = services.now()
  const enumeration = await enumerateDomain(services, wanted)
  const ended = services.now()
  const complete = enumeration.sources_failed.length === 0
  const lifetimeSeconds = env.SUBDOMAIN_CACHE_HOURS * HOUR_SECONDS
  log({
    event: 'subdomains.enumerated',
    request_id: db.requestId,
    ...wanted,
    names: enumeration.total,
    wildcard: enumeration.wildcard,
    sources_failed: enumeration.sources_failed.join(' '),
    duration_ms: ended.getTime() - started.getTime(),
  })
  try {
    const seconds = complete
      ? lifetimeSeconds
      : Math.min(lifetimeSeconds, INCOMPLETE_LIFETIME_SECONDS)
    return await subdomains.store(db, wanted, enumeration, seconds)
  } catch (error) {
    log({
      event: 'subdomains.not_stored',
      request_id: db.requestId,
      ...wanted,
      error: describeError(error),
    })
    return { enumeration, enumeratedAt: ended.toISOString(), expiresAt: ended.toISOString() }
  }
}

function enumerateDomain(
  services: SearchServices,
  { domain, passive }: Search,
): Promise<Enumeration> {
  const signal = AbortSignal.timeout(ENUMERATION_MS)
  const { USER_AGENT: userAgent, PUBLIC_URL, DNS_SERVICES } = services.env
  const connections = services.connections(signal)
  const dns = createResolver(connections, DNS_SERVICES, QUESTIONS_MAX)
  const upstream = { ...connections, dns, userAgent, ownHosts: [new URL(PUBLIC_URL).hostname] }
  const search = {
    dns,
    certificateLogs: {
      ...logAccess(services, {
        priority: 'urgent',
        turn: 'subdomains',
        waitsUntil: services.now().getTime() + LOG_PATIENCE_MS,
      }),
      now: services.now,
      fetchUpstream: (url: string, request: UpstreamRequest) =>
        fetchUpstream(url, request, upstream),
    },
    randomLabel: () => `r${hexOf(services.randomBytes(RANDOM_BYTES))}`,
    labels: SUBDOMAIN_LABELS,
    signal,
  }
  return passive ? enumerateLogged(search, domain) : enumerate(search, domain)
}
