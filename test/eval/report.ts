import { figuresOf, type Judged, rightAbove, riskCoverage } from './measure.ts'

export const percent = (value: number): string => `${(value * 100).toFixed(1)} %`

const GROUP_MIN = 5

export function report(title: string, judged: readonly Judged[]): void {
  const figures = figuresOf(judged)
  console.log(`\n${title}: ${figures.cases} cases, ${figures.answerable} answerable`)
  const sure = [0.95, 0.8].map((least) => ({ least, ...rightAbove(judged, least) }))
  const rows: [string, string][] = [
    ['right · brand · wrong · abstained', outcomeShares(judged)],
    ['top-1 accuracy (answerable)', percent(figures.accuracy)],
    ['harmful answers', String(figures.harmful)],
    ['abstention (unanswerable)', percent(figures.abstention)],
    ...sure.map(({ least, count, right }): [string, string] => [
      `right of answers at ${least} or more`,
      `${percent(right)} of ${count}`,
    ]),
    ['Brier score', figures.brier.toFixed(4)],
    ['expected calibration error', figures.ece.toFixed(4)],
  ]
  for (const [name, value] of rows) console.log(`  ${name.padEnd(34)} ${value}`)
  reportGroups('folder', judged, ({ folder }) => folder)
  reportGroups('kind', judged, ({ kind }) => kind)
  reportGroups('language', judged, ({ language }) => language)
  console.log('  reliability (stated confidence · share right · cases)')
  for (const { confidence, accuracy, count } of figures.bins)
    if (count > 0) console.log(`    ${confidence.toFixed(2)} · ${accuracy.toFixed(2)} · ${count}`)
  const points = riskCoverage(judged).filter(
    (_, index, all) => index === all.length - 1 || index % Math.max(1, Math.ceil(all.length / 8)) === 0,
  )
  console.log(
    `  risk at coverage: ${points.map((point) => `${percent(point.risk)} at ${percent(point.coverage)}`).join(' · ')}`,
  )
}

function outcomeShares(judged: readonly Judged[]): string {
  const { answered, brand, wrong, abstained } = figuresOf(judged)
  return [answered, brand, wrong, abstained].map(percent).join(' · ')
}

function reportGroups(title: string, judged: readonly Judged[], keyOf: (one: Judged) => string): void {
  const groups = new Map<string, Judged[]>()
  for (const one of judged) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  if (groups.size < 2) return
  console.log(`  by ${title} (right · brand · wrong · abstained; of unanswerable cases abstained)`)
  const few: Judged[] = []
  for (const [name, group] of [...groups].sort((a, b) => b[1].length - a[1].length)) {
    if (group.length < GROUP_MIN) few.push(...group)
    else console.log(`    ${groupLine(name, group)}`)
  }
  if (few.length > 0) console.log(`    ${groupLine('(others)', few)}`)
}

function groupLine(name: string, group: readonly Judged[]): string {
  const figures = figuresOf(group)
  const unanswerable = group.length - figures.answerable
  const none = unanswerable === 0 ? '' : ` · abstained ${percent(figures.abstention)} of ${unanswerable}`
  const shares = figures.answerable === 0 ? '' : `${outcomeShares(group)} of ${figures.answerable}`
  const sure = rightAbove(group, 0.95)
  return `${(name || '(none)').padEnd(14)} ${shares}${none} · ECE ${figures.ece.toFixed(3)} · Brier ${figures.brier.toFixed(3)} · right at 0.95 ${percent(sure.right)} of ${sure.count}`
}

export function reportReaders(readers: ReadonlyMap<string, readonly Judged[]>): void {
  console.log('\nsimple readers on the same pages (right · brand · wrong · abstained)')
  for (const [name, judged] of readers) {
    console.log(`  ${name.padEnd(22)} ${outcomeShares(judged)}`)
    for (const kind of [...new Set(judged.map((each) => each.kind))].sort()) {
      const own = judged.filter((each) => each.kind === kind)
      if (own.length >= GROUP_MIN) console.log(`    ${kind.padEnd(14)} ${outcomeShares(own)}`)
    }
  }
}

/**
 * Prints the signal types (types of evidence) that supported wrong results, most frequent type first. `carriers` contains, for each domain
 * id, the signal types that support the top candidate of this domain.
 */
export function reportCarriers(judged: readonly Judged[], carriers: ReadonlyMap<string, readonly string[]>): void {
  const tally = new Map<string, number>()
  for (const { id } of judged.filter(({ wrong, brand }) => wrong || brand))
    for (const kind of new Set(carriers.get(id) ?? [])) tally.set(kind, (tally.get(kind) ?? 0) + 1)
  if (tally.size === 0) return
  console.log('\nsignals that support wrong answers and brands')
  for (const [kind, count] of [...tally].sort((a, b) => b[1] - a[1])) console.log(`  ${kind.padEnd(28)} ${count}`)
}

export function listMisses(judged: readonly Judged[]): void {
  for (const each of judged) {
    const miss = each.answerable ? !each.answered : each.outcome === 'attributed' || each.confidence > 0.2
    if (miss)
      console.log(
        `    ${each.right ? ' ' : '!'}${each.harmful ? '!!' : ''} ${each.id}: ${each.brand ? 'brand' : each.outcome} ${each.top ?? '-'} (${each.confidence.toFixed(2)})`,
      )
  }
}
