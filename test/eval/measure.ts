import { compactName } from '../../shared/attribution/names/entity-names.ts'
import type { ScoringResult } from '../../shared/attribution/scoring/scoring-result.ts'
import type { LabelledCase } from './cases.ts'

/** One case and what the service answered. */
export interface Judged {
  id: string
  class: string
  /** Kind of the pages, or the class of a synthetic case. */
  kind: string
  language: string
  folder: string
  answerable: boolean
  outcome: ScoringResult['outcome']
  top: string | null
  confidence: number
  /** The top candidate is an accepted name. */
  right: boolean
  /** Attributed to a name of the site's own brand, though another name was to be found. */
  brand: boolean
  /** Attributed to a name that is neither accepted nor the site's brand. */
  wrong: boolean
  /** Attributed to an accepted name. */
  answered: boolean
  /** Wrong, and the name is one of those that do harm. */
  harmful: boolean
}

/** True when two names are equal after folding, without legal forms, punctuation and spaces. */
export const sameName = (a: string, b: string): boolean => compactName(a) === compactName(b)

/** Judges one answer, of the service or of another reader of the same pages. */
export function judge(
  labelled: LabelledCase,
  { outcome, confidence, top }: { outcome: ScoringResult['outcome']; confidence: number; top: string | null },
): Judged {
  const { truth } = labelled
  const named = (names: readonly string[]): boolean => top !== null && names.some((name) => sameName(name, top))
  const right = named(truth.accept)
  const attributed = outcome === 'attributed'
  const brand = attributed && !right && named(truth.brand)
  const wrong = attributed && !right && !brand
  return {
    id: labelled.id ?? labelled.domain,
    class: labelled.class,
    kind: labelled.kind ?? labelled.class,
    language: labelled.lang ?? '',
    folder: labelled.folder,
    answerable: truth.operator !== null,
    outcome,
    top,
    confidence,
    right,
    brand,
    wrong,
    answered: attributed && right,
    harmful: wrong && named(truth.reject),
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
  /** Share of answerable cases with an accepted name on top, attributed or not. */
  accuracy: number
  /** Shares of answerable cases. */
  answered: number
  brand: number
  wrong: number
  abstained: number
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
    answered: share(answerable, (each) => each.answered),
    brand: share(answerable, (each) => each.brand),
    wrong: share(answerable, (each) => each.wrong),
    abstained: share(answerable, (each) => each.outcome !== 'attributed'),
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

/** Of the answers at or above a confidence, how many there are and which part is right. */
export function rightAbove(judged: readonly Judged[], confidence: number): { count: number; right: number } {
  const sure = judged.filter((each) => each.outcome === 'attributed' && each.confidence >= confidence)
  return { count: sure.length, right: share(sure, (each) => each.right) }
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
