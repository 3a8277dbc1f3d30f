import type { CertifiableResult, Certificate } from '../../certificate.ts'
import { bar, heading, instant, LEAST_SHARE, percent } from './measures.ts'
import { ACCENT, INK, PAGE, QUIET, type Sheets, TEXT_WIDTH, TINT } from './sheets.ts'
import type { SetLine } from './typesetter.ts'

/**
 * A PDF certificate shows the candidates (possible operators) in descending order of probability.
 * The first BARS_MAX candidates have a bar for the probability, and the first EXPLAINED_MAX of
 * these also have a text. The next LISTED_MAX candidates have one line each, and the others are
 * only counted.
 */
const EXPLAINED_MAX = 5
const BARS_MAX = 12
const LISTED_MAX = 120
const NAME_LINES_MAX = 12
const LIST_COLUMNS = 2
const LIST_ROW = 10.5

type Candidate = CertifiableResult['candidates'][number]

const OUTCOMES: Record<Certificate['result']['outcome'], string> = {
  attributed: 'Operator of the domain',
  ambiguous: 'Most likely operator; others are possible',
  no_clear_entity: 'No clear operator',
}

export function drawAnswer(
  sheets: Sheets,
  { domain, result, issued_at: issuedAt, certificate_id: id }: Certificate,
): void {
  const { set } = sheets
  sheets.text(set.line('Attribution certificate', 'bold'), {
    x: PAGE.left,
    y: sheets.y,
    size: 10.5,
    color: ACCENT,
  })
  sheets.text(set.line(id, 'mono'), {
    x: PAGE.right,
    y: sheets.y,
    size: 8,
    color: QUIET,
    align: 'right',
  })
  sheets.rule(sheets.y - 8, ACCENT)
  sheets.y -= 38
  sheets.text(set.fitted(domain, 'bold', (TEXT_WIDTH / 20) * 1000), {
    x: PAGE.left,
    y: sheets.y,
    size: 20,
  })
  sheets.y -= 15
  const issued = `Analysis completed ${instant(issuedAt)}. Evidence collected ${instant(result.collected_at)}.`
  sheets.text(set.line(issued, 'regular'), { x: PAGE.left, y: sheets.y, size: 8.5, color: QUIET })
  sheets.y -= 14
  const name =
    result.entity ??
    (result.outcome === 'no_clear_entity'
      ? 'No clear operator'
      : (result.candidates[0]?.entity ?? ''))
  const confidenceWidth = 96
  const nameWidth = TEXT_WIDTH - confidenceWidth - 28
  const { size, leading, lines } = nameOf(set, name, nameWidth)
  const height = 51 + size + (lines.length - 1) * leading
  sheets.box(PAGE.left, sheets.y - height, TEXT_WIDTH, height, TINT)
  sheets.text(set.line(OUTCOMES[result.outcome], 'regular'), {
    x: PAGE.left + 14,
    y: sheets.y - 19,
    size: 8.5,
    color: QUIET,
  })
  sheets.text(set.line('Confidence', 'regular'), {
    x: PAGE.right - 14,
    y: sheets.y - 19,
    size: 8.5,
    color: QUIET,
    align: 'right',
  })
  const confidence = {
    x: PAGE.right - 14,
    y: sheets.y - 40,
    size: 17,
    color: INK,
    align: 'right',
  } as const
  sheets.text(set.line(percent(result.confidence), 'bold'), confidence)
  for (const [index, line] of lines.entries())
    sheets.text(line, { x: PAGE.left + 14, y: sheets.y - 23 - size - index * leading, size })
  bar(sheets, PAGE.left + 14, sheets.y - height + 12, TEXT_WIDTH - 28, 4, result.confidence)
  sheets.y -= height + 18
  for (const line of set.paragraph(
    result.summary,
    'regular',
    (TEXT_WIDTH / 9.5) * 1000,
    5,
    'ltr',
  )) {
    sheets.text(line, { x: PAGE.left, y: sheets.y, size: 9.5 })
    sheets.y -= 13.5
  }
}

/**
 * Lays out the operator's name for a PDF certificate: in large letters if the name fits in three
 * lines, otherwise in smaller letters on more lines. The smaller letters avoid a shortened name,
 * which could be read as the name of another operator.
 */
function nameOf(
  set: Sheets['set'],
  name: string,
  width: number,
): { size: number; leading: number; lines: SetLine[] } {
  const large = set.paragraph(name, 'bold', (width / 17) * 1000, 4)
  if (large.length <= 3) return { size: 17, leading: 21, lines: large }
  return {
    size: 11,
    leading: 14,
    lines: set.paragraph(name, 'bold', (width / 11) * 1000, NAME_LINES_MAX),
  }
}

