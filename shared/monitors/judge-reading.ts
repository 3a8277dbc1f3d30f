import { z } from 'zod'
import { compactSpellings } from '../attribution/names/entity-names.ts'
import { FACT_NAMES, type FactName, Facts, isSameFact, valueKey } from './fingerprint.ts'
import type { Kind } from './kinds.ts'

const time = z.number()

// A fact that differed in one reading. It becomes a change only if a second reading finds the same
// value.
const Suspicion = z.object({ value: z.unknown(), at: time, resolver: z.string() })
type Suspicion = z.infer<typeof Suspicion>

// The last complete visit of a web site. While the addresses and the first redirect stay the same,
// the redirects are followed again only once a week.
const Visit = z.object({
  addresses: z.string(),
  firstRedirect: z.string().nullable(),
  finalUrl: z.string(),
})
export type Visit = z.infer<typeof Visit>

/**
 * Known facts about a domain and everything else that later readings need. Times are milliseconds
 * since 1970.
 */
export const NameState = z.object({
  facts: Facts,
  suspicions: z.partialRecord(z.enum(FACT_NAMES as [FactName, ...FactName[]]), Suspicion),
  /** Earlier values, each with the time at which it was last known to be true. */
  earlier: z.partialRecord(
    z.enum(FACT_NAMES as [FactName, ...FactName[]]),
    z.array(z.object({ value: z.unknown(), until: time })),
  ),
  /** The last warning about the expiry: the expiry date, and the number of days before it. */
  warned: z.object({ expires_at: z.string(), days: z.number() }).nullable(),
  visit: Visit.nullable(),
  // True if the registrar said at the last weekly reading that it hides the name of the registrant.
  is_registrant_hidden: z.boolean(),
  /** Number of readings in a row without a fact that an earlier reading had found. */
  incomplete_readings: z.number().int(),
})
export type NameState = z.infer<typeof NameState>

export interface ReadFacts {
  facts: Facts
  at: number
  resolver: string
  visit?: Visit | null
  /** Undefined if the registrar was not asked. */
  isRegistrantHidden?: boolean | undefined
}

export interface ConfirmedChange {
  kinds: Kind[]
  /**
   * True if a parked domain has a site of its own now. This change has no kind, but the operator
   * may be new.
   */
  isUnparked: boolean
  before: Facts
  after: Facts
  detectedAt: number
  confirmedAt: number
}

export interface Judged {
  state: NameState
  change: ConfirmedChange | null
  /**
   * Earliest time of the second reading that a suspected change needs, and the DNS service that
   * this reading must not use. Null if no second reading is needed.
   */
  confirm: { at: number; without: string } | null
}

/** Shortest and longest time between the two readings of a change, in seconds. */
export type ConfirmSeconds = readonly [shortest: number, longest: number]

const SECOND_MS = 1_000
const DAY_MS = 86_400_000
// Time until the second reading of a dropped domain. A registry may hide a name for a short time,
// so the wait is at least one day.
const DROP_SECONDS: ConfirmSeconds = [86_400, 3 * 86_400]
/** Time until a further reading, if the second reading could not read the suspected fact. */
const REPEAT_MS = 600 * SECOND_MS
const RETURN_MS = 30 * DAY_MS
const EARLIER_MAX = 8
/** A customer is warned this many days before the expiry. In ascending order. */
const WARNING_DAYS = [1, 7, 30]

/** Facts that only a visit of the site shows. */
export const SITE_FACTS: readonly FactName[] = ['redirect', 'parked']
const WEEKLY_FACTS: readonly FactName[] = ['mail', 'primary_nameserver']
const REGISTRATION_FACTS: readonly FactName[] = [
  'dropped',
  'registrar',
  'registrant',
  'registered_at',
  'expires_at',
  'locks',
  'endings',
]

/** True if the reading lacks a fact that was known, for example because a server did not answer. */
export function isIncomplete(
  known: NameState | null,
  facts: Facts,
  { isSlow, isRegistryAsked }: { isSlow: boolean; isRegistryAsked: boolean },
): boolean {
  if (known === null) return false
  return FACT_NAMES.some(
    (name) =>
      known.facts[name] !== undefined &&
      facts[name] === undefined &&
      name !== 'certificate_organization' &&
      (isSlow || !WEEKLY_FACTS.includes(name)) &&
      (isRegistryAsked || !REGISTRATION_FACTS.includes(name)) &&
      !(name === 'registrant' && known.is_registrant_hidden),
  )
}

