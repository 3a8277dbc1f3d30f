import { typeidUnboxed } from 'typeid-js'

/**
 * Prefixes of identifiers. An identifier is a TypeID (jetify typeid 0.3): a prefix, "_" and a
 * UUIDv7 in base 32.
 */
export type IdentifierPrefix =
  | 'job'
  | 'key'
  | 'cor'
  | 'blk'
  | 'dlv'
  | 'ent'
  | 'tpl'
  | 'usr'
  | 'led'
  | 'crt'
  | 'aud'
  | 'slt'
  | 'llm'
  | 'req'
  | 'ses'
  | 'mon'
  | 'chg'
  | 'fbk'

export function newIdentifier(prefix: IdentifierPrefix): string {
  return typeidUnboxed(prefix)
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_CHARACTERS = 10
const RANDOM_CHARACTERS = 16

/**
 * Returns a new identifier of a request (TypeID 0.3: a UUIDv7 in base 32), with `now` in
 * milliseconds since 1970. Unlike those of `newIdentifier`, two identifiers of one millisecond have
 * no order. Each request needs one, and the library takes several times longer, because it also
 * parses its result.
 */
export function newRequestIdentifier(now: number): string {
  const random = crypto.getRandomValues(new Uint8Array(RANDOM_CHARACTERS))
  let time = ''
  for (let rest = now; time.length < TIME_CHARACTERS; rest = Math.floor(rest / 32)) {
    time = ALPHABET.charAt(rest % 32) + time
  }
  let end = ''
  for (let n = 0; n < RANDOM_CHARACTERS; n += 1)
    end += ALPHABET.charAt(markedBits(n, random[n] ?? 0))
  return `req_${time}${end}`
}

/**
 * Five bits of a UUIDv7 after its time. The version 0111 is in the first character, the variant 10
 * in the fourth.
 */
function markedBits(place: number, random: number): number {
  if (place === 0) return 0b01110 | (random & 0b00001)
  return place === 3 ? 0b01000 | (random & 0b10011) : random & 0b11111
}

const SIBLINGS_MAX = 1_024

/**
 * Returns the identifier of element number `n` in a batch. The identifiers of a batch differ only
 * in the last two characters; the function takes all other characters from `first`. Throws
 * RangeError if `n` is greater than 1,023.
 */
export function siblingIdentifier(first: string, n: number): string {
  if (n >= SIBLINGS_MAX) throw new RangeError(`an identifier has ${SIBLINGS_MAX} siblings`)
  return first.slice(0, -2) + ALPHABET.charAt(n >> 5) + ALPHABET.charAt(n & 31)
}

export function isIdentifier(prefix: IdentifierPrefix, value: string): boolean {
  return (
    value.startsWith(`${prefix}_`) &&
    /^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(value.slice(prefix.length + 1))
  )
}
