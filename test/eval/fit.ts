import { type Calibration, calibrate } from '../../shared/attribution/scoring/calibration.ts'
import type { Candidates } from '../../shared/attribution/scoring/candidates.ts'
import { noneScore, rankCandidates, weigh } from '../../shared/attribution/scoring/rank-candidates.ts'
import { type BoostingOptions, fitTrees, type Group } from './boosting.ts'
import type { LabelledCase } from './cases.ts'
import { sameName } from './measure.ts'

export interface Sample {
  operator: string
  gathered: Candidates
  right: boolean[]
  weight: number
}

/** Returns the name that decides the fold of an example: its operator, or its domain if nobody is known to operate it. */
export const operatorOf = ({ truth, domain }: LabelledCase): string => truth.operator ?? domain

export function sampleOf(labelled: LabelledCase, gathered: Candidates, weight: number): Sample {
  return {
    operator: operatorOf(labelled),
    gathered,
    right: gathered.candidates.map(({ name }) => labelled.truth.accept.some((accepted) => sameName(accepted, name))),
    weight,
  }
}

/**
 * A further training example that only teaches the ranking. It is never judged, the confidence is not calibrated on it, and the folds in
 * `hiddenFrom` do not learn from it.
 */
export interface Added {
  sample: Sample
  hiddenFrom: ReadonlySet<number>
}

/** Largest share of added examples in the total weight of a fit. */
export const ADDED_SHARE_MAX = 0.2

/** Returns the factor, at most 1, for the weights of added examples which keeps them within ADDED_SHARE_MAX of the total weight. */
export function addedFactor(baseWeight: number, addedWeight: number): number {
  const most = (baseWeight * ADDED_SHARE_MAX) / (1 - ADDED_SHARE_MAX)
  return addedWeight <= most ? 1 : most / addedWeight
}

/**
 * Training parameters of the boosted trees, chosen by cross-validation. They limit overfitting, because the training pages belong to only a
 * few hundred operators.
 */
const BOOSTING: BoostingOptions = {
  rounds: 300,
  rate: 0.06,
  depth: 4,
  supportMin: 20,
  leafWeightMin: 4,
  ridge: 4,
  featureShare: 0.3,
  groupShare: 0.6,
  seed: 'ranking',
}

/**
 * Fits the boosted trees that correct the scores of candidate operators. The weight of each signal type (type of evidence) stays unchanged.
 * The weights of `added` are scaled down to their largest share of the total weight.
 */
export function fitRanking(
  samples: readonly Sample[],
  calibration: Calibration,
  added: readonly Sample[] = [],
): Calibration {
  const groups = groupsOf(samples, calibration)
  const more = groupsOf(added, calibration)
  const factor = addedFactor(weightOf(groups), weightOf(more))
  const scaled = more.map((group) => ({ ...group, weight: group.weight * factor }))
  return { ...calibration, ranking: fitTrees(groups, BOOSTING, scaled) }
}

const weightOf = (groups: readonly Group[]): number => groups.reduce((sum, { weight }) => sum + weight, 0)

const groupsOf = (samples: readonly Sample[], calibration: Calibration): Group[] =>
  samples
    .filter(({ gathered }) => gathered.candidates.length > 0)
    .map(
      ({ gathered, right, weight }): Group => ({
        features: gathered.candidates.map(({ features }) => features),
        offsets: gathered.candidates.map((candidate) => weigh(candidate, calibration).evidence),
        none: noneScore(gathered.context, calibration),
        right,
        weight,
      }),
    )

export interface Point {
  raw: number
  right: boolean
  verified: boolean
  weight: number
}

/**
 * Returns the confidence of the top candidate of each example. The confidence is not yet calibrated, and its upper limit is not yet
 * applied.
 */
export function rawPoints(samples: readonly Sample[], calibration: Calibration): Point[] {
  return samples.flatMap(({ gathered, right, weight }) => {
    const [top] = rankCandidates(gathered, {
      ...calibration,
      slope: 1,
      intercept: 0,
      verified: 0,
      confidence_max: 1,
    })
    if (top === undefined) return []
    const isRight = right[gathered.candidates.indexOf(top.candidate)] ?? false
    return [{ raw: top.confidence, right: isRight, verified: top.basis === 'verified', weight }]
  })
}