/**
 * Compares a reading with the known facts of a domain.
 * - The first value of a fact is stored without a report.
 * - A fact that could not be read changes nothing.
 * - A new value is reported only after a second reading by another DNS service.
 */
export function judgeReading(
  known: NameState | null,
  reading: ReadFacts,
  confirmSeconds: ConfirmSeconds,
): Judged {
  const state = known === null ? newState() : structuredClone(known)
  state.visit = reading.visit ?? null
  state.is_registrant_hidden = reading.isRegistrantHidden ?? state.is_registrant_hidden
  const moved: Moved = { before: {}, after: {}, returned: new Set() }
  let confirm: Judged['confirm'] = null
  let detectedAt = reading.at
  for (const name of FACT_NAMES) {
    const value = reading.facts[name]
    if (value === undefined) {
      if (state.suspicions[name] !== undefined)
        confirm = earliest(confirm, waitOf(name, state.suspicions[name], reading, confirmSeconds))
      continue
    }
    const old = state.facts[name]
    if (old === undefined || isSameFact(name, old as never, value as never)) {
      state.facts = { ...state.facts, [name]: chosen(name, old, value) }
      delete state.suspicions[name]
      continue
    }
    const suspicion = matching(name, state.suspicions[name], value)
    const verdict = verdictOf(name, suspicion, reading, confirmSeconds)
    if (verdict === 'confirmed') {
      detectedAt = Math.min(detectedAt, suspicion?.at ?? reading.at)
      move(state, moved, name, reading)
      continue
    }
    const kept =
      verdict === 'early' && suspicion !== undefined
        ? suspicion
        : { value, at: reading.at, resolver: reading.resolver }
    state.suspicions[name] = kept
    confirm = earliest(confirm, waitOf(name, kept, reading, confirmSeconds))
  }
  const kinds = kindsOf(moved)
  if (known?.facts.expires_at === undefined) warnSilently(state, reading.at)
  else if (state.suspicions.expires_at === undefined && isWarningDue(state, reading.at)) {
    warnSilently(state, reading.at)
    kinds.push('expires_soon')
    moved.after.expires_at ??= state.facts.expires_at
    moved.before.expires_at ??= state.facts.expires_at
  }
  const isUnparked = moved.before.parked === true && moved.after.parked === false
  const change =
    kinds.length === 0 && !isUnparked
      ? null
      : {
          kinds,
          isUnparked,
          before: moved.before,
          after: moved.after,
          detectedAt,
          confirmedAt: reading.at,
        }
  return { state, change, confirm }
}

const newState = (): NameState => ({
  facts: {},
  suspicions: {},
  earlier: {},
  warned: null,
  visit: null,
  is_registrant_hidden: false,
  incomplete_readings: 0,
})

interface Moved {
  before: Facts
  after: Facts
  returned: Set<FactName>
}

// Value to keep if the old and the new one mean the same. For the registrar, a number says more
// than a name, so it replaces the name.
function chosen(name: FactName, old: Facts[FactName], value: Facts[FactName]): Facts[FactName] {
  if (old === undefined) return value
  if (name === 'registrant' || name === 'certificate_organization')
    return fullerSpelling(String(old), String(value))
  if (name === 'registrar') return /^\d/.test(String(old)) ? old : value
  // The date that was read first is kept. Otherwise many small steps, each too small for a report,
  // could add up to a silent change.
  return name === 'registered_at' || name === 'expires_at' ? old : value
}

// Keeps a spelling with accents: two spellings without accents ("Schutz" and "Schuetz") cannot be
// compared with each other.
const fullerSpelling = (old: string, value: string): string =>
  compactSpellings(old).length > compactSpellings(value).length ? old : value

const matching = (
  name: FactName,
  suspicion: Suspicion | undefined,
  value: Facts[FactName],
): Suspicion | undefined =>
  suspicion !== undefined && isSuspected(name, suspicion.value, value) ? suspicion : undefined

const isSuspected = (name: FactName, one: unknown, other: Facts[FactName]): boolean =>
  isSameFact(name, one as never, other as never) && isSameFact(name, other as never, one as never)

const secondsOf = (
  name: FactName,
  value: unknown,
  confirmSeconds: ConfirmSeconds,
): ConfirmSeconds => (name === 'dropped' && value === true ? DROP_SECONDS : confirmSeconds)

