import { setMaxListeners } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { ToolsOptions } from '../../shared/attribution/collectors/run-tools.ts'
import type { EvidenceSet } from '../../shared/attribution/evidence.ts'
import { CALIBRATION, type Calibration } from '../../shared/attribution/scoring/calibration.ts'
import { gatherCandidates } from '../../shared/attribution/scoring/candidates.ts'
import { scoreSignals } from '../../shared/attribution/scoring/score.ts'
import { readSignals } from '../../shared/attribution/signals/read-signals.ts'
import { SIGNAL_KINDS } from '../../shared/attribution/signals/signal-kinds.ts'
import { createInternet } from '../internet/internet.ts'
import { MODES } from '../internet/llm-modes.ts'
import { type LabelledCase, readCases } from './cases.ts'
import { collectEvidence, type Depth, targetOf } from './collect.ts'
import { measureCorrelation } from './correlation.ts'
import { DEGRADATIONS } from './degrade.ts'
import { reliabilityDiagram } from './diagram.ts'
import { fitAll, fitFolds, foldOf, type Sample, sampleOf } from './fit.ts'
import { figuresOf, type Judged, judge } from './measure.ts'
import { sampleReader } from './reader.ts'
import { measureRegistration } from './registration.ts'
import { listMisses, percent, report, reportCarriers, reportReaders } from './report.ts'
import { SIMPLE_READERS } from './simple-readers.ts'

const OWN_CASES = path.join(import.meta.dirname, '..', 'internet', 'domains')
const RESULTS = path.join(import.meta.dirname, '..', '..', '.data')
const SCORING = path.join(import.meta.dirname, '..', '..', 'shared', 'attribution', 'scoring')
/** Fixed current time for the evaluation. The evidence contains dates, so the results would change from day to day with the real time. */
const MEASURED_AT = new Date('2026-11-21T12:00:00Z')
const CASES_AT_ONCE = 6
const FOLDS = 5
const DEGRADED_WEIGHT = 0.15
/**
 * Largest number of domains for measuring how much each signal type (type of evidence) contributes to the accuracy. This measurement
 * repeats the scoring without each signal type in turn, so with more domains it would take minutes.
 */
const ABLATION_CASES_MAX = 300

interface Item {
  labelled: LabelledCase
  evidence: EvidenceSet
  weight: number
}

interface Folder {
  directory: string
  weight: number
}

const { values: options } = parseArgs({
  options: {
    /**
     * Measures accuracy by cross-validation, with all examples of an operator in the same fold. After this, fits the scoring parameters on
     * all examples and writes them to the source files.
     */
    fit: { type: 'boolean', default: false },
    /** Measures accuracy by cross-validation, with all examples of an operator in the same fold. Writes no parameters. */
    folds: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    /**
     * Folders of labelled examples. A number after a colon is the weight of these examples when the scoring parameters are fitted, for
     * example `folder:0.4`.
     */
    cases: { type: 'string', multiple: true },
    whois: { type: 'string' },
    rdap: { type: 'string' },
    clusters: { type: 'string' },
    /**
     * Prefix for the names of files that store collected evidence. If such a file exists, the evaluation reads the evidence from the file
     * instead of collecting it again.
     */
    evidence: { type: 'string' },
    /**
     * Behaviour of the simulated language model. With this option the evaluation runs deep analyses with and without the model and prints
     * the results that changed.
     */
    llm: { type: 'string' },
  },
})

async function main(): Promise<void> {
  const folders = (options.cases ?? [OWN_CASES]).map(folderOf)
  const fitting = options.fit || options.folds
  const depths: Depth[] = options.quick ? ['quick'] : fitting ? ['deep'] : ['deep', 'quick']
  const sets = new Map<Depth, Item[]>()
  for (const depth of depths) sets.set(depth, (await Promise.all(folders.map((each) => itemsOf(each, depth)))).flat())
  const best = sets.get('deep') ?? sets.get('quick') ?? []
  if (fitting) return crossValidate(best)
  const series = []
  for (const [depth, items] of sets) {
    const judged = judgeAll(items, CALIBRATION)
    report(depth, judged)
    series.push({ name: depth, colour: depth === 'deep' ? '#1f6f8b' : '#c2571a', bins: figuresOf(judged).bins })
    if (options.verbose) listMisses(judged)
  }
  compareReaders(best)
  reportCarriers(judgeAll(best, CALIBRATION), carriersOf(best, CALIBRATION))
  if (options.llm !== undefined) await compareWithModel(folders, options.llm)
  if (best.length <= ABLATION_CASES_MAX) reportAblation(best)
  reportReducedEvidence(best)
  await mkdir(RESULTS, { recursive: true })
  const file = path.join(RESULTS, 'reliability.svg')
  await writeFile(file, reliabilityDiagram('Reliability of stated confidence', series))
  console.log(`\nreliability diagram: ${path.relative(process.cwd(), file)}`)
  reportRegistrations()
  console.log(await measureCorrelation({ clusters: options.clusters ?? null, verbose: options.verbose }))
}

