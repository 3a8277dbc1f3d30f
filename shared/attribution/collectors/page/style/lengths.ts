import { splitAt } from './css-syntax.ts'

// Pixels per unit. A percentage is a share of a box of 1,000 pixels, and a unit such as `vw` a
// share of a screen of 1,280 by 900 pixels.
const UNITS: Readonly<Record<string, number>> = {
  px: 1,
  '%': 10,
  rem: 16,
  ch: 8,
  ex: 8,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 37.8,
  mm: 3.78,
  q: 0.945,
  vw: 12.8,
  vh: 9,
  vi: 12.8,
  vb: 9,
  vmin: 9,
  vmax: 12.8,
  svw: 12.8,
  svh: 9,
  lvw: 12.8,
  lvh: 9,
  dvw: 12.8,
  dvh: 9,
  cqw: 12.8,
  cqh: 9,
  lh: 20,
  rlh: 20,
}

const NUMBER = /^([+-]?(?:\d{1,20}\.?\d{0,20}|\.\d{1,20})(?:e[+-]?\d{1,3})?)([a-z%]{0,5})$/u
const FUNCTION = /^(calc|-webkit-calc|min|max|clamp)?\((.{0,200})\)$/su
const DEPTH_MAX = 6

/** Returns null for a text that is no constant length. `em` is in pixels. */
export function pixels(
  value: string | undefined,
  em = 16,
  percent = UNITS['%'] ?? 10,
): number | null {
  return value === undefined ? null : lengthOf(value.trim(), { em, percent }, 0)
}

interface Units {
  em: number
  percent: number
}

function lengthOf(value: string, units: Units, depth: number): number | null {
  const number = NUMBER.exec(value)
  if (number !== null) return Number(number[1]) * factorOf(number[2] ?? '', units)
  const call = depth < DEPTH_MAX ? FUNCTION.exec(value) : null
  if (call === null) return null
  const name = call[1] ?? 'calc'
  const parts = splitAt(call[2] ?? '', ',', 4).map((part) => sumOf(part.trim(), units, depth + 1))
  if (parts.some((part) => part === null)) return null
  const [first = 0, second = 0, third = 0] = parts as number[]
  if (name === 'clamp') return Math.max(first, Math.min(second, third))
  if (name === 'min') return Math.min(...(parts as number[]))
  return name === 'max' ? Math.max(...(parts as number[])) : first
}

const factorOf = (unit: string, { em, percent }: Units): number =>
  unit === '' ? 1 : unit === 'em' ? em : unit === '%' ? percent : (UNITS[unit] ?? Number.NaN)

// Computes a sum of products. In CSS, "+" and "-" need white space around them, while "*" and "/"
// do not.
function sumOf(text: string, units: Units, depth: number): number | null {
  const parts = text.split(/ ([+-]) /u)
  let total: number | null = 0
  for (let index = 0; index < parts.length; index += 2) {
    const part = productOf(parts[index] ?? '', units, depth)
    if (part === null || total === null) return null
    total += parts[index - 1] === '-' ? -part : part
  }
  return total
}

function productOf(text: string, units: Units, depth: number): number | null {
  const parts = splitAt(text.replace(/\//gu, '*1/'), '*', 8)
  let total = 1
  for (const part of parts) {
    const isDivisor = part.trimStart().startsWith('1/')
    const value = lengthOf(part.trim().replace(/^1\//u, '').trim(), units, depth)
    if (value === null) return null
    total = isDivisor ? total / value : total * value
  }
  return total
}

/** Returns the fraction of a whole: 0.5 for "50%" and for "0.5". */
export function share(value: string | undefined): number | null {
  if (value === undefined) return null
  const match = /^([+-]?(?:\d{1,20}\.?\d{0,20}|\.\d{1,20})(?:e[+-]?\d{1,3})?)(%?)$/u.exec(
    value.trim(),
  )
  if (match === null) return pixels(value, 16, 0.01)
  return Number(match[1]) / (match[2] === '%' ? 100 : 1)
}

const ANGLES: Readonly<Record<string, number>> = {
  deg: 1,
  grad: 0.9,
  rad: 180 / Math.PI,
  turn: 360,
}

export function degrees(value: string | undefined): number | null {
  const match = /^([+-]?\d{0,12}\.?\d{1,12})(deg|grad|rad|turn)$/u.exec(value?.trim() ?? '')
  return match === null ? null : Number(match[1]) * (ANGLES[match[2] ?? ''] ?? 1)
}
