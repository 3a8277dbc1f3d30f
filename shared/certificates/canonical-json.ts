import canonicalize from 'canonicalize'
import { utf8 } from '../platform/crypto/encodings.ts'
import { sha256Hex } from '../platform/crypto/hashes.ts'

/** What stands for "nothing before": the previous digest of a first entry, and the root of a chain without entries. */
export const NO_DIGEST = '0'.repeat(64)

/** JSON in its one canonical spelling (RFC 8785). Throws on what is no JSON: NaN, infinities, lone surrogates, undefined. */
export function canonicalText(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('a value that is no JSON cannot be certified')
  return text
}

/** The UTF-8 bytes of a value's canonical JSON. */
export function canonicalBytes(value: unknown): Uint8Array<ArrayBuffer> {
  return utf8(canonicalText(value))
}

/** SHA-256 of a value's canonical JSON, as 64 hexadecimal digits. */
export async function digestOf(value: unknown): Promise<string> {
  return sha256Hex(canonicalBytes(value))
}
