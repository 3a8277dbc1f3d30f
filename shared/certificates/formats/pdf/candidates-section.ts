import type { Certificate } from '../../certificate.ts'
import { bar, heading, percent } from './measures.ts'
import { PAGE, QUIET, type Sheets, TEXT_WIDTH } from './sheets.ts'

// The first EXPLAINED_MAX candidates have a bar and a text, the next ones up to LISTED_MAX only one
// line each.
const EXPLAINED_MAX = 5
const LISTED_MAX = 120
const INDENT = 20
const NUMBER_WIDTH = 60
const RATIONALE_LENGTH_MAX = 600

type Candidate = Certificate['result']['candidates'][number]

/** One candidate alone is the answer itself, so it is not repeated. */
export function drawCandidates(sheets: Sheets, candidates: readonly Candidate[]): void {
  if (candidates.length < 2) return
  heading(sheets, `The ${candidates.length} candidates`, 40)
  sheets.within('Table', () => {
    for (const candidate of candidates.slice(0, LISTED_MAX)) drawCandidate(sheets, candidate)
  })
  const [strongest, ...more] = candidates.slice(LISTED_MAX)
  if (strongest === undefined) return
  sheets.y -= 4
  const rest =
    `${more.length + 1} further candidates, none above ${percent(strongest.confidence)}, stand ` +
    'in the JSON and CSV forms of this certificate.'
  const at = { x: PAGE.left, width: TEXT_WIDTH, size: 8, color: QUIET }
  sheets.within('P', () => sheets.flow(rest, at))
}

function drawCandidate(sheets: Sheets, { rank, entity, confidence, rationale }: Candidate): void {
  const isExplained = rank <= EXPLAINED_MAX
  const size = isExplained ? 9.5 : 8
  const name = {
    x: PAGE.left + INDENT,
    width: TEXT_WIDTH - INDENT - NUMBER_WIDTH,
    size,
    weight: isExplained ? 'bold' : 'regular',
  } as const
  const text = { x: name.x, width: TEXT_WIDTH - INDENT, size: 8, color: QUIET, linesMax: 2 }
  const shown = rationale.slice(0, RATIONALE_LENGTH_MAX)
  sheets.need(sheets.heightOf(entity, name) + (isExplained ? 36 : 0))
  sheets.y -= isExplained ? 4 : 0
  const y = sheets.y - size * 1.36
  sheets.within('TR', () => {
    const number = { x: PAGE.left, y, size: 8, color: QUIET }
    sheets.within('TD', () => sheets.write(String(rank), number))
    sheets.within('TH', () => sheets.flow(entity, name), { scope: 'Row' })
    const share = { x: PAGE.right, y, size, align: 'right' } as const
    sheets.within('TD', () => sheets.write(percent(confidence), share))
    if (!isExplained) return
    bar(sheets, name.x, sheets.y - 6, TEXT_WIDTH - INDENT, 2, confidence)
    sheets.y -= 7
    sheets.within('TD', () => sheets.flow(shown, text))
  })
}
