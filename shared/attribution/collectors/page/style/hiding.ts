import { BLACK, colorsIn, isClear, WHITE } from './colors.ts'
import { FAR, FONT_MIN, OPACITY_MIN } from './hiding-values.ts'
import { pixels, share } from './lengths.ts'
import type { PageNode } from './page-node.ts'
import { isUnreadable, type Paint, paintOf, type ReadProperty } from './paint.ts'
import {
  clipPathHides,
  clipsAll,
  filterHides,
  isOutside,
  motionHides,
  transformHides,
} from './shapes.ts'
import type { Look } from './style-rules.ts'

export interface Inherited extends Paint {
  /** True if `display` or a similar property hides the element and everything inside it. */
  isHidden: boolean
  /** True if `visibility` hides the element. An element inside it may show itself again. */
  isInvisible: boolean
  /** True if the colour or the place in the box hides the text. A child may have other values. */
  isUnseen: boolean
  fontPixels: number
  /** Pixels by which margins and paddings move the box. Negative numbers move it to the left. */
  shift: number
  indent: string | null
  letterSpacing: string | null
  /**
   * True if the text or a box around it lies over a picture or film, which may be its background.
   */
  isPlaced: boolean
  variables: Variables | null
}

// Custom properties of an element. Those of the elements around it are in `outer`, so that no list
// is copied.
interface Variables {
  own: ReadonlyMap<string, string>
  outer: Variables | null
}

export const PAGE_STATE: Inherited = {
  isHidden: false,
  isInvisible: false,
  isUnseen: false,
  fontPixels: 16,
  shift: 0,
  indent: null,
  letterSpacing: null,
  color: BLACK,
  background: WHITE,
  fill: null,
  isPlaced: false,
  variables: null,
}

const VARIABLE = /var\( ?(--[^\s,()]{1,100}) ?(?:, ?([^()]{0,100}(?:\([^()]{0,100}\))?))?\)/gu
const SUBSTITUTIONS_MAX = 4
const VALUE_LENGTH_MAX = 1_000

/** `isPartial`: some style sheets were not read. They may set other colours. */
export function stateOf(
  node: PageNode,
  look: Look,
  outer: Inherited,
  isPartial: boolean,
): Inherited {
  const variables = variablesOf(look, outer.variables)
  const value = (property: string): string | undefined => {
    const declared = look.get(property)
    if (declared === undefined || !declared.includes('var(')) return declared
    return substituted(declared.slice(0, VALUE_LENGTH_MAX), variables)
  }
  const fontPixels = fontOf(value('font-size'), outer.fontPixels)
  const box: Box = { value, em: fontPixels, node }
  const visibility = value('visibility')
  const indent = value('text-indent') ?? outer.indent
  const state: Inherited = {
    isHidden: outer.isHidden || hidesBox(box),
    isInvisible:
      visibility === undefined || visibility === 'inherit'
        ? outer.isInvisible
        : visibility === 'hidden' || visibility === 'collapse',
    isUnseen: false,
    fontPixels,
    shift: outer.shift + shiftOf(box),
    indent,
    letterSpacing: value('letter-spacing') ?? outer.letterSpacing,
    ...paintOf(node, value, outer),
    isPlaced: outer.isPlaced || isOverMedia(box),
    variables,
  }
  state.isUnseen = !state.isHidden && hidesText(state, box, look, isPartial)
  return state
}

export const hidesOwnText = ({ isHidden, isInvisible, isUnseen, fontPixels }: Inherited): boolean =>
  isHidden || isInvisible || isUnseen || fontPixels < FONT_MIN

interface Box {
  value: ReadProperty
  em: number
  node: PageNode
}

function variablesOf(look: Look, outer: Variables | null): Variables | null {
  let own: Map<string, string> | null = null
  for (const [property, value] of look) {
    if (!property.startsWith('--')) continue
    own ??= new Map()
    own.set(property, value)
  }
  return own === null ? outer : { own, outer }
}

function variable(name: string, variables: Variables | null): string | undefined {
  for (let at = variables; at !== null; at = at.outer) {
    const value = at.own.get(name)
    if (value !== undefined) return value
  }
  return undefined
}

function substituted(value: string, variables: Variables | null): string | undefined {
  let text = value
  for (let round = 0; round < SUBSTITUTIONS_MAX && text.includes('var('); round += 1)
    text = text
      .replace(
        VARIABLE,
        (_, name: string, fallback: string | undefined) =>
          variable(name, variables) ?? fallback ?? 'unknown',
      )
      .slice(0, VALUE_LENGTH_MAX)
  return text.includes('unknown') || text.includes('var(') ? undefined : text.trim()
}

const FONT_NAMES: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
}

function fontOf(value: string | undefined, outer: number): number {
  if (value === undefined || value === 'inherit') return outer
  return FONT_NAMES[value] ?? pixels(value, outer, outer / 100) ?? 16
}

const UPPER_MARGIN_MAX = -20

// True for a box that is placed over a picture or film in the same part of the page, which may be
// the background of its text.
function isOverMedia({ value, em, node }: Box): boolean {
  const isPlaced = /^(?:absolute|fixed)$/u.test(value('position') ?? '')
  if (!isPlaced && (pixels(value('margin-top'), em) ?? 0) > UPPER_MARGIN_MAX) return false
  return node.hasMedia || (node.parent?.hasMedia ?? false)
}

