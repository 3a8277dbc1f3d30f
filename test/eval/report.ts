import type { Sample } from './fit.ts'
import { CORPUS_CASES_MIN } from './folds.ts'
import { figuresOf, type Judged, rightAbove, riskCoverage } from './measure.ts'
import { print } from './print.ts'

export const percent = (value: number): string => `${(value * 100).toFixed(1)} %`

/** Groups with fewer cases than this are printed together as one group. */
const GROUP_MIN = CORPUS_CASES_MIN
const SURE = [0.95, 0.9, 0.8]

export function report(title: string, judged: readonly Judged[]): void {
  const figures = figuresOf(judged)
  print(`\n${title}: ${figures.cases} cases, ${figures.answerable} answerable`)
  const sure = SURE.map((least) => ({ least, ...rightAbove(judged, least) }))
  const rows: [string, string][] = [
    ['right · brand · wrong · abstained', outcomeShares(judged)],
    ['top-1 accuracy (answerable)', percent(figures.accuracy)],
    ['harmful answers', String(figures.harmful)],
    ['nobody named (unanswerable)', nobodyShares(judged)],
    ...sure.map(({ least, count, right }): [string, string] => [
      `right of answers at ${least} or more`,
      `${percent(right)} of ${count}`,
    ]),
    ['Brier score', figures.brier.toFixed(4)],
    ['expected calibration error', figures.ece.toFixed(4)],
    [
      '… of answerable cases',
      figuresOf(judged.filter(({ answerable }) => answerable)).ece.toFixed(4),
    ],
  ]
  for (const [name, value] of rows) print(`  ${name.padEnd(34)} ${value}`)
  const main = judged.filter(({ weight }) => weight >= 1)
  reportGroups('set, folders of weight 1', main, ({ folder }) => folder.split('/')[0] ?? folder)
  reportGroups('folder', judged, ({ folder }) => folder)
  reportGroups('kind', judged, ({ kind }) => kind)
  reportGroups('language', judged, ({ language }) => language)
  reportCorpora(main.filter(({ corpus }) => corpus !== ''))
  print('  reliability (stated confidence · share right · cases)')
  for (const { confidence, accuracy, count } of figures.bins)
    if (count > 0) print(`    ${confidence.toFixed(2)} · ${accuracy.toFixed(2)} · ${count}`)
  const points = riskCoverage(judged).filter(
    (_, index, all) =>
      index === all.length - 1 || index % Math.max(1, Math.ceil(all.length / 8)) === 0,
  )
  print(
    `  risk at coverage: ${points.map((point) => `${percent(point.risk)} at ${percent(point.coverage)}`).join(' · ')}`,
  )
}

function outcomeShares(judged: readonly Judged[]): string {
  const { answered, brand, wrong, abstained } = figuresOf(judged)
  return [answered, brand, wrong, abstained].map(percent).join(' · ')
}

function nobodyShares(judged: readonly Judged[]): string {
  const { abstention, nobodyBrand, nobodyWrong } = figuresOf(judged)
  const shares = [abstention, nobodyBrand, nobodyWrong].map(percent).join(' · ')
  return `abstained · own name · wrong ${shares} of ${judged.filter(({ answerable }) => !answerable).length}`
}

/** Groups the answers, largest group first. All small groups become one group at the end. */
function groupsOf(judged: readonly Judged[], keyOf: (one: Judged) => string): [string, Judged[]][] {
  const groups = new Map<string, Judged[]>()
  for (const one of judged) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  const sorted = [...groups].sort((a, b) => b[1].length - a[1].length)
  const few = sorted.filter(([, group]) => group.length < GROUP_MIN).flatMap(([, group]) => group)
  const large = sorted.filter(([, group]) => group.length >= GROUP_MIN)
  return few.length === 0 ? large : [...large, ['(others)', few]]
}

function reportGroups(
  title: string,
  judged: readonly Judged[],
  keyOf: (one: Judged) => string,
): void {
  const groups = groupsOf(judged, keyOf)
  if (groups.length < 2) return
  print(
    `  by ${title} (right · brand · wrong · abstained; nobody named: abstained · own name · wrong)`,
  )
  for (const [name, group] of groups) print(`    ${groupLine(name, group)}`)
}

