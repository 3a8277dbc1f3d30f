import type { Basis } from '../basis.ts'
import type { Signal } from '../signals/signal.ts'
import { BASIS_OF } from '../signals/signal-authors.ts'
import { asSentence, clauseOf, explainSignal } from '../signals/signal-kinds.ts'
import type { CeilingFacts } from './ceiling-facts.ts'
import { contradictionOf } from './ceilings.ts'
import type { RankedCandidate } from './rank-candidates.ts'
import type { ScoringResult, Warning } from './scoring-result.ts'

const REASONS_MAX = 3
const RATIONALE_LENGTH_MAX = 400

/** At most three reasons, strongest first, one of each group. A contradiction comes last. */
export function rationale(ranked: RankedCandidate): string {
  const doubt = contradiction(ranked)
  const sentence =
    doubt === null ? reasonsFor(ranked) : `${asSentence(reasonsFor(ranked))} ${doubt}`
  return sentence.length < RATIONALE_LENGTH_MAX
    ? asSentence(sentence)
    : `${sentence.slice(0, RATIONALE_LENGTH_MAX - 1).toWellFormed()}…`
}

function contradiction({ candidate, basis }: RankedCandidate): string | null {
  const signal = basis === 'verified' ? undefined : contradictionOf(candidate)
  return signal === undefined ? null : explainSignal(signal.kind, signal.entity, signal.observed)
}

function reasonsFor({ votes }: RankedCandidate): string {
  const first = new Map<string, Signal>()
  for (const { signal, nats } of votes)
    if (nats > 0 && !first.has(signal.group)) first.set(signal.group, signal)
  const reasons = [...first.values()]
    .slice(0, REASONS_MAX)
    .map((signal) => clauseOf(signal.kind, signal.entity, signal.observed))
  if (reasons.length === 0) return 'No single piece of evidence stands out.'
  const [strongest = '', ...others] = reasons
  const last = others.pop()
  const joined = [strongest, ...others.map(lowerFirst)].join(', ')
  return last === undefined ? joined : `${joined}, and ${lowerFirst(last)}`
}

const lowerFirst = (sentence: string): string =>
  sentence.replace(/^\p{Lu}(?=\p{Ll}|\s\p{Ll})/u, (letter) => letter.toLowerCase())

const percent = (confidence: number): string => `${Math.round(confidence * 100)}%`

export interface Answer {
  domain: string
  outcome: ScoringResult['outcome']
  ranking: readonly RankedCandidate[]
  warnings: readonly Warning[]
  reasonsAgainst: readonly string[]
  facts: CeilingFacts
}

export function summarize({
  domain,
  outcome,
  ranking,
  warnings,
  reasonsAgainst,
  facts,
}: Answer): string {
  const [top, second] = ranking
  if (outcome === 'attributed' && top !== undefined) return attributed(domain, top, warnings, facts)
  if (outcome === 'ambiguous' && top !== undefined && second !== undefined)
    return (
      `The evidence about ${domain} names more than one operator: ${top.candidate.name} ` +
      `(${percent(top.confidence)}) and ${second.candidate.name} ` +
      `(${percent(second.confidence)}).`
    )
  const imitation = warnings.find(({ kind }) => kind === 'imitates')
  if (imitation !== undefined)
    return (
      `${asSentence(`${domain} imitates ${imitation.entity ?? 'somebody else'}`)} Nothing that ` +
      `${imitation.entity ?? 'the imitated party'} controls confirms the domain, so nobody is ` +
      'named.'
    )
  const claim = warnings.find(({ kind }) => kind === 'unconfirmed_claim')
  const doubt = top === undefined ? null : contradiction(top)
  const why = doubt ?? (claim === undefined ? reasonsAgainst[0] : claim.detail)
  const weak =
    top === undefined
      ? 'No evidence names an operator.'
      : `The best candidate, ${top.candidate.name}, is not supported well enough.`
  return `The evidence shows no clear operator of ${domain}. ${why ?? weak}`
}

function attributed(
  domain: string,
  top: RankedCandidate,
  warnings: readonly Warning[],
  { isRedirect }: CeilingFacts,
): string {
  const { name } = top.candidate
  const sure = `confidence ${percent(top.confidence)}`
  if (top.basis === 'verified')
    return `${domain} is operated by ${name}, ${sure}. ${confirmation(top, 'verified')}`
  const claim = warnings.find(({ kind, entity }) => kind === 'unconfirmed_claim' && entity !== null)
  const doubt = claim === undefined ? '' : ` ${claim.detail}`
  if (isRedirect)
    return (
      `${domain} redirects to a site that names ${name}, ${sure}. Nothing on that site ` +
      `confirms that ${name} holds ${domain}.${doubt}`
    )
  const onSite = top.votes.some(({ party, nats }) => party === 'site' && nats > 0)
  const stated = onSite
    ? `The site ${domain} says that it is operated by ${name}, ${sure}`
    : `The records of ${domain} name ${name}, ${sure}`
  if (top.basis === 'corroborated') return `${stated}. ${confirmation(top, 'corroborated')}${doubt}`
  return `${stated}; no independent source confirms it.${doubt}`
}

/** Explains the strongest statement whose author gives this basis. */
function confirmation(top: RankedCandidate, basis: Basis): string {
  const best = top.votes.find(({ signal }) => BASIS_OF[signal.author] === basis)
  return best === undefined
    ? rationale(top)
    : explainSignal(best.signal.kind, best.signal.entity, best.signal.observed)
}
