import type { Basis } from '../basis.ts'
import type { Signal } from '../signals/signal.ts'
import type { Party } from '../signals/signal-kinds.ts'
import { evaluate } from './boosted-trees.ts'
import { type Calibration, calibrate } from './calibration.ts'
import type { Candidate, Candidates } from './candidates.ts'
import { basisOf, ceilingOf } from './ceilings.ts'
import { compareText } from './order.ts'

/**
 * Facts of one group, for example all legal notices of a site, often have the same cause, so only
 * the strongest fact counts fully. The second fact counts a fifth and each further fact a
 * twentieth. Together the weaker facts add at most a quarter of the strongest fact.
 */
const SECOND_VOTE_FACTOR = 0.2
const FURTHER_VOTE_FACTOR = 0.05
const GROUP_GAIN_MAX = 0.25
/**
 * Upper limits on the weight that a site's statements about itself, and the statements of language
 * models, can add to a possible operator. Unit: natural log-odds.
 */
const SITE_PARTY_MAX = 5.5
const READING_PARTY_MAX = 1.4
const DENIAL_NATS = 0.6
/**
 * Score of a name that occurs only in a language model's reply, in purchased data or in the domain
 * name. Such a name is almost never the operator. Unit: natural log-odds.
 */
const UNFOUNDED_NATS = -6

/**
 * Sources of evidence that can support a possible operator but cannot add a new one: language
 * models, purchased data and the domain name.
 */
const BACKING: ReadonlySet<Party> = new Set(['reading', 'records', 'name'])

export interface WeighedCandidate {
  candidate: Candidate
  /**
   * Sum of the evidence for the possible operator, without the result of the ranking model. Unit:
   * natural log-odds.
   */
  evidence: number
  /**
   * Amount that each fact in `candidate.votes` adds to the sum of the evidence, in the same order.
   */
  gains: number[]
}

type Weights = Pick<Calibration, 'kind_weights' | 'none_base'>

/**
 * Adds up the evidence for one possible operator. Of several facts with the same cause only the
 * strongest counts fully. The site's statements about itself, and the statements of language
 * models, have an upper limit.
 */
export function weigh(candidate: Candidate, weights: Weights): WeighedCandidate {
  const gains = candidate.votes.map(() => 0)
  const groups = new Map<string, { index: number; strength: number }[]>()
  candidate.votes.forEach(({ signal, strength }, index) => {
    const group = groups.get(signal.group) ?? []
    group.push({
      index,
      strength: Math.max(0, strength * (weights.kind_weights[signal.kind] ?? 1)),
    })
    groups.set(signal.group, group)
  })
  for (const group of groups.values()) {
    group.sort((a, b) => b.strength - a.strength || a.index - b.index)
    let room = (group[0]?.strength ?? 0) * GROUP_GAIN_MAX
    group.forEach(({ index, strength }, position) => {
      const gain =
        position === 0
          ? strength
          : Math.min(room, strength * (position === 1 ? SECOND_VOTE_FACTOR : FURTHER_VOTE_FACTOR))
      if (position > 0) room -= gain
      gains[index] = gain
    })
  }
  capParty(candidate, gains, 'site', SITE_PARTY_MAX)
  capParty(candidate, gains, 'reading', READING_PARTY_MAX)
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

/**
 * Returns the log-odds that none of the possible operators is right: a base value plus facts such
 * as "the domain is parked". Of several facts with the same cause only the strongest counts.
 */
export function noneScore(context: readonly Signal[], weights: Weights): number {
  const groups = new Map<string, number>()
  for (const signal of context) {
    const strength = signal.strength * (weights.kind_weights[signal.kind] ?? 1)
    groups.set(signal.group, Math.max(groups.get(signal.group) ?? 0, strength))
  }
  return weights.none_base + [...groups.values()].reduce((sum, strength) => sum + strength, 0)
}

export interface RankedCandidate extends WeighedCandidate {
  /**
   * Sum of the evidence for the possible operator and the result of the ranking model. Unit:
   * natural log-odds.
   */
  score: number
  confidence: number
  basis: Basis
}

/**
 * Returns the possible operators with calibrated probabilities, most probable first. If the
 * probabilities sum to less than 1, the remainder is the probability that no possible operator is
 * right.
 */
export function rankCandidates(gathered: Candidates, calibration: Calibration): RankedCandidate[] {
  const weighed = gathered.candidates.map((candidate) => {
    const own = weigh(candidate, calibration)
    return { ...own, score: own.evidence + evaluate(calibration.ranking, candidate.features) }
  })
  const none = noneScore(gathered.context, calibration)
  const most = Math.max(none, ...weighed.map(({ score }) => score))
  const total = weighed.reduce(
    (sum, { score }) => sum + Math.exp(score - most),
    Math.exp(none - most),
  )
  const ranked = weighed
    .map((each) => ({
      ...each,
      confidence: Math.exp(each.score - most) / total,
      basis: basisOf(each.candidate, gathered.facts),
    }))
    .sort((a, b) => b.confidence - a.confidence || compareText(a.candidate.name, b.candidate.name))
  const [top] = ranked
  if (top === undefined) return []
  // The confidence in the best operator is at most its raw probability divided by the sum of the
  // raw probabilities of all possible operators. Otherwise two equally probable operators would
  // look like a clear result.
  const share = top.confidence / ranked.reduce((sum, { confidence }) => sum + confidence, 0)
  const shift = top.basis === 'verified' ? calibration.verified : 0
  const lifted = Math.min(
    calibrate(top.confidence, {
      slope: calibration.slope,
      intercept: calibration.intercept + shift,
    }),
    share,
    calibration.confidence_max,
    ceilingOf(top.candidate, top.basis, gathered.facts),
  )
  const rest = top.confidence < 1 ? (1 - lifted) / (1 - top.confidence) : 0
  return ranked.map((each, position) => ({
    ...each,
    confidence: position === 0 ? lifted : Math.min(lifted, each.confidence * rest),
  }))
}
