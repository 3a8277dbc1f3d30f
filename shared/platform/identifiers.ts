import { typeidUnboxed } from 'typeid-js'

/** TypeID (jetify typeid 0.3): a prefix, "_" and a UUIDv7 in base 32. */
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
  | 'prm'
  | 'llm'
  | 'req'
  | 'ses'
  | 'mon'
  | 'chg'
  | 'fbk'
  | 'shr'

export function newIdentifier(prefix: IdentifierPrefix): string {
  return typeidUnboxed(prefix)
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const SIBLINGS_MAX = 1_024

/** Id of element `n` of a batch. All ids of the batch differ only in the last two characters. */
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
