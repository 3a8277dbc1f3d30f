import { readDomainLabel } from '../../shared/attribution/names/domain-label.ts'
import { compactName } from '../../shared/attribution/names/entity-names.ts'
import type { Bin } from '../../shared/attribution/scoring/reliability-diagram.ts'
import type { ScoringResult } from '../../shared/attribution/scoring/scoring-result.ts'
import type { LabelledCase } from './cases.ts'
import { targetOf } from './collect.ts'

export interface Judged {
  id: string
  class: string
  kind: string
  language: string
  folder: string
  corpus: string
  /**
   * Weight of the example in a fit. The figures by set and corpus leave out examples with a weight
   * below 1.
   */
  weight: number
  /**
   * False if nobody is named on the site. Then the right answer names nobody, and the site's own
   * name is tolerated.
   */
  answerable: boolean
  outcome: ScoringResult['outcome']
  top: string | null
  confidence: number
  /**
   * True if the top candidate has an accepted name of the operator, even if its confidence is low.
   */
  right: boolean
  /**
   * True if the top candidate is not the operator, but a brand of the site or the label of its
   * domain.
   */
  ownName: boolean
  brand: boolean
  wrong: boolean
  answered: boolean
  /**
   * True if the analysis named a company that the example lists as harmful, such as the web agency
   * that built the site.
   */
  harmful: boolean
}

/** Compares names without their legal form (such as "GmbH"), punctuation, spaces and case. */
export const sameName = (a: string, b: string): boolean => compactName(a) === compactName(b)

/**
 * True if the name is a brand of the site or the label of its domain, and the example does not
 * reject it.
 */
export function isOwnName({ domain, truth }: LabelledCase, name: string): boolean {
  const isIn = (names: readonly string[]): boolean => names.some((each) => sameName(each, name))
  return !isIn(truth.reject) && (isIn(truth.brand) || isLabel(domain, name))
}

/** Judges an answer. It can be the answer of an analysis, or of a simple rule for comparison. */
export function judge(
  labelled: LabelledCase,
  {
    outcome,
    confidence,
    top,
  }: { outcome: ScoringResult['outcome']; confidence: number; top: string | null },
  weight = 1,
): Judged {
  const { truth } = labelled
  const named = (names: readonly string[]): boolean =>
    top !== null && names.some((name) => sameName(name, top))
  const right = named(truth.accept)
  const attributed = outcome === 'attributed'
  const ownName = !right && top !== null && isOwnName(labelled, top)
  const brand = attributed && ownName
  const wrong = attributed && !right && !brand
  return {
    id: labelled.id ?? labelled.domain,
    class: labelled.class,
    kind: labelled.kind ?? labelled.class,
    language: labelled.lang ?? '',
    folder: labelled.folder,
    corpus: labelled.corpus ?? '',
    weight,
    answerable: truth.operator !== null,
    outcome,
    top,
    confidence,
    right,
    ownName,
    brand,
    wrong,
    answered: attributed && right,
    harmful: wrong && named(truth.reject),
  }
}

function isLabel(domain: string, top: string | null): boolean {
  const { compact, whole } = readDomainLabel(targetOf(domain).registrableDomain)
  return top !== null && [compact, whole].includes(compactName(top))
}

export interface Figures {
  cases: number
  answerable: number
  /**
   * Share of the domains with a known operator whose top candidate is right, even if its confidence
   * is low.
   */
  accuracy: number
  /**
   * Share of the domains with a known operator for which the answer named the right operator.
   * `brand`, `wrong` and `abstained` are shares of the same domains.
   */
  answered: number
  brand: number
  wrong: number
  abstained: number
  harmful: number
  /**
   * Among the domains where nobody is named: shares for which the answer named nobody, the site
   * itself (`nobodyBrand`), or another name (`nobodyWrong`).
   */
  abstention: number
  nobodyBrand: number
  nobodyWrong: number
  coverage: number
  /**
   * Brier score. Like ECE, it leaves out answers with a site's own name if nobody is named on the
   * site: such answers are neither right nor wrong.
   */
  brier: number
  ece: number
  bins: Bin[]
}

const BINS = 10

export function figuresOf(judged: readonly Judged[]): Figures {
  const answerable = judged.filter((each) => each.answerable)
  const unanswerable = judged.filter((each) => !each.answerable)
  const counted = judged.filter((each) => each.answerable || !each.ownName)
  const bins = binsOf(counted)
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
    nobodyBrand: share(unanswerable, (each) => each.brand),
    nobodyWrong: share(unanswerable, (each) => each.wrong),
    coverage: share(answerable, (each) => each.outcome === 'attributed'),
    brier: mean(counted.map((each) => (each.confidence - Number(each.right)) ** 2)),
    ece: bins.reduce(
      (sum, bin) =>
        sum + (bin.count / Math.max(1, counted.length)) * Math.abs(bin.accuracy - bin.confidence),
      0,
    ),
    bins,
  }
}

function binsOf(judged: readonly Judged[]): Bin[] {
  return Array.from({ length: BINS }, (_, index) => {
    const inside = judged.filter(
      (each) => Math.min(BINS - 1, Math.floor(each.confidence * BINS)) === index,
    )
    return {
      from: index / BINS,
      count: inside.length,
      confidence: mean(inside.map((each) => each.confidence)),
      accuracy: share(inside, (each) => each.right),
    }
  })
}

export function rightAbove(
  judged: readonly Judged[],
  confidence: number,
): { count: number; right: number } {
  const sure = judged.filter(
    (each) => each.outcome === 'attributed' && each.confidence >= confidence,
  )
  return { count: sure.length, right: share(sure, (each) => each.right) }
}

/**
 * Error rate by coverage. The n-th point has the share of wrong results (`risk`) among the n
 * results of highest confidence.
 */
export function riskCoverage(
  judged: readonly Judged[],
): { coverage: number; risk: number; confidence: number }[] {
  const ranked = [...judged].sort((a, b) => b.confidence - a.confidence)
  let wrong = 0
  return ranked.map((each, index) => {
    wrong += Number(!each.right)
    return {
      coverage: (index + 1) / ranked.length,
      risk: wrong / (index + 1),
      confidence: each.confidence,
    }
  })
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
const share = <Item>(items: readonly Item[], holds: (item: Item) => boolean): number =>
  items.length === 0 ? 0 : items.filter(holds).length / items.length
