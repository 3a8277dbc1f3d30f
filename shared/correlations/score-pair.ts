import { areRelated } from './company-families.ts'
import { isCopyable } from './copyable.ts'
import { comparedRegisters, type Profile } from './domain-profile.ts'
import { CLASS_NATS_MAX, type LinkClass, linkKind } from './link-kinds.ts'
import type { WeighedValue } from './shared-values.ts'

// Log-odds that two domains have one operator, before any shared value is counted. Unit: natural
// log-odds.
const PRIOR_NATS = -3.5
const SECOND_FACTOR = 0.35
const FURTHER_FACTOR = 0.1
// Highest score of a pair with two distinct legal entities: they can share values of a common
// supplier.
const DISTINCT_SCORE_MAX = 0.2
// Highest score of all. Below 1, because shared values never prove that the operator is the same.
const SCORE_MAX = 0.99
// Highest score of a pair that only copied values connect, if the two domains have the same or
// related operators, or both have no known operator.
const COPYABLE_SCORE_MAX = 0.6
// Highest score of a pair that only copied values connect, if only one of the two has a known
// operator or the operators differ. Below LINK_SCORE_MIN: otherwise a stranger who copies the
// identifiers of a company into a site could put that site into a group with the company.
const COPYABLE_STRANGER_SCORE_MAX = 0.45
// The limits for copied values do not apply if the values that nobody can copy have at least this
// weight together. It is the weight of one rare value, such as a joint certificate. Unit: natural
// log-odds.
const SOLID_NATS_MIN = 3
const DISTINCT_CONFIDENCE_MIN = 0.6
// Subtracted from the weight of a pair whose two operator names differ. The full number is
// subtracted only if both analyses are certain. A common operator is still possible, because one of
// the names can be a brand. Unit: natural log-odds.
const OTHER_NAME_NATS = 1.8
const LIKELY_MIN = 0.5

export interface PairSignal {
  signal: string
  value: string
  /** Share of this value in the total weight of the pair, 0 to 1. */
  contribution: number
  /** True if one person can make both domains share the value, without control of both. */
  copyable: boolean
}

export interface PairScore {
  a: number
  b: number
  /** Probability of a common operator, 0 to 1. It is 0 only if the domains share nothing. */
  score: number
  /** True if the operators are distinct legal entities. Such domains are never in one group. */
  distinct: boolean
  /** True if the score is higher than copied values alone can make it. */
  isProven: boolean
  signals: PairSignal[]
}

type Likeness = (a: string, b: string) => boolean

/** Score of two domains. `alike` returns true for two names that can mean the same entity. */
export function scorePair(
  indexes: { a: number; b: number },
  [first, second]: readonly [Profile, Profile],
  shared: readonly WeighedValue[],
  alike: Likeness,
): PairScore {
  const votes = shared.slice()
  if (first.facts.site === second.facts.site) votes.push(vote('same_site', first.facts.site, 1))
  const conflict = conflictOf(first, second, votes, alike)
  const labelled = labelVote(first, second)
  if (labelled !== null) votes.push(labelled)
  const named = nameVote(first, second)
  if (named !== null) votes.push(named)
  if (votes.length === 0)
    return { ...indexes, score: 0, distinct: conflict !== null, isProven: false, signals: [] }
  const gains = gainsOf(votes)
  const total = gains.reduce((sum, gain) => sum + gain, 0)
  const likely = 1 / (1 + Math.exp(-(PRIOR_NATS + total - namePenalty(first, second, alike))))
  const copyable = votes.map((each) => isCopyable(each, first, second))
  const isLifted = solidNats(votes, copyable, gains) >= SOLID_NATS_MIN
  const highest =
    conflict !== null
      ? DISTINCT_SCORE_MAX
      : isLifted
        ? SCORE_MAX
        : copyableMax(first, second, alike)
  const score = total <= 0 ? 0 : Math.min(likely, highest)
  return {
    ...indexes,
    score: Math.floor(score * 1e4) / 1e4,
    distinct: conflict !== null,
    isProven: score > COPYABLE_SCORE_MAX,
    signals: signalsOf(votes, copyable, gains, total, conflict),
  }
}

