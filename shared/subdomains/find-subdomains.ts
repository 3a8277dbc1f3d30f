import { HOUR_SECONDS } from '../platform/clock.ts'
import type { Database } from '../platform/db/client.ts'
import { describeError, log } from '../platform/log.ts'
import type { Enumeration, KeptEnumeration } from './enumeration.ts'
import * as subdomains from './queries.ts'

export interface FindDependencies {
  db: Database
  now(): Date
  enumerate(domain: string): Promise<Enumeration>
  cacheHours: number
}

/** A map with gaps is kept only this long, so that the next caller finds what was out of reach. */
const INCOMPLETE_LIFETIME_SECONDS = 600

/** Enumerates a domain unless somebody just did, and keeps the outcome. Without Postgres the outcome is still an answer. */
export async function findSubdomains(deps: FindDependencies, domain: string): Promise<KeptEnumeration> {
  const kept = await subdomains.find(deps.db, domain).catch(() => null)
  if (kept !== null) return kept
  const started = deps.now()
  const enumeration = await deps.enumerate(domain)
  const ended = deps.now()
  const whole = deps.cacheHours * HOUR_SECONDS
  const lifetime = enumeration.sources_failed.length === 0 ? whole : Math.min(whole, INCOMPLETE_LIFETIME_SECONDS)
  log({
    event: 'subdomains.enumerated',
    request_id: deps.db.requestId,
    domain,
    names: enumeration.total,
    wildcard: enumeration.wildcard,
    sources_failed: enumeration.sources_failed.join(' '),
    duration_ms: ended.getTime() - started.getTime(),
  })
  try {
    return await subdomains.store(deps.db, domain, enumeration, lifetime)
  } catch (error) {
    log({ event: 'subdomains.not_kept', request_id: deps.db.requestId, domain, error: describeError(error) })
    return { enumeration, enumerated_at: ended.toISOString(), expires_at: ended.toISOString() }
  }
}
