import type { Signal } from '../signals/signal.ts'
import { type Party, signalKind } from '../signals/signal-kinds.ts'
import { type Calibration, calibrate } from './calibration.ts'
import type { Candidates, Contender } from './candidates.ts'
import { compareText } from './name-clusters.ts'

/** In one group the strongest vote counts whole, the second a fifth, the rest a twentieth, in all at most a quarter more. */
const SECOND_VOTE_FACTOR = 0.2
const FURTHER_VOTE_FACTOR = 0.05
const GROUP_GAIN_MAX = 0.25
/** What a site says of itself can never count for more than this, in nats. */
const SITE_PARTY_MAX = 5.5
const READING_PARTY_MAX = 1
const DENIAL_NATS = 0.6

export interface WeighedContender {
  contender: Contender
  /** Log-odds in nats. */
  score: number
  parties: ReadonlySet<Party>
  /** What each vote adds, in nats, in the order of the contender's votes. */
  gains: number[]
}

type Weights = Pick<Calibration, 'kind_weights' | 'none_base'>

/** Adds up one contender's votes: one vote for each group, capped for what one party can say. */
export function weigh(contender: Contender, weights: Weights): WeighedContender {
  const gains = contender.votes.map(() => 0)
  const groups = new Map<string, { index: number; strength: number }[]>()
  const names = new Set<string>()
  contender.votes.forEach((vote, index) => {
    const strength = Math.max(0, vote.strength * (weights.kind_weights[vote.signal.kind] ?? 1))
    const group = groups.get(vote.signal.group) ?? []
    group.push({ index, strength })
    groups.set(vote.signal.group, group)
    names.add(vote.party)
  })
  const outside = [...names].some((party) => party !== 'reading' && party !== 'records' && party !== 'name')
  for (const group of groups.values()) {
    group.sort((a, b) => b.strength - a.strength || a.index - b.index)
    const most = group[0]?.strength ?? 0
    let room = most * GROUP_GAIN_MAX
    group.forEach(({ index, strength }, place) => {
      const gain =
        place === 0 ? strength : Math.min(room, strength * (place === 1 ? SECOND_VOTE_FACTOR : FURTHER_VOTE_FACTOR))
      if (place > 0) room -= gain
      gains[index] = gain
    })
  }
  capParty(contender, gains, 'site', SITE_PARTY_MAX)
  capParty(contender, gains, 'reading', READING_PARTY_MAX)
  // What a model read, what a data provider sells and how the domain sounds can back a name, never found one.
  if (!outside) gains.fill(0)
  const denied = contender.against.some((signal) => signal.kind === 'model_denial') ? DENIAL_NATS : 0
  const parties = new Set(contender.votes.filter((_, index) => (gains[index] ?? 0) > 0).map((vote) => vote.party))
  return { contender, score: gains.reduce((sum, gain) => sum + gain, 0) - denied, parties, gains }
}

function capParty(contender: Contender, gains: number[], party: Party, most: number): void {
  const indexes = contender.votes.flatMap((vote, index) => (vote.party === party ? [index] : []))
  const sum = indexes.reduce((total, index) => total + (gains[index] ?? 0), 0)
  if (sum <= most) return
  for (const index of indexes) gains[index] = sum === 0 ? 0 : ((gains[index] ?? 0) * most) / sum
}

/** Log-odds of "none of these": the base and, of each group of context, the strongest. */
export function noneScore(context: readonly Signal[], weights: Weights): number {
  const groups = new Map<string, number>()
  for (const signal of context) {
    const strength = signal.strength * (weights.kind_weights[signal.kind] ?? 1)
    groups.set(signal.group, Math.max(groups.get(signal.group) ?? 0, strength))
  }
  return weights.none_base + [...groups.values()].reduce((sum, strength) => sum + strength, 0)
}

export interface RankedCandidate extends WeighedContender {
  confidence: number
}

/** Without a second independent party nobody is trusted further than this. */
const SINGLE_PARTY_CONFIDENCE_MAX = 0.85
const DEFINITIONAL_KINDS = new Set(['brand_suffix'])
const COUNTING_PARTIES: ReadonlySet<Party> = new Set([
  'registration',
  'site',
  'name',
  'certificate',
  'network',
  'dns',
  'advertising',
  'affiliation',
  'redirect',
  'registry',
])

/** Contenders with calibrated probabilities, best first; with "none of these" they sum to one at most. */
export function rankCandidates(field: Candidates, calibration: Calibration): RankedCandidate[] {
  const weighed = field.contenders.map((candidate) => weigh(candidate, calibration))
  const none = noneScore(field.context, calibration)
  const most = Math.max(none, ...weighed.map(({ score }) => score))
  const total = weighed.reduce((sum, { score }) => sum + Math.exp(score - most), Math.exp(none - most))
  const ranked = weighed
    .map((candidate) => ({ ...candidate, confidence: Math.exp(candidate.score - most) / total }))
    .sort((a, b) => b.confidence - a.confidence || compareText(a.contender.name, b.contender.name))
  const top = ranked[0]
  if (top === undefined) return []
  // Of what speaks for somebody at all, the first has this part: the map must not make a tie look like a winner.
  const share = top.confidence / ranked.reduce((sum, { confidence }) => sum + confidence, 0)
  const lifted = Math.min(
    calibrate(top.confidence, calibration),
    share,
    calibration.confidence_max,
    confidenceCeiling(top),
  )
  const rest = top.confidence < 1 ? (1 - lifted) / (1 - top.confidence) : 0
  return ranked.map((candidate, place) => ({
    ...candidate,
    confidence: place === 0 ? lifted : Math.min(lifted, candidate.confidence * rest),
  }))
}

function confidenceCeiling({ contender: candidate, parties, gains }: WeighedContender): number {
  const answerable = candidate.votes.some(
    (vote, index) => (gains[index] ?? 0) > 0 && signalKind(vote.signal.kind)?.role === 'legal',
  )
  const independent = answerable ? [...parties].filter((party) => COUNTING_PARTIES.has(party)).length : 1
  const vouched = candidate.votes.some(
    (vote) => DEFINITIONAL_KINDS.has(vote.signal.kind) || vote.signal.kind === 'corporate_registrar',
  )
  return independent >= 2 || vouched ? 1 : SINGLE_PARTY_CONFIDENCE_MAX
}
