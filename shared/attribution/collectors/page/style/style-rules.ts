import { oneOf } from '../../../names/pattern-code.ts'
import type { Slice, SlicedWork } from '../slices/sliced-work.ts'
import { splitAt, withoutEscapes } from './css-syntax.ts'
import words from './css-words.json' with { type: 'json' }
import { type Declaration, readDeclarations } from './declarations.ts'
import { groupOf, mayHide } from './hiding-values.ts'
import { fitsCompound, matchAround, matchSelector, needsPosition } from './match-selector.ts'
import { mediaApplies } from './media-query.ts'
import { classesOf, type PageNode } from './page-node.ts'
import { type Match, readSelectors, type Selector } from './selectors.ts'
import { readSheet } from './style-sheet.ts'
import { type UsedNames, withoutBrackets } from './used-names.ts'

interface Rule {
  /** Text of the selector. It is parsed only when first needed. */
  text: string
  selectors: readonly Selector[] | null
  declarations: readonly Declaration[]
  /** One bit for each group of properties that the rule sets. */
  groups: number
  mayHide: boolean
  order: number
}

// Selectors of libraries whose script shows an element when the reader scrolls to it. The opacity
// and visibility in their rules are those before the script runs, so they are ignored.
const ANIMATED = new RegExp(
  String.raw`\[data-${oneOf(words.animatedData)}|\.${oneOf(words.animatedClasses)}`,
  'iu',
)
const ANIMATED_PROPERTIES = new Set(['opacity', 'visibility'])

export interface SheetText {
  css: string
  media: string
}

/**
 * Properties of one element after the cascade: for each property, the value of the winning rule.
 */
export type Look = ReadonlyMap<string, string>

const RULES_MAX = 30_000
const UNITS_PER_RULE = 2
/** Limit of comparisons between rules and elements for the whole page. */
const COMPARISONS_MAX = 400_000
const DECLARATIONS_PER_COMPARISON = 8
const KNOWN_MAX = 4_000
const PRELUDE_READ_MAX = 1_000
const IMPORTANT = 2 ** 50
const INLINE = 2 ** 48
const SPECIFICITY_UNIT = 2 ** 16

/** Rules by the id, class or tag in the last part of their selector, so few fit an element. */
export class StyleRules {
  private readonly byKey = new Map<string, Rule[]>()
  private readonly candidates = new Map<string, readonly Candidate[]>()
  private readonly inline = new Map<string, readonly Declaration[]>()
  private active = 0
  private count = 0
  comparisons = 0

  constructor(private readonly used: UsedNames) {}

  get isComplete(): boolean {
    return this.count <= RULES_MAX && this.comparisons <= COMPARISONS_MAX
  }

  get isEmpty(): boolean {
    return this.active === 0
  }

  *add({ css, media }: SheetText, slice: Slice): SlicedWork<void> {
    if (!mediaApplies(media)) return
    const rules = yield* readSheet(css, (prelude) => this.used.mayMatch(prelude), slice)
    for (const { prelude, declarations: all } of rules) {
      if (slice.isFull(UNITS_PER_RULE)) yield
      if (this.count > RULES_MAX) return
      const isAnimated = ANIMATED.test(prelude.slice(0, PRELUDE_READ_MAX))
      const declarations = isAnimated
        ? all.filter(({ property }) => !ANIMATED_PROPERTIES.has(property))
        : all
      let groups = 0
      let hides = false
      for (const declaration of declarations) {
        const group = groupOf(declaration.property)
        groups |= group
        if (!mayHide(declaration)) continue
        hides = true
        this.active |= group
      }
      for (const text of splitAt(prelude, ',', SELECTORS_MAX)) {
        if (!this.used.mayMatch(text)) continue
        this.count += 1
        this.file({
          text,
          selectors: null,
          declarations,
          groups,
          mayHide: hides,
          order: this.count,
        })
      }
    }
  }

  private file(rule: Rule): void {
    const key = keyOf(rule.text)
    const list = this.byKey.get(key)
    if (list === undefined) this.byKey.set(key, [rule])
    else list.push(rule)
  }

  inlineOf({ style }: PageNode): readonly Declaration[] {
    if (style === undefined) return []
    const before = this.inline.get(style)
    if (before !== undefined) return before
    const declarations = readDeclarations(style)
    if (this.inline.size < KNOWN_MAX) this.inline.set(style, declarations)
    return declarations
  }

