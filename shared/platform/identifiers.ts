import { typeid } from 'typeid-js'

/** What each kind of thing is called in its TypeID (jetify typeid 0.3: prefix, '_', UUIDv7 in base 32). */
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

export function newIdentifier(prefix: IdentifierPrefix): string {
  return typeid(prefix).toString()
}

const SIBLING_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const SIBLINGS_MAX = 1_024

/** The n-th identifier of a family of up to 1,024 that have one name in common: it differs from `first` in its last two characters. */
export function siblingIdentifier(first: string, n: number): string {
  if (n >= SIBLINGS_MAX) throw new RangeError(`an identifier has ${SIBLINGS_MAX} siblings`)
  return first.slice(0, -2) + SIBLING_ALPHABET.charAt(n >> 5) + SIBLING_ALPHABET.charAt(n & 31)
}

/** Whether `value` is a well-formed identifier of that kind. */
export function isIdentifier(prefix: IdentifierPrefix, value: string): boolean {
  return value.startsWith(`${prefix}_`) && /^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(value.slice(prefix.length + 1))
}
