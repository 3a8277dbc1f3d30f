import type { Basis } from '../attribution/basis.ts'
import {
  countRegistrations,
  listRegistrations,
  ReverseWhoisUnavailable,
  type WhoisProvider,
  whoisProvider,
} from '../attribution/collectors/whoisxml.ts'
import { compactName, normalizeEntityName } from '../attribution/names/entity-names.ts'
import { isPrivacyName } from '../attribution/names/registrant-text.ts'
import type { Caller } from '../platform/caller.ts'
import { DAY_MS } from '../platform/clock.ts'
import { type Database, isoTime } from '../platform/db/client.ts'
import type { Environment } from '../platform/environment.ts'
import { PublicError, rateLimited } from '../platform/http/errors.ts'
import { isIdentifier, newIdentifier } from '../platform/identifiers.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { limitOf } from '../platform/tier.ts'
import * as entities from './queries.ts'

interface PortfolioDomain {
  domain: string
  source: 'reverse_whois' | 'local'
  confidence: number | null
  basis: Basis | null
  registeredAt: string | null
}

export interface Portfolio {
  entity: string
  domains: PortfolioDomain[]
  total: number
  /** Number of domains whose operator is named only by the holders of these domains. */
  statedCount: number
  truncated: boolean
  cached: boolean
  fetchedAt: string
  expiresAt: string
}

// A purchase without an end after this time counts as failed. Longer than its requests to the
// provider may take.
const PURCHASE_SECONDS_MAX = 30
const BUSY_PAUSE_MS = 500
const BUSY_WAIT_MS_MAX = 20_000
// Shortest name that is searched. A shorter text is part of the names of millions of registrants.
const SEARCHED_LETTERS_MIN = 3

export type PortfolioServices = Pick<Services, 'db' | 'env' | 'connections' | 'now' | 'background'>

// Normalized name, by which lists are stored. A name that consists only of punctuation has no
// normalized form, so it is used as it is.
const keyOf = (name: string): string => normalizeEntityName(name) || name.trim().toLowerCase()

/**
 * Domains of an operator: those that our analyses found, and those in the list of a reverse WHOIS
 * provider. The operator is given by name or id. The list is bought at most once in
 * PORTFOLIO_CACHE_DAYS. If it cannot be bought, an older list is used.
 *
 * Without an older list, throws PublicError REVERSE_WHOIS_UNAVAILABLE, RATE_LIMITED if the account
 * has bought too many lists, or FORBIDDEN for a playground key. Throws NOT_FOUND for an unknown id.
 */
export async function entityPortfolio(
  services: PortfolioServices,
  caller: Caller,
  nameOrId: string,
): Promise<Portfolio> {
  const { db, env } = services
  const name = isIdentifier('ent', nameOrId) ? await requireName(db, nameOrId) : nameOrId
  const { PORTFOLIO_CACHE_DAYS: days, PORTFOLIO_MAX_DOMAINS: limit } = env
  const read = () => entities.portfolio(db, keyOf(name), { limit, days })
  const { known, stored: older, is_fresh: isOlderFresh } = await read()
  const entity = known?.name ?? name.trim()
  const answer = (stored: entities.PortfolioRow, cached: boolean) =>
    portfolioOf(env, entity, known, stored, cached)
  if (older !== null && (isOlderFresh || caller.playground)) return answer(older, true)
  if (caller.playground)
    throw new PublicError('FORBIDDEN', 'A playground key reads only portfolios that are stored.')
  if (!isSearched(entity, known !== null))
    return answer(older ?? emptyList(name, services.now()), older !== null)
  try {
    const bought = buyOnce(services, caller, name, { entity, read, hasOlder: older !== null })
    // The purchase continues after the client has disconnected. The service pays for the list in
    // any case, so the list must be stored.
    services.background(bought.catch(() => undefined))
    const { stored, cached } = await bought
    // The results of our analyses are read again, because they decide which domains of the new list
    // must not be shown.
    return portfolioOf(env, entity, (await read()).known, stored, cached)
  } catch (error) {
    const isOutage = error instanceof ReverseWhoisUnavailable
    if (!isOutage && !(error instanceof PublicError)) throw error
    const because = isOutage ? error.because : error.code
    log({
      event: 'portfolio.purchase_failed',
      request_id: db.requestId,
      because,
      stale: older !== null,
    })
    if (older !== null) return answer(older, true)
    if (!isOutage) throw error
    throw new PublicError('REVERSE_WHOIS_UNAVAILABLE', `Reverse WHOIS ${error.inWords}.`)
  }
}

async function requireName(db: Database, id: string): Promise<string> {
  const name = await entities.nameOf(db, id)
  if (name === null) throw new PublicError('NOT_FOUND', 'There is no such operator.')
  return name
}

// True if a list is worth buying. The list of a privacy service, or of a name of a few letters,
// would contain the domains of many operators. But a short name is searched if an analysis has
// found an operator with this name.
const isSearched = (name: string, isKnown: boolean): boolean =>
  !isPrivacyName(name) && (isKnown || [...compactName(name)].length >= SEARCHED_LETTERS_MIN)

const emptyList = (name: string, now: Date): entities.PortfolioRow => ({
  normalizedName: keyOf(name),
  accountId: null,
  domains: [],
  total: 0,
  fetchedAt: now.toISOString(),
})

