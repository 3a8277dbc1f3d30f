import words from './css-words.json' with { type: 'json' }
import type { Declaration } from './declarations.ts'
import { pixels, share } from './lengths.ts'

/**
 * Text this many pixels to the left of the screen or above it counts as hidden. Texts for screen
 * readers are at least 999 pixels away.
 */
export const FAR = 900
/** The limit for text to the right or below. It is higher, because a reader can scroll there. */
export const FAR_BEYOND = 3_000
export const OPACITY_MIN = 0.06
/** Text in a font of fewer pixels counts as hidden. */
export const FONT_MIN = 3
const EDGE_MAX = 1

// Groups of properties that decide together if a text is hidden. Rules of a group are compared only
// if one of them may hide a text.
const GROUPS: readonly (readonly string[])[] = words.propertyGroups
const CUSTOM = 2 ** GROUPS.length

const GROUP_OF = new Map<string, number>()
for (const [index, properties] of GROUPS.entries())
  for (const property of properties)
    GROUP_OF.set(property, (GROUP_OF.get(property) ?? 0) | (2 ** index))

export const groupOf = (property: string): number =>
  property.startsWith('--') ? CUSTOM : (GROUP_OF.get(property) ?? 0)

const isFar = (value: string): boolean => {
  const length = pixels(value)
  return length !== null && (length <= -FAR || length >= FAR)
}

const isNarrow = (value: string): boolean => {
  const length = pixels(value)
  return length !== null && length <= EDGE_MAX
}

/**
 * True for a declaration that hides a text alone or together with other properties of its group.
 */
export function mayHide({ property, value }: Declaration): boolean {
  if (property.startsWith('--')) return true
  if (value.includes('var(')) return true
  switch (property) {
    case 'display':
      return value === 'none'
    case 'visibility':
      return value === 'hidden' || value === 'collapse'
    case 'content-visibility':
      return value === 'hidden'
    case 'opacity':
      return (share(value) ?? 1) < OPACITY_MIN
    case 'filter':
      return value.includes('opacity(') || value.includes('blur(')
    case 'zoom':
      return (share(value) ?? 1) < OPACITY_MIN
    case 'font-size':
      return (pixels(value, 16, 0.16) ?? FONT_MIN) < FONT_MIN || /em$|%$|\(/u.test(value)
    case 'color':
    case '-webkit-text-fill-color':
      return true
    case 'left':
    case 'right':
    case 'top':
    case 'bottom':
    case 'margin-left':
    case 'margin-top':
    case 'text-indent':
    case 'padding-left':
    case 'padding-top':
      return isFar(value)
    case 'letter-spacing':
      return (pixels(value) ?? 0) <= -EDGE_MAX * 8
    case 'z-index':
      return value.startsWith('-')
    case 'clip':
      return value.startsWith('rect')
    case 'width':
    case 'height':
    case 'max-width':
    case 'max-height':
    case 'line-height':
      return (
        isNarrow(value) && !(property === 'line-height' && /^(?:1|\.\d|0?\.[1-9])/u.test(value))
      )
    case 'contain':
      return value.includes('size') || value === 'strict'
    case 'clip-path':
    case 'transform':
    case 'scale':
    case 'translate':
    case 'rotate':
      return value !== 'none'
    case 'mask-image':
      return value !== 'none'
    case 'mask-size':
      return /^0/u.test(value)
    default:
      return false
  }
}
