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
import { fitCalibration, foldOf, sampleOf } from './fit.ts'
import { type Figures, figuresOf, type Judged, judge, riskCoverage } from './measure.ts'
import { sampleReader } from './reader.ts'
import { measureRegistration } from './registration.ts'

const OWN_CASES = path.join(import.meta.dirname, '..', 'internet', 'domains')
const RESULTS = path.join(import.meta.dirname, '..', '..', '.data')
const PARAMETERS = path.join(import.meta.dirname, '..', '..', 'shared', 'attribution', 'scoring', 'calibration.json')
const CASES_AT_ONCE = 6
const FOLDS = 5
const PRIOR_NONE_BASE = 2
const DEGRADED_WEIGHT = 0.15

interface Item {
  labelled: LabelledCase
  evidence: EvidenceSet
}

const { values: options } = parseArgs({
  options: {
    fit: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    cases: { type: 'string', multiple: true },
    whois: { type: 'string' },
    rdap: { type: 'string' },
    /** Labelled groups of domains, for the measure of correlation; by default the own ones. */
    clusters: { type: 'string' },
    /** Keeps the collected evidence of a folder in this file and reads it back the next time. */
    evidence: { type: 'string' },
    /** Reads with the sample model in this mode as well, and says what that changes. */
    llm: { type: 'string' },
  },
})

async function main(): Promise<void> {
  const folders = (options.cases ?? [OWN_CASES]).map((folder) => path.resolve(folder))
  const now = new Date()
  const depths: Depth[] = options.quick ? ['quick'] : ['deep', 'quick']
  const sets = new Map<Depth, Item[]>()
  for (const depth of depths)
    sets.set(depth, (await Promise.all(folders.map((folder) => itemsOf(folder, depth, now)))).flat())
  if (options.fit) await refit(sets.get('deep') ?? sets.get('quick') ?? [], now)
  const series = []
  for (const [depth, items] of sets) {
    const judged = judgeAll(items, now, CALIBRATION)
    report(depth, judged)
    series.push({ name: depth, colour: depth === 'deep' ? '#1f6f8b' : '#c2571a', bins: figuresOf(judged).bins })
    if (options.verbose) listMisses(judged)
  }
  if (options.llm !== undefined) await withReader(folders, options.llm, now)
  const best = sets.get('deep') ?? sets.get('quick') ?? []
  ablation(best, now)
  endurance(best, now)
  await mkdir(RESULTS, { recursive: true })
  const file = path.join(RESULTS, 'reliability.svg')
  await writeFile(file, reliabilityDiagram('Reliability of stated confidence', series))
  console.log(`\nreliability diagram: ${path.relative(process.cwd(), file)}`)
  reportRegistrations()
  console.log(await measureCorrelation({ clusters: options.clusters ?? null, verbose: options.verbose }))
}

async function itemsOf(folder: string, depth: Depth, now: Date): Promise<Item[]> {
  const cases = await readCases(folder)
  const kept = options.evidence === undefined ? null : `${options.evidence}.${path.basename(folder)}.${depth}.json`
  const stored = kept === null ? null : await readFile(kept, 'utf8').catch(() => null)
  if (stored !== null) {
    const sets = JSON.parse(stored) as Record<string, EvidenceSet>
    return cases.map((labelled) => ({ labelled, evidence: sets[labelled.domain] ?? {} }))
  }
  const items = await collectAll(folder, depth, now)
  if (kept !== null)
    await writeFile(
      kept,
      JSON.stringify(Object.fromEntries(items.map((item) => [item.labelled.domain, item.evidence]))),
    )
  return items
}

/** The cases of a folder with what the collectors find on its sample internet. */
async function collectAll(folder: string, depth: Depth, now: Date, deep?: ToolsOptions['deep']): Promise<Item[]> {
  const cases = await readCases(folder)
  const internet = await createInternet({ folders: [folder] })
  const items: Item[] = []
  const waiting = [...cases]
  const worker = async (): Promise<void> => {
    for (let labelled = waiting.shift(); labelled !== undefined; labelled = waiting.shift())
      items.push({ labelled, evidence: await collectEvidence(internet, labelled.domain, depth, now, deep) })
  }
  await Promise.all(Array.from({ length: CASES_AT_ONCE }, worker))
  await internet.close()
  return items.sort((a, b) => (a.labelled.domain < b.labelled.domain ? -1 : 1))
}