  /** Returns null if no rule or attribute declares something that can hide a text. */
  lookOf(node: PageNode): Look | null {
    const inline = this.inlineOf(node)
    const candidates = this.active === 0 ? [] : this.candidatesOf(node)
    if (inline.length === 0 && candidates.length === 0) return null
    const values = new Map<string, string>()
    const priorities = new Map<string, number>()
    const take = (
      declarations: readonly Declaration[],
      base: number,
      hidingOnly: boolean,
    ): void => {
      for (const declaration of declarations) {
        const { property, value, isImportant } = declaration
        if (
          hidingOnly &&
          !(mayHide(declaration) && (property !== 'color' || value === 'transparent'))
        )
          continue
        const priority = isImportant ? base + IMPORTANT : base
        if (priority < (priorities.get(property) ?? -1)) continue
        priorities.set(property, priority)
        values.set(property, value)
      }
    }
    for (const candidate of candidates) {
      const { selector, rule } = candidate
      const { declarations, order, mayHide: hides } = rule
      const found = needsPosition(selector) ? matchOf(node, candidate) : 'yes'
      if (found === 'no' || (found === 'maybe' && !hides)) continue
      take(declarations, selector.specificity * SPECIFICITY_UNIT + order, found === 'maybe')
    }
    take(inline, INLINE, false)
    return values.size === 0 ? null : values
  }

  /** Elements with equal tags, including the attributes, share their candidates. */
  private candidatesOf(node: PageNode): readonly Candidate[] {
    const key = `${node.name} ${node.source}`
    const before = this.candidates.get(key)
    if (before !== undefined) {
      for (const { rule } of before)
        this.comparisons += 1 + Math.floor(rule.declarations.length / DECLARATIONS_PER_COMPARISON)
      return this.comparisons > COMPARISONS_MAX ? [] : before
    }
    const found: Candidate[] = []
    const test = (name: string): void => {
      for (const rule of this.byKey.get(name) ?? []) {
        if ((rule.groups & this.active) === 0) continue
        this.comparisons += 1 + Math.floor(rule.declarations.length / DECLARATIONS_PER_COMPARISON)
        if (this.comparisons > COMPARISONS_MAX) return
        rule.selectors ??= readSelectors(rule.text)
        for (const selector of rule.selectors)
          if (fitsLast(node, selector)) found.push({ selector, rule, parent: null, match: 'no' })
      }
    }
    if (node.id !== undefined) test(`#${node.id}`)
    for (const name of classesOf(node)) test(`.${name}`)
    test(node.name)
    test(ANY)
    if (this.candidates.size < KNOWN_MAX) this.candidates.set(key, found)
    return found
  }
}

interface Candidate {
  selector: Selector
  rule: Rule
  /** Parent of the last element. The next element often has the same, so `match` is used again. */
  parent: PageNode | null
  match: Match
}

function matchOf(node: PageNode, candidate: Candidate): Match {
  const { selector } = candidate
  if (node.parent !== null && candidate.parent === node.parent) return candidate.match
  const found = matchAround(node, selector)
  if (found === null) return matchSelector(node, selector)
  candidate.parent = node.parent
  candidate.match = found
  return found
}

const SELECTORS_MAX = 300
const ANY = '*'
const LAST_NAME = /^[a-z][\w-]{0,60}(?=$|[.#])/iu
const CLASS_OR_ID = /[.#](?:[\w\u0080-\uffff-]|\\.)+/u

function keyOf(text: string): string {
  const open = withoutBrackets(text).slice(-SELECTOR_READ_MAX)
  if (open.includes('(')) return ANY
  const plain = (open.includes(':') ? open.replace(PSEUDO, '') : open).trimEnd()
  let start = plain.length
  while (start > 0 && !COMBINATORS.has(plain[start - 1] ?? '')) start -= 1
  const last = plain.slice(start)
  const name = CLASS_OR_ID.exec(last)?.[0]
  if (name !== undefined) return withoutEscapes(name)
  return LAST_NAME.exec(last)?.[0].toLowerCase() ?? ANY
}
const COMBINATORS = new Set([' ', '\t', '\n', '\r', '\f', '>', '+', '~'])
const SELECTOR_READ_MAX = 300
const PSEUDO = /(?<!\\):{1,2}[\w-]{1,40}/gu

function fitsLast(node: PageNode, selector: Selector): boolean {
  if (selector.compounds.length === 1 && (selector.compounds[0]?.pseudos.length ?? 0) > 0)
    return true
  return fitsCompound(node, selector)
}
