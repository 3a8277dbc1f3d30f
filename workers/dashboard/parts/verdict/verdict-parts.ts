import type { Schemas } from '../../api/api-client.ts'

export type Verdict = Schemas['Verdict']
export type Facts = Verdict['facts']
export type Reason = Verdict['reasons'][number]
export type TitledWarning = Verdict['warnings'][number]

const REASONS_SHOWN = 3
const CONTRADICTIONS_SHOWN = 1

/** The strongest reasons, and the first one that speaks against the candidate. */
export function shownReasons(reasons: readonly Reason[]): Reason[] {
  return [
    ...reasons.filter(({ stance }) => stance === 'supports').slice(0, REASONS_SHOWN),
    ...reasons.filter(({ stance }) => stance === 'contradicts').slice(0, CONTRADICTIONS_SHOWN),
  ]
}

const PARTS_MAX = 4

interface Part {
  readonly name: string
  readonly confidence: number
}

/** Parts of the bar of candidates. What the others and nobody share has no part. */
export const candidateParts = (candidates: Verdict['candidates']): Part[] =>
  candidates.slice(0, PARTS_MAX).map(({ entity, confidence }) => ({ name: entity, confidence }))

/** Only one candidate who is named needs no comparison. */
export const needsComparison = ({ candidates, outcome }: Verdict): boolean =>
  candidates.length > (outcome === 'attributed' ? 1 : 0)
