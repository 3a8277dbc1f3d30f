import type { BuiltLine, PageLine } from './page-document.ts'
import type { PageLimits } from './page-limits.ts'
import { foldText } from './text.ts'

const LINES_MAX = 4_000
// If a page is too long, lines of its middle are left out. Three quarters of the limit are for its
// beginning, the rest for its end, which usually contains the copyright line.
const BEGINNING_SHARE = 0.75
const BEGINNING_LINES_MAX = LINES_MAX * BEGINNING_SHARE
// Lines between the kept beginning and the kept end are dropped in portions of this size, so that
// they do not fill the memory.
const DROPPED_LINES = 4_000

export class PageLines {
  readonly kept: BuiltLine[] = []
  private count = 0
  private characters = 0

  add(line: BuiltLine): void {
    this.kept.push(line)
    this.count += 1
    this.characters += line.text.length
    if (this.kept.length === BEGINNING_LINES_MAX + DROPPED_LINES + LINES_MAX)
      this.kept.splice(BEGINNING_LINES_MAX, DROPPED_LINES)
  }

  /**
   * Takes the characters of the lines from `limits` and removes lines that exceed them. True if
   * lines were removed.
   */
  cut(limits: PageLimits): boolean {
    if (this.count <= LINES_MAX && limits.take('text', this.characters)) return false
    const charactersMax = limits.left('text')
    const beginning = countWithin(this.kept, BEGINNING_LINES_MAX, charactersMax * BEGINNING_SHARE)
    const end = countWithin(
      this.kept.slice(beginning).reverse(),
      LINES_MAX - beginning,
      charactersMax * (1 - BEGINNING_SHARE),
    )
    this.kept.splice(beginning, this.kept.length - beginning - end)
    limits.take('text', Math.min(charactersMax, this.characters))
    return true
  }
}

function countWithin(lines: readonly PageLine[], linesMax: number, charactersMax: number): number {
  let characters = 0
  const beyond = lines.findIndex(({ text }, index) => {
    characters += text.length
    return index >= linesMax || characters > charactersMax
  })
  return beyond < 0 ? lines.length : beyond
}

// Number of lines at the end of a page in which names are searched. For lines in a footer,
// `mentions.ts` has a lower limit.
const LINES_READ_MAX = 1_500
// Number of characters at the end of a page in which names are searched. Only two of 1,500 real
// pages have more.
const CHARACTERS_READ_MAX = 100_000

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

export const PAGE_TEXT_LENGTH_MAX = 16_000

export function pageText(lines: readonly PageLine[]): string {
  const parts: string[] = []
  let length = 0
  for (const { text } of lines) {
    if (length > PAGE_TEXT_LENGTH_MAX) break
    parts.push(text)
    length += text.length + 1
  }
  return foldLines(parts.join('\n'))
}

function foldLines(text: string): string {
  if (text.length <= PAGE_TEXT_LENGTH_MAX) return text
  return foldText(text.slice(PAGE_TEXT_LENGTH_MAX - 1, PAGE_TEXT_LENGTH_MAX), 1) === ''
    ? text.slice(0, PAGE_TEXT_LENGTH_MAX - 1)
    : cutWellFormed(text)
}

const cutWellFormed = (text: string): string =>
  text.slice(0, PAGE_TEXT_LENGTH_MAX).replace(/[\ud800-\udbff]$/u, '')
