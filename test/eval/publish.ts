import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { SURE_CONFIDENCE } from '../../shared/attribution/scoring/ceilings.ts'
import type { ReleaseFigures } from '../../shared/attribution/scoring/explain-scoring.ts'
import { folderName } from './cases.ts'
import { OWN_CASES } from './items.ts'
import { figuresOf, type Judged, rightAbove } from './measure.ts'
import { print } from './print.ts'

const FIGURES_FILE = path.join(
  import.meta.dirname,
  '../../shared/attribution/scoring/release-figures.json',
)
const DIGITS = 1e4
/**
 * Title of the service's own set of examples. The title of any other set is the name of its folder.
 */
const OWN_SET = 'sample domains'

const rounded = (value: number): number => Math.round(value * DIGITS) / DIGITS
const countOf = (judged: readonly Judged[], holds: (one: Judged) => boolean): number =>
  judged.filter(holds).length

const isNamed = ({ outcome }: Judged): boolean => outcome === 'attributed'
const isRight = (one: Judged): boolean => (isNamed(one) ? one.right : !one.answerable)

const titleOf = (folder: string): string =>
  folder === folderName(OWN_CASES) ? OWN_SET : folder.replace(/[-_/]+/gu, ' ')

/** Figures of a set. Each case counts once: as right, brand, wrong or abstained. */
function setOf(name: string, judged: readonly Judged[]): ReleaseFigures['sets'][number] {
  const sure = rightAbove(judged, SURE_CONFIDENCE)
  return {
    name,
    cases: judged.length,
    right: countOf(judged, isRight),
    brand: countOf(judged, ({ brand }) => brand),
    wrong: countOf(judged, ({ wrong }) => wrong),
    harmful: countOf(judged, ({ harmful }) => harmful),
    abstained: countOf(judged, (one) => one.answerable && !isNamed(one)),
    ece: rounded(figuresOf(judged).ece),
    sure: { cases: sure.count, right: Math.round(sure.right * sure.count) },
  }
}

export function releaseFigures(
  judged: readonly Judged[],
  { scorerVersion, heldOut }: { scorerVersion: string; heldOut: boolean },
): ReleaseFigures {
  const sets = new Map<string, Judged[]>()
  for (const one of judged) sets.set(one.folder, [...(sets.get(one.folder) ?? []), one])
  return {
    scorer_version: scorerVersion,
    held_out: heldOut,
    sets: [...sets].map(([folder, own]) => setOf(titleOf(folder), own)),
    bins: figuresOf(judged).bins.map(({ from, count, confidence, accuracy }) => ({
      from,
      count,
      confidence: rounded(confidence),
      accuracy: rounded(accuracy),
    })),
  }
}

export async function writeReleaseFigures(figures: ReleaseFigures): Promise<void> {
  await writeFile(FIGURES_FILE, `${JSON.stringify(figures, null, 2)}\n`)
  print(`\nfigures of the release: ${path.relative(process.cwd(), FIGURES_FILE)}`)
}
