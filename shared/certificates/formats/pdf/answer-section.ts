import type { CertifiableResult, Certificate } from '../../certificate.ts'
import { bar, heading, instant, LEAST_SHARE, percent } from './measures.ts'
import { ACCENT, PAGE, QUIET, type Sheets, TEXT_WIDTH, TINT } from './sheets.ts'
import type { SetLine } from './typesetter.ts'

// The first EXPLAINED_MAX candidates have a bar and a text, the next ones up to BARS_MAX only a
// bar. After them, LISTED_MAX candidates have one line each.
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
  {
    domain,
    domain_unicode: unicode = domain,
    result,
    issued_at: issuedAt,
    certificate_id: id,
  }: Certificate,
): void {
  const { set } = sheets
  sheets.write('Attribution certificate', {
    x: PAGE.left,
    size: 10.5,
    weight: 'bold',
    color: ACCENT,
  })
  sheets.write(id, { x: PAGE.right, size: 8, weight: 'mono', color: QUIET, align: 'right' })
  sheets.rule(sheets.y - 8, ACCENT)
  sheets.y -= 38
  sheets.write(unicode, { x: PAGE.left, size: 20, weight: 'bold', width: TEXT_WIDTH })
  sheets.y -= 15
  // The ASCII form shows letters that only look like others.
  if (unicode !== domain) {
    sheets.write(domain, { x: PAGE.left, size: 8.5, color: QUIET, width: TEXT_WIDTH })
    sheets.y -= 14
  }
  const issued =
    `Analysis completed ${instant(issuedAt)}. Evidence collected ` +
    `${instant(result.collected_at)}.`
  sheets.write(issued, { x: PAGE.left, size: 8.5, color: QUIET })
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
  const outcome = OUTCOMES[result.outcome]
  sheets.write(outcome, { x: PAGE.left + 14, y: sheets.y - 19, size: 8.5, color: QUIET })
  const right = { x: PAGE.right - 14, align: 'right' } as const
  sheets.write('Confidence', { ...right, y: sheets.y - 19, size: 8.5, color: QUIET })
  sheets.write(percent(result.confidence), {
    ...right,
    y: sheets.y - 40,
    size: 17,
    weight: 'bold',
  })
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

// A shortened name could be read as another operator's name. So a long name is drawn in smaller
// letters instead.
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
  const rest =
    `${unlisted.length} further candidates, ${share}, stand in the JSON and CSV forms of this ` +
    'certificate.'
  sheets.write(rest, { x: PAGE.left, size: 8, color: QUIET })
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
  sheets.write(String(rank), { x: PAGE.left, size: 9, color: QUIET })
  sheets.write(entity, {
    x: PAGE.left + 20,
    size: 9.5,
    weight: 'bold',
    width: TEXT_WIDTH - 140,
  })
  sheets.text(evidence, { x: PAGE.right - 52, y: sheets.y, size: 8, color: QUIET, align: 'right' })
  sheets.write(percent(confidence), {
    x: PAGE.right,
    size: 9.5,
    weight: 'bold',
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
      const quiet = { y, color: QUIET, align: 'right' } as const
      sheets.write(String(candidate.rank), { ...quiet, x: x + 14, size: 7 })
      sheets.write(candidate.entity, { x: x + 19, y, size: 7.5, width: width - 54 })
      sheets.write(percent(candidate.confidence), { ...quiet, x: x + width, size: 7.5 })
    }
    sheets.y -= rows * LIST_ROW
    index += rows * LIST_COLUMNS
  }
}
