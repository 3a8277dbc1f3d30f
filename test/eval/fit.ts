import type { Calibration } from '../../shared/attribution/scoring/calibration.ts'
import type { Candidates } from '../../shared/attribution/scoring/candidates.ts'
import { noneScore, rankCandidates, weigh } from '../../shared/attribution/scoring/rank-candidates.ts'
import { SIGNAL_KINDS } from '../../shared/attribution/signals/signal-kinds.ts'
import type { LabelledCase } from './cases.ts'
import { sameName } from './measure.ts'

/** A case made ready for fitting: its field of contenders and which of them are right. */
export interface Sample {
  operator: string
  field: Candidates
  right: boolean[]
  /** How much it counts: a case with evidence taken away counts for less than a whole one. */
  weight: number
}

export function sampleOf(labelled: LabelledCase, field: Candidates, weight: number): Sample {
  const accept = labelled.truth.accept
  return {
    operator: labelled.truth.operator ?? labelled.domain,
    field,
    right: field.contenders.map((contender) => accept.some((name) => sameName(name, contender.name))),
    weight,
  }
}

/** How strongly a factor is held to 1, by which a kind that few cases show keeps its prior. */
const RIDGE = 0.8
const BASE_RIDGE = 3
const BASE_MIN = 1
const BASE_MAX = 4
const WEIGHT_MIN = 0.3
const WEIGHT_MAX = 2
const ROUNDS = 40
const STEP = 0.15
const STEP_MIN = 1e-3
const DIFFERENCE = 0.01

type Parameters = Pick<Calibration, 'kind_weights' | 'none_base'>

function sampleLoss({ field, right, weight }: Sample, parameters: Parameters): number {
  const scores = field.contenders.map((contender) => weigh(contender, parameters).score)
  const none = noneScore(field.context, parameters)
  const most = Math.max(none, ...scores)
  const total = scores.reduce((sum, score) => sum + Math.exp(score - most), Math.exp(none - most))
  const good = right.some(Boolean)
    ? scores.reduce((sum, score, index) => sum + (right[index] ? Math.exp(score - most) : 0), 0)
    : Math.exp(none - most)
  return -weight * Math.log(Math.max(1e-9, good / total))
}

function held(parameters: Parameters, prior: Calibration): number {
  const weights = Object.values(parameters.kind_weights).reduce((sum, weight) => sum + (weight - 1) ** 2, 0)
  return RIDGE * weights + BASE_RIDGE * (parameters.none_base - prior.none_base) ** 2
}

/** The base of "none of these" as a name among the kinds. */
const BASE = ''

/** Which samples a parameter bears on, so that a small step is measured on those alone. */
function bearing(samples: readonly Sample[]): Map<string, number[]> {
  const places = new Map<string, number[]>([[BASE, samples.map((_, index) => index)]])
  samples.forEach(({ field }, index) => {
    const kinds = new Set([
      ...field.contenders.flatMap((each) => each.votes.map((vote) => vote.signal.kind)),
      ...field.context.map((signal) => signal.kind),
    ])
    for (const kind of kinds) places.set(kind, [...(places.get(kind) ?? []), index])
  })
  return places
}

/** Fits factors of kinds and the base of "none of these" by gradient steps on the log loss, held to their priors. */
export function fitWeights(samples: readonly Sample[], prior: Calibration): Parameters {
  const places = bearing(samples)
  const names = [BASE, ...Object.keys(SIGNAL_KINDS).filter((kind) => places.has(kind))]
  let parameters: Parameters = {
    none_base: prior.none_base,
    kind_weights: Object.fromEntries(names.slice(1).map((kind) => [kind, 1])),
  }
  const lossAt = (at: Parameters): number =>
    samples.reduce((sum, sample) => sum + sampleLoss(sample, at), 0) + held(at, prior)
  let loss = lossAt(parameters)
  let step = STEP
  for (let round = 0; round < ROUNDS && step > STEP_MIN; round += 1) {
    const slopes = names.map((name) => slopeAt(parameters, name))
    const length = Math.hypot(...slopes) || 1
    let next = parameters
    for (const [index, name] of names.entries()) next = moved(next, name, (-step * (slopes[index] ?? 0)) / length)
    const after = lossAt(next)
    if (after < loss) {
      parameters = next
      loss = after
      step *= 1.3
    } else step /= 2
  }
  return parameters

  function slopeAt(at: Parameters, name: string): number {
    const beside = moved(at, name, DIFFERENCE)
    const own = (places.get(name) ?? []).flatMap((index) => samples[index] ?? [])
    const change = own.reduce((sum, sample) => sum + sampleLoss(sample, beside) - sampleLoss(sample, at), 0)
    return (change + held(beside, prior) - held(at, prior)) / DIFFERENCE
  }
}