function groupLine(name: string, group: readonly Judged[]): string {
  const figures = figuresOf(group)
  const none = figures.answerable === group.length ? '' : ` · nobody: ${nobodyShares(group)}`
  const shares = figures.answerable === 0 ? '' : `${outcomeShares(group)} of ${figures.answerable}`
  const [at95, at90] = [0.95, 0.9]
    .map((least) => rightAbove(group, least))
    .map((sure) => `${percent(sure.right)} of ${sure.count}`)
  return `${(name || '(none)').padEnd(20)} ${shares}${none} · ECE ${figures.ece.toFixed(3)} · right at 0.95 ${at95}, at 0.9 ${at90}`
}

/**
 * Prints how often the true operator is among the candidates. This is the upper limit for every
 * ranking, because a ranking can only name a candidate.
 */
export function reportReach(samples: readonly Sample[]): void {
  // Only the first sample of an example has all evidence. The list is reversed because a Map keeps
  // the last value of a key, which is then the first sample.
  const whole = new Map([...samples].reverse().map((sample) => [sample.labelled, sample]))
  const folders = new Map<string, boolean[]>()
  for (const { labelled, right } of whole.values()) {
    if (labelled.truth.operator === null) continue
    folders.set(labelled.folder, [...(folders.get(labelled.folder) ?? []), right.includes(true)])
  }
  print('\nthe operator is among the candidates')
  for (const [folder, found] of [...folders].reverse())
    print(
      `  ${folder.padEnd(24)} ${percent(found.filter(Boolean).length / found.length)} of ${found.length}`,
    )
}

/**
 * The mean over the corpora counts each corpus once, so that a large corpus does not decide the
 * result.
 */
function reportCorpora(judged: readonly Judged[]): void {
  reportGroups('corpus, folders of weight 1', judged, ({ corpus }) => corpus)
  const figures = groupsOf(judged, ({ corpus }) => corpus).flatMap(([, group]) => {
    const own = figuresOf(group)
    return own.answerable === 0 ? [] : [own]
  })
  if (figures.length < 2) return
  const mean = (key: 'answered' | 'brand' | 'wrong' | 'abstained' | 'ece'): number =>
    figures.reduce((sum, each) => sum + each[key], 0) / figures.length
  const shares = (['answered', 'brand', 'wrong', 'abstained'] as const)
    .map((key) => percent(mean(key)))
    .join(' · ')
  print(`    ${`mean of ${figures.length}`.padEnd(20)} ${shares} · ECE ${mean('ece').toFixed(3)}`)
}

export function reportReaders(readers: ReadonlyMap<string, readonly Judged[]>): void {
  print('\nsimple readers on the same pages (right · brand · wrong · abstained)')
  for (const [name, judged] of readers) {
    print(`  ${name.padEnd(22)} ${outcomeShares(judged)}`)
    for (const kind of [...new Set(judged.map((each) => each.kind))].sort()) {
      const own = judged.filter((each) => each.kind === kind)
      if (own.length >= GROUP_MIN) print(`    ${kind.padEnd(14)} ${outcomeShares(own)}`)
    }
  }
}

/**
 * Reports which signal kinds support the top candidates. `carriers` has these signal kinds for each
 * example id.
 */
export function reportCarriers(
  judged: readonly Judged[],
  carriers: ReadonlyMap<string, readonly string[]>,
): void {
  const tally = new Map<string, number>()
  for (const { id } of judged.filter(({ wrong, brand }) => wrong || brand))
    for (const kind of new Set(carriers.get(id) ?? [])) tally.set(kind, (tally.get(kind) ?? 0) + 1)
  if (tally.size === 0) return
  print('\nsignals that support wrong answers and brands')
  for (const [kind, count] of [...tally].sort((a, b) => b[1] - a[1]))
    print(`  ${kind.padEnd(28)} ${count}`)
}

export function listMisses(judged: readonly Judged[]): void {
  for (const each of judged) {
    const miss = each.answerable
      ? !each.answered
      : each.outcome === 'attributed' || each.confidence > 0.2
    if (miss)
      print(
        `    ${each.right ? ' ' : '!'}${each.harmful ? '!!' : ''} ${each.id}: ${each.brand ? 'brand' : each.outcome} ${each.top ?? '-'} (${each.confidence.toFixed(2)})`,
      )
  }
}
