import {
  countHistory,
  type HistoryRecord,
  listHistory,
  ReverseWhoisUnavailable,
  type WhoisProvider,
  whoisProvider,
} from '../attribution/collectors/whoisxml.ts'
import { cleanName } from '../attribution/names/entity-names.ts'
import { isPrivacyName } from '../attribution/names/registrant-text.ts'
import { notCovered } from '../billing/not-covered.ts'
import type { Caller } from '../platform/caller.ts'
import { hexOf } from '../platform/crypto/encodings.ts'
import type { Database } from '../platform/db/client.ts'
import { PublicError, rateLimited, unauthorized } from '../platform/http/errors.ts'
import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { limitOf } from '../platform/tier.ts'
import type { HistoryPoint } from './history-point.ts'
import * as domains from './queries.ts'

export const EXTERNAL_HISTORY_CREDITS = 50
// A purchase without an end after this time counts as interrupted. Much longer than its requests to
// the provider may take.
const PURCHASE_SECONDS_MAX = 60
const BUSY_PAUSE_MS = 500
const BUSY_WAIT_MS_MAX = 20_000

export type ExternalHistoryServices = Pick<
  Services,
  'db' | 'env' | 'connections' | 'randomBytes' | 'sendHints' | 'background'
>

interface Position {
  before: string | null
  // Time of our first analysis of the domain (ISO 8601 with six fraction digits). Only older WHOIS
  // records are returned.
  firstAnalyzedAt: string
}

/**
 * WHOIS records, newest first, older than our first analysis and older than the time `before`. The
 * account pays once for all records of the domain. Throws PublicError INSUFFICIENT_CREDITS,
 * RATE_LIMITED, or REVERSE_WHOIS_UNAVAILABLE. None of these errors costs credits.
 */
export async function externalHistory(
  services: ExternalHistoryServices,
  caller: Caller,
  domain: string,
  { before, firstAnalyzedAt }: Position,
): Promise<HistoryPoint[]> {
  const first = microseconds(firstAnalyzedAt)
  const cursor = before === null ? Number.POSITIVE_INFINITY : microseconds(before)
  const bought = await domains.boughtHistory(services.db, caller.accountId, domain)
  const records = bought ?? (await buy(services, caller, domain, first))
  return pointsOf(records, first).filter((point) => microseconds(point.at) < cursor)
}

async function buy(
  services: ExternalHistoryServices,
  caller: Caller,
  domain: string,
  first: number,
): Promise<HistoryRecord[]> {
  const { db } = services
  if ((await provided(services, domain, () => countHistory(whoisProvider(services), domain))) === 0)
    return []
  const purchase = {
    purchase_id: hexOf(services.randomBytes(PURCHASE_ID_BYTES)),
    account_id: caller.accountId,
    domain,
  }
  const stored = await chargeOrFind(services, caller, purchase)
  if (stored !== null) return stored
  const bought = provided(services, domain, () =>
    buyCharged(db, whoisProvider(services), purchase, first),
  )
  // The purchase continues after the client has disconnected. Otherwise a client that disconnects
  // could make us buy records and still get its credits back.
  services.background(bought.catch(() => undefined))
  return bought
}

const PURCHASE_ID_BYTES = 16

// Returns null if it has charged the account, so the caller must buy. Otherwise returns the records
// that the account has bought before. Waits while another request of the account buys records.
async function chargeOrFind(
  services: ExternalHistoryServices,
  caller: Caller,
  purchase: domains.HistoryPurchase,
): Promise<HistoryRecord[] | null> {
  const { db, env, sendHints } = services
  const started = {
    ...purchase,
    price: EXTERNAL_HISTORY_CREDITS,
    lease_seconds: PURCHASE_SECONDS_MAX,
    daily_limit: limitOf(caller.tier, env.REVERSE_WHOIS_PURCHASES_PER_DAY),
  }
  for (let waitedMs = 0; ; waitedMs += BUSY_PAUSE_MS) {
    const start = await domains.beginHistoryPurchase(db, started)
    await sendHints(start.hints)
    switch (start.outcome) {
      case 'granted':
        return null
      case 'stored':
        return start.records
      case 'busy':
        if (waitedMs >= BUSY_WAIT_MS_MAX)
          throw rateLimited(
            'Another request of the account is buying external history.',
            PURCHASE_SECONDS_MAX,
          )
        await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE_MS))
        break
      case 'limited':
        throw rateLimited(
          'Too many purchases of external history were refunded today.',
          start.retry_after_seconds,
        )
      case 'refused':
        throw notCovered(
          'INSUFFICIENT_CREDITS',
          `External history costs ${start.required} credits and the account has ${start.balance}.`,
          start,
        )
      case 'closed':
        throw unauthorized()
      default:
        start satisfies never
    }
  }
}

