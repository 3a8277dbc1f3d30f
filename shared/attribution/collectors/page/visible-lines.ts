import { LINE_LENGTH_MAX } from './line-builder.ts'
import type { BuiltLine, LinePiece, PageLine } from './page-document.ts'
import type { Slice, SlicedWork } from './slices/sliced-work.ts'
import type { PageStyles } from './style/page-styles.ts'
import { foldText } from './text.ts'

const UNITS_PER_PIECE = 4

export interface SortedLines {
  visible: BuiltLine[]
  hidden: PageLine[]
}

/** A line with a hidden part becomes two lines: a visible one and a hidden one. */
export function* sortLines(
  lines: readonly BuiltLine[],
  styles: PageStyles,
  slice: Slice,
): SlicedWork<SortedLines> {
  const sorted: SortedLines = { visible: [], hidden: [] }
  let units = styles.units
  for (const line of lines) {
    if (slice.isFull(UNITS_PER_PIECE * line.pieces.length + styles.units - units)) yield
    units = styles.units
    const shown = line.pieces.filter(({ node }) => styles.shows(node))
    if (shown.length === line.pieces.length) sorted.visible.push(line)
    else if (shown.every(({ text }) => text.trim() === '')) sorted.hidden.push(line)
    else {
      const visible = partOf(line, ({ node }) => styles.shows(node))
      const hidden = partOf(line, ({ node }) => !styles.shows(node))
      if (visible !== null) sorted.visible.push(visible)
      if (hidden !== null) sorted.hidden.push(hidden)
    }
  }
  if (sorted.visible.length === 0 && lines.length > 0 && styles.ignoreRoots())
    return yield* sortLines(lines, styles, slice)
  return sorted
}

export function partOf(line: BuiltLine, isWanted: (piece: LinePiece) => boolean): BuiltLine | null {
  const pieces = line.pieces.filter(isWanted)
  const text = foldText(pieces.map((piece) => piece.text).join(''), LINE_LENGTH_MAX)
  return text === '' ? null : { ...line, text, pieces }
}
