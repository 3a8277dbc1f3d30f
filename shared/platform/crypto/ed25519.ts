import { z } from 'zod'
import { decodeBase64url, encodeBase64url } from './encodings.ts'

const ED25519 = { name: 'Ed25519' } as const
const KEY_BYTES = 32

const keyBytes = z
  .string()
  .refine(
    (text) => decodeBase64url(text)?.byteLength === KEY_BYTES,
    'must be 32 bytes in base64url',
  )

/** An Ed25519 key as JWK (RFC 8037). A key without the private member `d` can only verify. */
export const Ed25519Key = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  kid: z.string().regex(/^[A-Za-z0-9._-]{1,64}$/),
  x: keyBytes,
  d: keyBytes.optional(),
})
export type Ed25519Key = z.infer<typeof Ed25519Key>

/** The public part of a signing key, as published at /.well-known/attribution-keys.json. */
export interface PublicJwk {
  kty: 'OKP'
  crv: 'Ed25519'
  kid: string
  x: string
  alg: 'EdDSA'
  use: 'sig'
}

export function publicJwk({ kid, x }: Ed25519Key): PublicJwk {
  return { kty: 'OKP', crv: 'Ed25519', kid, x, alg: 'EdDSA', use: 'sig' }
}

const signingKeys = new WeakMap<Ed25519Key, CryptoKey>()

async function signingKey(key: Ed25519Key): Promise<CryptoKey> {
  const known = signingKeys.get(key)
  if (known !== undefined) return known
  const { kty, crv, x, d } = key
  if (d === undefined) throw new Error(`the signing key ${key.kid} has no private part`)
  const given = { kty, crv, x, d }
  const made = await crypto.subtle.importKey('jwk', given, ED25519, false, ['sign'])
  signingKeys.set(key, made)
  return made
}

/** RFC 8032. Returns base64url without padding. Throws for a key without `d`. */
export async function signEd25519(
  key: Ed25519Key,
  message: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const signature = await crypto.subtle.sign(ED25519, await signingKey(key), message)
  return encodeBase64url(new Uint8Array(signature))
}

export async function verifyEd25519(
  key: Ed25519Key,
  signature: string,
  message: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const bytes = decodeBase64url(signature)
  if (bytes === null) return false
  const { kty, crv, x } = key
  const imported = await crypto.subtle.importKey('jwk', { kty, crv, x }, ED25519, false, ['verify'])
  return crypto.subtle.verify(ED25519, imported, bytes, message)
}
