import { releaseSlot, takeSlot } from '../accounts/queries.ts'
import {
  countRegistrations,
  listRegistrations,
  ReverseWhoisUnavailable,
  type WhoisProvider,
  whoisProvider,
} from '../attribution/collectors/whoisxml.ts'
import { normalizeEntityName } from '../attribution/names/entity-names.ts'
import { DAY_MS } from '../platform/clock.ts'
import { isoTime } from '../platform/db/client.ts'
import type { Environment } from '../platform/environment.ts'
import { PublicError } from '../platform/http/errors.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import * as entities from './queries.ts'

interface PortfolioDomain {
  domain: string
  source: 'reverse_whois' | 'local'
  confidence: number | null
  registeredAt: string | null
}

export interface Portfolio {
  entity: string
  domains: PortfolioDomain[]
  total: number
  truncated: boolean
  cached: boolean
  fetchedAt: string
  expiresAt: string
}

/**
 * Time after which the purchase of a domain list counts as crashed, so that another request can buy the list. It is longer than the
 * requests of a purchase to the provider may take.
 */
const PURCHASE_SECONDS_MAX = 30
const SLOT_PAUSE_MS = 500
const SLOT_WAIT_MS_MAX = 20_000

/** Database key of an operator's domain list: the normalized name of the operator, or the name itself if it contains only punctuation. */
const keyOf = (name: string): string => normalizeEntityName(name) || name.trim().toLowerCase()

/**
 * Returns the domains of an operator, from our analyses and from a reverse WHOIS provider (search of domains by registrant). The provider's
 * list is bought once in PORTFOLIO_CACHE_DAYS. If the provider is down, an older list is used; if there is none, throws PublicError
 * REVERSE_WHOIS_UNAVAILABLE.
 */
export async function entityPortfolio(
  services: Pick<Services, 'db' | 'env' | 'connections'>,
  name: string,
): Promise<Portfolio> {
  const { db, env } = services
  const provider = whoisProvider(services)
  const key = keyOf(name)
  const { PORTFOLIO_CACHE_DAYS: days, PORTFOLIO_MAX_DOMAINS: limit } = env
  const read = () => entities.portfolio(db, key, { limit, days })
  const { known, stored: older, is_fresh: isOlderFresh } = await read()
  const entity = known?.name ?? name.trim()
  if (older !== null && isOlderFresh) return portfolioOf(env, entity, known, older, true)
  try {
    const bought = await buyOnce(services, key, older !== null, async (hasWaited) => {
      const { stored, is_fresh: isFresh } = await read()
      if (stored !== null && isFresh) return { stored, cached: true }
      if (hasWaited) throw new ReverseWhoisUnavailable('another request has just failed')
      const { domains, total } = await registrations(provider, entity)
      const fetched = { normalized_name: key, domains: domains.slice(0, limit), total }
      return { stored: await entities.storePortfolio(db, fetched), cached: false }
    })
    return portfolioOf(env, entity, known, bought.stored, bought.cached)
  } catch (error) {
    if (!(error instanceof ReverseWhoisUnavailable)) throw error
    log({
      event: 'portfolio.purchase_failed',
      request_id: db.requestId,
      because: error.because,
      stale: older !== null,
    })
    if (older !== null) return portfolioOf(env, entity, known, older, true)
    throw new PublicError('REVERSE_WHOIS_UNAVAILABLE', 'Reverse WHOIS is not available at the moment.')
  }
}

/**
 * Waits while another request is buying the domain list of the same operator, then calls `buy`. `hasWaited` is true if a wait was
 * necessary. Throws ReverseWhoisUnavailable after a wait of SLOT_WAIT_MS_MAX, or at once if an older list can be used instead.
 */
async function buyOnce<Bought>(
  { db }: Pick<Services, 'db'>,
  key: string,
  hasOlder: boolean,
  buy: (hasWaited: boolean) => Promise<Bought>,
): Promise<Bought> {
  const slotId = newIdentifier('slt')
  const slot = { slotId, limitName: 'portfolio', holder: key, limit: 1, windowSeconds: PURCHASE_SECONDS_MAX }
  let waitedMs = 0
  for (; !(await takeSlot(db, slot)).taken; waitedMs += SLOT_PAUSE_MS) {
    if (hasOlder || waitedMs >= SLOT_WAIT_MS_MAX)
      throw new ReverseWhoisUnavailable('another request is buying the same portfolio')
    await new Promise((resolve) => setTimeout(resolve, SLOT_PAUSE_MS))
  }
  try {
    return await buy(waitedMs > 0)
  } finally {
    // If the release of the lock on this domain list fails, other requests can buy the list after PURCHASE_SECONDS_MAX.
    await releaseSlot(db, slotId).catch((error: unknown) => {
      log({ event: 'portfolio.slot_not_released', request_id: db.requestId, error: describeError(error) })
    })
  }
}

/**
 * Returns the domains registered under exactly this name. If there are none, returns the domains registered under names that contain it.
 * The provider counts domains free of charge, so a list is bought only if the count is not zero.
 */
async function registrations(
  provider: WhoisProvider,
  organization: string,
): Promise<{ domains: string[]; total: number }> {
  for (const exact of [true, false]) {
    if ((await countRegistrations(provider, { organization, exact })) > 0)
      return listRegistrations(provider, { organization, exact })
  }
  return { domains: [], total: 0 }
}

function portfolioOf(
  env: Pick<Environment, 'PORTFOLIO_CACHE_DAYS' | 'PORTFOLIO_MAX_DOMAINS'>,
  entity: string,
  known: entities.KnownEntity | null,
  stored: entities.PortfolioRow,
  cached: boolean,
): Portfolio {
  const registered = new Set(stored.domains)
  const local = known?.domains ?? []
  const analyzed = new Set(local.map(({ domain }) => domain))
  const all: PortfolioDomain[] = [
    ...local.map(({ domain, confidence, registered_at: at }) => ({
      domain,
      source: registered.has(domain) ? ('reverse_whois' as const) : ('local' as const),
      confidence,
      registeredAt: instantOf(at),
    })),
    ...stored.domains
      .filter((domain) => !analyzed.has(domain))
      .map((domain) => ({ domain, source: 'reverse_whois' as const, confidence: null, registeredAt: null })),
  ]
  const onlyLocal = (known?.domain_count ?? 0) - local.filter(({ domain }) => registered.has(domain)).length
  const total = stored.total + onlyLocal
  const domains = all.slice(0, env.PORTFOLIO_MAX_DOMAINS)
  const fetchedAt = isoTime(stored.fetchedAt)
  return {
    entity,
    domains,
    total,
    truncated: total > domains.length,
    cached,
    fetchedAt,
    expiresAt: new Date(Date.parse(fetchedAt) + env.PORTFOLIO_CACHE_DAYS * DAY_MS).toISOString(),
  }
}

function instantOf(text: string | null): string | null {
  const instant = new Date(text ?? '')
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString()
}
