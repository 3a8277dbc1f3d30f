import type { Basis } from '../basis.ts'
import type { Signal } from '../signals/signal.ts'
import type { Party } from '../signals/signal-kinds.ts'
import { evaluate } from './boosted-trees.ts'
import { type Calibration, calibrate } from './calibration.ts'
import type { Candidate, Candidates, Vote } from './candidates.ts'
import { BACKING, basisOf, limitConfidence } from './ceilings.ts'
import { bySignal, compareText } from './order.ts'

// Factors for all but the strongest signal of a group. Signals of one group often have one cause,
// so the weaker ones together add at most a quarter of the strongest.
const SECOND_VOTE_FACTOR = 0.2
const FURTHER_VOTE_FACTOR = 0.05
const GROUP_GAIN_MAX = 0.25
// The most that all votes from the site, or all from language models, can add to a candidate, in
// natural log-odds.
const SITE_PARTY_MAX = 5.5
const READING_PARTY_MAX = 1.4
const DENIAL_NATS = 0.6
// Score of a name that only the sources in BACKING give. Such a name is almost never the operator.
const UNFOUNDED_NATS = -6

export interface WeighedVote extends Vote {
  /** Natural log-odds that the vote adds to the candidate's evidence. */
  nats: number
}

export interface WeighedCandidate {
  candidate: Candidate
  /** Sum of the votes in natural log-odds, without the ranking model. */
  evidence: number
  /** The strongest vote comes first. */
  votes: WeighedVote[]
}

type Weights = Pick<Calibration, 'kind_weights' | 'none_base'>

export function weigh(candidate: Candidate, weights: Weights): WeighedCandidate {
  const votes = candidate.votes.map((vote) => ({ ...vote, nats: 0 }))
  const groups = new Set(votes.map(({ signal }) => signal.group))
  for (const group of groups)
    weighGroup(
      votes.filter(({ signal }) => signal.group === group),
      weights,
    )
  capParty(votes, 'site', SITE_PARTY_MAX)
  capParty(votes, 'reading', READING_PARTY_MAX)
  const founded = votes.some(({ party }) => !BACKING.has(party))
  if (!founded) for (const vote of votes) vote.nats = 0
  const denied = candidate.against.some(({ kind }) => kind === 'model_denial') ? DENIAL_NATS : 0
  const sum = votes.reduce((total, { nats }) => total + nats, 0)
  votes.sort((a, b) => b.nats - a.nats || bySignal(a.signal, b.signal))
  return { candidate, evidence: founded ? sum - denied : UNFOUNDED_NATS, votes }
}

/** Sets the weight of the votes in one group. Only the strongest vote counts fully. */
function weighGroup(group: WeighedVote[], weights: Weights): void {
  const weighed = group
    .map((vote) => {
      const factor = weights.kind_weights[vote.signal.kind] ?? 1
      return { vote, strength: Math.max(0, vote.strength * factor) }
    })
    .sort((a, b) => b.strength - a.strength)
  let room = (weighed[0]?.strength ?? 0) * GROUP_GAIN_MAX
  for (const [position, { vote, strength }] of weighed.entries()) {
    const factor = position === 1 ? SECOND_VOTE_FACTOR : FURTHER_VOTE_FACTOR
    vote.nats = position === 0 ? strength : Math.min(room, strength * factor)
    if (position > 0) room -= vote.nats
  }
}

function capParty(votes: readonly WeighedVote[], party: Party, most: number): void {
  const own = votes.filter((vote) => vote.party === party)
  const sum = own.reduce((total, { nats }) => total + nats, 0)
  if (sum > most) for (const vote of own) vote.nats = (vote.nats * most) / sum
}

/** Log-odds that no candidate is the operator. Of each group only the strongest signal counts. */
export function noneScore(context: readonly Signal[], weights: Weights): number {
  const groups = new Map<string, number>()
  for (const signal of context) {
    const strength = signal.strength * (weights.kind_weights[signal.kind] ?? 1)
    groups.set(signal.group, Math.max(groups.get(signal.group) ?? 0, strength))
  }
  return weights.none_base + [...groups.values()].reduce((sum, strength) => sum + strength, 0)
}

export interface RankedCandidate extends WeighedCandidate {
  /** Sum of `evidence` and the result of the ranking model, in natural log-odds. */
  score: number
  confidence: number
  basis: Basis
}

/** Most probable first. 1 minus all confidences is the probability that no candidate is right. */
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
  // Upper limit for the first confidence: its share among all candidates. Without it, two equally
  // probable candidates would look like a clear result.
  const share = top.confidence / ranked.reduce((sum, { confidence }) => sum + confidence, 0)
  const shift = top.basis === 'verified' ? calibration.verified : 0
  const lifted = Math.min(
    calibrate(top.confidence, {
      slope: calibration.slope,
      intercept: calibration.intercept + shift,
    }),
    share,
    calibration.confidence_max,
    limitConfidence(top.candidate, top.basis, gathered.facts),
  )
  const rest = top.confidence < 1 ? (1 - lifted) / (1 - top.confidence) : 0
  return ranked.map((each, position) => ({
    ...each,
    confidence: position === 0 ? lifted : Math.min(lifted, each.confidence * rest),
  }))
}
