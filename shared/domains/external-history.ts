import {
  countHistory,
  type HistoryRecord,
  listHistory,
  ReverseWhoisUnavailable,
  whoisProvider,
} from '../attribution/collectors/whoisxml.ts'
import { cleanName } from '../attribution/names/entity-names.ts'
import { isPrivacyName } from '../attribution/signals/registration-signals.ts'
import type { Caller } from '../platform/caller.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import type { HistoryPoint } from './history-point.ts'
import * as domains from './queries.ts'

export const EXTERNAL_HISTORY_CREDITS = 50
/** Time after the purchase of a domain's WHOIS history during which further result pages of this history are free for the account. */
const PURCHASE_HOURS = 24

export type ExternalHistoryServices = Pick<Services, 'db' | 'env' | 'connections' | 'newIdentifier' | 'sendHints'>

interface Position {
  before: string | null
  /** Time of our first analysis of the domain (ISO 8601 with six fraction digits). Only older WHOIS records are returned. */
  firstAnalyzedAt: string
}

/**
 * Returns WHOIS records of a domain from an external provider, newest first, from before our first analysis and before the time `before`.
 * If there are such records, the account pays once. Throws PublicError INSUFFICIENT_CREDITS, or REVERSE_WHOIS_UNAVAILABLE without a charge.
 */
export async function externalHistory(
  services: ExternalHistoryServices,
  caller: Caller,
  domain: string,
  { before, firstAnalyzedAt }: Position,
): Promise<HistoryPoint[]> {
  const first = microseconds(firstAnalyzedAt)
  const cursor = before === null ? Number.POSITIVE_INFINITY : microseconds(before)
  const continues = cursor <= first
  const bought = continues ? await domains.boughtHistory(services.db, caller.accountId, domain, PURCHASE_HOURS) : null
  const records = bought ?? (await buy(services, caller, domain, Math.min(first, cursor)))
  return pointsOf(records, first).filter((point) => microseconds(point.at) < cursor)
}

async function buy(
  services: ExternalHistoryServices,
  caller: Caller,
  domain: string,
  end: number,
): Promise<HistoryRecord[]> {
  const provider = whoisProvider(services)
  const purchase = {
    // A repeated request with the same Idempotency-Key gets the same purchase id, so the purchase is charged once.
    purchase_id: services.newIdentifier('req'),
    account_id: caller.accountId,
    domain,
    price: EXTERNAL_HISTORY_CREDITS,
    records: null,
  }
  if ((await provided(services, domain, () => countHistory(provider, domain))) === 0) return []
  // An account without enough credits is refused before the service pays the WHOIS provider. The refusal may start an automatic recharge of
  // the account.
  await requireCredits(services, purchase)
  const records = await provided(services, domain, () => listHistory(provider, domain))
  if (pointsOf(records, end).length === 0) return []
  await requireCredits(services, { ...purchase, records })
  return records
}

async function requireCredits(
  services: ExternalHistoryServices,
  purchase: Parameters<typeof domains.buyHistory>[1],
): Promise<void> {
  const { outcome, hints } = await domains.buyHistory(services.db, purchase)
  await services.sendHints(hints)
  if (outcome === 'covered' || outcome === 'duplicate') return
  if (outcome === 'closed') throw unauthorized()
  const message = `External history costs ${EXTERNAL_HISTORY_CREDITS} credits, which the account does not have.`
  throw new PublicError('INSUFFICIENT_CREDITS', message)
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
    log({ event: 'external_history.unavailable', request_id: db.requestId, domain, because: error.because })
    throw new PublicError(
      'REVERSE_WHOIS_UNAVAILABLE',
      'External history is not available at the moment; nothing was charged.',
    )
  }
}

/** Converts an ISO 8601 time to microseconds since 1970. JavaScript's Date has only milliseconds. */
export function microseconds(iso: string): number {
  const fraction = /\.(\d{1,9})/.exec(iso)?.[1] ?? ''
  const whole = Date.parse(iso.replace(/\.\d{1,9}/, ''))
  return whole * 1_000 + Number(fraction.padEnd(6, '0').slice(0, 6))
}

const isoMicroseconds = (at: number): string =>
  `${new Date(Math.floor(at / 1_000)).toISOString().slice(0, 23)}${String(at % 1_000).padStart(3, '0')}Z`

/**
 * Returns the WHOIS records from before `first` (microseconds since 1970), newest first. Records with the same time get different times, so
 * that a page can end between any two records.
 */
function pointsOf(records: readonly HistoryRecord[], first: number): HistoryPoint[] {
  const sorted = [...records].sort(
    (a, b) =>
      microseconds(b.observed_at) - microseconds(a.observed_at) || compare(JSON.stringify(a), JSON.stringify(b)),
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
        registrar: record.registrar,
        nameservers: record.name_servers,
        source: 'external' as const,
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
