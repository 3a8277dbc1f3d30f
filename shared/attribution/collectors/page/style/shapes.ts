import { splitAt, wordsOf } from './css-syntax.ts'
import { FAR, FAR_BEYOND, OPACITY_MIN } from './hiding-values.ts'
import { degrees, pixels, share } from './lengths.ts'

const CALL = /([a-z0-9-]{1,20})\(([^()]{0,400}(?:\([^()]{0,200}\)[^()]{0,200}){0,8})\)/gu
const FUNCTIONS_MAX = 12

const callsIn = (value: string): { name: string; args: string[] }[] =>
  [...value.matchAll(CALL)].slice(0, FUNCTIONS_MAX).map(([, name = '', args = '']) => ({
    name,
    args: splitAt(args, ',', 20).map((arg) => arg.trim()),
  }))

/** A reader cannot scroll to the left or up, so the limit for negative lengths is lower. */
export const isOutside = (length: number | null): boolean =>
  length !== null && (length <= -FAR || length >= FAR_BEYOND)

export function clipsAll(value: string): boolean {
  const match = /^rect\((.{0,120})\)$/u.exec(value)
  if (match === null) return false
  const [top = null, right = null, bottom = null, left = null] = (match[1] ?? '')
    .split(/[\s,]+/u)
    .filter((part) => part !== '')
    .map((part) => pixels(part))
  const isFlat = (start: number | null, end: number | null): boolean =>
    end !== null && end - (start ?? 0) <= 1
  return isFlat(top, bottom) || isFlat(left, right)
}

const PERCENT_BOX = 1_000
const REST_MAX = 0.02 * PERCENT_BOX

/** The size of the box is not known, so fixed lengths are compared with 1,000 pixels. */
export function clipPathHides(value: string): boolean {
  return callsIn(value).some(({ name, args }) => {
    const words = wordsOf(args.join(' , ').replace(/ ?, ?/gu, ' '))
    const lengths = words.map((word) => pixels(word))
    switch (name) {
      case 'inset': {
        const sides = lengths.slice(
          0,
          Math.max(0, words.includes('round') ? words.indexOf('round') : 4),
        )
        const [top = 0, right = top, bottom = top, left = right] = sides
        return (
          (top ?? 0) + (bottom ?? 0) >= PERCENT_BOX - REST_MAX ||
          (left ?? 0) + (right ?? 0) >= PERCENT_BOX - REST_MAX
        )
      }
      case 'circle':
      case 'ellipse': {
        const at = words.indexOf('at')
        const radii = lengths.slice(0, at < 0 ? undefined : at)
        const centre = at < 0 ? [] : lengths.slice(at + 1)
        return (
          radii.some((radius) => radius !== null && radius <= 1) ||
          centre.some((place) => isOutside(place))
        )
      }
      case 'polygon':
        return isEmptyPolygon(args)
      case 'rect':
      case 'xywh': {
        const [first = null, second = null, third = null, fourth = null] = lengths
        if (name === 'xywh')
          return (third !== null && third <= 1) || (fourth !== null && fourth <= 1)
        return isThin(first, third) || isThin(fourth, second)
      }
      default:
        return false
    }
  })
}

const isThin = (start: number | null, end: number | null): boolean =>
  start !== null && end !== null && end - start <= 1

function isEmptyPolygon(args: readonly string[]): boolean {
  const points = args
    .map((arg) => wordsOf(arg).map((word) => pixels(word)))
    .filter((point) => point.length === 2)
  if (points.length === 0 || points.some(([x, y]) => x == null || y == null)) return false
  const xs = points.map(([x]) => Math.max(0, x ?? 0))
  const ys = points.map(([, y]) => Math.max(0, y ?? 0))
  let area = 0
  for (let index = 0; index < points.length; index += 1) {
    const next = (index + 1) % points.length
    area += (xs[index] ?? 0) * (ys[next] ?? 0) - (xs[next] ?? 0) * (ys[index] ?? 0)
  }
  const isBeyond = xs.every((x) => x >= FAR_BEYOND) || ys.every((y) => y >= FAR_BEYOND)
  return Math.abs(area) / 2 <= 2 || isBeyond
}

const isFlat = (factor: number | null): boolean =>
  factor !== null && Math.abs(factor) < OPACITY_MIN / 2
const isEdgeOn = (angle: number | null): boolean =>
  angle !== null && Math.abs(Math.cos((angle * Math.PI) / 180)) < 0.02

export function transformHides(value: string): boolean {
  return callsIn(value).some(({ name, args }) => {
    const numbers = args.map((arg) => share(arg))
    const [first = null, second = null] = numbers
    switch (name) {
      case 'scale':
      case 'scalex':
      case 'scaley':
        return numbers.some(isFlat)
      case 'scale3d':
        return isFlat(first) || isFlat(second)
      case 'rotatex':
      case 'rotatey':
        return isEdgeOn(degrees(args[0]))
      case 'rotate3d':
        return (
          (numbers[0] !== 0 || numbers[1] !== 0) && numbers[2] === 0 && isEdgeOn(degrees(args[3]))
        )
      case 'skew':
      case 'skewx':
      case 'skewy':
        return args.some((arg) => isEdgeOn(degrees(arg)))
      case 'translate':
      case 'translatex':
      case 'translatey':
      case 'translate3d':
        return args.some((arg) => isOutside(pixels(arg)))
      case 'matrix': {
        const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = numbers.map((part) => part ?? 0)
        return isFlat(a * d - b * c) || isOutside(x) || isOutside(y)
      }
      case 'matrix3d': {
        const [a = 0, b = 0, , , c = 0, d = 0] = numbers.map((part) => part ?? 0)
        return isFlat(a * d - b * c) || isOutside(numbers[12] ?? 0) || isOutside(numbers[13] ?? 0)
      }
      default:
        return false
    }
  })
}

export function motionHides(property: 'scale' | 'translate' | 'rotate', value: string): boolean {
  const words = wordsOf(value)
  if (property === 'scale') return words.slice(0, 2).some((word) => isFlat(share(word)))
  if (property === 'translate') return words.some((word) => isOutside(pixels(word)))
  return /^(?:x|y|1 0 0|0 1 0)\b/u.test(value) && isEdgeOn(degrees(words.at(-1)))
}

export function filterHides(value: string): boolean {
  return callsIn(value).some(({ name, args }) => {
    if (name === 'opacity') return (share(args[0]) ?? 1) < OPACITY_MIN
    return name === 'blur' && (pixels(args[0]) ?? 0) >= BLUR_MAX
  })
}
const BLUR_MAX = 20
