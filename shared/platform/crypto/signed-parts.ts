import { decodeBase64url, encodeBase64url, utf8 } from './encodings.ts'
import { hmacSha256 } from './hashes.ts'

// The purpose is part of the signed text. So a signature for one purpose, such as a download link,
// is not valid for another purpose.
async function signatureOf(
  key: string,
  purpose: string,
  parts: readonly string[],
): Promise<Uint8Array> {
  return hmacSha256(utf8(key), [purpose, ...parts].join('|'))
}

/** Returns the signature as base64url. No part may contain `|`, which separates the parts. */
export async function signParts(key: string, purpose: string, ...parts: string[]): Promise<string> {
  return encodeBase64url(await signatureOf(key, purpose, parts))
}

/** Compares in constant time: an attacker could measure a comparison that stops early. */
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
