import type { Target } from '../collector.ts'
import type { EvidenceSet } from '../evidence.ts'
import { sameEntity } from '../names/entity-names.ts'
import { withRenderedHome } from '../rendered-home.ts'
import { readSignals } from '../signals/read-signals.ts'
import type { Signal } from '../signals/signal.ts'
import { explainSignal } from '../signals/signal-kinds.ts'
import { breakdown } from './breakdown.ts'
import { CALIBRATION, type Calibration } from './calibration.ts'
import { type Candidate, type Candidates, gatherCandidates } from './candidates.ts'
import { bySignal, compareText } from './order.ts'
import { type RankedCandidate, rankCandidates } from './rank-candidates.ts'
import { rationale, summarize } from './rationale.ts'
import type { Scoring, ScoringResult } from './scoring-result.ts'
import { collectWarnings } from './warnings.ts'

const CANDIDATES_MAX = 10
const CANDIDATE_CONFIDENCE_MIN = 0.02
const ALIASES_MAX = 12
const LINKS_MAX = 300
const CONFIDENCE_DIGITS = 1e4
/** From this confidence of the second candidate on, the answer can be ambiguous. */
const RIVAL_CONFIDENCE_MIN = 0.2
// The first candidate is clear only if its confidence is at least this many times the confidence of
// the second one.
const LEAD_MIN_RATIO = 1.25

/** The same evidence and the same `now` always give exactly the same result. */
export function score(target: Target, evidence: EvidenceSet, now: Date): Scoring {
  return scoreSignals(target, evidence, readSignals(target, evidence, now), now, CALIBRATION)
}

/** Scores the given signals with the given parameters. test/eval also calls this function. */
export function scoreSignals(
  target: Target,
  given: EvidenceSet,
  signals: readonly Signal[],
  now: Date,
  calibration: Calibration,
): Scoring {
  const evidence = withRenderedHome(given)
  const gathered = gatherCandidates(target, evidence, signals, now)
  const ranking = rankCandidates(gathered, calibration).map(rounded)
  const top = ranking[0]
  const listed = ranking
    .filter((ranked, index) => index === 0 || ranked.confidence >= CANDIDATE_CONFIDENCE_MIN)
    .slice(0, CANDIDATES_MAX)
  const aliases = listed.map((ranked) => findAliases(ranked.candidate, gathered, ranked === top))
  const outcome = decideOutcome(ranking, aliases[0] ?? [], calibration)
  const entity = outcome === 'attributed' ? (top?.candidate.name ?? null) : null
  const verified = ranking.flatMap(({ candidate, basis }) =>
    basis === 'verified' ? candidate.names : [],
  )
  const warnings = collectWarnings(target, evidence, [...signals].sort(bySignal), {
    entity,
    verified,
    facts: gathered.facts,
  })
  const shown = listed.map((ranked, index) => shownAliases(ranked, aliases[index] ?? [], gathered))
  const result: ScoringResult = {
    domain: target.domain,
    outcome,
    entity,
    confidence: top?.confidence ?? 0,
    basis: entity === null ? null : (top?.basis ?? null),
    warnings,
    candidates: listed.map((ranked, index) => ({
      rank: index + 1,
      entity: ranked.candidate.name,
      aliases: shown[index] ?? [],
      entity_type: ranked.candidate.type,
      confidence: ranked.confidence,
      basis: ranked.basis,
      signal_count: ranked.votes.filter(({ nats }) => nats > 0).length,
      rationale: rationale(ranked),
    })),
    summary: summarize({
      domain: target.domain,
      outcome,
      ranking,
      warnings,
      reasonsAgainst: reasonsAgainst(gathered),
      facts: gathered.facts,
    }),
    collected_at: collectedAt(evidence, now),
    scorer_version: calibration.scorer_version,
  }
  return {
    result,
    entities: listed.map((ranked, index) =>
      breakdown(ranked, shown[index] ?? [], gathered.context),
    ),
    links: linksOf(signals),
    aliases: shown[0] ?? [],
    parent: top === undefined ? null : findParent(top.candidate, evidence),
  }
}

const rounded = (ranked: RankedCandidate): RankedCandidate => ({
  ...ranked,
  confidence: Math.floor(ranked.confidence * CONFIDENCE_DIGITS) / CONFIDENCE_DIGITS,
})

