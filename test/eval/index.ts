import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { EvidenceSet } from '../../shared/attribution/evidence.ts'
import { CALIBRATION } from '../../shared/attribution/scoring/calibration.ts'
import { reliabilityDiagram } from '../../shared/attribution/scoring/reliability-diagram.ts'
import { SIGNAL_KINDS } from '../../shared/attribution/signals/signal-kinds.ts'
import { MODES } from '../internet/llm-modes.ts'
import { readCorpora } from './cases.ts'
import type { Depth } from './collect.ts'
import { measureCorrelation } from './correlation.ts'
import { crossValidate, heldOutCarriers, samplesOf, writeParameters } from './cross-validation.ts'
import { DEGRADATIONS } from './degrade.ts'
import { BY_OPERATOR, byCorpus } from './folds.ts'
import {
  carriersOf,
  collectAll,
  type Folder,
  folderOf,
  type Item,
  isLabelFile,
  itemsOf,
  judgeAll,
  OWN_CASES,
} from './items.ts'
import { figuresOf, type Judged, judge } from './measure.ts'
import { print } from './print.ts'
import { releaseFigures, writeReleaseFigures } from './publish.ts'
import { sampleReader } from './reader.ts'
import { measureRegistration } from './registration.ts'
import {
  listMisses,
  percent,
  report,
  reportCarriers,
  reportReach,
  reportReaders,
} from './report.ts'
import { readCalibration, rescore } from './rescore.ts'
import { SIMPLE_READERS } from './simple-readers.ts'
import { measureWitnesses } from './witnesses.ts'

const RESULTS = path.join(import.meta.dirname, '..', '..', '.data')
/**
 * Up to this number of examples, the ablation runs: it repeats the scoring without each signal
 * kind. With more examples it would take minutes.
 */
const ABLATION_CASES_MAX = 300

const FOLD_KINDS = ['operator', 'corpus']

const { values: options } = parseArgs({
  args: process.argv
    .slice(2)
    .flatMap((arg, at, all) =>
      arg === '--folds' && !FOLD_KINDS.includes(all[at + 1] ?? '') ? [arg, 'operator'] : [arg],
    ),
  options: {
    /**
     * Measures as `--folds` does, then fits on all examples and writes the parameters to the source
     * tree.
     */
    fit: { type: 'boolean', default: false },
    /**
     * Measures by cross-validation and writes no parameters.
     * `operator` (or no value) keeps all examples of an operator in one fold. `corpus` leaves one
     * corpus out at a time.
     */
    folds: { type: 'string' },
    quick: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    /**
     * Folders of labelled examples, or files that `npm run feedback -- labels` wrote.
     * A number after a colon is the weight of the examples in a fit (`folder:0.4`). A name after an
     * equals sign is their corpus (`folder=hostile:0.4`).
     */
    cases: { type: 'string', multiple: true },
    /** JSON file that gives the corpus of each domain whose example does not name one. */
    corpora: { type: 'string' },
    whois: { type: 'string' },
    rdap: { type: 'string' },
    clusters: { type: 'string' },
    /**
     * Beginning of the names of the files that store collected evidence. If such a file exists, it
     * is read, and no evidence is collected.
     */
    evidence: { type: 'string' },
    /**
     * Mode of the simulated language model. The evaluation then runs deep analyses with the model
     * and without it, and prints the results that differ.
     */
    llm: { type: 'string' },
    /**
     * Address of a PostgreSQL database, or a JSON Lines export. The evaluation scores the jobs in
     * it again and prints each answer that changes.
     */
    rescore: { type: 'string' },
    /**
     * Folder with calibration.json and ranking-model.json for `--rescore`. Default: the parameters
     * of the source tree.
     */
    calibration: { type: 'string' },
    /**
     * Writes the figures of the page /how-it-is-scored to the source tree. They are the figures of
     * deep analyses, or with `--folds` the figures for operators that the fit had not seen.
     */
    publish: { type: 'boolean', default: false },
    /**
     * Adds witnesses to the honest examples by chance, with the shares of witness-shares.ts, and
     * prints how many answers are verified, corroborated or only stated.
     */
    witnesses: { type: 'boolean', default: false },
  },
})

