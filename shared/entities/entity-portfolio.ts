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

/** Longer than one request may ask the provider; the turn of one that died is free again after this. */
const PURCHASE_SECONDS_MAX = 30
const TURN_PAUSE_MS = 500
const TURN_WAIT_MS_MAX = 20_000

/** The key of a portfolio: the normalised name; a name of punctuation alone stands for itself. */
const keyOf = (name: string): string => normalizeEntityName(name) || name.trim().toLowerCase()

/**
 * The domains of an operator: what reverse WHOIS says, bought at most once in PORTFOLIO_CACHE_DAYS however many ask together, and what
 * the service found itself. While the provider is down an older answer serves. Throws PublicError REVERSE_WHOIS_UNAVAILABLE when there
 * is none.
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
  const kept = await read()
  const entity = kept.known?.name ?? name.trim()
  if (kept.stored !== null && kept.is_fresh) return portfolioOf(env, entity, kept.known, kept.stored, true)
  try {
    const bought = await boughtOnce(services, key, kept.stored !== null, async (hasWaited) => {
      const { stored, is_fresh: isFresh } = await read()
      if (stored !== null && isFresh) return { stored, cached: true }
      if (hasWaited) throw new ReverseWhoisUnavailable('another request has just asked in vain')
      const { domains, total } = await registrations(provider, entity)
      const fetched = { normalized_name: key, domains: domains.slice(0, limit), total }
      return { stored: await entities.storePortfolio(db, fetched), cached: false }
    })
    return portfolioOf(env, entity, kept.known, bought.stored, bought.cached)
  } catch (error) {
    if (!(error instanceof ReverseWhoisUnavailable)) throw error
    const { stored } = kept
    log({
      event: 'portfolio.unavailable',
      request_id: db.requestId,
      because: error.because,
      stale: stored !== null,
    })
    if (stored !== null) return portfolioOf(env, entity, kept.known, stored, true)
    throw new PublicError('REVERSE_WHOIS_UNAVAILABLE', 'Reverse WHOIS is not available at the moment.')
  }
}

/**
 * Buys while nobody else buys the same. A caller with an older answer does not wait for a turn; `buy` learns if there was a wait. Throws
 * ReverseWhoisUnavailable when there is no turn.
 */
async function boughtOnce<Bought>(
  { db }: Pick<Services, 'db'>,
  key: string,
  hasOlder: boolean,
  buy: (hasWaited: boolean) => Promise<Bought>,
): Promise<Bought> {
  const slotId = newIdentifier('slt')
  const turn = { slotId, limitName: 'portfolio', holder: key, limit: 1, windowSeconds: PURCHASE_SECONDS_MAX }
  let waited = 0
  for (; !(await takeSlot(db, turn)).taken; waited += TURN_PAUSE_MS) {
    if (hasOlder || waited >= TURN_WAIT_MS_MAX)
      throw new ReverseWhoisUnavailable('another request is asking for the same')
    await new Promise((resolve) => setTimeout(resolve, TURN_PAUSE_MS))
  }
  try {
    return await buy(waited > 0)
  } finally {
    // A turn that is not given back ends by itself.
    await releaseSlot(db, slotId).catch((error: unknown) => {
      log({ event: 'portfolio.turn_kept', request_id: db.requestId, error: describeError(error) })
    })
  }
}

/** Registrations under exactly this name, else under names that hold it. Buys nothing where there is nothing. */
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
  stored: entities.StoredPortfolio,
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
  const fetchedAt = isoTime(stored.fetched_at)
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
