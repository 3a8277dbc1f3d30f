import { decodeBase64url, encodeBase64url, utf8 } from './encodings.ts'
import { hmacSha256 } from './hashes.ts'

/** What is signed says what it is for: no signature of one purpose passes for another's. */
async function signatureOf(key: string, purpose: string, parts: readonly string[]): Promise<Uint8Array> {
  return hmacSha256(utf8(key), [purpose, ...parts].join('|'))
}

/** HMAC-SHA-256 in base64url of the parts under their purpose. No part may contain `|`. */
export async function signParts(key: string, purpose: string, ...parts: string[]): Promise<string> {
  return encodeBase64url(await signatureOf(key, purpose, parts))
}

/** Whether `signature` is that of the parts; takes the same time wherever it differs. */
export async function isSigned(key: string, signature: string, purpose: string, ...parts: string[]): Promise<boolean> {
  const given = decodeBase64url(signature)
  const expected = await signatureOf(key, purpose, parts)
  if (given === null || given.byteLength !== expected.byteLength) return false
  let difference = 0
  for (const [place, byte] of expected.entries()) difference |= byte ^ (given[place] ?? 0)
  return difference === 0
}