function folderOf(text: string): Folder {
  const match = /^(?<directory>.*?)(?::(?<weight>[\d.]+))?$/u.exec(text)
  return { directory: path.resolve(match?.groups?.directory ?? text), weight: Number(match?.groups?.weight ?? 1) }
}

async function itemsOf({ directory, weight }: Folder, depth: Depth): Promise<Item[]> {
  const cases = await readCases(directory)
  const kept = options.evidence === undefined ? null : `${options.evidence}.${path.basename(directory)}.${depth}.json`
  const stored = kept === null ? null : await readFile(kept, 'utf8').catch(() => null)
  if (stored !== null) {
    const sets = JSON.parse(stored) as Record<string, EvidenceSet>
    return cases.map((labelled) => ({ labelled, evidence: sets[labelled.domain] ?? {}, weight }))
  }
  const items = await collectAll({ directory, weight }, depth)
  if (kept !== null)
    await writeFile(
      kept,
      JSON.stringify(Object.fromEntries(items.map((item) => [item.labelled.domain, item.evidence]))),
    )
  return items
}

async function collectAll({ directory, weight }: Folder, depth: Depth, deep?: ToolsOptions['deep']): Promise<Item[]> {
  const cases = await readCases(directory)
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
  return items.sort((a, b) => (a.labelled.domain < b.labelled.domain ? -1 : 1))
}

const answerTo = ({ labelled, evidence }: Item, calibration: Calibration, without?: string) => {
  const target = targetOf(labelled.domain)
  const signals = readSignals(target, evidence, MEASURED_AT).filter(({ kind }) => kind !== without)
  return scoreSignals(target, evidence, signals, MEASURED_AT, calibration)
}

const judgeAll = (items: readonly Item[], calibration: Calibration, without?: string): Judged[] =>
  items.map((item) => {
    const { result } = answerTo(item, calibration, without)
    return judge(item.labelled, { ...result, top: result.candidates[0]?.entity ?? null })
  })

function carriersOf(items: readonly Item[], calibration: Calibration): Map<string, string[]> {
  return new Map(
    items.map((item) => {
      const { entities } = answerTo(item, calibration)
      const supporting = (entities[0]?.signals ?? []).filter(({ stance }) => stance === 'supports')
      return [item.labelled.id ?? item.labelled.domain, supporting.map(({ signal }) => signal)]
    }),
  )
}

async function crossValidate(items: readonly Item[]): Promise<void> {
  const samples = items.flatMap(({ labelled, evidence, weight }): Sample[] => {
    const target = targetOf(labelled.domain)
    const sample = (from: EvidenceSet, factor: number): Sample =>
      sampleOf(labelled, gatherCandidates(target, from, readSignals(target, from, MEASURED_AT)), weight * factor)
    // Examples that were recorded from real pages contain only these pages as evidence, so no evidence is removed from them. Invented
    // examples are also used with some of their evidence removed.
    const missing = labelled.kind === undefined ? Object.values(DEGRADATIONS) : []
    return [sample(evidence, 1), ...missing.map((degrade) => sample(degrade(evidence), DEGRADED_WEIGHT))]
  })
  const fitted = fitFolds(samples, CALIBRATION, FOLDS)
  const inFold = (item: Item, fold: number): boolean =>
    foldOf(item.labelled.truth.operator ?? item.labelled.domain, FOLDS) === fold
  const judgedOf = (own: readonly Item[]): Judged[] =>
    fitted.flatMap((calibration, fold) =>
      judgeAll(
        own.filter((item) => inFold(item, fold)),
        calibration,
      ),
    )
  const judged = judgedOf(items)
  report(`held out, ${FOLDS} folds by operator`, judged)
  if (options.verbose) listMisses(judged)
  const carriers = fitted.map((calibration, fold) =>
    carriersOf(
      items.filter((item) => inFold(item, fold)),
      calibration,
    ),
  )
  reportCarriers(judged, new Map(carriers.flatMap((each) => [...each])))
  compareReaders(items)
  if (!options.fit) return
  const { ranking, ...parameters } = fitAll(samples, CALIBRATION, fitted)
  await writeFile(path.join(SCORING, 'calibration.json'), `${JSON.stringify(parameters, null, 2)}\n`)
  await writeFile(path.join(SCORING, 'ranking-model.json'), `${JSON.stringify(ranking)}\n`)
  console.log(`\nfitted parameters written to ${path.relative(process.cwd(), SCORING)}`)
}