interface Wanted {
  entity: string
  read: () => ReturnType<typeof entities.portfolio>
  hasOlder: boolean
}

// Buys a list. Concurrent requests for the same list share one purchase, and an account buys only
// one list at a time. Throws ReverseWhoisUnavailable or PublicError RATE_LIMITED.
async function buyOnce(
  services: PortfolioServices,
  caller: Caller,
  name: string,
  { entity, read, hasOlder }: Wanted,
): Promise<{ stored: entities.PortfolioRow; cached: boolean }> {
  const { db, env } = services
  const purchase = {
    purchase_id: newIdentifier('prm'),
    account_id: caller.accountId,
    normalized_name: keyOf(name),
  }
  const hasSharedPurchase = await beginPurchase(services, caller, purchase, hasOlder)
  let isFree = true
  let found: { domains: string[]; total: number } | undefined
  try {
    const { stored, is_fresh: isFresh } = await read()
    if (stored !== null && isFresh) return { stored, cached: true }
    if (hasSharedPurchase) throw new ReverseWhoisUnavailable('another request has just failed')
    const bought = await registrations(whoisProvider(services), entity)
    isFree = bought.isFree
    found = { domains: bought.domains.slice(0, env.PORTFOLIO_MAX_DOMAINS), total: bought.total }
  } catch (error) {
    isFree = !(error instanceof ReverseWhoisUnavailable && error.mayCost)
    throw error
  } finally {
    // If the purchase has failed and this call fails too, the lease still ends after
    // PURCHASE_SECONDS_MAX. Then other requests can buy the list.
    if (found === undefined)
      await entities
        .endPortfolioPurchase(db, { ...purchase, is_free: isFree })
        .catch((error: unknown) => {
          log({
            event: 'portfolio.slot_not_released',
            request_id: db.requestId,
            error: describeError(error),
          })
        })
  }
  const stored = await entities.endPortfolioPurchase(db, { ...purchase, ...found, is_free: isFree })
  if (stored === null) throw new Error('a stored portfolio is missing')
  return { stored, cached: false }
}

// Begins a purchase, if necessary after a wait. Returns true if it has waited for another purchase
// of the same list.
async function beginPurchase(
  { db, env }: PortfolioServices,
  caller: Caller,
  purchase: entities.PortfolioPurchase,
  hasOlder: boolean,
): Promise<boolean> {
  const limits = {
    lease_seconds: PURCHASE_SECONDS_MAX,
    daily_limit: limitOf(caller.tier, env.REVERSE_WHOIS_PURCHASES_PER_DAY),
  }
  let hasSharedPurchase = false
  for (let waitedMs = 0; ; waitedMs += BUSY_PAUSE_MS) {
    const start = await entities.beginPortfolioPurchase(db, { ...purchase, ...limits })
    switch (start.outcome) {
      case 'granted':
        return hasSharedPurchase
      case 'limited':
        throw rateLimited(
          'The account has bought as many portfolios as it may per day.',
          start.retry_after_seconds,
        )
      case 'list_busy':
        if (hasOlder || waitedMs >= BUSY_WAIT_MS_MAX)
          throw new ReverseWhoisUnavailable('another request is buying the same portfolio')
        hasSharedPurchase = true
        break
      case 'account_busy':
        if (hasOlder || waitedMs >= BUSY_WAIT_MS_MAX)
          throw rateLimited(
            'Another request of the account is buying a portfolio.',
            PURCHASE_SECONDS_MAX,
          )
        break
      default:
        start satisfies never
    }
    await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE_MS))
  }
}

// Domains registered under exactly this name. If there are none, domains registered under names
// that contain this name. The provider tells the number of domains free of charge, so a list is
// bought only if the number is not zero. `isFree` is true if no list was bought.
async function registrations(
  provider: WhoisProvider,
  organization: string,
): Promise<{ domains: string[]; total: number; isFree: boolean }> {
  const isShort = [...compactName(organization)].length < SEARCHED_LETTERS_MIN
  for (const exact of isShort ? [true] : [true, false]) {
    if ((await countRegistrations(provider, { organization, exact })) > 0)
      return { ...(await listRegistrations(provider, { organization, exact })), isFree: false }
  }
  return { domains: [], total: 0, isFree: true }
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
  const hidden = new Set(known?.hidden)
  const analyzed = new Set(local.map(({ domain }) => domain))
  const all: PortfolioDomain[] = [
    ...local.map(({ domain, confidence, basis, registered_at: at }) => ({
      domain,
      source: registered.has(domain) ? ('reverse_whois' as const) : ('local' as const),
      confidence,
      basis,
      registeredAt: instantOf(at),
    })),
    ...stored.domains
      .filter((domain) => !analyzed.has(domain) && !hidden.has(domain))
      .map((domain) => ({
        domain,
        source: 'reverse_whois' as const,
        confidence: null,
        basis: null,
        registeredAt: null,
      })),
  ]
  const inBoth = local.filter(({ domain }) => registered.has(domain)).length + hidden.size
  const onlyLocal = (known?.domain_count ?? 0) - inBoth
  const total = stored.total + onlyLocal
  const domains = all.slice(0, env.PORTFOLIO_MAX_DOMAINS)
  const fetchedAt = isoTime(stored.fetchedAt)
  return {
    entity,
    domains,
    total,
    statedCount: known?.stated_count ?? 0,
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
