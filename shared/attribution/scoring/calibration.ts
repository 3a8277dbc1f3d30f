import { z } from 'zod'
import { BoostedTrees } from './boosted-trees.ts'
import data from './calibration.json' with { type: 'json' }
import ranking from './ranking-model.json' with { type: 'json' }

/**
 * Parameters of one version of the scoring, which finds the operator of a domain. A script in
 * test/eval computes and writes the parameters, so never edit them by hand.
 */
export const Calibration = z.object({
  scorer_version: z.string(),
  fitted_on: z.object({ cases: z.number(), operators: z.number(), folds: z.number() }),
  ranking: BoostedTrees,
  /**
   * Natural log-odds that none of the names found for a domain is the operator, before any evidence
   * counts.
   */
  none_base: z.number(),
  /**
   * Factors on the weight of evidence, one for each kind of evidence. A kind of evidence that is
   * missing in this record has the factor 1.
   */
  kind_weights: z.record(z.string(), z.number().min(0).max(4)),
  /**
   * Parameters of Platt scaling, which corrects the raw probability of an operator: calibrated
   * log-odds = slope * raw log-odds + intercept.
   */
  slope: z.number().positive(),
  intercept: z.number(),
  /** Amount that is added to `intercept` for a verified operator. */
  verified: z.number(),
  /** Upper limit of every confidence, because public evidence never gives certainty. */
  confidence_max: z.number().min(0.5).max(1),
  attributed_at: z.number().min(0.3).max(0.9),
})
export type Calibration = z.infer<typeof Calibration>

export const CALIBRATION: Calibration = Calibration.parse({ ...data, ranking })

const PROBABILITY_EDGE = 1e-6

/**
 * Converts a raw probability to a calibrated probability by Platt scaling. A higher raw probability
 * never gives a lower calibrated probability.
 */
export function calibrate(
  raw: number,
  { slope, intercept }: Pick<Calibration, 'slope' | 'intercept'>,
): number {
  const bounded = Math.min(1 - PROBABILITY_EDGE, Math.max(PROBABILITY_EDGE, raw))
  return 1 / (1 + Math.exp(-(slope * Math.log(bounded / (1 - bounded)) + intercept)))
}
