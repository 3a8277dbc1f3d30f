import { normalizeEntityName } from '../../shared/attribution/names/entity-names.ts'
import type { ScoringResult } from '../../shared/attribution/scoring/scoring-result.ts'
import type { LabelledCase } from './cases.ts'

/** One case and what the service answered. */
export interface Judged {
  id: string
  class: string
  answerable: boolean
  outcome: ScoringResult['outcome']
  top: string | null
  confidence: number
  /** The top candidate is an accepted name. */
  right: boolean
  /** Attributed to a name that is not accepted. */
  wrong: boolean
  /** Wrong, and the name is one of those that do harm. */
  harmful: boolean
}

const REJECT_SEPARATOR = ' '

export const sameName = (a: string, b: string): boolean =>
  normalizeEntityName(a).replaceAll(REJECT_SEPARATOR, '') === normalizeEntityName(b).replaceAll(REJECT_SEPARATOR, '')

export function judge(labelled: LabelledCase, result: ScoringResult): Judged {
  const top = result.candidates[0]?.entity ?? null
  const accepted = top !== null && labelled.truth.accept.some((name) => sameName(name, top))
  const wrong = result.outcome === 'attributed' && !accepted
  return {
    id: labelled.id ?? labelled.domain,
    class: labelled.class,
    answerable: labelled.truth.operator !== null,
    outcome: result.outcome,
    top,
    confidence: result.confidence,
    right: accepted,
    wrong,
    harmful: wrong && top !== null && labelled.truth.reject.some((name) => sameName(name, top)),
  }
}

export interface Bin {
  from: number
  count: number
  confidence: number
  accuracy: number
}

export interface Figures {
  cases: number
  answerable: number
  accuracy: number
  wrong: number
  harmful: number
  abstention: number
  coverage: number
  brier: number
  ece: number
  bins: Bin[]
}

const BINS = 10

/** The figures of acceptance: see the README of the cases for what counts. */
export function figuresOf(judged: readonly Judged[]): Figures {
  const answerable = judged.filter((each) => each.answerable)
  const unanswerable = judged.filter((each) => !each.answerable)
  const bins = binsOf(judged)
  return {
    cases: judged.length,
    answerable: answerable.length,
    accuracy: share(answerable, (each) => each.right),
    wrong: share(judged, (each) => each.wrong),
    harmful: judged.filter((each) => each.harmful).length,
    abstention: share(unanswerable, (each) => each.outcome !== 'attributed'),
    coverage: share(answerable, (each) => each.outcome === 'attributed'),
    brier: mean(judged.map((each) => (each.confidence - Number(each.right)) ** 2)),
    ece: bins.reduce(
      (sum, bin) => sum + (bin.count / Math.max(1, judged.length)) * Math.abs(bin.accuracy - bin.confidence),
      0,
    ),
    bins,
  }
}

function binsOf(judged: readonly Judged[]): Bin[] {
  return Array.from({ length: BINS }, (_, index) => {
    const inside = judged.filter((each) => Math.min(BINS - 1, Math.floor(each.confidence * BINS)) === index)
    return {
      from: index / BINS,
      count: inside.length,
      confidence: mean(inside.map((each) => each.confidence)),
      accuracy: share(inside, (each) => each.right),
    }
  })
}

/** Risk at each coverage: cases by falling confidence, and the share of wrong ones among those answered so far. */
export function riskCoverage(judged: readonly Judged[]): { coverage: number; risk: number; confidence: number }[] {
  const ranked = [...judged].sort((a, b) => b.confidence - a.confidence)
  let wrong = 0
  return ranked.map((each, index) => {
    wrong += Number(!each.right)
    return { coverage: (index + 1) / ranked.length, risk: wrong / (index + 1), confidence: each.confidence }
  })
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
const share = <Item>(items: readonly Item[], holds: (item: Item) => boolean): number =>
  items.length === 0 ? 0 : items.filter(holds).length / items.length
