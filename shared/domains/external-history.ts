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

/** The price of one reading of a domain's external history. */
export const EXTERNAL_HISTORY_CREDITS = 50
/** The records of a reading serve its further pages for this long. */
const READING_HOURS = 24

export type ExternalHistoryServices = Pick<Services, 'db' | 'env' | 'connections' | 'newIdentifier' | 'sendHints'>

interface Place {
  before: string | null
  /** ISO 8601 with six fraction digits; only older records are taken. */
  firstAnalyzedAt: string
}

/**
 * Records of the provider from before the first analysis and the cursor, newest first. The credits are taken once a reading, and only
 * when there is such a record. Throws PublicError INSUFFICIENT_CREDITS, or REVERSE_WHOIS_UNAVAILABLE with nothing charged.
 */
export async function externalHistory(
  services: ExternalHistoryServices,
  caller: Caller,
  domain: string,
  { before, firstAnalyzedAt }: Place,
): Promise<HistoryPoint[]> {
  const first = microseconds(firstAnalyzedAt)
  const cursor = before === null ? Number.POSITIVE_INFINITY : microseconds(before)
  const continues = cursor <= first
  const kept = continues ? await domains.boughtHistory(services.db, caller.accountId, domain, READING_HOURS) : null
  const records = kept ?? (await buy(services, caller, domain, Math.min(first, cursor)))
  return pointsOf(records, first).filter((point) => microseconds(point.at) < cursor)
}

async function buy(
  services: ExternalHistoryServices,
  caller: Caller,
  domain: string,
  end: number,
): Promise<HistoryRecord[]> {
  const provider = whoisProvider(services)
  const reading = {
    // Every try of the operation has the same name, so that it is charged once.
    reading_id: services.newIdentifier('req'),
    account_id: caller.accountId,
    domain,
    price: EXTERNAL_HISTORY_CREDITS,
    records: null,
  }
  if ((await provided(services, domain, () => countHistory(provider, domain))) === 0) return []
  // Who cannot pay is refused before the provider is paid; the refusal itself may open a recharge.
  await requireCredits(services, reading)
  const records = await provided(services, domain, () => listHistory(provider, domain))
  if (pointsOf(records, end).length === 0) return []
  await requireCredits(services, { ...reading, records })
  return records
}

async function requireCredits(
  services: ExternalHistoryServices,
  reading: Parameters<typeof domains.buyHistory>[1],
): Promise<void> {
  const { outcome, hints } = await domains.buyHistory(services.db, reading)
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

/** Microseconds since 1970 of an ISO 8601 text with any number of fraction digits. */
export function microseconds(iso: string): number {
  const fraction = /\.(\d{1,9})/.exec(iso)?.[1] ?? ''
  const whole = Date.parse(iso.replace(/\.\d{1,9}/, ''))
  return whole * 1_000 + Number(fraction.padEnd(6, '0').slice(0, 6))
}

const isoMicroseconds = (at: number): string =>
  `${new Date(Math.floor(at / 1_000)).toISOString().slice(0, 23)}${String(at % 1_000).padStart(3, '0')}Z`

/** Records from before `first`, newest first, each at a time of its own so that a cursor falls between any two. */
function pointsOf(records: readonly HistoryRecord[], first: number): HistoryPoint[] {
  const sorted = [...records].sort(
    (a, b) =>
      microseconds(b.observed_at) - microseconds(a.observed_at) || compare(JSON.stringify(a), JSON.stringify(b)),
  )
  let free = first - 1
  return sorted.flatMap((record) => {
    const observed = microseconds(record.observed_at)
    if (observed >= first || observed < 0) return []
    const at = Math.min(observed, free)
    free = at - 1
    return [
      {
        jobId: null,
        at: isoMicroseconds(at),
        status: 'completed' as const,
        entityId: null,
        entity: holderOf(record),
        confidence: null,
        registrar: record.registrar,
        nameservers: record.name_servers,
        source: 'external' as const,
      },
    ]
  })
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The registrant that the record shows; a redaction text or a privacy service is nobody. */
function holderOf({ organization, name }: HistoryRecord): string | null {
  for (const given of [organization, name]) {
    const cleaned = cleanName(given ?? '')
    if (cleaned !== '' && !isPrivacyName(cleaned)) return cleaned
    if (cleaned !== '') return null
  }
  return null
}
