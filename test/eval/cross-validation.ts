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
import { print } from './print.ts'

const DEGRADED_WEIGHT = 0.15
const SCORING = path.join(import.meta.dirname, '..', '..', 'shared', 'attribution', 'scoring')

export function samplesOf(items: readonly Item[]): Sample[] {
  return items.flatMap(({ labelled, evidence, weight }): Sample[] => {
    const target = targetOf(labelled.domain)
    const sample = (from: EvidenceSet, factor: number): Sample =>
      sampleOf(
        labelled,
        gatherCandidates(target, from, readSignals(target, from, MEASURED_AT), MEASURED_AT),
        weight * factor,
      )
    // Invented examples are also fitted with some evidence removed. Recorded examples have only
    // pages as evidence, so nothing can be removed from them.
    const missing = labelled.kind === undefined ? Object.values(DEGRADATIONS) : []
    return [
      sample(evidence, 1),
      ...missing.map((degrade) => sample(degrade(evidence), DEGRADED_WEIGHT)),
    ]
  })
}

export interface CrossValidation {
  folds: Folds
  fitted: Calibration[]
  judged: Judged[]
}

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

export const heldOutCarriers = (
  items: readonly Item[],
  { folds, fitted }: CrossValidation,
): Map<string, string[]> =>
  new Map(
    fitted.flatMap((calibration, fold) => [...carriersOf(inFold(items, folds, fold), calibration)]),
  )

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
  print(`\nfitted parameters written to ${path.relative(process.cwd(), SCORING)}`)
}