function verdictOf(
  name: FactName,
  suspicion: Suspicion | undefined,
  reading: ReadFacts,
  confirmSeconds: ConfirmSeconds,
): 'confirmed' | 'early' | 'new' {
  if (suspicion === undefined) return 'new'
  const [shortest, longest] = secondsOf(name, suspicion.value, confirmSeconds)
  const waited = reading.at - suspicion.at
  if (waited > longest * SECOND_MS) return 'new'
  if (waited < shortest * SECOND_MS) return 'early'
  return suspicion.resolver === reading.resolver ? 'early' : 'confirmed'
}

function waitOf(
  name: FactName,
  suspicion: Suspicion,
  reading: ReadFacts,
  confirmSeconds: ConfirmSeconds,
): Judged['confirm'] {
  const [shortest, longest] = secondsOf(name, suspicion.value, confirmSeconds)
  const isNew = suspicion.at === reading.at
  const at = Math.max(suspicion.at + shortest * SECOND_MS, reading.at + (isNew ? 0 : REPEAT_MS))
  return at - suspicion.at > longest * SECOND_MS ? null : { at, without: suspicion.resolver }
}

const earliest = (one: Judged['confirm'], other: Judged['confirm']): Judged['confirm'] =>
  one === null || (other !== null && other.at < one.at) ? other : one

function move(state: NameState, moved: Moved, name: FactName, reading: ReadFacts): void {
  const [old, value] = [state.facts[name], reading.facts[name]]
  const recent = (state.earlier[name] ?? []).filter(({ until }) => reading.at - until < RETURN_MS)
  if (recent.some((earlier) => isSuspected(name, earlier.value, value))) moved.returned.add(name)
  const others = recent.filter(
    (earlier) => valueKey(earlier.value as Facts[FactName]) !== valueKey(old),
  )
  state.earlier[name] = [...others, { value: old, until: reading.at }].slice(-EARLIER_MAX)
  Object.assign(moved.before, { [name]: old })
  Object.assign(moved.after, { [name]: value })
  state.facts = { ...state.facts, [name]: value }
  delete state.suspicions[name]
}

export const KINDS_OF_FACTS: readonly (readonly [FactName, Kind])[] = [
  ['registrant', 'registrant_changed'],
  ['registrar', 'registrar_changed'],
  ['nameservers', 'nameservers_changed'],
  ['redirect', 'redirect_changed'],
  ['mail', 'mail_changed'],
  ['networks', 'hosting_changed'],
  ['alias', 'hosting_changed'],
  ['certificate_organization', 'certificate_organization_changed'],
]

export const isUnlocked = ({ before, after }: Pick<Moved, 'before' | 'after'>): boolean =>
  (before.locks?.length ?? 0) > 0 && after.locks?.length === 0

function kindsOf({ before, after, returned }: Moved): Kind[] {
  const kinds = new Set<Kind>()
  for (const [name, kind] of KINDS_OF_FACTS) {
    if (after[name] !== undefined) kinds.add(returned.has(name) ? 'returned' : kind)
  }
  const isNew = after.registered_at !== undefined
  if (isNew) kinds.add('domain_reregistered')
  if (after.dropped === true) kinds.add('domain_dropped')
  if (after.parked === true) kinds.add(returned.has('parked') ? 'returned' : 'parked')
  if (isUnlocked({ before, after }) && !isNew)
    kinds.add(returned.has('locks') ? 'returned' : 'transfer_lock_removed')
  if (after.endings?.some((status) => before.endings?.includes(status) !== true))
    kinds.add('registration_ending')
  const isLater = (after.expires_at ?? '') > (before.expires_at ?? '9999')
  if (isLater && !isNew) kinds.add('renewed')
  return [...kinds]
}

function dueWarning(state: NameState, now: number): number | null {
  const { expires_at: expiresAt } = state.facts
  if (expiresAt === undefined || state.facts.dropped === true) return null
  const daysLeft = (Date.parse(expiresAt) - now) / DAY_MS
  if (daysLeft < 0) return null
  return WARNING_DAYS.find((days) => daysLeft <= days) ?? null
}

function warnSilently(state: NameState, now: number): void {
  const days = dueWarning(state, now)
  if (days !== null && state.facts.expires_at !== undefined)
    state.warned = { expires_at: state.facts.expires_at, days }
}

/** True if the known expiry date calls for a warning that was not sent yet. */
export function isWarningDue(state: NameState, now: number): boolean {
  const days = dueWarning(state, now)
  const { warned } = state
  if (days === null) return false
  return warned === null || warned.expires_at !== state.facts.expires_at || warned.days > days
}
