import { comparedRegisters, type Profile } from './domain-profile.ts'
import { CLASS_NATS_MAX, type LinkClass, linkKind } from './link-kinds.ts'
import type { SharedValue } from './shared-values.ts'

/** Log-odds, in nats, that two domains of a set have one operator before anything is known of them. */
const PRIOR_NATS = -3.5
const SECOND_FACTOR = 0.35
const FURTHER_FACTOR = 0.1
/** Two companies that are not one may share a supplier; what they share never makes them likely to be one. */
const DISTINCT_SCORE_MAX = 0.2
/** Nothing that is shared proves one operator. */
const SCORE_MAX = 0.99
const DISTINCT_CONFIDENCE_MIN = 0.6
/** Two names of which one may be a brand of the other speak against the pair, in nats at full confidence, but do not forbid it. */
const OTHER_NAME_NATS = 1.8
const LIKELY_MIN = 0.5

export interface PairSignal {
  signal: string
  value: string
  /** Share of what speaks for the pair, 0..1. */
  contribution: number
}

export interface PairScore {
  /** Places in the set, a before b. */
  a: number
  b: number
  /** 0..1; 0 only where nothing is shared. */
  score: number
  /** Distinct legal entities by their own evidence: never in one cluster. */
  distinct: boolean
  signals: PairSignal[]
}

interface Vote {
  signal: string
  value: string
  class: LinkClass
  nats: number
}

type Likeness = (a: string, b: string) => boolean

/** How likely two domains have one operator, from the values that they share, names included. */
export function scorePair(
  places: { a: number; b: number },
  [first, second]: readonly [Profile, Profile],
  shared: readonly SharedValue[],
  alike: Likeness,
): PairScore {
  const votes: Vote[] = shared.map(({ kind, value, rarity, nats }) => ({
    signal: kind,
    value,
    class: linkKind(kind).class,
    nats: nats * rarity,
  }))
  if (first.facts.site === second.facts.site) votes.push(vote('same_site', first.facts.site, 1))
  const conflict = conflictOf(first, second, votes, alike)
  const labelled = labelVote(first, second)
  if (labelled !== null) votes.push(labelled)
  const named = nameVote(first, second)
  if (named !== null) votes.push(named)
  if (votes.length === 0) return { ...places, score: 0, distinct: conflict !== null, signals: [] }
  const gains = gainsOf(votes)
  const total = gains.reduce((sum, gain) => sum + gain, 0)
  const likely = 1 / (1 + Math.exp(-(PRIOR_NATS + total - otherNames(first, second, alike))))
  const score = total <= 0 ? 0 : Math.min(likely, conflict === null ? SCORE_MAX : DISTINCT_SCORE_MAX)
  return {
    ...places,
    score: Math.floor(score * 1e4) / 1e4,
    distinct: conflict !== null,
    signals: signalsOf(votes, gains, total, conflict),
  }
}

const vote = (signal: string, value: string, factor: number): Vote => {
  const { class: linkClass, nats } = linkKind(signal)
  return { signal, value, class: linkClass, nats: nats * factor }
}

const LONG_LABEL = 9
const SHORT_LABEL = 5

/** One name under two suffixes: more telling the longer it is. */
function labelVote({ facts: first }: Profile, { facts: second }: Profile): Vote | null {
  if (first.label !== second.label || first.site === second.site || first.label.length < SHORT_LABEL) return null
  return vote('label', first.label, first.label.length >= LONG_LABEL ? 1 : 0.6)
}

/** The operator that both are likeliest to share, or the parent that their operators share. */
function nameVote(first: Profile, second: Profile): Vote | null {
  // A name that was read on another's site says nothing that the redirect there does not.
  if (first.echoes || second.echoes) return null
  let best: Vote | null = null
  for (const one of first.names)
    for (const other of second.names) {
      if (one.compact !== other.compact) continue
      const agreed = vote('entity', one.name, agreement(one.confidence, other.confidence) * one.weight)
      if (best === null || agreed.nats > best.nats) best = agreed
    }
  const [a, b] = [first.entity, second.entity]
  if (a === null || b === null || a.family !== b.family || a.compact === b.compact) return best
  const parent = vote('parent', a.parent ?? b.parent ?? a.name, agreement(a.confidence, b.confidence))
  return best !== null && best.nats > parent.nats ? best : parent
}

