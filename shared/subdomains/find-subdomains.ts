import { HOUR_SECONDS } from '../platform/clock.ts'
import { hexOf } from '../platform/crypto/encodings.ts'
import { describeError, log } from '../platform/log.ts'
import { createResolver } from '../platform/net/dns-resolver.ts'
import { fetchUpstream } from '../platform/net/fetch-upstream.ts'
import type { Services } from '../platform/services/index.ts'
import { enumerate, QUESTIONS_MAX } from './enumerate.ts'
import type { Enumeration, KeptEnumeration } from './enumeration.ts'
import * as subdomains from './queries.ts'
import { SUBDOMAIN_LABELS } from './subdomain-labels.ts'

type SearchServices = Pick<Services, 'env' | 'randomBytes' | 'connections'>

/** An enumeration that has not ended by then answers with what it has: callers wait for it, and no answer takes longer than 25 s. */
const ENUMERATION_MS = 20_000
const RANDOM_BYTES = 10

/** A map with gaps is kept only this long, so that the next caller finds what was out of reach. */
const INCOMPLETE_LIFETIME_SECONDS = 600

/** Enumerates a domain unless somebody just did, and keeps the outcome. Without Postgres the outcome is still an answer. */
export async function findSubdomains(
  services: SearchServices & Pick<Services, 'db' | 'now'>,
  domain: string,
): Promise<KeptEnumeration> {
  const { db, env } = services
  const kept = await subdomains.find(db, domain).catch(() => null)
  if (kept !== null) return kept
  const started = services.now()
  const enumeration = await enumerated(services, domain)
  const ended = services.now()
  const whole = env.SUBDOMAIN_CACHE_HOURS * HOUR_SECONDS
  const lifetime = enumeration.sources_failed.length === 0 ? whole : Math.min(whole, INCOMPLETE_LIFETIME_SECONDS)
  log({
    event: 'subdomains.enumerated',
    request_id: db.requestId,
    domain,
    names: enumeration.total,
    wildcard: enumeration.wildcard,
    sources_failed: enumeration.sources_failed.join(' '),
    duration_ms: ended.getTime() - started.getTime(),
  })
  try {
    return await subdomains.store(db, domain, enumeration, lifetime)
  } catch (error) {
    log({ event: 'subdomains.not_kept', request_id: db.requestId, domain, error: describeError(error) })
    return { enumeration, enumeratedAt: ended.toISOString(), expiresAt: ended.toISOString() }
  }
}

function enumerated(services: SearchServices, domain: string): Promise<Enumeration> {
  const signal = AbortSignal.timeout(ENUMERATION_MS)
  const connections = { ...services.connections(signal), userAgent: services.env.USER_AGENT }
  const search = {
    dns: createResolver(connections, QUESTIONS_MAX),
    fetchUpstream: (url: string, request = {}) => fetchUpstream(url, request, connections),
    // 80 random bits as 20 hexadecimal digits after a letter: no name that anybody made.
    randomLabel: () => `r${hexOf(services.randomBytes(RANDOM_BYTES))}`,
    labels: SUBDOMAIN_LABELS,
    signal,
  }
  return enumerate(search, domain)
}