/** The deep cases once more with a model that reads along: accuracy of each class, and every answer that is another one. */
async function withReader(folders: readonly string[], word: string, now: Date): Promise<void> {
  const mode = MODES.find((each) => each === word)
  if (mode === undefined) throw new Error(`--llm takes one of ${MODES.join(', ')}`)
  const read = (await Promise.all(folders.map((folder) => collectAll(folder, 'deep', now, sampleReader(mode))))).flat()
  // Against the same evidence without what was read, so that nothing else differs.
  const unread = read.map((item) => ({ ...item, evidence: withoutReadings(item.evidence) }))
  const before = new Map(judgeAll(unread, now, CALIBRATION).map((each) => [each.id, each]))
  const after = judgeAll(read, now, CALIBRATION)
  report('deep, not read', [...before.values()])
  report(`deep, read by the sample model (${mode})`, after)
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

const withoutReadings = ({ llm: _, vision: __, ...rest }: EvidenceSet): EvidenceSet => rest

function judgeAll(items: readonly Item[], now: Date, calibration: Calibration, without?: string): Judged[] {
  return items.map(({ labelled, evidence }) => {
    const target = targetOf(labelled.domain)
    const signals = readSignals(target, evidence, now).filter((signal) => signal.kind !== without)
    return judge(labelled, scoreSignals(target, evidence, signals, now, calibration).result)
  })
}

const percent = (value: number): string => `${(value * 100).toFixed(1)} %`

function report(depth: string, judged: readonly Judged[]): void {
  const figures = figuresOf(judged)
  console.log(`\n${depth}: ${figures.cases} cases, ${figures.answerable} answerable`)
  for (const [name, value] of rows(figures)) console.log(`  ${name.padEnd(34)} ${value}`)
  console.log('  by class (accuracy or abstention)')
  for (const kind of [...new Set(judged.map((each) => each.class))].sort()) {
    const own = judged.filter((each) => each.class === kind)
    const good = own.filter((each) => (each.answerable ? each.right : each.outcome !== 'attributed')).length
    console.log(`    ${kind.padEnd(14)} ${good} of ${own.length}`)
  }
  const points = riskCoverage(judged).filter(
    (_, index, all) => index === all.length - 1 || index % Math.max(1, Math.ceil(all.length / 8)) === 0,
  )
  console.log(
    `  risk at coverage: ${points.map((point) => `${percent(point.risk)} at ${percent(point.coverage)}`).join(' · ')}`,
  )
}

function rows(figures: Figures): [string, string][] {
  return [
    ['top-1 accuracy (answerable)', percent(figures.accuracy)],
    ['wrong attributions', percent(figures.wrong)],
    ['harmful answers', String(figures.harmful)],
    ['abstention (unanswerable)', percent(figures.abstention)],
    ['coverage (answerable attributed)', percent(figures.coverage)],
    ['Brier score', figures.brier.toFixed(4)],
    ['expected calibration error', figures.ece.toFixed(4)],
  ]
}

function listMisses(judged: readonly Judged[]): void {
  for (const each of judged) {
    const miss = each.answerable
      ? !each.right || each.outcome !== 'attributed'
      : each.outcome === 'attributed' || each.confidence > 0.2
    if (miss)
      console.log(
        `    ${each.right ? ' ' : '!'}${each.harmful ? '!!' : ''} ${each.id}: ${each.outcome} ${each.top ?? '-'} (${each.confidence.toFixed(2)})`,
      )
  }
}

function ablation(items: readonly Item[], now: Date): void {
  const whole = figuresOf(judgeAll(items, now, CALIBRATION))
  console.log('\nwithout one kind of signal (change of accuracy · Brier · harmful · abstention)')
  for (const kind of Object.keys(SIGNAL_KINDS)) {
    const part = figuresOf(judgeAll(items, now, CALIBRATION, kind))
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

/** The same cases with parts of the evidence missing: how the answers hold when life is worse than the snapshot. */
function endurance(items: readonly Item[], now: Date): void {
  console.log('\nwith evidence missing (accuracy · wrong · harmful · abstention · Brier · ECE)')
  for (const [name, degrade] of Object.entries(DEGRADATIONS)) {
    const judged = judgeAll(
      items.map((item) => ({ ...item, evidence: degrade(item.evidence) })),
      now,
      CALIBRATION,
    )
    const figures = figuresOf(judged)
    console.log(
      `  ${name.padEnd(40)} ${percent(figures.accuracy)} · ${percent(figures.wrong)} · ${figures.harmful} · ${percent(figures.abstention)} · ${figures.brier.toFixed(3)} · ${figures.ece.toFixed(3)}`,
    )
    if (options.verbose) listMisses(judged.filter((each) => each.wrong))
  }
}

async function refit(items: readonly Item[], now: Date): Promise<void> {
  const prior: Calibration = { ...CALIBRATION, none_base: PRIOR_NONE_BASE, kind_weights: {}, slope: 1, intercept: 0 }
  const samples = items.flatMap(({ labelled, evidence }) => {
    const target = targetOf(labelled.domain)
    const sample = (from: EvidenceSet, weight: number) =>
      sampleOf(labelled, gatherCandidates(target, readSignals(target, from, now)), weight)
    return [
      sample(evidence, 1),
      ...Object.values(DEGRADATIONS).map((degrade) => sample(degrade(evidence), DEGRADED_WEIGHT)),
    ]
  })
  const heldOut = Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const inFold = (item: Item): boolean => foldOf(item.labelled.truth.operator ?? item.labelled.domain, FOLDS) === fold
    const training = samples.filter((sample) => foldOf(sample.operator, FOLDS) !== fold)
    return judgeAll(items.filter(inFold), now, fitCalibration(training, prior, FOLDS))
  })
  report(`held-out (${FOLDS} folds by operator)`, heldOut)
  const fitted = fitCalibration(samples, prior, FOLDS)
  Object.assign(CALIBRATION, fitted)
  await writeFile(PARAMETERS, `${JSON.stringify(fitted, null, 2)}\n`)
  console.log(`\nfitted parameters written to ${path.relative(process.cwd(), PARAMETERS)}`)
}

/** Figures of the registration parsers, on recorded answers in the folders given. */
function reportRegistrations(): void {
  const { whois, rdap } = options
  if (whois === undefined && rdap === undefined) return
  const figures = measureRegistration({ whoisDirectory: whois ?? null, rdapDirectory: rdap ?? null })
  console.log(`\nregistration records\n${JSON.stringify(figures, null, 2)}`)
}

// One run's signal is heard by every connection of the run.
setMaxListeners(100)
await main()
// A connection that a collector gave up on must not keep a finished evaluation alive.
process.exit(0)