async function main(): Promise<0 | 1> {
  if (options.rescore !== undefined) return rescoreStored(options.rescore, options.calibration)
  if (options.publish && options.fit)
    throw new Error(
      '--publish measures the parameters of the source tree: run it after --fit, not with it',
    )
  const corpora = options.corpora === undefined ? {} : await readCorpora(options.corpora)
  const folders = (options.cases ?? [OWN_CASES]).map((text) => folderOf(text, corpora))
  const fitting = options.fit || options.folds !== undefined
  const isOneDepth = fitting || options.witnesses
  const depths: Depth[] = options.quick ? ['quick'] : isOneDepth ? ['deep'] : ['deep', 'quick']
  const sets = new Map<Depth, Item[]>()
  for (const depth of depths)
    sets.set(
      depth,
      (await Promise.all(folders.map((each) => itemsOf(each, depth, options.evidence)))).flat(),
    )
  const best = sets.get('deep') ?? sets.get('quick') ?? []
  if (options.witnesses) {
    measureWitnesses(best)
    return 0
  }
  if (fitting) return measureHeldOut(best)
  const series = []
  for (const [depth, items] of sets) {
    const judged = judgeAll(items, CALIBRATION)
    report(depth, judged)
    series.push({
      name: depth,
      colour: depth === 'deep' ? '#1f6f8b' : '#c2571a',
      bins: figuresOf(judged).bins,
    })
    if (options.verbose) listMisses(judged)
  }
  if (options.publish) await publish(judgeAll(best, CALIBRATION), false)
  compareReaders(best)
  reportCarriers(judgeAll(best, CALIBRATION), carriersOf(best, CALIBRATION))
  if (options.llm !== undefined) await compareWithModel(folders, options.llm)
  if (best.length <= ABLATION_CASES_MAX) reportAblation(best)
  reportReducedEvidence(best)
  await mkdir(RESULTS, { recursive: true })
  const file = path.join(RESULTS, 'reliability.svg')
  await writeFile(file, reliabilityDiagram('Reliability of stated confidence', series))
  print(`\nreliability diagram: ${path.relative(process.cwd(), file)}`)
  reportRegistrations()
  print(await measureCorrelation({ clusters: options.clusters ?? null, verbose: options.verbose }))
  return 0
}

async function rescoreStored(source: string, folder: string | undefined): Promise<0 | 1> {
  const calibration = folder === undefined ? null : await readCalibration(folder)
  const { unreadable } = await rescore(source, calibration, print)
  return unreadable === 0 ? 0 : 1
}

async function measureHeldOut(items: readonly Item[]): Promise<0> {
  const samples = samplesOf(items)
  const folds =
    options.folds === 'corpus' ? byCorpus(items.map(({ labelled }) => labelled)) : BY_OPERATOR
  const validation = crossValidate(items, samples, folds)
  const { judged } = validation
  report(`held out, ${folds.title}`, judged)
  reportReach(samples)
  if (options.verbose) listMisses(judged)
  reportCarriers(judged, heldOutCarriers(items, validation))
  compareReaders(items)
  if (options.publish) await publish(judged, true)
  if (options.fit) await writeParameters(samples, validation)
  return 0
}

const publish = (judged: readonly Judged[], heldOut: boolean) =>
  writeReleaseFigures(
    releaseFigures(judged, { scorerVersion: CALIBRATION.scorer_version, heldOut }),
  )

function compareReaders(items: readonly Item[]): void {
  reportReaders(
    new Map(
      Object.entries(SIMPLE_READERS).map(([name, read]) => [
        name,
        items.map(({ labelled, evidence }) => {
          const top = read(evidence.http_probe?.data?.pages ?? [])
          return judge(labelled, {
            top,
            outcome: top === null ? 'no_clear_entity' : 'attributed',
            confidence: 1,
          })
        }),
      ]),
    ),
  )
}