/** Total weight of the shared values that nobody can copy. Unit: natural log-odds. */
function solidNats(
  votes: readonly WeighedValue[],
  copyable: readonly boolean[],
  gains: readonly number[],
): number {
  const solid = votes.filter((_, index) => copyable[index] === false)
  const solidGains = solid.length === votes.length ? gains : gainsOf(solid)
  return solidGains.reduce((sum, gain) => sum + gain, 0)
}

function copyableMax({ entity: a }: Profile, { entity: b }: Profile, alike: Likeness): number {
  const hasOneAnswer =
    a === null || b === null ? a === b : areRelated(a, b) || alike(a.name, b.name)
  return hasOneAnswer ? COPYABLE_SCORE_MAX : COPYABLE_STRANGER_SCORE_MAX
}

const vote = (kind: string, value: string, factor: number): WeighedValue => {
  const { class: linkClass, author, nats } = linkKind(kind)
  return { kind, value, class: linkClass, author, nats: nats * factor, sortText: kind + value }
}

const LONG_LABEL = 9
const SHORT_LABEL = 5

function labelVote({ facts: first }: Profile, { facts: second }: Profile): WeighedValue | null {
  if (
    first.label !== second.label ||
    first.site === second.site ||
    first.label.length < SHORT_LABEL
  )
    return null
  return vote('label', first.label, first.label.length >= LONG_LABEL ? 1 : 0.6)
}

function nameVote(first: Profile, second: Profile): WeighedValue | null {
  // The names of a domain that redirects come from the target. They are not compared, because the
  // redirect itself already counts.
  if (first.redirects || second.redirects) return null
  let best: WeighedValue | null = null
  for (const one of first.names)
    for (const other of second.names) {
      if (one.compact !== other.compact) continue
      const agreed = vote(
        'entity',
        one.name,
        agreement(one.confidence, other.confidence) * one.weight,
      )
      if (best === null || agreed.nats > best.nats) best = agreed
    }
  const [a, b] = [first.entity, second.entity]
  if (a === null || b === null || a.compact === b.compact || !areRelated(a, b)) return best
  const parent = vote(
    'parent',
    a.parent ?? b.parent ?? a.name,
    agreement(a.confidence, b.confidence),
  )
  return best !== null && best.nats > parent.nats ? best : parent
}

// Weight of two equal names by the confidence of the two analyses. If both analyses are unsure,
// they can have made the same error, so the product is used.
const agreement = (a: number, b: number): number =>
  Math.min(a, b) >= LIKELY_MIN ? Math.sqrt(a * b) : a * b

function conflictOf(
  first: Profile,
  second: Profile,
  links: readonly WeighedValue[],
  alike: Likeness,
): string | null {
  const [a, b] = [first.entity, second.entity]
  if (
    a === null ||
    b === null ||
    first.facts.site === second.facts.site ||
    first.redirects ||
    second.redirects
  )
    return null
  if (Math.min(a.confidence, b.confidence) < DISTINCT_CONFIDENCE_MIN) return null
  const registers = comparedRegisters(first, second)
  const names = `${a.name} / ${b.name}`
  // Two companies with the same or a similar name are distinct only if their registration numbers
  // differ and the domains share no value.
  if (a.compact === b.compact || alike(a.name, b.name) || oneBrand(first, second))
    return registers === 'differ' && links.length === 0 ? names : null
  if (areRelated(a, b) || registers === 'agree' || registeredByOne(a, b, links)) return null
  return (a.legal && b.legal) || registers === 'differ' ? names : null
}