function compareReaders(items: readonly Item[]): void {
  reportReaders(
    new Map(
      Object.entries(SIMPLE_READERS).map(([name, read]) => [
        name,
        items.map(({ labelled, evidence }) => {
          const top = read(evidence.http_probe?.data?.pages ?? [])
          return judge(labelled, { top, outcome: top === null ? 'no_clear_entity' : 'attributed', confidence: 1 })
        }),
      ]),
    ),
  )
}

async function compareWithModel(folders: readonly Folder[], word: string): Promise<void> {
  const mode = MODES.find((each) => each === word)
  if (mode === undefined) throw new Error(`--llm takes one of ${MODES.join(', ')}`)
  const read = (await Promise.all(folders.map((folder) => collectAll(folder, 'deep', sampleReader(mode))))).flat()
  // The evaluation compares analyses with and without the language model. Both use the same collected evidence, but without the model's
  // findings in the second case. So any difference between the results comes from the model.
  const unread = read.map((item) => ({ ...item, evidence: withoutClaims(item.evidence) }))
  const before = new Map(judgeAll(unread, CALIBRATION).map((each) => [each.id, each]))
  const after = judgeAll(read, CALIBRATION)
  report('deep, without the model', [...before.values()])
  report(`deep, with the sample model (${mode})`, after)
  const claims = read.flatMap(({ evidence }) =>
    [evidence.llm?.data, evidence.vision?.data].filter((data) => data != null),
  )
  console.log(
    `  claims kept ${claims.reduce((sum, data) => sum + data.claims.length, 0)}, dropped ${claims.reduce((sum, data) => sum + data.dropped_claims, 0)}`,
  )
  for (const each of after) {
    const was = before.get(each.id)
    if (was?.top === each.top && was?.outcome === each.outcome && was?.confidence === each.confidence) continue
    const words = (one: Judged | undefined) => `${one?.outcome} ${one?.top ?? '-'} (${one?.confidence.toFixed(2)})`
    console.log(`    ${each.right ? ' ' : '!'} ${each.id}: ${words(was)} -> ${words(each)}`)
  }
}

const withoutClaims = ({ llm: _, vision: __, ...rest }: EvidenceSet): EvidenceSet => rest

function reportAblation(items: readonly Item[]): void {
  const whole = figuresOf(judgeAll(items, CALIBRATION))
  console.log('\nwithout one kind of signal (change of accuracy · Brier · harmful · abstention)')
  for (const kind of Object.keys(SIGNAL_KINDS)) {
    const part = figuresOf(judgeAll(items, CALIBRATION, kind))
    const change = [
      part.accuracy - whole.accuracy,
      part.brier - whole.brier,
      part.harmful - whole.harmful,
      part.abstention - whole.abstention,
    ]
    if (change.some((value) => Math.abs(value) > 1e-4))
      console.log(
        `  ${kind.padEnd(28)} ${percent(change[0] ?? 0).padStart(8)} ${(change[1] ?? 0).toFixed(4).padStart(8)} ${String(change[2]).padStart(4)} ${percent(change[3] ?? 0).padStart(8)}`,
      )
  }
}

function reportReducedEvidence(items: readonly Item[]): void {
  console.log('\nwith evidence missing (accuracy · wrong · harmful · abstention · Brier · ECE)')
  for (const [name, degrade] of Object.entries(DEGRADATIONS)) {
    const judged = judgeAll(
      items.map((item) => ({ ...item, evidence: degrade(item.evidence) })),
      CALIBRATION,
    )
    const figures = figuresOf(judged)
    console.log(
      `  ${name.padEnd(40)} ${percent(figures.accuracy)} · ${percent(figures.wrong)} · ${figures.harmful} · ${percent(figures.abstention)} · ${figures.brier.toFixed(3)} · ${figures.ece.toFixed(3)}`,
    )
    if (options.verbose) listMisses(judged.filter((each) => each.wrong))
  }
}

function reportRegistrations(): void {
  const { whois, rdap } = options
  if (whois === undefined && rdap === undefined) return
  const figures = measureRegistration({ whoisDirectory: whois ?? null, rdapDirectory: rdap ?? null })
  console.log(`\nregistration records\n${JSON.stringify(figures, null, 2)}`)
}

// All connections of one analysis listen to the same abort signal. Node prints a warning if a signal has more than ten listeners, so this
// limit is raised.
setMaxListeners(100)
await main()
// The explicit exit is necessary, because HTTP or DNS connections that a collector abandoned may still be open. They would keep the process
// alive.
process.exit(0)
