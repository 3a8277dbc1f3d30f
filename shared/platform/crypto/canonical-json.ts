import canonicalize from 'canonicalize'
import { utf8 } from './encodings.ts'
import { sha256Hex } from './hashes.ts'

/** The first entry of an evidence chain has this value as the digest of its previous entry. */
export const NO_DIGEST = '0'.repeat(64)

/** RFC 8785. Throws for NaN, infinities, lone surrogates and undefined. */
export function canonicalText(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('a value that JSON cannot contain cannot be canonical')
  return text
}

export function canonicalBytes(value: unknown): Uint8Array<ArrayBuffer> {
  return utf8(canonicalText(value))
}

/** SHA-256 of the canonical JSON, as 64 hexadecimal digits. */
export async function digestOf(value: unknown): Promise<string> {
  return sha256Hex(canonicalBytes(value))
}
