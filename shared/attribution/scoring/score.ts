import type { Target } from '../collector.ts'
import type { EvidenceSet } from '../evidence.ts'
import { sameEntity } from '../names/entity-names.ts'
import { readSignals } from '../signals/read-signals.ts'
import type { Signal } from '../signals/signal.ts'
import { explainSignal } from '../signals/signal-kinds.ts'
import { breakdown } from './breakdown.ts'
import { CALIBRATION, type Calibration } from './calibration.ts'
import { type Candidates, type Contender, gatherCandidates } from './candidates.ts'
import { compareText } from './name-clusters.ts'
import { type RankedCandidate, rankCandidates } from './rank-candidates.ts'
import { rationale, summarize } from './rationale.ts'
import type { Scoring, ScoringResult } from './scoring-result.ts'

const CANDIDATES_MAX = 10
const CANDIDATE_CONFIDENCE_MIN = 0.02
const ALIASES_MAX = 12
const LINKS_MAX = 300
const CONFIDENCE_DIGITS = 1e4
/** A runner-up this close and this likely makes the answer ambiguous. */
const RIVAL_CONFIDENCE_MIN = 0.2
const LEAD_MIN_NATS = 0.5

/** Attributes a domain from its evidence. Pure: the same evidence and `now` give the same bytes. Times come from the evidence. */
export function score(target: Target, evidence: EvidenceSet, now: Date): Scoring {
  return scoreSignals(target, evidence, readSignals(target, evidence, now), now, CALIBRATION)
}

/** The same from signals already read, with parameters of choice: what fitting and ablation call. */
export function scoreSignals(
  target: Target,
  evidence: EvidenceSet,
  signals: readonly Signal[],
  now: Date,
  calibration: Calibration,
): Scoring {
  const field = gatherCandidates(target, signals)
  const standings = rankCandidates(field, calibration).map(rounded)
  const outcome = outcomeOf(standings, calibration)
  const top = standings[0]
  const listed = standings
    .filter((standing, place) => place === 0 || standing.confidence >= CANDIDATE_CONFIDENCE_MIN)
    .slice(0, CANDIDATES_MAX)
  const result: ScoringResult = {
    domain: target.domain,
    outcome,
    entity: outcome === 'attributed' ? (top?.contender.name ?? null) : null,
    confidence: top?.confidence ?? 0,
    candidates: listed.map((standing, place) => ({
      rank: place + 1,
      entity: standing.contender.name,
      entity_type: standing.contender.type,
      confidence: standing.confidence,
      signal_count: standing.gains.filter((gain) => gain > 0).length,
      rationale: rationale(standing),
    })),
    summary: summarize(target.domain, outcome, standings, reasonsAgainst(field)),
    collected_at: collectedAt(evidence, now),
    scorer_version: calibration.scorer_version,
  }
  return {
    result,
    entities: listed.map((standing) => breakdown(standing, field.context)),
    links: linksOf(signals),
    aliases: top === undefined ? [] : aliasesOf(top.contender),
    parent: top === undefined ? null : parentOf(top.contender, field, evidence),
  }
}

const rounded = (standing: RankedCandidate): RankedCandidate => ({
  ...standing,
  confidence: Math.floor(standing.confidence * CONFIDENCE_DIGITS) / CONFIDENCE_DIGITS,
})

function outcomeOf(standings: readonly RankedCandidate[], calibration: Calibration): ScoringResult['outcome'] {
  const [top, rival] = standings
  const first = top?.confidence ?? 0
  const second = rival?.confidence ?? 0
  const both = second >= RIVAL_CONFIDENCE_MIN && first + second >= calibration.attributed_at
  const close = (top?.score ?? 0) - (rival?.score ?? 0) < LEAD_MIN_NATS
  if (both && (close || first < calibration.attributed_at)) return 'ambiguous'
  return first >= calibration.attributed_at ? 'attributed' : 'no_clear_entity'
}

/** Sentences of the context that speaks for nobody, strongest first. */
function reasonsAgainst(field: Candidates): string[] {
  return [...field.context]
    .filter((signal) => signal.strength > 0)
    .sort((a, b) => b.strength - a.strength || compareText(a.kind, b.kind))
    .map((signal) => explainSignal(signal.kind, signal.entity, signal.observed))
}

function collectedAt(evidence: EvidenceSet, now: Date): string {
  const times = Object.values(evidence)
    .map((entry) => entry?.collected_at ?? '')
    .filter((time) => time !== '')
    .sort()
  return times.at(-1) ?? now.toISOString()
}

function linksOf(signals: readonly Signal[]): Scoring['links'] {
  const links = new Map<string, { kind: string; value: string }>()
  for (const signal of signals) {
    if (signal.kind !== 'shared_identifier' || signal.identifier === null) continue
    const at = signal.identifier.indexOf(':')
    links.set(signal.identifier, { kind: signal.identifier.slice(0, at), value: signal.identifier.slice(at + 1) })
  }
  return [...links.values()]
    .sort((a, b) => compareText(a.kind, b.kind) || compareText(a.value, b.value))
    .slice(0, LINKS_MAX)
}

function aliasesOf(contender: Contender): string[] {
  return contender.names.filter((name) => name !== contender.name).slice(0, ALIASES_MAX)
}

/** The parent that evidence states: a page's own words, a register, a data provider. Never one of the entity's own names. */
function parentOf(contender: Contender, field: Candidates, evidence: EvidenceSet): string | null {
  const own = (name: string): boolean => contender.names.some((known) => sameEntity(known, name))
  const stated = field.contenders
    .filter((other) => other !== contender && other.votes.some((vote) => vote.signal.kind === 'parent_statement'))
    .map((other) => other.name)
  const registered = (evidence.legal_entity?.data?.matches ?? [])
    .filter((match) => own(match.legal_name))
    .map((match) => match.parent)
  const recorded = evidence.enrichment?.data?.parent ?? null
  return [...stated, ...registered, recorded].find((name) => name !== null && !own(name)) ?? null
}
