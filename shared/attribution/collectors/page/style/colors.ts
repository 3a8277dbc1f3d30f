import { wordsOf } from './css-syntax.ts'
import words from './css-words.json' with { type: 'json' }
import { share } from './lengths.ts'

export interface Color {
  red: number
  green: number
  blue: number
  alpha: number
}

export const WHITE: Color = { red: 255, green: 255, blue: 255, alpha: 1 }
export const BLACK: Color = { red: 0, green: 0, blue: 0, alpha: 1 }
const CLEAR: Color = { ...BLACK, alpha: 0 }

/** Colours that have a name in CSS Color 4. */
const NAMED: ReadonlyMap<string, string> = new Map(Object.entries(words.colors))

/** Returns null for a text that is no colour, or for a colour that this code cannot compute. */
export function colorOf(value: string): Color | null {
  if (value === 'transparent') return CLEAR
  const named = NAMED.get(value)
  if (named !== undefined) return hexColor(named)
  if (value.startsWith('#')) return hexColor(value.slice(1))
  const call = /^(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\((.{1,100})\)$/u.exec(value)
  if (call === null) return null
  const parts = wordsOf((call[2] ?? '').replace(/[,/]/gu, ' '))
  const alpha = (call[1] === 'color' ? share(parts[4]) : share(parts[3])) ?? 1
  if (alpha === 0) return CLEAR
  if (/^rgb/u.test(call[1] ?? '')) return rgbColor(parts, alpha)
  return /^hsl/u.test(call[1] ?? '') ? hslColor(parts, alpha) : null
}

function hexColor(digits: string): Color | null {
  if (!/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/u.test(digits)) return null
  const long = digits.length <= 4 ? digits.replace(/./gu, '$&$&') : digits
  const [red = 0, green = 0, blue = 0, alpha = 255] =
    long.match(/../gu)?.map((pair) => Number.parseInt(pair, 16)) ?? []
  return { red, green, blue, alpha: alpha / 255 }
}

function rgbColor(parts: readonly string[], alpha: number): Color | null {
  const [red, green, blue] = parts.map((part) => {
    const value = share(part)
    return value === null ? null : part.endsWith('%') ? value * 255 : value
  })
  return red == null || green == null || blue == null ? null : { red, green, blue, alpha }
}

function hslColor([hueText = '', ...others]: readonly string[], alpha: number): Color | null {
  const hue = share(hueText.replace(/deg$/u, ''))
  const [saturation, lightness] = others.map((part) => share(part))
  if (hue === null || saturation == null || lightness == null) return null
  const chroma = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number): number => {
    const k = (((offset + hue / 30) % 12) + 12) % 12
    return 255 * (lightness - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return { red: channel(0), green: channel(8), blue: channel(4), alpha }
}

// Largest difference between two values of red, green or blue that a reader does not see. So a text
// in #fafafa on white counts as hidden.
const SEEN_DIFFERENCE = 10
const SEEN_ALPHA = 0.05

export const isClear = ({ alpha }: Color): boolean => alpha <= SEEN_ALPHA

export function looksLike(text: Color, background: Color): boolean {
  const { alpha } = text
  return (['red', 'green', 'blue'] as const).every(
    (channel) => Math.abs((text[channel] - background[channel]) * alpha) <= SEEN_DIFFERENCE,
  )
}

export function colorsIn(value: string): Color[] {
  const found =
    value.match(/#[0-9a-f]{3,8}\b|(?:rgba?|hsla?)\([^()]{1,60}\)|\b[a-z]{3,20}\b(?!\()/gu) ?? []
  return found.slice(0, 20).flatMap((text) => colorOf(text) ?? [])
}
