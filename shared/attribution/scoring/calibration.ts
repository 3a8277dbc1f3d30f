import { z } from 'zod'
import { BoostedTrees } from './boosted-trees.ts'
import data from './calibration.json' with { type: 'json' }
import ranking from './ranking-model.json' with { type: 'json' }

/** Parameters of the scoring. test/eval computes and writes them, so never edit them by hand. */
export const Calibration = z.object({
  scorer_version: z.string(),
  fitted_on: z.object({ cases: z.number(), operators: z.number(), folds: z.number() }),
  ranking: BoostedTrees,
  // Score of the result "no candidate is the operator" before any evidence, in natural log-odds.
  none_base: z.number(),
  /** Factor for the strength of each kind of signal. A kind without an entry has the factor 1. */
  kind_weights: z.record(z.string(), z.number().min(0).max(4)),
  /** Platt scaling: calibrated log-odds = slope * raw log-odds + intercept. */
  slope: z.number().positive(),
  intercept: z.number(),
  /** Amount that is added to `intercept` for a candidate with the basis `verified`. */
  verified: z.number(),
  /** Highest possible confidence. It is below 1, because public evidence never gives certainty. */
  confidence_max: z.number().min(0.5).max(1),
  attributed_at: z.number().min(0.3).max(0.9),
})
export type Calibration = z.infer<typeof Calibration>

export const CALIBRATION: Calibration = Calibration.parse({ ...data, ranking })

const PROBABILITY_EDGE = 1e-6

export function calibrate(
  raw: number,
  { slope, intercept }: Pick<Calibration, 'slope' | 'intercept'>,
): number {
  const bounded = Math.min(1 - PROBABILITY_EDGE, Math.max(PROBABILITY_EDGE, raw))
  return 1 / (1 + Math.exp(-(slope * Math.log(bounded / (1 - bounded)) + intercept)))
}