/** Buys the records after the charge. If they cannot be bought, refunds the charge. */
async function buyCharged(
  db: Database,
  provider: WhoisProvider,
  purchase: domains.HistoryPurchase,
  first: number,
): Promise<HistoryRecord[]> {
  try {
    const records = await listHistory(provider, purchase.domain)
    const isPaid = pointsOf(records, first).length > 0
    const inTime = await domains.endHistoryPurchase(db, {
      ...purchase,
      records,
      is_paid: isPaid,
      is_free: false,
    })
    if (!inTime) throw new ReverseWhoisUnavailable('the purchase took too long', { mayCost: true })
    return records
  } catch (error) {
    if (error instanceof ReverseWhoisUnavailable)
      await domains.endHistoryPurchase(db, {
        ...purchase,
        records: null,
        is_paid: false,
        is_free: !error.mayCost,
      })
    throw error
  }
}

const LOST_PER_SWEEP_MAX = 100

export async function sweepExternalHistories({ db }: Pick<Services, 'db'>): Promise<void> {
  const refunded = await domains.refundLostHistories(db, LOST_PER_SWEEP_MAX)
  if (refunded > 0)
    log({ event: 'external_history.refunded', request_id: db.requestId, purchases: refunded })
}

async function provided<Answer>(
  { db }: Pick<Services, 'db'>,
  domain: string,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ReverseWhoisUnavailable)) throw error
    log({
      event: 'external_history.unavailable',
      request_id: db.requestId,
      domain,
      because: error.because,
    })
    throw new PublicError(
      'REVERSE_WHOIS_UNAVAILABLE',
      `External history ${error.inWords}; nothing was charged.`,
    )
  }
}

/** Microseconds since 1970. JavaScript's Date has only milliseconds. */
export function microseconds(iso: string): number {
  const fraction = /\.(\d{1,9})/.exec(iso)?.[1] ?? ''
  const whole = Date.parse(iso.replace(/\.\d{1,9}/, ''))
  return whole * 1_000 + Number(fraction.padEnd(6, '0').slice(0, 6))
}

const isoMicroseconds = (at: number): string =>
  `${new Date(Math.floor(at / 1_000)).toISOString().slice(0, 23)}${String(at % 1_000).padStart(3, '0')}Z`

// WHOIS records as history entries, newest first. `first` is the time of our first analysis in
// microseconds since 1970. Records with the same time get different times, so that a page can end
// between any two of them.
function pointsOf(records: readonly HistoryRecord[], first: number): HistoryPoint[] {
  const sorted = [...records].sort(
    (a, b) =>
      microseconds(b.observed_at) - microseconds(a.observed_at) ||
      compare(JSON.stringify(a), JSON.stringify(b)),
  )
  let latest = first - 1
  return sorted.flatMap((record) => {
    const observed = microseconds(record.observed_at)
    if (observed >= first || observed < 0) return []
    const at = Math.min(observed, latest)
    latest = at - 1
    return [
      {
        jobId: null,
        at: isoMicroseconds(at),
        status: 'completed' as const,
        entityId: null,
        entity: registrantOf(record),
        confidence: null,
        basis: null,
        registrar: record.registrar,
        nameservers: record.name_servers,
        source: 'external' as const,
        passive: null,
      },
    ]
  })
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function registrantOf({ organization, name }: HistoryRecord): string | null {
  for (const candidate of [organization, name]) {
    const cleaned = cleanName(candidate ?? '')
    if (cleaned !== '' && !isPrivacyName(cleaned)) return cleaned
    if (cleaned !== '') return null
  }
  return null
}
