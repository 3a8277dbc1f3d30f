import { decodeBase64url, encodeBase64url, utf8 } from './encodings.ts'
import { hmacSha256 } from './hashes.ts'

/**
 * Signs the purpose together with the texts, so that a signature for one purpose (for example, a
 * download link) is not valid for another purpose (for example, an unsubscribe link).
 */
async function signatureOf(
  key: string,
  purpose: string,
  parts: readonly string[],
): Promise<Uint8Array> {
  return hmacSha256(utf8(key), [purpose, ...parts].join('|'))
}

/**
 * Returns the HMAC-SHA-256 of a purpose and several texts in base64url. The texts must not contain
 * `|`, because `|` separates them in the signed text.
 */
export async function signParts(key: string, purpose: string, ...parts: string[]): Promise<string> {
  return encodeBase64url(await signatureOf(key, purpose, parts))
}

/**
 * Returns true if `signature` is the result of `signParts` for the same purpose and texts. Compares
 * in constant time, because an attacker could measure the time of a comparison that stops early.
 */
export async function isSigned(
  key: string,
  signature: string,
  purpose: string,
  ...parts: string[]
): Promise<boolean> {
  const given = decodeBase64url(signature)
  const expected = await signatureOf(key, purpose, parts)
  if (given === null || given.byteLength !== expected.byteLength) return false
  let difference = 0
  for (const [index, byte] of expected.entries()) difference |= byte ^ (given[index] ?? 0)
  return difference === 0
}
