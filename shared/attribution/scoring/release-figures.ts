import { z } from 'zod'
import data from './release-figures.json' with { type: 'json' }

const count = z.number().int().min(0)
const share = z.number().min(0).max(1)

const FigureSet = z.object({
  name: z.string(),
  cases: count,
  /** The operator, or nobody where the label says that nobody can be named. */
  right: count,
  /** A brand of the site instead of its operator. */
  brand: count,
  wrong: count,
  /** Wrong answers that name a party listed as harmful, such as an imitated company. */
  harmful: count,
  /** Nobody although an operator exists. */
  abstained: count,
  ece: share,
  /** Answers with a confidence of at least SURE_CONFIDENCE of `ceilings.ts`. */
  sure: z.object({ cases: count, right: count }),
})

/**
 * Quality of the answers of one release, measured on labelled domains. `npm run eval -- --publish`
 * writes the file, so never edit it by hand.
 */
export const ReleaseFigures = z.object({
  scorer_version: z.string(),
  /** True if the operators of the measured domains were unknown to the fit that judged them. */
  held_out: z.boolean(),
  sets: z.array(FigureSet).min(1),
  /** Bins of the reliability diagram, of all sets together. */
  bins: z.array(z.object({ from: share, count, confidence: share, accuracy: share })),
})
export type ReleaseFigures = z.infer<typeof ReleaseFigures>

export const RELEASE_FIGURES: ReleaseFigures = ReleaseFigures.parse(data)
