import type { Target } from '../collector.ts'
import type { EvidenceSet } from '../evidence.ts'
import { sameEntity } from '../names/entity-names.ts'
import { readSignals } from '../signals/read-signals.ts'
import type { Signal } from '../signals/signal.ts'
import { explainSignal } from '../signals/signal-kinds.ts'
import { breakdown } from './breakdown.ts'
import { CALIBRATION, type Calibration } from './calibration.ts'
import { type Candidate, type Candidates, gatherCandidates } from './candidates.ts'
import { compareText } from './order.ts'
import { type RankedCandidate, rankCandidates } from './rank-candidates.ts'
import { rationale, summarize } from './rationale.ts'
import type { Scoring, ScoringResult } from './scoring-result.ts'

const CANDIDATES_MAX = 10
const CANDIDATE_CONFIDENCE_MIN = 0.02
const ALIASES_MAX = 12
const LINKS_MAX = 300
const CONFIDENCE_DIGITS = 1e4
/** A runner-up this likely and this close to the first makes the answer ambiguous. */
const RIVAL_CONFIDENCE_MIN = 0.2
const LEAD_MIN_RATIO = 1.25

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
  const field = gatherCandidates(target, evidence, signals)
  const standings = rankCandidates(field, calibration).map(rounded)
  const top = standings[0]
  const listed = standings
    .filter((standing, place) => place === 0 || standing.confidence >= CANDIDATE_CONFIDENCE_MIN)
    .slice(0, CANDIDATES_MAX)
  const aliases = listed.map((standing) => aliasesOf(standing.candidate, field, standing === top))
  const outcome = outcomeOf(standings, aliases[0] ?? [], calibration)
  const result: ScoringResult = {
    domain: target.domain,
    outcome,
    entity: outcome === 'attributed' ? (top?.candidate.name ?? null) : null,
    confidence: top?.confidence ?? 0,
    candidates: listed.map((standing, place) => ({
      rank: place + 1,
      entity: standing.candidate.name,
      aliases: aliases[place] ?? [],
      entity_type: standing.candidate.type,
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
    entities: listed.map((standing, place) => breakdown(standing, aliases[place] ?? [], field.context)),
    links: linksOf(signals),
    aliases: aliases[0] ?? [],
    parent: top === undefined ? null : parentOf(top.candidate, field, evidence),
  }
}

const rounded = (standing: RankedCandidate): RankedCandidate => ({
  ...standing,
  confidence: Math.floor(standing.confidence * CONFIDENCE_DIGITS) / CONFIDENCE_DIGITS,
})

/** Another name of the top candidate is no rival to it. */
function outcomeOf(
  standings: readonly RankedCandidate[],
  aliases: readonly string[],
  calibration: Calibration,
): ScoringResult['outcome'] {
  const [top, ...others] = standings
  const rival = others.find(({ candidate }) => !aliases.includes(candidate.name))
  const first = top?.confidence ?? 0
  const second = rival?.confidence ?? 0
  const both = second >= RIVAL_CONFIDENCE_MIN && first + second >= calibration.attributed_at
  const close = first < second * LEAD_MIN_RATIO
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

/** Names that a site declares as its own, and names that are its own when the domain agrees with them. */
const DECLARED_KINDS = new Set(['site_name', 'application_name'])
const BRAND_KINDS = new Set(['logo_name', 'alternate_name', 'structured_organization', 'page_title'])
const BRAND_LIKENESS_MIN = 0.6

/** Other spellings of a candidate, names that mean the same entity, and, of the top candidate, the brands of its site. */
function aliasesOf(candidate: Candidate, field: Candidates, isTop: boolean): string[] {
  const others = field.candidates.filter((other) => other !== candidate)
  const alike = others.filter(
    (other) =>
      (isStated(other) && candidate.names.some((name) => other.names.some((theirs) => sameEntity(name, theirs)))) ||
      (isTop && isBrand(other)),
  )
  const names = [...candidate.names, ...alike.map(({ name }) => name)]
  return [...new Set(names)].filter((name) => name !== candidate.name).slice(0, ALIASES_MAX)
}

/** Kinds whose names are cut out of running text, so that a longer cut of the same words is no other name. */
const CUT_KINDS = new Set(['copyright_holder', 'owner_statement', 'footer_name', 'heading_name', 'company_in_text'])

const isStated = ({ names, votes }: Candidate): boolean =>
  votes.some(
    ({ signal: { kind, entity } }) =>
      entity !== null && names.includes(entity) && kind !== 'name_in_domain' && !CUT_KINDS.has(kind),
  )

const isBrand = ({ votes, features }: Candidate): boolean =>
  votes.some(({ signal }) => DECLARED_KINDS.has(signal.kind)) ||
  (votes.some(({ signal }) => BRAND_KINDS.has(signal.kind)) && (features.get('likeness') ?? 0) >= BRAND_LIKENESS_MIN)

/** The parent that evidence states: a page's own words, a register, a data provider. Never one of the entity's own names. */
function parentOf(candidate: Candidate, field: Candidates, evidence: EvidenceSet): string | null {
  const own = (name: string): boolean => candidate.names.some((known) => sameEntity(known, name))
  const stated = field.candidates
    .filter((other) => other !== candidate && other.votes.some((vote) => vote.signal.kind === 'parent_statement'))
    .map((other) => other.name)
  const registered = (evidence.legal_entity?.data?.matches ?? [])
    .filter((match) => own(match.legal_name))
    .map((match) => match.parent)
  const recorded = evidence.enrichment?.data?.parent ?? null
  return [...stated, ...registered, recorded].find((name) => name !== null && !own(name)) ?? null
}
