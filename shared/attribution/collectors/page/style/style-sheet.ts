import { oneOf } from '../../../names/pattern-code.ts'
import type { Slice, SlicedWork } from '../slices/sliced-work.ts'
import { nextSign, withoutComments } from './css-syntax.ts'
import words from './css-words.json' with { type: 'json' }
import { DECLARATIONS_MAX, type Declaration, readDeclaration, UNKNOWN } from './declarations.ts'
import { mediaApplies } from './media-query.ts'

export interface SheetRule {
  prelude: string
  declarations: Declaration[]
}

const NESTING_MAX = 8
const UNITS_PER_CHARACTER = 0.05
const OUTER_LENGTH_MAX = 500
/**
 * Rules that do not style an element of the page at rest, such as `@keyframes` and `@font-face`.
 */
const OTHER_RULES = new RegExp(String.raw`^@(?:-[a-z]{1,10}-)?${oneOf(words.otherRules)}\b`, 'iu')

/** `@supports`, `@layer` and `@container` count as fulfilled. `@import` is not followed. */
export function* readSheet(
  css: string,
  isUsed: (prelude: string) => boolean,
  slice: Slice,
): SlicedWork<SheetRule[]> {
  const rules: SheetRule[] = []
  yield* readBlock({ css: withoutComments(css), rules, isUsed, slice }, 0, null, 0)
  return rules
}

interface Sheet {
  css: string
  rules: SheetRule[]
  /** False for a selector with a class or id that no element of the page has. */
  isUsed: (prelude: string) => boolean
  slice: Slice
}

// Reads one block and returns the position behind its closing brace. `outer` is the selector of the
// rule around it.
function* readBlock(
  sheet: Sheet,
  start: number,
  outer: string | null,
  depth: number,
): SlicedWork<number> {
  const { css, rules, isUsed, slice } = sheet
  const declarations: Declaration[] = []
  if (outer !== null) rules.push({ prelude: outer, declarations })
  let at = start
  while (at < css.length) {
    const end = nextSign(css, at, ';{}')
    if (slice.isFull((end - at) * UNITS_PER_CHARACTER)) yield
    const sign = css[end]
    if (sign !== '{') {
      if (outer !== null && declarations.length < DECLARATIONS_MAX)
        readDeclaration(css.slice(at, end), declarations)
      at = end + 1
      if (sign === '}' && depth > 0) break
      continue
    }
    const prelude = css.slice(at, end).trim()
    if (depth >= NESTING_MAX || OTHER_RULES.test(prelude) || !applies(prelude))
      at = behindBlock(css, end + 1)
    else if (prelude.startsWith('@')) at = yield* readBlock(sheet, end + 1, outer, depth + 1)
    else if (!isUsed(prelude)) at = behindBlock(css, end + 1)
    else at = yield* readBlock(sheet, end + 1, nested(prelude, outer), depth + 1)
  }
  if (declarations.length >= DECLARATIONS_MAX) declarations.push(UNKNOWN)
  if (outer !== null && declarations.length === 0) dropRule(rules, declarations)
  return at
}

function dropRule(rules: SheetRule[], declarations: readonly Declaration[]): void {
  if (rules.at(-1)?.declarations === declarations) rules.pop()
}

const applies = (prelude: string): boolean => {
  const query = /^@media\b(.{0,2000})$/isu.exec(prelude)?.[1]
  return query === undefined || mediaApplies(query)
}

function nested(prelude: string, outer: string | null): string {
  // A very long outer selector is not put before the inner ones, because each inner selector would
  // get a copy of it.
  if (outer === null || outer.length > OUTER_LENGTH_MAX) return prelude
  return prelude.includes('&')
    ? prelude.replaceAll('&', `:is(${outer})`)
    : `:is(${outer}) ${prelude}`
}

function behindBlock(css: string, start: number): number {
  let depth = 1
  let at = start
  while (at < css.length && depth > 0) {
    at = nextSign(css, at, '{}')
    depth += css[at] === '{' ? 1 : -1
    at += 1
  }
  return at
}
