import type { PageLine } from './page-document.ts'

/** Lines at the end of a page in which text outside of footers is searched for names. */
const LINES_READ_MAX = 1_500
/** Number of characters in these lines. Of 1,500 real pages, two have more. */
const CHARACTERS_READ_MAX = 100_000

/** Returns the position of the first line in which names are searched. */
export function firstSearchedLine(lines: readonly PageLine[]): number {
  let first = lines.length
  let characters = 0
  while (first > Math.max(0, lines.length - LINES_READ_MAX)) {
    characters += lines[first - 1]?.text.length ?? 0
    if (characters > CHARACTERS_READ_MAX) break
    first -= 1
  }
  return first
}
