import { asSentence, clauseOf } from '../signals/signal-kinds.ts'
import type { RankedCandidate } from './rank-candidates.ts'
import type { ScoringResult } from './scoring-result.ts'

const REASONS_MAX = 3
const RATIONALE_LENGTH_MAX = 400

/**
 * Explains in one sentence why a name is a possible operator, with at most three reasons, strongest first. Of several facts with the same
 * cause only one is given as a reason.
 */
export function rationale(ranked: RankedCandidate): string {
  const seen = new Set<string>()
  const reasons = ranked.candidate.votes
    .map((vote, index) => ({ signal: vote.signal, gain: ranked.gains[index] ?? 0 }))
    .sort((a, b) => b.gain - a.gain)
    .filter(({ signal, gain }) => gain > 0 && !seen.has(signal.group) && seen.add(signal.group) !== undefined)
    .slice(0, REASONS_MAX)
    .map(({ signal }) => clauseOf(signal.kind, signal.entity, signal.observed))
  if (reasons.length === 0) return 'No single piece of evidence stands out.'
  const [first = '', ...others] = reasons
  const last = others.pop()
  const joined = [first, ...others.map(lowerFirst)].join(', ')
  const sentence = last === undefined ? joined : `${joined}, and ${lowerFirst(last)}`
  return sentence.length < RATIONALE_LENGTH_MAX
    ? asSentence(sentence)
    : `${sentence.slice(0, RATIONALE_LENGTH_MAX - 1).toWellFormed()}…`
}

const lowerFirst = (sentence: string): string =>
  sentence.replace(/^\p{Lu}(?=\p{Ll}|\s\p{Ll})/u, (letter) => letter.toLowerCase())

const percent = (confidence: number): string => `${Math.round(confidence * 100)} %`

export function summarize(
  domain: string,
  outcome: ScoringResult['outcome'],
  ranking: readonly RankedCandidate[],
  reasonsAgainst: readonly string[],
): string {
  const [top, second] = ranking
  if (outcome === 'attributed' && top !== undefined)
    return `${domain} is operated by ${top.candidate.name} with a confidence of ${percent(top.confidence)}. ${rationale(top)}`
  if (outcome === 'ambiguous' && top !== undefined && second !== undefined)
    return `The evidence about ${domain} names more than one entity: ${top.candidate.name} (${percent(top.confidence)}) and ${second.candidate.name} (${percent(second.confidence)}).`
  const why = reasonsAgainst[0]
  const weak =
    top === undefined
      ? 'No evidence names an operator.'
      : `The best candidate, ${top.candidate.name}, is not supported well enough.`
  return `The evidence shows no clear operator of ${domain}. ${why ?? weak}`
}