function decideOutcome(
  ranking: readonly RankedCandidate[],
  aliases: readonly string[],
  calibration: Calibration,
): ScoringResult['outcome'] {
  const [top, ...others] = ranking
  const rival = others.find(({ candidate }) => !aliases.includes(candidate.name))
  const first = top?.confidence ?? 0
  const second = rival?.confidence ?? 0
  const both = second >= RIVAL_CONFIDENCE_MIN && first + second >= calibration.attributed_at
  const close = first < second * LEAD_MIN_RATIO
  if (both && (close || first < calibration.attributed_at)) return 'ambiguous'
  return first >= calibration.attributed_at ? 'attributed' : 'no_clear_entity'
}

function reasonsAgainst(gathered: Candidates): string[] {
  return [...gathered.context]
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
    links.set(signal.identifier, {
      kind: signal.identifier.slice(0, at),
      value: signal.identifier.slice(at + 1),
    })
  }
  return [...links.values()]
    .sort((a, b) => compareText(a.kind, b.kind) || compareText(a.value, b.value))
    .slice(0, LINKS_MAX)
}

// Kinds of signals that name a brand of the site. A name of BRAND_KINDS counts only if it resembles
// the domain; a name of DECLARED_KINDS always counts.
const DECLARED_KINDS = new Set(['site_name', 'application_name'])
const BRAND_KINDS = new Set([
  'logo_name',
  'alternate_name',
  'structured_organization',
  'page_title',
])
const BRAND_LIKENESS_MIN = 0.6

/** Returns other names of a candidate. The first candidate also gets the brands of the site. */
function findAliases(candidate: Candidate, gathered: Candidates, isTop: boolean): string[] {
  const others = gathered.candidates.filter((other) => other !== candidate)
  const alike = others.filter(
    (other) =>
      (isStated(other) &&
        candidate.names.some((name) => other.names.some((theirs) => sameEntity(name, theirs)))) ||
      (isTop && isBrand(other)),
  )
  const names = [...candidate.names, ...alike.map(({ name }) => name)]
  return [...new Set(names)].filter((name) => name !== candidate.name).slice(0, ALIASES_MAX)
}

// Leaves out the names of other candidates if only the domain's holder states the company:
// otherwise any site could give any name to any company.
function shownAliases(
  { candidate, basis }: RankedCandidate,
  aliases: readonly string[],
  gathered: Candidates,
): string[] {
  if (basis !== 'stated') return [...aliases]
  const isOwn = (alias: string): boolean => candidate.names.some((name) => sameEntity(name, alias))
  const others = gathered.candidates.filter((other) => other !== candidate)
  return aliases.filter((alias) => isOwn(alias) || !others.some(({ name }) => name === alias))
}

// Kinds of signals whose names were cut out of running text. Such a name may contain unrelated
// words, so it is never an alias.
const CUT_KINDS = new Set([
  'copyright_holder',
  'owner_statement',
  'footer_name',
  'heading_name',
  'company_in_text',
])

const isStated = ({ names, votes }: Candidate): boolean =>
  votes.some(
    ({ signal: { kind, entity } }) =>
      entity !== null &&
      names.includes(entity) &&
      kind !== 'name_in_domain' &&
      !CUT_KINDS.has(kind),
  )

const isBrand = ({ votes, features }: Candidate): boolean =>
  votes.some(({ signal }) => DECLARED_KINDS.has(signal.kind)) ||
  (votes.some(({ signal }) => BRAND_KINDS.has(signal.kind)) &&
    (features.get('likeness') ?? 0) >= BRAND_LIKENESS_MIN)

// Returns the parent company. Only a register or data provider counts, because a hijacker of the
// domain would name the old operator as the parent.
function findParent(candidate: Candidate, evidence: EvidenceSet): string | null {
  const own = (name: string): boolean => candidate.names.some((known) => sameEntity(known, name))
  const registered = (evidence.legal_entity?.data?.matches ?? [])
    .filter((match) => own(match.legal_name))
    .map((match) => match.parent)
  const recorded = evidence.enrichment?.data?.parent ?? null
  return [...registered, recorded].find((name) => name !== null && !own(name)) ?? null
}
