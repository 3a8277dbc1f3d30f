import { wordsOf } from './css-syntax.ts'
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

/** The named colours of CSS Color 4. */
const NAMED = new Map(
  'aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4 black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue 5f9ea0 chartreuse 7fff00 chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9 darkkhaki bdb76b darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon e9967a darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff dimgray 696969 dimgrey 696969 dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 goldenrod daa520 gray 808080 green 008000 greenyellow adff2f grey 808080 honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 lightcoral f08080 lightcyan e0ffff lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3 lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899 lightslategrey 778899 lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6 magenta ff00ff maroon 800000 mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585 midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6 olive 808000 olivedrab 6b8e23 orange ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6 purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513 salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090 slategrey 708090 snow fffafa springgreen 00ff7f steelblue 4682b4 tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32 canvas ffffff canvastext 000000'
    .match(/[a-z]{3,20} [0-9a-f]{6}/gu)
    ?.map((pair) => pair.split(' ') as [string, string]),
)

/** Returns a colour, or null for a text that is none or whose colour we do not compute. */
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

/**
 * Largest difference of a channel that a reader does not see: #fafafa on white counts as hidden.
 */
const SEEN_DIFFERENCE = 10
const SEEN_ALPHA = 0.05

export const isClear = ({ alpha }: Color): boolean => alpha <= SEEN_ALPHA

/** True if nobody can read a text of the first colour on the second one. */
export function looksLike(text: Color, background: Color): boolean {
  const { alpha } = text
  return (['red', 'green', 'blue'] as const).every(
    (channel) => Math.abs((text[channel] - background[channel]) * alpha) <= SEEN_DIFFERENCE,
  )
}

/** Colours that stand in a value, for example in a gradient. */
export function colorsIn(value: string): Color[] {
  const found =
    value.match(/#[0-9a-f]{3,8}\b|(?:rgba?|hsla?)\([^()]{1,60}\)|\b[a-z]{3,20}\b(?!\()/gu) ?? []
  return found.slice(0, 20).flatMap((text) => colorOf(text) ?? [])
}
