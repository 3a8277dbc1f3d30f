import type { Slice, SlicedWork } from '../slices/sliced-work.ts'
import { readDeclarations } from './declarations.ts'
import { hidesOwnText, type Inherited, PAGE_STATE, stateOf } from './hiding.ts'
import type { PageNode } from './page-node.ts'
import { OWN_COLORS } from './paint.ts'
import { type Look, type SheetText, StyleRules } from './style-rules.ts'
import type { UsedNames } from './used-names.ts'

const UNITS_PER_COMPARISON = 0.3
const NOTHING: Look = new Map()
const isRoot = ({ name }: PageNode): boolean => name === 'html' || name === 'body'

export class PageStyles {
  private readonly states = new Map<PageNode, Inherited>()
  private ignoresRoots = false

  private constructor(
    private readonly rules: StyleRules,
    private readonly isPartial: boolean,
    private readonly isCut: boolean,
  ) {}

  /**
   * `isPartial`: a style sheet file was not read. `isCut`: the styles in the page exceed a limit.
   */
  static *of(
    sheets: readonly SheetText[],
    used: UsedNames,
    { isPartial, isCut }: { isPartial: boolean; isCut: boolean },
    slice: Slice,
  ): SlicedWork<PageStyles> {
    const rules = new StyleRules(used)
    for (const sheet of sheets) yield* rules.add(sheet, slice)
    return new PageStyles(rules, isPartial, isCut)
  }

  get units(): number {
    return this.rules.comparisons * UNITS_PER_COMPARISON
  }

  get isComplete(): boolean {
    return this.rules.isComplete && !this.isCut
  }

  /** If the style rules of a page exceed a limit, all its text counts as hidden. */
  shows(node: PageNode | null): boolean {
    if (node === null) return true
    return this.isComplete && !hidesOwnText(this.stateOf(node))
  }

  /**
   * Root elements that are hidden show that the page waits for a script, which shows them later.
   * The method then returns true, and the root elements count as visible from now on.
   */
  ignoreRoots(): boolean {
    const hidesRoot = [...this.states].some(([node, state]) => isRoot(node) && hidesOwnText(state))
    if (!hidesRoot || this.ignoresRoots) return false
    this.ignoresRoots = true
    this.states.clear()
    return true
  }

  private stateOf(node: PageNode): Inherited {
    const path: PageNode[] = []
    let at: PageNode | null = node
    while (at !== null && !this.states.has(at)) {
      path.push(at)
      at = at.parent
    }
    let state = (at === null ? undefined : this.states.get(at)) ?? PAGE_STATE
    for (const element of path.reverse()) {
      state = this.judged(element, state)
      this.states.set(element, state)
    }
    return state
  }

  private judged(node: PageNode, outer: Inherited): Inherited {
    if (this.ignoresRoots && isRoot(node)) return outer
    if (outer.isHidden) return outer
    if (node.isHidden) return { ...outer, isHidden: true }
    const look = this.rules.lookOf(node)
    if (look !== null) return stateOf(node, look, outer, this.isPartial)
    return outer.isUnseen && OWN_COLORS.has(node.name)
      ? stateOf(node, NOTHING, outer, this.isPartial)
      : outer
  }
}

const BOX: PageNode = {
  name: 'div',
  id: undefined,
  classes: undefined,
  style: undefined,
  source: '',
  parent: null,
  previous: null,
  index: 1,
  children: 0,
  lastChild: null,
  isHidden: false,
  isQuoted: false,
  isVisited: false,
  hasMedia: false,
}

/** True if this `style` attribute hides an element, whatever the elements around it are. */
export function hidesAlone(style: string): boolean {
  const look = new Map(readDeclarations(style).map(({ property, value }) => [property, value]))
  return look.size > 0 && stateOf(BOX, look, PAGE_STATE, true).isHidden
}
