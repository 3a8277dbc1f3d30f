import { setMaxListeners } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { DeepTools } from '../../shared/attribution/deep-tools.ts'
import type { EvidenceSet } from '../../shared/attribution/evidence.ts'
import type { Calibration } from '../../shared/attribution/scoring/calibration.ts'
import { compareText } from '../../shared/attribution/scoring/order.ts'
import { scoreSignals } from '../../shared/attribution/scoring/score.ts'
import type { Scoring } from '../../shared/attribution/scoring/scoring-result.ts'
import { readSignals } from '../../shared/attribution/signals/read-signals.ts'
import type { Connections } from '../../shared/platform/net/connections.ts'
import { createInternet } from '../internet/internet.ts'
import { type CorpusOf, folderName, type LabelledCase, readCases } from './cases.ts'
import { collectEvidence, type Depth, targetOf } from './collect.ts'
import { labelOf } from './feedback-labels.ts'
import { readReports } from './feedback-report.ts'
import { type Judged, judge } from './measure.ts'
import { evidenceSetOf } from './stored-evidence.ts'

/**
 * Time of all measurements. Evidence contains dates, so with the real time the results would change
 * from day to day.
 */
export const MEASURED_AT = new Date('2026-11-21T12:00:00Z')
const CASES_AT_ONCE = 6
const LISTENERS_MAX = 100
export const OWN_CASES = path.join(import.meta.dirname, '..', 'internet', 'domains')

export interface Item {
  labelled: LabelledCase
  evidence: EvidenceSet
  weight: number
}

export interface Folder {
  directory: string
  weight: number
  corpusOf?: CorpusOf | undefined
}

/**
 * Parses `folder`, `folder=corpus`, `folder:weight` or `folder=corpus:weight`, such as
 * `folder=hostile:0.4`. Without `=corpus`, `byDomain` gives the corpus of each domain.
 */
export function folderOf(text: string, byDomain: CorpusOf['byDomain'] = {}): Folder {
  const {
    directory = text,
    corpus,
    weight = '1',
  } = /^(?<directory>.*?)(?:=(?<corpus>[^=:/]+))?(?::(?<weight>[\d.]+))?$/u.exec(text)?.groups ?? {}
  return {
    directory: path.resolve(directory),
    weight: Number(weight),
    corpusOf: { all: corpus, byDomain },
  }
}

const evidenceFile = (prefix: string, directory: string, depth: Depth): string =>
  `${prefix}.${folderName(directory).replace('/', '-')}.${depth}.json`

export const isLabelFile = ({ directory }: Folder): boolean => directory.endsWith('.jsonl')

/**
 * Makes examples from users' reports. A report becomes an example only if it says who operates the
 * domain.
 */
async function itemsOfReports({ directory, weight, corpusOf }: Folder): Promise<Item[]> {
  const reports = await readReports(directory)
  const items = reports.flatMap((report): Item[] => {
    const labelling = labelOf(report)
    if ('unused' in labelling) return []
    const labelled = { ...labelling.label, corpus: corpusOf?.all }
    return [{ labelled, evidence: evidenceSetOf(report.evidence), weight }]
  })
  return items.sort(byDomain)
}

/**
 * Returns the examples of a folder with their evidence.
 * `keptAs` is the beginning of a file name. If that file exists, the evidence is read from it;
 * otherwise the evidence is collected and written to it.
 */
export async function itemsOf(
  folder: Folder,
  depth: Depth,
  keptAs: string | undefined,
): Promise<Item[]> {
  if (isLabelFile(folder)) return itemsOfReports(folder)
  const { directory, weight, corpusOf } = folder
  const cases = await readCases(directory, corpusOf)
  const kept = keptAs === undefined ? null : evidenceFile(keptAs, directory, depth)
  const stored = kept === null ? null : await readFile(kept, 'utf8').catch(() => null)
  if (stored !== null) {
    const sets = JSON.parse(stored) as Record<string, EvidenceSet>
    return cases
      .map((labelled) => ({ labelled, evidence: sets[labelled.domain] ?? {}, weight }))
      .sort(byDomain)
  }
  const items = await collectAll(folder, depth)
  if (kept !== null)
    await writeFile(
      kept,
      JSON.stringify(
        Object.fromEntries(items.map((item) => [item.labelled.domain, item.evidence])),
      ),
    )
  return items
}

/** Collects the evidence of all examples. `deep` adds the tools of deep analyses. */
export async function collectAll(
  { directory, weight, corpusOf }: Folder,
  depth: Depth,
  deep?: (connections: Connections) => DeepTools,
): Promise<Item[]> {
  const cases = await readCases(directory, corpusOf)
  // All connections of an analysis listen to one abort signal. Node warns above ten listeners, so
  // the limit is raised.
  setMaxListeners(LISTENERS_MAX)
  const internet = await createInternet({ folders: [directory] })
  const items: Item[] = []
  const waiting = [...cases]
  const worker = async (): Promise<void> => {
    for (let labelled = waiting.shift(); labelled !== undefined; labelled = waiting.shift()) {
      const evidence = await collectEvidence(internet, labelled.domain, depth, MEASURED_AT, deep)
      items.push({ labelled, evidence, weight })
    }
  }
  await Promise.all(Array.from({ length: CASES_AT_ONCE }, worker))
  await internet.close()
  return items.sort(byDomain)
}

/**
 * Sorts examples by domain. Their order decides the random draws of a fit, so it must be the same
 * for read evidence and for collected evidence.
 */
const byDomain = (a: Item, b: Item): number => compareText(a.labelled.domain, b.labelled.domain)

/** Scores an example. `without` is a signal kind that the scoring must not use. */
export const answerTo = (
  { labelled, evidence }: Item,
  calibration: Calibration,
  without?: string,
): Scoring => {
  const target = targetOf(labelled.domain)
  const signals = readSignals(target, evidence, MEASURED_AT).filter(({ kind }) => kind !== without)
  return scoreSignals(target, evidence, signals, MEASURED_AT, calibration)
}

export const judgeAll = (
  items: readonly Item[],
  calibration: Calibration,
  without?: string,
): Judged[] =>
  items.map((item) => {
    const { result } = answerTo(item, calibration, without)
    return judge(
      item.labelled,
      { ...result, top: result.candidates[0]?.entity ?? null },
      item.weight,
    )
  })

export function carriersOf(
  items: readonly Item[],
  calibration: Calibration,
): Map<string, string[]> {
  return new Map(
    items.map((item) => {
      const { entities } = answerTo(item, calibration)
      const supporting = (entities[0]?.signals ?? []).filter(({ stance }) => stance === 'supports')
      return [item.labelled.id ?? item.labelled.domain, supporting.map(({ signal }) => signal)]
    }),
  )
}