// True if the companies can belong to one brand: both domains have the same name before the suffix
// (example.de, example.fr), and both company names start with it.
function oneBrand(
  { facts: first, entity: a }: Profile,
  { facts: second, entity: b }: Profile,
): boolean {
  const { label } = first
  return (
    label === second.label &&
    label.length >= SHORT_LABEL &&
    [a, b].every((one) => one?.compact.startsWith(label))
  )
}

// True if one of the two companies is the registrant of both domains. Then they probably belong
// together.
const registeredByOne = (
  a: { compact: string },
  b: { compact: string },
  links: readonly WeighedValue[],
): boolean =>
  links.some(({ kind, value }) => {
    if (kind !== 'registrant_organization') return false
    const registrant = value.replaceAll(' ', '')
    return registrant === a.compact || registrant === b.compact
  })

function namePenalty(first: Profile, second: Profile, alike: Likeness): number {
  const [a, b] = [first.entity, second.entity]
  if (
    first.redirects ||
    second.redirects ||
    a === null ||
    b === null ||
    areRelated(a, b) ||
    alike(a.name, b.name)
  )
    return 0
  return OTHER_NAME_NATS * Math.min(a.confidence, b.confidence)
}

// Weight that each value adds. In each class, the strongest value counts fully, further values
// count less, and the total is limited. Unit: natural log-odds.
function gainsOf(votes: readonly WeighedValue[]): number[] {
  const gains = votes.map(() => 0)
  const ranked = votes
    .map((_, index) => index)
    .sort((a, b) => (votes[b]?.nats ?? 0) - (votes[a]?.nats ?? 0) || a - b)
  const classes = new Map<LinkClass, { counted: number; remaining: number }>()
  for (const index of ranked) {
    const { class: linkClass = 'look', nats = 0 } = votes[index] ?? {}
    let used = classes.get(linkClass)
    if (used === undefined) {
      used = { counted: 0, remaining: CLASS_NATS_MAX[linkClass] }
      classes.set(linkClass, used)
    }
    const factor = used.counted === 0 ? 1 : used.counted === 1 ? SECOND_FACTOR : FURTHER_FACTOR
    const gain = Math.min(used.remaining, nats * factor)
    gains[index] = gain
    used.counted += 1
    used.remaining -= gain
  }
  return gains
}

const SIGNALS_SHOWN_MAX = 8
const SHARE_DIGITS = 1e4

interface Gained {
  counted: WeighedValue
  copyable: boolean
  gain: number
}

// The strongest values of one class. Found without a sort of all values, which would be slow for
// the many pairs of domains of a large company.
function strongestOf(
  votes: readonly WeighedValue[],
  copyable: readonly boolean[],
  gains: readonly number[],
): Gained[] {
  const strongest: Gained[] = []
  votes.forEach((counted, index) => {
    const gain = gains[index] ?? 0
    if (gain <= 0) return
    let place = strongest.length
    while (place > 0 && isBefore(counted, gain, strongest[place - 1])) place -= 1
    if (place >= SIGNALS_SHOWN_MAX) return
    strongest.splice(place, 0, { counted, copyable: copyable[index] ?? true, gain })
    if (strongest.length > SIGNALS_SHOWN_MAX) strongest.pop()
  })
  return strongest
}

const isBefore = (counted: WeighedValue, gain: number, other: Gained | undefined): boolean =>
  other !== undefined &&
  (gain > other.gain || (gain === other.gain && counted.sortText < other.counted.sortText))

function signalsOf(
  votes: readonly WeighedValue[],
  copyable: readonly boolean[],
  gains: readonly number[],
  total: number,
  conflict: string | null,
): PairSignal[] {
  const ranked = strongestOf(votes, copyable, gains).map(
    ({ counted, copyable, gain }): PairSignal => ({
      signal: counted.kind,
      value: counted.value,
      contribution: Math.floor((gain / total) * SHARE_DIGITS) / SHARE_DIGITS,
      copyable,
    }),
  )
  return conflict === null
    ? ranked
    : [
        ...ranked,
        { signal: 'distinct_entities', value: conflict, contribution: 0, copyable: false },
      ]
}
