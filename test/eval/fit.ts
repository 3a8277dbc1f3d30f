import { type Calibration, calibrate } from '../../shared/attribution/scoring/calibration.ts'
import type { Candidates } from '../../shared/attribution/scoring/candidates.ts'
import { isCorroborated, noneScore, rankCandidates, weigh } from '../../shared/attribution/scoring/rank-candidates.ts'
import { type BoostingOptions, fitTrees, type Group } from './boosting.ts'
import type { LabelledCase } from './cases.ts'
import { sameName } from './measure.ts'

/** A case made ready for fitting: its candidates and which of them are right. */
export interface Sample {
  operator: string
  field: Candidates
  right: boolean[]
  /** How much it counts: a case with evidence taken away counts for less than a whole one. */
  weight: number
}

export function sampleOf(labelled: LabelledCase, field: Candidates, weight: number): Sample {
  const { accept, operator } = labelled.truth
  return {
    operator: operator ?? labelled.domain,
    field,
    right: field.candidates.map(({ name }) => accept.some((accepted) => sameName(accepted, name))),
    weight,
  }
}

/**
 * Chosen by cross-validation on the labelled real pages: slow steps on parts of the cases and features, and leaves that need several
 * cases, since some hundred operators are few.
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

/** Trees that correct what the table of evidence gives the candidates of the samples; the table's weights stay as they are. */
export function fitRanking(samples: readonly Sample[], calibration: Calibration): Calibration {
  const groups = samples
    .filter(({ field }) => field.candidates.length > 0)
    .map(
      ({ field, right, weight }): Group => ({
        features: field.candidates.map(({ features }) => features),
        offsets: field.candidates.map((candidate) => weigh(candidate, calibration).evidence),
        none: noneScore(field.context, calibration),
        right,
        weight,
      }),
    )
  return { ...calibration, ranking: fitTrees(groups, BOOSTING) }
}

export interface Point {
  /** Confidence of the top candidate before the map. */
  raw: number
  right: boolean
  corroborated: boolean
  weight: number
}

/** Raw confidences of the top candidates, before the map and the limits. */
export function rawPoints(samples: readonly Sample[], calibration: Calibration): Point[] {
  return samples.flatMap(({ field, right, weight }) => {
    const [top] = rankCandidates(field, {
      ...calibration,
      slope: 1,
      intercept: 0,
      corroborated: 0,
      confidence_max: 1,
    })
    if (top === undefined) return []
    const isRight = right[field.candidates.indexOf(top.candidate)] ?? false
    return [{ raw: top.confidence, right: isRight, corroborated: isCorroborated(top), weight }]
  })
}

const TIED = 2
const SLOPES = { from: 0.5, to: 2, step: 0.05 }
const SHIFTS = { from: -1.5, to: 2.5, step: 0.05 }

type Map = Pick<Calibration, 'slope' | 'intercept' | 'corroborated'>

/**
 * Fits the map from raw to calibrated confidence by log loss, held to the identity (Platt scaling): first on answers that rest on pages
 * alone, then the shift for those that another source names too.
 */
export function fitMap(points: readonly Point[]): Map {
  const alone = points.filter(({ corroborated }) => !corroborated)
  const others = points.filter(({ corroborated }) => corroborated)
  const pages = best(
    range(SLOPES).flatMap((slope) => range(SHIFTS).map((intercept) => ({ slope, intercept, corroborated: 0 }))),
    alone,
  )
  return best(
    range(SHIFTS).map((corroborated) => ({ ...pages, corroborated })),
    others,
  )
}

const range = ({ from, to, step }: { from: number; to: number; step: number }): number[] =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) => round(from + index * step))

function best(maps: readonly Map[], points: readonly Point[]): Map {
  const lossOf = ({ slope, intercept, corroborated }: Map): number =>
    points.reduce(
      (loss, { raw, right, weight }) => {
        const mapped = calibrate(raw, { slope, intercept: intercept + corroborated })
        return loss - weight * Math.log(Math.max(1e-9, right ? mapped : 1 - mapped))
      },
      TIED * ((slope - 1) ** 2 + intercept ** 2 + corroborated ** 2),
    )
  const [first] = maps.map((map) => ({ map, loss: lossOf(map) })).sort((a, b) => a.loss - b.loss)
  if (first === undefined) throw new Error('no map to choose from')
  return first.map
}

const round = (value: number): number => Math.round(value * 1e4) / 1e4

/** Puts all cases of one operator into one fold, by a hash of the operator's name. */
export function foldOf(operator: string, folds: number): number {
  let hash = 2166136261
  for (const letter of operator) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0
  return hash % folds
}

/**
 * One calibration for each fold, fitted on the samples of the other folds alone: its trees, and its map from what the other folds'
 * trees predicted for samples that they had not seen.
 */
export function fitFolds(samples: readonly Sample[], calibration: Calibration, folds: number): Calibration[] {
  const outside = (fold: number): Sample[] => samples.filter(({ operator }) => foldOf(operator, folds) !== fold)
  const inside = (fold: number): Sample[] => samples.filter(({ operator }) => foldOf(operator, folds) === fold)
  const ranked = Array.from({ length: folds }, (_, fold) => fitRanking(outside(fold), calibration))
  const points = ranked.map((fitted, fold) => rawPoints(inside(fold), fitted))
  return ranked.map((fitted, fold) => ({ ...fitted, ...fitMap(points.filter((_, other) => other !== fold).flat()) }))
}

/** The calibration that all samples give; its map is fitted on the predictions of the folds. */
export function fitAll(
  samples: readonly Sample[],
  calibration: Calibration,
  fitted: readonly Calibration[],
): Calibration {
  const folds = fitted.length
  const points = fitted.flatMap((each, fold) =>
    rawPoints(
      samples.filter(({ operator }) => foldOf(operator, folds) === fold),
      each,
    ),
  )
  return {
    ...fitRanking(samples, calibration),
    ...fitMap(points),
    fitted_on: {
      cases: samples.filter(({ weight }) => weight >= 1).length,
      operators: new Set(samples.map(({ operator }) => operator)).size,
      folds,
    },
  }
}
