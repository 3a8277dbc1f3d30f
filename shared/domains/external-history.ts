import { type HistoryRecord, ReverseWhoisUnavailable } from '../attribution/collectors/whoisxml.ts'
import { cleanName } from '../attribution/names/entity-names.ts'
import { isPrivacyName } from '../attribution/signals/registration-signals.ts'
import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import { PublicError, unauthorized } from '../platform/http/errors.ts'
import { log } from '../platform/log.ts'
import type { HistoryPoint } from './history-point.ts'
import * as domains from './queries.ts'

/** What one reading of a domain's external history costs. */
export const EXTERNAL_HISTORY_CREDITS = 50
/** How long the records of a reading serve its further pages. */
const READING_HOURS = 24

export interface ExternalHistoryDependencies {
  db: Database
  /** The name of this reading: tried again, the same, so that it is charged once. */
  readingId(): string
  /** How many records there are; costs nothing. Throws ReverseWhoisUnavailable. */
  count(domain: string): Promise<number>
  list(domain: string): Promise<HistoryRecord[]>
  /** A debit opened a recharge of the account. Never waits. */
  rechargeOpened(accountId: string): void
}

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
  deps: ExternalHistoryDependencies,
  caller: Caller,
  domain: string,
  { before, firstAnalyzedAt }: Place,
): Promise<HistoryPoint[]> {
  const first = microseconds(firstAnalyzedAt)
  const cursor = before === null ? Number.POSITIVE_INFINITY : microseconds(before)
  const continues = cursor <= first
  const kept = continues ? await domains.boughtHistory(deps.db, caller.accountId, domain, READING_HOURS) : null
  const records = kept ?? (await buy(deps, caller, domain, Math.min(first, cursor)))
  return pointsOf(records, first).filter((point) => microseconds(point.at) < cursor)
}

async function buy(
  deps: ExternalHistoryDependencies,
  caller: Caller,
  domain: string,
  end: number,
): Promise<HistoryRecord[]> {
  const reading = {
    reading_id: deps.readingId(),
    account_id: caller.accountId,
    domain,
    price: EXTERNAL_HISTORY_CREDITS,
    records: null,
  }
  if ((await provided(deps, domain, () => deps.count(domain))) === 0) return []
  // Who cannot pay is refused before the provider is paid; the refusal itself may open a recharge.
  await requireCredits(deps, reading)
  const records = await provided(deps, domain, () => deps.list(domain))
  if (pointsOf(records, end).length === 0) return []
  await requireCredits(deps, { ...reading, records })
  return records
}

async function requireCredits(
  deps: ExternalHistoryDependencies,
  reading: Parameters<typeof domains.buyHistory>[1],
): Promise<void> {
  const { outcome, opened_recharge: opened } = await domains.buyHistory(deps.db, reading)
  if (opened === true) deps.rechargeOpened(reading.account_id)
  if (outcome === 'covered' || outcome === 'duplicate') return
  if (outcome === 'closed') throw unauthorized()
  const message = `External history costs ${EXTERNAL_HISTORY_CREDITS} credits, which the account does not have.`
  throw new PublicError('INSUFFICIENT_CREDITS', message)
}

async function provided<Answer>(
  deps: ExternalHistoryDependencies,
  domain: string,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ReverseWhoisUnavailable)) throw error
    log({ event: 'external_history.unavailable', request_id: deps.db.requestId, domain, because: error.because })
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
        job_id: null,
        at: isoMicroseconds(at),
        status: 'completed' as const,
        entity_id: null,
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
