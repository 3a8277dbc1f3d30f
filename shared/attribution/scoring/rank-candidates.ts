import type { Signal } from '../signals/signal.ts'
import { type Party, signalKind } from '../signals/signal-kinds.ts'
import { evaluate } from './boosted-trees.ts'
import { type Calibration, calibrate } from './calibration.ts'
import type { Candidate, Candidates } from './candidates.ts'
import { compareText } from './order.ts'

/** In one group the strongest vote counts whole, the second a fifth, the rest a twentieth, in all at most a quarter more. */
const SECOND_VOTE_FACTOR = 0.2
const FURTHER_VOTE_FACTOR = 0.05
const GROUP_GAIN_MAX = 0.25
/** Limits on the sum of a site's own statements and of a model's readings, in nats. */
const SITE_PARTY_MAX = 5.5
const READING_PARTY_MAX = 1
const DENIAL_NATS = 0.6
/** Log-odds of a name that only a model, a data provider or the domain's own name gives. */
const UNFOUNDED_NATS = -6

/** Parties that can back a name that another gives, and give none. */
const BACKING: ReadonlySet<Party> = new Set(['reading', 'records', 'name'])

export interface WeighedCandidate {
  candidate: Candidate
  /** Log-odds by the table of evidence alone, in nats. */
  evidence: number
  /** Gain of each vote, in nats, in the order of the candidate's votes. */
  gains: number[]
}

type Weights = Pick<Calibration, 'kind_weights' | 'none_base'>

/** Adds up one candidate's votes: one vote for each group, capped for what one party can say. */
export function weigh(candidate: Candidate, weights: Weights): WeighedCandidate {
  const gains = candidate.votes.map(() => 0)
  const groups = new Map<string, { index: number; strength: number }[]>()
  candidate.votes.forEach(({ signal, strength }, index) => {
    const group = groups.get(signal.group) ?? []
    group.push({ index, strength: Math.max(0, strength * (weights.kind_weights[signal.kind] ?? 1)) })
    groups.set(signal.group, group)
  })
  for (const group of groups.values()) {
    group.sort((a, b) => b.strength - a.strength || a.index - b.index)
    let room = (group[0]?.strength ?? 0) * GROUP_GAIN_MAX
    group.forEach(({ index, strength }, place) => {
      const gain =
        place === 0 ? strength : Math.min(room, strength * (place === 1 ? SECOND_VOTE_FACTOR : FURTHER_VOTE_FACTOR))
      if (place > 0) room -= gain
      gains[index] = gain
    })
  }
  capParty(candidate, gains, 'site', SITE_PARTY_MAX)
  capParty(candidate, gains, 'reading', READING_PARTY_MAX)
  // Names that only a model, a data provider or the domain's own name gives can back a candidate, never found one.
  const founded = candidate.votes.some(({ party }) => !BACKING.has(party))
  if (!founded) gains.fill(0)
  const denied = candidate.against.some(({ kind }) => kind === 'model_denial') ? DENIAL_NATS : 0
  const sum = gains.reduce((total, gain) => total + gain, 0)
  return { candidate, evidence: founded ? sum - denied : UNFOUNDED_NATS, gains }
}

function capParty(candidate: Candidate, gains: number[], party: Party, most: number): void {
  const indexes = candidate.votes.flatMap((vote, index) => (vote.party === party ? [index] : []))
  const sum = indexes.reduce((total, index) => total + (gains[index] ?? 0), 0)
  if (sum <= most) return
  for (const index of indexes) gains[index] = ((gains[index] ?? 0) * most) / sum
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

export interface RankedCandidate extends WeighedCandidate {
  /** Log-odds by the table of evidence, corrected by what the ranking trees learned, in nats. */
  score: number
  confidence: number
}

/** Without two independent statements of one name nobody is trusted further than this; a single registrant may be an earlier owner. */
const SINGLE_STATEMENT_CONFIDENCE_MAX = 0.94
const SINGLE_OUTSIDE_CONFIDENCE_MAX = 0.85

/** Candidates with calibrated probabilities, best first; with "none of these" they sum to one at most. */
export function rankCandidates(field: Candidates, calibration: Calibration): RankedCandidate[] {
  const weighed = field.candidates.map((candidate) => {
    const own = weigh(candidate, calibration)
    return { ...own, score: own.evidence + evaluate(calibration.ranking, candidate.features) }
  })
  const none = noneScore(field.context, calibration)
  const most = Math.max(none, ...weighed.map(({ score }) => score))
  const total = weighed.reduce((sum, { score }) => sum + Math.exp(score - most), Math.exp(none - most))
  const ranked = weighed
    .map((each) => ({ ...each, confidence: Math.exp(each.score - most) / total }))
    .sort((a, b) => b.confidence - a.confidence || compareText(a.candidate.name, b.candidate.name))
  const [top] = ranked
  if (top === undefined) return []
  // Of what speaks for somebody at all, the first has this part: the map must not make a tie look like a winner.
  const share = top.confidence / ranked.reduce((sum, { confidence }) => sum + confidence, 0)
  const lifted = Math.min(calibrate(top.confidence, calibration), share, calibration.confidence_max, ceilingOf(top))
  const rest = top.confidence < 1 ? (1 - lifted) / (1 - top.confidence) : 0
  return ranked.map((each, place) => ({
    ...each,
    confidence: place === 0 ? lifted : Math.min(lifted, each.confidence * rest),
  }))
}

/** True when a source other than the site and the domain's own name supports the candidate. */
export const isCorroborated = ({ candidate, gains }: WeighedCandidate): boolean =>
  candidate.votes.some(({ party }, index) => party !== 'site' && !BACKING.has(party) && (gains[index] ?? 0) > 0)

/** Independent statements are acts of different parties, or stand in different places of the candidate's own site. */
function ceilingOf({ candidate }: RankedCandidate): number {
  const stating = candidate.votes.filter(({ signal, party }) => {
    const role = signalKind(signal.kind)?.role
    return (role === 'legal' || role === 'trade') && !BACKING.has(party)
  })
  const vouched = candidate.votes.some(({ signal }) => VOUCHING.has(signal.kind))
  if (vouched || new Set(stating.map(({ signal }) => signal.group)).size > 1) return 1
  return stating.some(({ party }) => party === 'site') ? SINGLE_STATEMENT_CONFIDENCE_MAX : SINGLE_OUTSIDE_CONFIDENCE_MAX
}

/** Kinds that an authority checked, so that they stand for two statements. */
const VOUCHING = new Set(['brand_suffix', 'corporate_registrar'])