/** Two likely names that agree back each other; two guesses that agree may be one error made twice. */
const agreement = (a: number, b: number): number => (Math.min(a, b) >= LIKELY_MIN ? Math.sqrt(a * b) : a * b)

/** Why the two cannot have one operator, in the names of both, or null. */
function conflictOf(first: Profile, second: Profile, links: readonly Vote[], alike: Likeness): string | null {
  const [a, b] = [first.entity, second.entity]
  if (a === null || b === null || first.facts.site === second.facts.site || first.echoes || second.echoes) return null
  if (Math.min(a.confidence, b.confidence) < DISTINCT_CONFIDENCE_MIN) return null
  const registers = comparedRegisters(first, second)
  const names = `${a.name} / ${b.name}`
  // Namesakes have one name and different numbers, and nothing in common.
  if (a.compact === b.compact || alike(a.name, b.name) || oneBrand(first, second))
    return registers === 'differ' && links.length === 0 ? names : null
  if (a.family === b.family || registers === 'agree' || oneHolds(a, b, links)) return null
  return (a.legal && b.legal) || registers === 'differ' ? names : null
}

/** Companies named after the one label under which both sites stand: country companies of one brand, or namesakes. */
function oneBrand({ facts: first, entity: a }: Profile, { facts: second, entity: b }: Profile): boolean {
  const { label } = first
  return label === second.label && label.length >= SHORT_LABEL && [a, b].every((one) => one?.compact.startsWith(label))
}

/** One of the two companies holds both registrations: the other is a part of it. */
const oneHolds = (a: { compact: string }, b: { compact: string }, links: readonly Vote[]): boolean =>
  links.some(({ signal, value }) => {
    if (signal !== 'registrant_organization') return false
    const holder = value.replaceAll(' ', '')
    return holder === a.compact || holder === b.compact
  })

/** How much two different names speak against the pair, in nats. */
function otherNames(first: Profile, second: Profile, alike: Likeness): number {
  const [a, b] = [first.entity, second.entity]
  if (first.echoes || second.echoes || a === null || b === null || a.family === b.family || alike(a.name, b.name))
    return 0
  return OTHER_NAME_NATS * Math.min(a.confidence, b.confidence)
}

/** What each vote adds: in a class the strongest counts whole, further ones little, and no class more than it may. */
function gainsOf(votes: readonly Vote[]): number[] {
  const gains = votes.map(() => 0)
  const classes = new Map<LinkClass, number[]>()
  votes.forEach(({ class: linkClass }, index) => {
    const members = classes.get(linkClass)
    if (members === undefined) classes.set(linkClass, [index])
    else members.push(index)
  })
  for (const [linkClass, members] of classes) {
    members.sort((a, b) => (votes[b]?.nats ?? 0) - (votes[a]?.nats ?? 0) || a - b)
    let room = CLASS_NATS_MAX[linkClass]
    members.forEach((index, place) => {
      const factor = place === 0 ? 1 : place === 1 ? SECOND_FACTOR : FURTHER_FACTOR
      const gain = Math.min(room, (votes[index]?.nats ?? 0) * factor)
      gains[index] = gain
      room -= gain
    })
  }
  return gains
}

const SIGNALS_SHOWN_MAX = 8
const SHARE_DIGITS = 1e4

function signalsOf(
  votes: readonly Vote[],
  gains: readonly number[],
  total: number,
  conflict: string | null,
): PairSignal[] {
  const ranked = votes
    .map(({ signal, value }, index) => ({ signal, value, gain: gains[index] ?? 0 }))
    .filter(({ gain }) => gain > 0)
    .sort((a, b) => b.gain - a.gain || (a.signal + a.value < b.signal + b.value ? -1 : 1))
    .slice(0, SIGNALS_SHOWN_MAX)
    .map(({ signal, value, gain }) => ({
      signal,
      value,
      contribution: Math.floor((gain / total) * SHARE_DIGITS) / SHARE_DIGITS,
    }))
  return conflict === null ? ranked : [...ranked, { signal: 'distinct_entities', value: conflict, contribution: 0 }]
}
