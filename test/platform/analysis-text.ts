import { sourceName } from '../../shared/attribution/answer/source-names.ts'
import { percentText } from '../../shared/attribution/answer/verdict.ts'
import { OUR_DNS_FAILED } from '../../shared/attribution/dns-failure.ts'
import type { Job } from '../../shared/jobs/job.ts'
import { printable } from '../../shared/platform/printable.ts'
import type { Analysis } from './analyses.ts'
import { type Color, type Paint, plain } from './colors.ts'

const REASONS_MAX = 3
const RIVALS_MAX = 3

/**
 * The JSON that the option `--json` prints for one domain. Names and reasons are as the page wrote
 * them: print them only through `printable`.
 */
export interface AnalysisRecord {
  domain: string
  outcome: 'attributed' | 'ambiguous' | 'no_clear_entity' | 'failed'
  operator: string | null
  confidence: number
  /** The company that the domain imitates. */
  imitates: string | null
  reasons: string[]
  candidates: { entity: string; confidence: number }[]
  /** Names of sources that gave no answer, each with the reason. */
  unanswered: string[]
  depth: string | null
  duration_ms: number | null
}

const unansweredOf = (job: Job | null): string[] =>
  (job?.progress.collectors ?? [])
    .filter(({ status }) => status === 'failed' || status === 'timeout')
    .map(({ name, status, detail }) => `${name}: ${detail ?? status}`)

export function recordOf(analysis: Analysis): AnalysisRecord {
  const { domain } = analysis
  if (analysis.refused !== null)
    return {
      domain,
      outcome: 'failed',
      operator: null,
      confidence: 0,
      imitates: null,
      reasons: [analysis.refused],
      candidates: [],
      unanswered: unansweredOf(analysis.job),
      depth: analysis.job?.depth ?? null,
      duration_ms: analysis.job?.duration_ms ?? null,
    }
  const { job, entities } = analysis
  const result = job.scoring_result
  const supports = (entities[0]?.signals ?? [])
    .filter(({ stance }) => stance === 'supports')
    .toSorted((a, b) => b.contribution - a.contribution)
  const isNamed = result?.outcome === 'attributed'
  const reasons = isNamed
    ? supports.slice(0, REASONS_MAX).map(({ explanation }) => explanation)
    : [result?.summary ?? '']
  return {
    domain,
    outcome: result?.outcome ?? 'failed',
    operator: isNamed ? result.entity : null,
    confidence: result?.confidence ?? 0,
    imitates: result?.warnings.find(({ kind }) => kind === 'imitates')?.entity ?? null,
    reasons: reasons.filter((reason) => reason !== ''),
    candidates: (result?.candidates ?? []).map(({ entity, confidence }) => ({
      entity,
      confidence,
    })),
    unanswered: unansweredOf(job),
    depth: job.depth,
    duration_ms: job.duration_ms,
  }
}

/**
 * False if every analysis failed and had no answer of a DNS service. Then the other sources failed
 * for the same reason, so they are not to blame.
 */
export function hasNetwork(records: readonly AnalysisRecord[]): boolean {
  const analyzed = records.filter(({ depth }) => depth !== null)
  const hasNoDns = ({ outcome, unanswered }: AnalysisRecord) =>
    outcome === 'failed' && unanswered.includes(`dns: ${OUR_DNS_FAILED.detail}`)
  return analyzed.length === 0 || !analyzed.every(hasNoDns)
}

export function operatorOf(record: AnalysisRecord): string {
  if (record.imitates !== null) return `(imitates ${record.imitates})`
  switch (record.outcome) {
    case 'attributed':
      return record.operator ?? ''
    case 'ambiguous':
      return '(ambiguous)'
    case 'no_clear_entity':
      return '(no clear operator)'
    case 'failed':
      return '(not analyzed)'
    default:
      return record.outcome satisfies never
  }
}

export function colorOf({ outcome, imitates }: AnalysisRecord): Color {
  if (imitates !== null) return 'red'
  return outcome === 'attributed' ? 'green' : 'yellow'
}

export const lineOf = (record: AnalysisRecord): string =>
  printable(
    `${record.domain}: ${operatorOf(record)}${record.outcome === 'attributed' ? `, ${percentText(record.confidence)}` : ''}`,
  )

/** "the web site: timeout" for "http_probe: timeout". */
function sourceText(unanswered: string): string {
  const [, collector = '', detail = ''] = /^(\w+)(.*)$/su.exec(unanswered) ?? []
  const name = sourceName(collector)
  const shown = /^\p{Lu}\p{Ll}/u.test(name)
    ? `the ${name.charAt(0).toLowerCase()}${name.slice(1)}`
    : name
  return `${shown}${detail}`
}

export function blockOf(record: AnalysisRecord, paint: Paint = plain): string {
  const rivals = record.candidates
    .slice(0, RIVALS_MAX)
    .map(({ entity, confidence }) => `${entity} (${percentText(confidence)})`)
  const answer =
    record.outcome === 'attributed'
      ? `${record.operator} · ${percentText(record.confidence)}`
      : `${operatorOf(record)}${record.outcome === 'ambiguous' ? ` ${rivals.join(' or ')}` : ''}`
  const isList = record.outcome === 'attributed'
  return [
    printable(record.domain),
    `  ${paint(colorOf(record), printable(answer))}`,
    ...[
      ...record.reasons.map((reason, index) =>
        isList ? `  ${index + 1}. ${reason}` : `  ${reason}`,
      ),
      ...record.unanswered.map((source) => `  No answer from ${sourceText(source)}`),
    ].map(printable),
  ].join('\n')
}

/**
 * Number of columns of a terminal that a text needs. A letter of an East Asian script needs two
 * (Unicode Standard Annex 11).
 */
export const cellsOf = (text: string): number =>
  [...text].reduce(
    (sum, letter) =>
      sum + (/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60]/.test(letter) ? 2 : 1),
    0,
  )

export interface TableRow {
  cells: readonly string[]
  color: Color
  /** Stands below the cells. */
  note: string
}

const NOTE_INDENT = '    '

/** Returns a table. `width`: number of columns of the terminal, for the notes. */
export function tableOf(
  titles: readonly string[],
  given: readonly TableRow[],
  { width, paint = plain }: { width: number; paint?: Paint },
): string {
  const rows = given.map((row) => ({ ...row, cells: row.cells.map(printable) }))
  const widths = titles.map((title, column) =>
    Math.max(cellsOf(title), ...rows.map(({ cells }) => cellsOf(cells[column] ?? ''))),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - cellsOf(cell)))
      .join('  ')
      .trimEnd()
  return [
    line(titles),
    widths.map((cells) => '─'.repeat(cells)).join('  '),
    ...rows.flatMap(({ cells, color, note }) => [
      paint(color, line(cells)),
      ...wrapped(printable(note), width - NOTE_INDENT.length).map((text) => NOTE_INDENT + text),
    ]),
  ].join('\n')
}

/** A word that is wider than a line keeps a line of its own. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  let current = ''
  for (const word of text.split(' ').filter((each) => each !== '')) {
    const longer = current === '' ? word : `${current} ${word}`
    if (current !== '' && cellsOf(longer) > width) {
      lines.push(current)
      current = word
    } else current = longer
  }
  return current === '' ? lines : [...lines, current]
}
