import canonicalize from 'canonicalize'
import { utf8 } from './encodings.ts'
import { sha256Hex } from './hashes.ts'

/**
 * 64 zeros, in place of a SHA-256 digest. In an evidence chain, each entry contains the digest of
 * the entry before it, and the first entry contains these zeros. For a chain without entries, the
 * zeros are the root digest.
 */
export const NO_DIGEST = '0'.repeat(64)

/**
 * Returns the canonical JSON of a value (RFC 8785). Throws if the value contains something that
 * JSON cannot represent: NaN, infinities, lone surrogates or undefined.
 */
export function canonicalText(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('a value that JSON cannot contain cannot be canonical')
  return text
}

export function canonicalBytes(value: unknown): Uint8Array<ArrayBuffer> {
  return utf8(canonicalText(value))
}

/** Returns the SHA-256 of a value's canonical JSON (RFC 8785), as 64 hexadecimal digits. */
export async function digestOf(value: unknown): Promise<string> {
  return sha256Hex(canonicalBytes(value))
}
