import { z } from 'zod'
import { BoostedTrees } from './boosted-trees.ts'
import data from './calibration.json' with { type: 'json' }
import ranking from './ranking-model.json' with { type: 'json' }

/** Parameters of one version of the scorer, written by the fitting script and by nothing else. */
export const Calibration = z.object({
  scorer_version: z.string(),
  fitted_on: z.object({ cases: z.number(), operators: z.number(), folds: z.number() }),
  /** Trees that rank the names which pages give; they are in a file of their own. */
  ranking: BoostedTrees,
  /** Log-odds of "none of these" before any evidence, in nats. */
  none_base: z.number(),
  /** Factors on the strengths of signal kinds; a kind that is absent has 1. */
  kind_weights: z.record(z.string(), z.number().min(0).max(4)),
  /** The monotone map from raw to calibrated log-odds: slope × logit + intercept (Platt). */
  slope: z.number().positive(),
  intercept: z.number(),
  /** Added to the intercept when a source other than the site names the candidate too, in nats. */
  corroborated: z.number(),
  /** No answer from public evidence is more certain than this. */
  confidence_max: z.number().min(0.5).max(1),
  /** The lowest confidence at which a domain counts as attributed. */
  attributed_at: z.number().min(0.3).max(0.9),
})
export type Calibration = z.infer<typeof Calibration>

export const CALIBRATION: Calibration = Calibration.parse({ ...data, ranking })

const PROBABILITY_EDGE = 1e-6

/** Maps a raw probability to a calibrated one; order is kept. */
export function calibrate(raw: number, { slope, intercept }: Pick<Calibration, 'slope' | 'intercept'>): number {
  const bounded = Math.min(1 - PROBABILITY_EDGE, Math.max(PROBABILITY_EDGE, raw))
  return 1 / (1 + Math.exp(-(slope * Math.log(bounded / (1 - bounded)) + intercept)))
}