function moved(parameters: Parameters, kind: string, by: number): Parameters {
  if (kind === BASE)
    return { ...parameters, none_base: Math.min(BASE_MAX, Math.max(BASE_MIN, parameters.none_base + by)) }
  const weight = Math.min(WEIGHT_MAX, Math.max(WEIGHT_MIN, (parameters.kind_weights[kind] ?? 1) + by))
  return { ...parameters, kind_weights: { ...parameters.kind_weights, [kind]: weight } }
}

interface Point {
  raw: number
  right: boolean
  weight: number
}

/** Fits the calibrating map to raw confidences of the top contender against being right, held to the identity (Platt). */
export function fitMap(points: readonly Point[]): Pick<Calibration, 'slope' | 'intercept'> {
  const tied = 2
  let best = { slope: 1, intercept: 0, loss: Number.POSITIVE_INFINITY }
  for (let slope = 0.4; slope <= 1.6; slope += 0.05)
    for (let intercept = -1.5; intercept <= 1.5; intercept += 0.05) {
      let loss = tied * ((slope - 1) ** 2 + intercept ** 2)
      for (const { raw, right, weight } of points) {
        const bounded = Math.min(1 - 1e-6, Math.max(1e-6, raw))
        const mapped = 1 / (1 + Math.exp(-(slope * Math.log(bounded / (1 - bounded)) + intercept)))
        loss -= weight * Math.log(Math.max(1e-9, right ? mapped : 1 - mapped))
      }
      if (loss < best.loss) best = { slope, intercept, loss }
    }
  return { slope: round(best.slope), intercept: round(best.intercept) }
}

export const round = (value: number): number => Math.round(value * 1e4) / 1e4

/** Raw confidence of the top contender of each sample under some parameters, before any map. */
export function rawPoints(samples: readonly Sample[], calibration: Calibration): Point[] {
  return samples.flatMap(({ field, right, weight }) => {
    const top = rankCandidates(field, { ...calibration, slope: 1, intercept: 0, confidence_max: 1 })[0]
    return top === undefined
      ? []
      : [{ raw: top.confidence, right: right[field.contenders.indexOf(top.contender)] ?? false, weight }]
  })
}

/** Puts all cases of one operator into one fold, by a hash of the operator's name. */
export function foldOf(operator: string, folds: number): number {
  let hash = 2166136261
  for (const letter of operator) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0
  return hash % folds
}

/** Fits weights, then the map on predictions that other folds made, so that the map is not fooled by weights that saw its cases. */
export function fitCalibration(samples: readonly Sample[], prior: Calibration, folds: number): Calibration {
  const predicted = Array.from({ length: folds }, (_, fold) => fold).flatMap((fold) => {
    const training = samples.filter((sample) => foldOf(sample.operator, folds) !== fold)
    const testing = samples.filter((sample) => foldOf(sample.operator, folds) === fold)
    return training.length === 0 ? [] : rawPoints(testing, { ...prior, ...fitWeights(training, prior) })
  })
  const weights = fitWeights(samples, prior)
  return {
    ...prior,
    none_base: round(weights.none_base),
    kind_weights: Object.fromEntries(
      Object.entries(weights.kind_weights).map(([kind, weight]) => [kind, round(weight)]),
    ),
    ...fitMap(predicted),
    fitted_on: {
      cases: samples.filter((sample) => sample.weight === 1).length,
      operators: new Set(samples.map((sample) => sample.operator)).size,
      folds,
    },
  }
}
