import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { EvidenceSet } from '../../shared/attribution/evidence.ts'
import { CALIBRATION, type Calibration } from '../../shared/attribution/scoring/calibration.ts'
import { gatherCandidates } from '../../shared/attribution/scoring/candidates.ts'
import { readSignals } from '../../shared/attribution/signals/read-signals.ts'
import { targetOf } from './collect.ts'
import { DEGRADATIONS } from './degrade.ts'
import { fitAll, fitFolds, inFold, type Sample, sampleOf } from './fit.ts'
import { BY_OPERATOR, type Folds } from './folds.ts'
import { carriersOf, type Item, judgeAll, MEASURED_AT } from './items.ts'
import type { Judged } from './measure.ts'

const DEGRADED_WEIGHT = 0.15
const SCORING = path.join(import.meta.dirname, '..', '..', 'shared', 'attribution', 'scoring')

/**
 * Returns the training examples of labelled examples: each with all its evidence, and invented ones
 * also with some evidence removed.
 */
export function samplesOf(items: readonly Item[]): Sample[] {
  return items.flatMap(({ labelled, evidence, weight }): Sample[] => {
    const target = targetOf(labelled.domain)
    const sample = (from: EvidenceSet, factor: number): Sample =>
      sampleOf(
        labelled,
        gatherCandidates(target, from, readSignals(target, from, MEASURED_AT), MEASURED_AT),
        weight * factor,
      )
    // Examples that were recorded from real pages contain only these pages as evidence, so no
    // evidence is removed from them. Invented examples are also used with some of their evidence
    // removed.
    const missing = labelled.kind === undefined ? Object.values(DEGRADATIONS) : []
    return [
      sample(evidence, 1),
      ...missing.map((degrade) => sample(degrade(evidence), DEGRADED_WEIGHT)),
    ]
  })
}

/**
 * Cross-validation: the scoring parameters of each fold, and the judged answers to the examples
 * that the parameters have not seen.
 */
export interface CrossValidation {
  folds: Folds
  fitted: Calibration[]
  judged: Judged[]
}

/**
 * Fits the scoring parameters for each fold and judges each example with the parameters of its own
 * fold.
 */
export function crossValidate(
  items: readonly Item[],
  samples: readonly Sample[],
  folds: Folds = BY_OPERATOR,
): CrossValidation {
  const fitted = fitFolds(samples, CALIBRATION, folds)
  const judged = fitted.flatMap((calibration, fold) =>
    judgeAll(inFold(items, folds, fold), calibration),
  )
  return { folds, fitted, judged }
}

/**
 * Returns, for each example id, the kinds of signals that support the top candidate under the
 * parameters of the example's fold.
 */
export const heldOutCarriers = (
  items: readonly Item[],
  { folds, fitted }: CrossValidation,
): Map<string, string[]> =>
  new Map(
    fitted.flatMap((calibration, fold) => [...carriersOf(inFold(items, folds, fold), calibration)]),
  )

/** Fits the scoring parameters on all examples and writes them to the source files. */
export async function writeParameters(
  samples: readonly Sample[],
  validation: CrossValidation,
): Promise<void> {
  const { ranking, ...parameters } = fitAll(samples, CALIBRATION, validation)
  await writeFile(
    path.join(SCORING, 'calibration.json'),
    `${JSON.stringify(parameters, null, 2)}\n`,
  )
  await writeFile(path.join(SCORING, 'ranking-model.json'), `${JSON.stringify(ranking)}\n`)
  console.log(`\nfitted parameters written to ${path.relative(process.cwd(), SCORING)}`)
}
