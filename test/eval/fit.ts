import { type Calibration, calibrate } from '../../shared/attribution/scoring/calibration.ts'
import type { Candidates } from '../../shared/attribution/scoring/candidates.ts'
import { limitConfidence } from '../../shared/attribution/scoring/ceilings.ts'
import {
  noneScore,
  rankCandidates,
  weigh,
} from '../../shared/attribution/scoring/rank-candidates.ts'
import { type BoostingOptions, fitTrees, type Group, meanOf } from './boosting.ts'
import type { LabelledCase } from './cases.ts'
import { type Folds, operatorOf } from './folds.ts'
import { isOwnName, sameName } from './measure.ts'

export interface Sample {
  labelled: LabelledCase
  operator: string
  gathered: Candidates
  right: boolean[]
  /**
   * For each candidate: true if it is the site's own name and nobody is named on the site. Such a
   * candidate is neither right nor wrong.
   */
  tolerated: boolean[]
  weight: number
}

export function sampleOf(labelled: LabelledCase, gathered: Candidates, weight: number): Sample {
  return {
    labelled,
    operator: operatorOf(labelled),
    gathered,
    right: gathered.candidates.map(({ name }) =>
      labelled.truth.accept.some((accepted) => sameName(accepted, name)),
    ),
    tolerated: gathered.candidates.map(
      ({ name }) => labelled.truth.operator === null && isOwnName(labelled, name),
    ),
    weight,
  }
}

/**
 * Parameters that cross-validation chose. They limit overfitting, because the training pages belong
 * to only a few hundred operators.
 */
const BOOSTING: Omit<BoostingOptions, 'seed'> = {
  rounds: 150,
  rate: 0.1,
  depth: 4,
  supportMin: 20,
  leafWeightMin: 4,
  ridge: 4,
  featureShare: 0.3,
  groupShare: 0.6,
}

/**
 * One model is fitted for each seed, and the ranking is their mean. The accuracy of single models
 * differs by two percentage points.
 */
const SEEDS = ['ranking', 'second', 'third']

/** Fits only the trees. The weights of the signal kinds stay as they are. */
export function fitRanking(samples: readonly Sample[], calibration: Calibration): Calibration {
  const groups = groupsOf(samples, calibration)
  const models = SEEDS.map((seed) => fitTrees(groups, { ...BOOSTING, seed }))
  return { ...calibration, ranking: meanOf(models) }
}

/**
 * If nobody is named on a site, its own name counts as a wrong candidate with this weight. It is
 * tolerated as an answer, but not with high confidence.
 */
const OWN_NAME_WEIGHT = 0.3

const groupsOf = (samples: readonly Sample[], calibration: Calibration): Group[] =>
  samples.flatMap(({ gathered, right, tolerated, weight }): Group[] => {
    const groupOf = (isKept: (index: number) => boolean, factor: number): Group => {
      const kept = gathered.candidates.filter((_, index) => isKept(index))
      return {
        features: kept.map(({ features }) => features),
        offsets: kept.map((candidate) => weigh(candidate, calibration).evidence),
        none: noneScore(gathered.context, calibration),
        right: right.filter((_, index) => isKept(index)),
        weight: weight * factor,
      }
    }
    const groups = tolerated.some(Boolean)
      ? [
          groupOf((index) => !tolerated[index], 1 - OWN_NAME_WEIGHT),
          groupOf(() => true, OWN_NAME_WEIGHT),
        ]
      : [groupOf(() => true, 1)]
    return groups.filter(({ features }) => features.length > 0)
  })

export interface Point {
  raw: number
  right: boolean
  verified: boolean
  weight: number
}

/**
 * Returns the probability of each top candidate before the calibration map and the ceilings. If a
 * low ceiling decides the confidence, the answer is left out, because it says nothing about the
 * map.
 */
export function rawPoints(samples: readonly Sample[], calibration: Calibration): Point[] {
  return samples.flatMap(({ gathered, right, tolerated, weight }) => {
    const ranked = rankCandidates(gathered, calibration)
    const [top] = ranked
    if (top === undefined) return []
    const none = noneScore(gathered.context, calibration)
    const raw =
      1 /
      ranked.reduce(
        (sum, { score }) => sum + Math.exp(score - top.score),
        Math.exp(none - top.score),
      )
    const ceiling = limitConfidence(top.candidate, top.basis, gathered.facts)
    if (ceiling <= LOW_CEILING && raw > ceiling) return []
    const index = gathered.candidates.indexOf(top.candidate)
    const factor = tolerated[index] ? OWN_NAME_WEIGHT : 1
    return [
      {
        raw,
        right: right[index] ?? false,
        verified: top.basis === 'verified',
        weight: weight * factor,
      },
    ]
  })
}

const LOW_CEILING = 0.9
const IDENTITY_WEIGHT = 2
const SLOPES = { from: 0.5, to: 2, step: 0.05 }
const SHIFTS = { from: -1.5, to: 2.5, step: 0.05 }

type Map = Pick<Calibration, 'slope' | 'intercept' | 'verified'>

/**
 * Fits the calibration map: Platt scaling, regularised towards the identity. Verified operators get
 * a second fitted constant.
 */
export function fitMap(points: readonly Point[]): Map {
  const alone = points.filter(({ verified }) => !verified)
  const others = points.filter(({ verified }) => verified)
  const pages = best(
    range(SLOPES).flatMap((slope) =>
      range(SHIFTS).map((intercept) => ({ slope, intercept, verified: 0 })),
    ),
    alone,
  )
  return best(
    range(SHIFTS).map((verified) => ({ ...pages, verified })),
    others,
  )
}

const range = ({ from, to, step }: { from: number; to: number; step: number }): number[] =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) =>
    round(from + index * step),
  )

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
 * Fits each fold without the examples of the fold and without their operators. Confidence is
 * calibrated on predictions for unseen examples, because trees are too sure about examples that
 * they have seen.
 */
export function fitFolds(
  samples: readonly Sample[],
  calibration: Calibration,
  folds: Folds,
): Calibration[] {
  const ranked = Array.from({ length: folds.count }, (_, fold) => {
    const judged = new Set(inFold(samples, folds, fold).map(({ operator }) => operator))
    return fitRanking(
      samples.filter(({ operator }) => !judged.has(operator)),
      calibration,
    )
  })
  const points = ranked.map((fitted, fold) => rawPoints(inFold(samples, folds, fold), fitted))
  return ranked.map((fitted, fold) => ({
    ...fitted,
    ...fitMap(points.filter((_, other) => other !== fold).flat()),
  }))
}

export const inFold = <Item extends { labelled: LabelledCase }>(
  items: readonly Item[],
  folds: Folds,
  fold: number,
): Item[] => items.filter(({ labelled }) => folds.of(labelled) === fold)

/**
 * Fits on all examples. Confidence is calibrated on predictions of the cross-validation, because
 * trees are too sure about examples that they have seen.
 */
export function fitAll(
  samples: readonly Sample[],
  calibration: Calibration,
  { fitted, folds }: { fitted: readonly Calibration[]; folds: Folds },
): Calibration {
  const points = fitted.flatMap((each, fold) => rawPoints(inFold(samples, folds, fold), each))
  return {
    ...fitRanking(samples, calibration),
    ...fitMap(points),
    fitted_on: {
      cases: samples.filter(({ weight }) => weight >= 1).length,
      operators: new Set(samples.map(({ operator }) => operator)).size,
      folds: folds.count,
    },
  }
}