export function drawCandidates(sheets: Sheets, candidates: readonly Candidate[]): void {
  if (candidates.length === 0) return
  heading(
    sheets,
    candidates.length === 1 ? 'The candidate' : `The ${candidates.length} candidates`,
    40,
  )
  for (const candidate of candidates.slice(0, BARS_MAX)) drawBar(sheets, candidate)
  const listed = candidates.slice(BARS_MAX, BARS_MAX + LISTED_MAX)
  if (listed.length > 0) drawList(sheets, listed)
  const unlisted = candidates.slice(BARS_MAX + LISTED_MAX)
  const [strongest] = unlisted
  if (strongest === undefined) return
  sheets.need(16)
  sheets.y -= 12
  const share =
    strongest.confidence < LEAST_SHARE
      ? `each below ${percent(LEAST_SHARE)}`
      : `none above ${percent(strongest.confidence)}`
  const rest = `${unlisted.length} further candidates, ${share}, stand in the JSON and CSV forms of this certificate.`
  sheets.text(sheets.set.line(rest, 'regular'), {
    x: PAGE.left,
    y: sheets.y,
    size: 8,
    color: QUIET,
  })
}

function drawBar(
  sheets: Sheets,
  { rank, entity, confidence, signal_count: count, rationale }: Candidate,
): void {
  const { set } = sheets
  const reasons =
    rank <= EXPLAINED_MAX
      ? set.paragraph(rationale.slice(0, 600), 'regular', ((TEXT_WIDTH - 20) / 8) * 1000, 2, 'ltr')
      : []
  sheets.need(26 + reasons.length * 10.5)
  sheets.y -= rank === 1 ? 14 : 17
  const evidence = set.line(count === 1 ? '1 signal' : `${count} signals`, 'regular')
  sheets.text(set.line(String(rank), 'regular'), {
    x: PAGE.left,
    y: sheets.y,
    size: 9,
    color: QUIET,
  })
  sheets.text(set.fitted(entity, 'bold', ((TEXT_WIDTH - 140) / 9.5) * 1000), {
    x: PAGE.left + 20,
    y: sheets.y,
    size: 9.5,
  })
  sheets.text(evidence, { x: PAGE.right - 52, y: sheets.y, size: 8, color: QUIET, align: 'right' })
  sheets.text(set.line(percent(confidence), 'bold'), {
    x: PAGE.right,
    y: sheets.y,
    size: 9.5,
    align: 'right',
  })
  sheets.y -= 7
  bar(sheets, PAGE.left + 20, sheets.y, TEXT_WIDTH - 20, 3, confidence)
  for (const line of reasons) {
    sheets.y -= 10.5
    sheets.text(line, { x: PAGE.left + 20, y: sheets.y, size: 8, color: QUIET })
  }
}

function drawList(sheets: Sheets, candidates: readonly Candidate[]): void {
  const { set } = sheets
  sheets.y -= 8
  const gap = 16
  const width = (TEXT_WIDTH - gap * (LIST_COLUMNS - 1)) / LIST_COLUMNS
  let index = 0
  while (index < candidates.length) {
    sheets.need(LIST_ROW * 4)
    const rowsFree = Math.floor((sheets.y - PAGE.bottom) / LIST_ROW)
    const left = candidates.length - index
    const rows = Math.min(rowsFree, Math.ceil(left / LIST_COLUMNS))
    for (const [cell, candidate] of candidates
      .slice(index, index + rows * LIST_COLUMNS)
      .entries()) {
      const x = PAGE.left + Math.floor(cell / rows) * (width + gap)
      const y = sheets.y - (1 + (cell % rows)) * LIST_ROW
      sheets.text(set.line(String(candidate.rank), 'regular'), {
        x: x + 14,
        y,
        size: 7,
        color: QUIET,
        align: 'right',
      })
      sheets.text(set.fitted(candidate.entity, 'regular', ((width - 54) / 7.5) * 1000), {
        x: x + 19,
        y,
        size: 7.5,
      })
      sheets.text(set.line(percent(candidate.confidence), 'regular'), {
        x: x + width,
        y,
        size: 7.5,
        color: QUIET,
        align: 'right',
      })
    }
    sheets.y -= rows * LIST_ROW
    index += rows * LIST_COLUMNS
  }
}
