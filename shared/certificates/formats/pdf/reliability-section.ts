import { BASIS_LABELS, warningLabel } from '../../../attribution/scoring/answer-words.ts'
import type { Warning } from '../../../attribution/scoring/scoring-result.ts'
import type { CertifiableResult } from '../../certificate.ts'
import { ACCENT, PAGE, QUIET, type Sheets, TEXT_WIDTH } from './sheets.ts'

// The PDF shows at most WARNINGS_MAX warnings and LINES_MAX lines of each. The JSON and CSV formats
// contain all warnings in full.
const WARNINGS_MAX = 13
const LINES_MAX = 4
const LABEL_WIDTH = 172

/** Draws nothing for a result without `basis`, so that an older certificate keeps its bytes. */
export function drawReliability(sheets: Sheets, { basis, warnings = [] }: CertifiableResult): void {
  if (basis === undefined) return
  sheets.y -= 4
  drawRow(sheets, 'Basis', basis === null ? 'Nobody is named' : BASIS_LABELS[basis])
  for (const warning of warnings.slice(0, WARNINGS_MAX))
    drawRow(sheets, titleOf(warning), warning.detail)
}

function titleOf({ kind, severity }: Warning): string {
  return `${severity === 'info' ? 'Note' : `Warning (${severity})`}: ${warningLabel(kind)}`
}

function drawRow(sheets: Sheets, title: string, text: string): void {
  const width = ((TEXT_WIDTH - LABEL_WIDTH) / 9) * 1000
  const lines = sheets.set.paragraph(text, 'regular', width, LINES_MAX, 'ltr')
  sheets.need(lines.length * 12)
  const color = title === 'Basis' || title.startsWith('Note') ? QUIET : ACCENT
  sheets.write(title, { x: PAGE.left, size: 8.5, weight: 'bold', color })
  for (const line of lines) {
    sheets.text(line, { x: PAGE.left + LABEL_WIDTH, y: sheets.y, size: 9 })
    sheets.y -= 12
  }
}