function hidesBox(box: Box): boolean {
  const { value } = box
  const opacity = share(value('opacity'))
  if (value('display') === 'none' || (opacity !== null && opacity < OPACITY_MIN)) return true
  if (value('content-visibility') === 'hidden') return true
  return isMovedAway(box) || isFlattened(box) || hasNoRoom(box) || isBehind(box)
}

const BEYOND_RIGHT = 1_280

function isMovedAway({ value, em }: Box): boolean {
  const isFixed = value('position') === 'static'
  const places = isFixed ? [] : ['left', 'right', 'top', 'bottom']
  if (
    places.some((side) =>
      isOutside(pixels(value(side), em, side === 'left' || side === 'top' ? 8 : 10)),
    )
  )
    return true
  if (!isFixed && (pixels(value('right'), em) ?? 0) >= BEYOND_RIGHT) return true
  const above = pixels(value('margin-top'), em, 1)
  return (above !== null && above <= -FAR) || isOutside(pixels(value('padding-top'), em, 1))
}

// Adds margin and padding. Old layouts move a column far to the left with a margin of -100 % and
// move its content back, so both must be added.
function shiftOf({ value, em }: Box): number {
  const margin = pixels(value('margin-left'), em, value('float') === undefined ? 10 : 1)
  return (margin ?? 0) + (pixels(value('padding-left'), em, 1) ?? 0)
}

function isFlattened({ value }: Box): boolean {
  const placed = value('position')
  const clip = value('clip')
  if (clip !== undefined && placed !== 'relative' && placed !== 'static' && clipsAll(clip))
    return true
  const shape = value('clip-path')
  if (shape !== undefined && clipPathHides(shape)) return true
  const transform = value('transform')
  // True if the box is placed at 100 % of its parent. A `transform` by its own size can then move
  // it back into view.
  const isMovedBack = ['left', 'top', 'right', 'bottom'].some(
    (side) => (pixels(value(side)) ?? 0) >= 500,
  )
  if (
    transform !== undefined &&
    transformHides(transform) &&
    !(isMovedBack && /-100%|-50%/u.test(transform))
  )
    return true
  for (const property of ['scale', 'translate', 'rotate'] as const) {
    const motion = value(property)
    if (motion !== undefined && motionHides(property, motion)) return true
  }
  const filter = value('filter')
  if (filter !== undefined && filterHides(filter)) return true
  const mask = value('mask-image')
  if (mask?.includes('gradient(')) {
    const colors = colorsIn(mask.replace(/\bto (?:left|right|top|bottom)\b/gu, ''))
    if (colors.length > 0 && colors.every(isClear)) return true
  }
  return /^0(?:px|%)?\b/u.test(value('mask-size') ?? '') && mask !== undefined
}

const EDGE_MAX = 1

function hasNoRoom({ value, em }: Box): boolean {
  const overflow = value('overflow') ?? 'visible'
  const cuts = /hidden|clip|auto|scroll/u.test(overflow)
  const contained = value('contain') ?? ''
  const isContained =
    contained === 'strict' || (contained.includes('size') && contained.includes('paint'))
  if (isContained && value('height') === undefined && value('min-height') === undefined) return true
  if (!cuts) return false
  const isNarrow = (side: 'width' | 'height', paddings: readonly string[]): boolean => {
    const size = [value(side), value(`max-${side}`)].map((length) => pixels(length, em))
    const isSmall = size.some((length) => length !== null && length <= EDGE_MAX)
    const least = pixels(value(`min-${side}`), em) ?? 0
    return (
      isSmall &&
      least <= EDGE_MAX &&
      paddings.every((padding) => (pixels(value(padding), em) ?? 0) <= EDGE_MAX * 4)
    )
  }
  if (isNarrow('width', ['padding-left', 'padding-right'])) return true
  if (isNarrow('height', ['padding-top', 'padding-bottom'])) return true
  const line = value('line-height')
  return line !== undefined && value('height') === undefined && (pixels(line, em) ?? 1) < 0.05
}

// True for a box with a negative z-index, because the next box with a background covers it. False
// for a `footer` that is fixed to the lower edge, which the reader uncovers by scrolling.
function isBehind({ value, node }: Box): boolean {
  const depth = Number.parseInt(value('z-index') ?? '', 10)
  const position = value('position')
  if (!(depth < 0) || position === undefined || position === 'static') return false
  const isUncovered =
    position === 'fixed' && value('bottom') !== undefined && node.name === 'footer'
  return !isUncovered
}

const LETTERS_APART_MIN = -8

function hidesText(state: Inherited, { value, em }: Box, look: Look, isPartial: boolean): boolean {
  if (isOutside(state.shift)) return true
  const indent = pixels(state.indent ?? undefined, em)
  if (indent !== null && isOutside(indent)) return true
  if (indent !== null && indent >= 990 && /hidden|clip/u.test(value('overflow') ?? '')) return true
  const apart = pixels(state.letterSpacing ?? undefined, em)
  if (apart !== null && apart <= LETTERS_APART_MIN) return true
  return isUnreadable(state, value, look, isPartial)
}
