import { type Color, colorOf, colorsIn, isClear, looksLike } from './colors.ts'
import type { PageNode } from './page-node.ts'
import type { Look } from './style-rules.ts'

export type ReadProperty = (property: string) => string | undefined

export interface Paint {
  /** Null for a colour that could not be computed. */
  color: Color | null
  /** Null for a picture or for a colour that could not be computed. */
  background: Color | null
  fill: Color | null
}

export const OWN_COLORS = new Set(['a', 'mark', 'button', 'input', 'select', 'textarea'])

/**
 * Returns the colours of an element. `value` reads a property with its custom properties replaced.
 */
export function paintOf(node: PageNode, value: ReadProperty, outer: Paint): Paint {
  const declared = value('color')
  const own =
    declared === 'inherit' || declared === 'currentcolor'
      ? outer.color
      : declared === undefined
        ? null
        : colorOf(declared)
  const inherited = OWN_COLORS.has(node.name) ? null : outer.color
  const fill = value('-webkit-text-fill-color')
  return {
    color: declared === undefined ? inherited : own,
    background: backgroundOf(value, outer.background),
    fill: fill === undefined ? outer.fill : colorOf(fill),
  }
}

function backgroundOf(value: ReadProperty, outer: Color | null): Color | null {
  const image = value('background-image')
  if (image !== undefined && image !== 'none' && !/^(?:initial|unset)$/u.test(image)) return null
  const declared = value('background-color')
  if (declared === undefined || /^(?:transparent|initial|unset|none|inherit)$/u.test(declared))
    return outer
  const color = colorOf(declared)
  if (color === null) return null
  if (color.alpha >= 1) return color
  if (outer === null) return null
  const mix = (channel: 'red' | 'green' | 'blue'): number =>
    color[channel] * color.alpha + outer[channel] * (1 - color.alpha)
  return { red: mix('red'), green: mix('green'), blue: mix('blue'), alpha: 1 }
}

/** `isPartial`: some style sheets were not read. They may set other colours. */
export function isUnreadable(
  { color, background, fill, isPlaced }: Paint & { isPlaced: boolean },
  value: ReadProperty,
  look: Look,
  isPartial: boolean,
): boolean {
  const paint = fill ?? color
  if (paint === null || isShadowed(value, background)) return false
  // With `background-clip: text`, the background fills the letters, so a text in a transparent
  // colour can be read.
  if (value('background-clip') === 'text') return false
  if (isClear(paint)) return true
  if (background === null || !looksLike(paint, background)) return false
  const isOwn = look.has('color') && (look.has('background-color') || look.has('background-image'))
  return isOwn || (!isPartial && !isPlaced)
}

function isShadowed(value: ReadProperty, background: Color | null): boolean {
  const shadow = value('text-shadow')
  if (shadow === undefined || shadow === 'none') return false
  return colorsIn(shadow).some(
    (color) => !isClear(color) && (background === null || !looksLike(color, background)),
  )
}