const IDENTITY_WEIGHT = 2
const SLOPES = { from: 0.5, to: 2, step: 0.05 }
const SHIFTS = { from: -1.5, to: 2.5, step: 0.05 }

type Map = Pick<Calibration, 'slope' | 'intercept' | 'verified'>

/**
 * Fits the function that maps a raw confidence to a calibrated confidence (Platt scaling, regularised towards the identity function). A
 * second fitted constant is added for verified operators.
 */
export function fitMap(points: readonly Point[]): Map {
  const alone = points.filter(({ verified }) => !verified)
  const others = points.filter(({ verified }) => verified)
  const pages = best(
    range(SLOPES).flatMap((slope) => range(SHIFTS).map((intercept) => ({ slope, intercept, verified: 0 }))),
    alone,
  )
  return best(
    range(SHIFTS).map((verified) => ({ ...pages, verified })),
    others,
  )
}

const range = ({ from, to, step }: { from: number; to: number; step: number }): number[] =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) => round(from + index * step))

function best(maps: readonly Map[], points: readonly Point[]): Map {
  const lossOf = ({ slope, intercept, verified }: Map): number =>
    points.reduce(
      (loss, { raw, right, weight }) => {
        const mapped = calibrate(raw, { slope, intercept: intercept + verified })
        return loss - weight * Math.log(Math.max(1e-9, right ? mapped : 1 - mapped))
      },
      IDENTITY_WEIGHT * ((slope - 1) ** 2 + intercept ** 2 + verified ** 2),
    )
  const [first] = maps.map((map) => ({ map, loss: lossOf(map) })).sort((a, b) => a.loss - b.loss)
  if (first === undefined) throw new Error('no map to choose from')
  return first.map
}

const round = (value: number): number => Math.round(value * 1e4) / 1e4

/**
 * Returns the number of the cross-validation fold for an operator. The number is computed from a hash of the operator's name, so all
 * examples of one operator are in the same fold.
 */
export function foldOf(operator: string, folds: number): number {
  let hash = 2166136261
  for (const letter of operator) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0
  return hash % folds
}

/**
 * Returns scoring parameters for each cross-validation fold, fitted without the examples of this fold. The confidence is calibrated only on
 * predictions for examples that the trees did not see, because trees are too sure about examples that they have seen.
 */
export function fitFolds(
  samples: readonly Sample[],
  calibration: Calibration,
  folds: number,
  added: readonly Added[] = [],
): Calibration[] {
  const outside = (fold: number): Sample[] => samples.filter(({ operator }) => foldOf(operator, folds) !== fold)
  const inside = (fold: number): Sample[] => samples.filter(({ operator }) => foldOf(operator, folds) === fold)
  const ranked = Array.from({ length: folds }, (_, fold) =>
    fitRanking(outside(fold), calibration, taughtTo(fold, added)),
  )
  const points = ranked.map((fitted, fold) => rawPoints(inside(fold), fitted))
  return ranked.map((fitted, fold) => ({ ...fitted, ...fitMap(points.filter((_, other) => other !== fold).flat()) }))
}

/** Returns the added examples from which a fold learns. An example about an operator or domain that the fold judges is not one of them. */
export const taughtTo = (fold: number, added: readonly Added[]): Sample[] =>
  added.flatMap(({ sample, hiddenFrom }) => (hiddenFrom.has(fold) ? [] : [sample]))

/**
 * Fits the scoring parameters on all examples. The confidence is calibrated on the predictions of the cross-validation, because trees are
 * too sure about examples that they have seen.
 */
export function fitAll(
  samples: readonly Sample[],
  calibration: Calibration,
  fitted: readonly Calibration[],
  added: readonly Added[] = [],
): Calibration {
  const folds = fitted.length
  const points = fitted.flatMap((each, fold) =>
    rawPoints(
      samples.filter(({ operator }) => foldOf(operator, folds) === fold),
      each,
    ),
  )
  return {
    ...fitRanking(
      samples,
      calibration,
      added.map(({ sample }) => sample),
    ),
    ...fitMap(points),
    fitted_on: {
      cases: samples.filter(({ weight }) => weight >= 1).length,
      operators: new Set(samples.map(({ operator }) => operator)).size,
      folds,
    },
  }
}
