/**
 * The light and the dark color each have a contrast of at least 3:1 to the background (WCAG 2.2,
 * 1.4.11).
 */
export interface Look {
  readonly light: string
  readonly dark: string
  /** SVG path of the symbol, with the center at 0, 0. */
  readonly symbol: string
  readonly shape: string
  readonly isFilled: boolean
}

export const SYMBOL_RADIUS = 8
/** Head of an arrow that points to the right. Its tip is at 0, 0. */
export const ARROW = 'M0 0L-10 -5L-10 5Z'

const COLORS: readonly (readonly [light: string, dark: string])[] = [
  ['#0067a5', '#6cb6ff'],
  ['#b35900', '#ffb05c'],
  ['#007a55', '#4fd1a5'],
  ['#8a3fa0', '#d79bf0'],
  ['#b3261e', '#ff8f85'],
  ['#00707a', '#5cd0d8'],
  ['#7a5a1e', '#d8b878'],
  ['#b03a78', '#f48fc0'],
]
const NO_GROUP: readonly [light: string, dark: string] = ['#5a5f68', '#a6acb6']

const decimal = (value: number): string => value.toFixed(2)

/** With `inner`, which must be smaller than `radius`, draws a star. */
function polygon(corners: number, radius: number, turn: number, inner?: number): string {
  const steps = inner === undefined ? corners : corners * 2
  const points = Array.from({ length: steps }, (_, step) => {
    const angle = turn + (2 * Math.PI * step) / steps
    const distance = inner !== undefined && step % 2 === 1 ? inner : radius
    return `${decimal(distance * Math.cos(angle))} ${decimal(distance * Math.sin(angle))}`
  })
  return `M${points.join('L')}Z`
}

const circle = (radius: number): string =>
  `M${-radius} 0A${radius} ${radius} 0 1 0 ${radius} 0A${radius} ${radius} 0 1 0 ${-radius} 0Z`

const UP = -Math.PI / 2
const SHAPES: readonly (readonly [name: string, symbol: string])[] = [
  ['circle', circle(7)],
  ['square', polygon(4, 9, Math.PI / 4)],
  ['triangle', polygon(3, 9.5, UP)],
  ['diamond', polygon(4, 9.5, UP)],
  ['pentagon', polygon(5, 8.5, UP)],
  ['star', polygon(5, 10, UP, 4.5)],
  ['hexagon', polygon(6, 8.5, 0)],
]

const ALONE: Look = {
  light: NO_GROUP[0],
  dark: NO_GROUP[1],
  symbol: circle(6),
  shape: 'ring',
  isFilled: false,
}

/**
 * Each group gets a color and a shape. The number of colors and the number of shapes have no
 * common divisor, so 56 groups look different. 100 domains form at most 50 groups.
 */
export function lookOf(group: number | null): Look {
  if (group === null) return ALONE
  const [light, dark] = COLORS[group % COLORS.length] ?? NO_GROUP
  const [shape, symbol] = SHAPES[group % SHAPES.length] ?? ['circle', circle(7)]
  return { light, dark, shape, symbol, isFilled: true }
}
