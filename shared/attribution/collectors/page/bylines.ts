import { guessEntityType } from '../../names/entity-names.ts'
import { foldToLetters } from '../../names/fold.ts'
import { nameAtStart } from '../../names/names-in-text.ts'
import type { PageLine } from './page-document.ts'

const LINE_LENGTH_MAX = 60
const LETTERS_MIN = 4

/** Matches "by" and the words before it: "Written by Ada Birch", "Ein Blog von Ada Birch". */
const BY = new RegExp(
  [
    String.raw`^(?:(?:An?|The|Ein|Der|Un|Une|Le|El|Il|Een|En|Et) \p{L}{3,12} )?(?:`,
    `(?:[Ww]ritten|[Ee]dited|[Mm]ade) )?(?:[Bb]y|[Vv]on|[Pp]ar|[Aa]f|[Aa]v|`,
    String.raw`[Dd]oor|[Vv]an|[Pp]or|[Dd]i|[Dd]e|[Pp]rzez|[Оо]т)\s{1,3}(?=\p{Lu})`,
  ].join(''),
  'u',
)

export function isTitled(text: string, title: string | null): boolean {
  const letters = foldToLetters(text.slice(0, LINE_LENGTH_MAX * 2))
  return letters.length >= LETTERS_MIN && foldToLetters(title ?? '').includes(letters)
}

/**
 * Returns the name in a line "by X" below the heading of the site. Below other headings, such a
 * line names the author of one article.
 */
export function bylineName(
  lines: readonly PageLine[],
  index: number,
  title: string | null,
): string | null {
  const { text = '', region } = lines[index] ?? {}
  const above = lines[index - 1]
  const match =
    text.length <= LINE_LENGTH_MAX && (region === 'main' || region === 'header')
      ? BY.exec(text)
      : null
  if (match === null || above === undefined) return null
  if ((above.heading !== 1 && above.region !== 'header') || !isTitled(above.text, title))
    return null
  const rest = text.slice(match[0].length).replace(/[.,]$/u, '')
  const name = nameAtStart(rest)
  return name === rest && guessEntityType(name) === 'person' ? name : null
}