async function compareWithModel(folders: readonly Folder[], word: string): Promise<void> {
  const mode = MODES.find((each) => each === word)
  if (mode === undefined) throw new Error(`--llm takes one of ${MODES.join(', ')}`)
  const read = (
    await Promise.all(
      folders
        .filter((folder) => !isLabelFile(folder))
        .map((folder) => collectAll(folder, 'deep', sampleReader(mode))),
    )
  ).flat()
  // The same evidence without the model's claims. So every difference between the two answers comes
  // from these claims.
  const unread = read.map((item) => ({ ...item, evidence: withoutClaims(item.evidence) }))
  const before = new Map(judgeAll(unread, CALIBRATION).map((each) => [each.id, each]))
  const after = judgeAll(read, CALIBRATION)
  report('deep, without the model', [...before.values()])
  report(`deep, with the sample model (${mode})`, after)
  const claims = read.flatMap(({ evidence }) =>
    [evidence.llm?.data, evidence.vision?.data].filter((data) => data != null),
  )
  print(
    `  claims kept ${claims.reduce((sum, data) => sum + data.claims.length, 0)}, dropped ${claims.reduce((sum, data) => sum + data.dropped_claims, 0)}`,
  )
  for (const each of after) {
    const was = before.get(each.id)
    if (
      was?.top === each.top &&
      was?.outcome === each.outcome &&
      was?.confidence === each.confidence
    )
      continue
    const words = (one: Judged | undefined) =>
      `${one?.outcome} ${one?.top ?? '-'} (${one?.confidence.toFixed(2)})`
    print(`    ${each.right ? ' ' : '!'} ${each.id}: ${words(was)} -> ${words(each)}`)
  }
}

const withoutClaims = ({ llm: _, vision: __, ...rest }: EvidenceSet): EvidenceSet => rest

function reportAblation(items: readonly Item[]): void {
  const whole = figuresOf(judgeAll(items, CALIBRATION))
  print('\nwithout one kind of signal (change of accuracy · Brier · harmful · abstention)')
  for (const kind of Object.keys(SIGNAL_KINDS)) {
    const part = figuresOf(judgeAll(items, CALIBRATION, kind))
    const change = [
      part.accuracy - whole.accuracy,
      part.brier - whole.brier,
      part.harmful - whole.harmful,
      part.abstention - whole.abstention,
    ]
    if (change.some((value) => Math.abs(value) > 1e-4))
      print(
        `  ${kind.padEnd(28)} ${percent(change[0] ?? 0).padStart(8)} ${(change[1] ?? 0).toFixed(4).padStart(8)} ${String(change[2]).padStart(4)} ${percent(change[3] ?? 0).padStart(8)}`,
      )
  }
}

function reportReducedEvidence(items: readonly Item[]): void {
  print('\nwith evidence missing (accuracy · wrong · harmful · abstention · Brier · ECE)')
  for (const [name, degrade] of Object.entries(DEGRADATIONS)) {
    const judged = judgeAll(
      items.map((item) => ({ ...item, evidence: degrade(item.evidence) })),
      CALIBRATION,
    )
    const figures = figuresOf(judged)
    print(
      `  ${name.padEnd(40)} ${percent(figures.accuracy)} · ${percent(figures.wrong)} · ${figures.harmful} · ${percent(figures.abstention)} · ${figures.brier.toFixed(3)} · ${figures.ece.toFixed(3)}`,
    )
    if (options.verbose) listMisses(judged.filter((each) => each.wrong))
  }
}

function reportRegistrations(): void {
  const { whois, rdap } = options
  if (whois === undefined && rdap === undefined) return
  const figures = measureRegistration({
    whoisDirectory: whois ?? null,
    rdapDirectory: rdap ?? null,
  })
  print(`\nregistration records\n${JSON.stringify(figures, null, 2)}`)
}

const code = await main()
// The process is ended here, because HTTP and DNS connections that collectors abandoned would keep
// it alive.
process.exit(code)
