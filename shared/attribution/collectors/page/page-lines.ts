import type { PageBudget } from './page-budget.ts'
import type { BuiltLine, PageLine } from './page-document.ts'

const LINES_MAX = 4_000
/**
 * Part of the lines and of their characters that a long page keeps from its beginning. The rest
 * comes from its end, with the footer.
 */
const BEGINNING_SHARE = 0.75
const BEGINNING_LINES_MAX = LINES_MAX * BEGINNING_SHARE
/**
 * Lines between the kept beginning and the kept end are dropped as soon as there are this many, so
 * that they do not fill the memory.
 */
const DROPPED_LINES = 4_000

/**
 * Lines of a page. A long page loses lines in its middle, because its end usually contains the
 * copyright line.
 */
export class PageLines {
  readonly kept: BuiltLine[] = []
  /** Number of all lines and of their characters, with those that were dropped. */
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
   * Cuts the lines to the limits and takes their characters from `budget`. Returns true if lines
   * were left out.
   */
  cut(budget: PageBudget): boolean {
    if (this.count <= LINES_MAX && budget.take('text', this.characters)) return false
    const charactersMax = budget.left('text')
    const beginning = countWithin(this.kept, BEGINNING_LINES_MAX, charactersMax * BEGINNING_SHARE)
    const end = countWithin(
      this.kept.slice(beginning).reverse(),
      LINES_MAX - beginning,
      charactersMax * (1 - BEGINNING_SHARE),
    )
    this.kept.splice(beginning, this.kept.length - beginning - end)
    budget.take('text', Math.min(charactersMax, this.characters))
    return true
  }
}

/** Returns the number of lines at the beginning of a list that are within both limits. */
function countWithin(lines: readonly PageLine[], linesMax: number, charactersMax: number): number {
  let characters = 0
  const beyond = lines.findIndex(({ text }, index) => {
    characters += text.length
    return index >= linesMax || characters > charactersMax
  })
  return beyond < 0 ? lines.length : beyond
}
