import { signEd25519, verifyEd25519 } from '../platform/crypto/ed25519.ts'
import { decodeBase64url, encodeBase64url } from '../platform/crypto/encodings.ts'
import type { Environment } from '../platform/environment.ts'
import { CANONICALIZATION, type Signature } from './certificate.ts'

/** The first key of each algorithm signs; the others only verify. */
export type CertificateKeys = Pick<
  Environment,
  'CERTIFICATE_HMAC_KEYS' | 'CERTIFICATE_SIGNING_KEYS'
>

const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const

/** Signs with one key of each algorithm. Throws if either key is missing. */
export async function sign(
  keys: CertificateKeys,
  message: Uint8Array<ArrayBuffer>,
): Promise<Signature[]> {
  const [hmac] = keys.CERTIFICATE_HMAC_KEYS
  const [eddsa] = keys.CERTIFICATE_SIGNING_KEYS
  if (hmac === undefined || eddsa === undefined)
    throw new Error('a current key for certificates is missing')
  const imported = await crypto.subtle.importKey('raw', hmac.secret, HMAC, false, ['sign'])
  const mac = new Uint8Array(await crypto.subtle.sign(HMAC, imported, message))
  return [
    {
      alg: 'HMAC-SHA256',
      key_id: hmac.keyId,
      canonicalization: CANONICALIZATION,
      value: encodeBase64url(mac),
    },
    {
      alg: 'EdDSA',
      key_id: eddsa.kid,
      canonicalization: CANONICALIZATION,
      value: await signEd25519(eddsa, message),
    },
  ]
}

/** Null if the signature is valid, otherwise a sentence that says why it is not. */
export async function signatureFault(
  keys: CertificateKeys,
  signature: Signature,
  message: Uint8Array<ArrayBuffer>,
): Promise<string | null> {
  const mismatch = 'The signature is not that of this certificate under this key.'
  switch (signature.alg) {
    case 'HMAC-SHA256': {
      const key = keys.CERTIFICATE_HMAC_KEYS.find(({ keyId }) => keyId === signature.key_id)
      if (key === undefined) return 'The key is not one of ours.'
      const value = decodeBase64url(signature.value)
      if (value === null) return 'The value is not base64url without padding.'
      const imported = await crypto.subtle.importKey('raw', key.secret, HMAC, false, ['verify'])
      return (await crypto.subtle.verify(HMAC, imported, value, message)) ? null : mismatch
    }
    case 'EdDSA': {
      const key = keys.CERTIFICATE_SIGNING_KEYS.find(({ kid }) => kid === signature.key_id)
      if (key === undefined) return 'The key is not one of ours.'
      return (await verifyEd25519(key, signature.value, message)) ? null : mismatch
    }
    default:
      return signature.alg satisfies never
  }
}
