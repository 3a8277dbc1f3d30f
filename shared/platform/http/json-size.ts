import { PublicError } from './errors.ts'

/** `values` is the highest number of objects, lists and their members. */
export interface JsonLimits {
  values: number
  depth: number
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Counts the values in the bytes (UTF-8) before the JSON is parsed. A million small values would
 * need hundreds of megabytes as objects and validation errors.
 */
export function isWithinJsonLimits(body: Uint8Array, limits: JsonLimits): boolean {
  let values = 1
  let depth = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === QUOTE) at = closingQuote(body, at)
    else if (byte === COMMA) values += 1
    else if (byte === LIST || byte === OBJECT) {
      values += 1
      depth += 1
    } else if (byte === LIST_END || byte === OBJECT_END) depth -= 1
    if (values > limits.values || depth > limits.depth) return false
  }
  return true
}

function closingQuote(body: Uint8Array, start: number): number {
  let at = start + 1
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1
  return at
}

const DEPTH_MAX = 32
const VALUES_MAX = 20_000

/** Throws the error of `tooMany`, which is PublicError VALIDATION_ERROR by default. */
export function requireFewValues(
  body: Uint8Array,
  valuesMax = VALUES_MAX,
  tooMany: () => PublicError = () => tooLarge(valuesMax),
): void {
  if (!isWithinJsonLimits(body, { values: valuesMax, depth: DEPTH_MAX })) throw tooMany()
}

function tooLarge(valuesMax: number): PublicError {
  const message = `must have at most ${valuesMax} values and ${DEPTH_MAX} levels`
  return new PublicError('VALIDATION_ERROR', `(body): ${message}`, {
    details: [{ path: '(body)', message }],
  })
}
