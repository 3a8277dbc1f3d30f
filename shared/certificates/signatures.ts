import { z } from 'zod'
import { Ed25519Key, signEd25519, verifyEd25519 } from '../platform/crypto/ed25519.ts'
import { decodeBase64url, encodeBase64url } from '../platform/crypto/encodings.ts'
import { CANONICALIZATION, type Signature } from './certificate.ts'

const HMAC_KEY_BYTES = 32
const KEYS_MAX = 50

export interface HmacKey {
  keyId: string
  secret: Uint8Array<ArrayBuffer>
}

/** The keys of both signatures, the first of each current: new certificates are signed with it, old ones stay valid by the others. */
export interface CertificateKeys {
  hmac: readonly HmacKey[]
  eddsa: readonly Ed25519Key[]
}

const refused = (context: z.RefinementCtx, message: string) => {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

/**
 * The text of CERTIFICATE_HMAC_KEYS: JSON { "<key_id>": "<base64 of 32 bytes>" }, first current. The order is read from the text,
 * since a JavaScript object sorts names that look like numbers.
 */
export const HmacKeysText = z.string().transform((text, context): HmacKey[] => {
  const parsed = z.record(z.string().regex(/^[A-Za-z0-9._-]{1,64}$/), z.string()).safeParse(jsonOf(text))
  if (!parsed.success) return refused(context, 'must be JSON { "<key_id>": "<base64 of 32 bytes>" }')
  const names = Object.keys(parsed.data).sort((a, b) => text.indexOf(`"${a}"`) - text.indexOf(`"${b}"`))
  if (names.length === 0 || names.length > KEYS_MAX) return refused(context, `must hold 1 to ${KEYS_MAX} keys`)
  const keys = names.map((keyId) => ({
    keyId,
    secret: new Uint8Array(Buffer.from(parsed.data[keyId] ?? '', 'base64')),
  }))
  const wrong = keys.find(({ secret }) => secret.byteLength !== HMAC_KEY_BYTES)
  return wrong === undefined ? keys : refused(context, `${wrong.keyId} is not base64 of ${HMAC_KEY_BYTES} bytes`)
})

/** The text of CERTIFICATE_SIGNING_KEYS: a JSON list of Ed25519 JWKs with `kid`, first current and private; retired ones may lack `d`. */
export const SigningKeysText = z.string().transform((text, context): Ed25519Key[] => {
  const parsed = z.array(Ed25519Key).min(1).max(KEYS_MAX).safeParse(jsonOf(text))
  if (!parsed.success) return refused(context, 'must be a JSON list of Ed25519 JWKs, each with a kid')
  if (parsed.data[0]?.d === undefined) return refused(context, 'must begin with a private key')
  const kids = new Set(parsed.data.map(({ kid }) => kid))
  return kids.size === parsed.data.length ? parsed.data : refused(context, 'must not name two keys alike')
})

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const

/** Both signatures over the canonical bytes of a certificate, by the current keys. */
export async function sign(keys: CertificateKeys, message: Uint8Array<ArrayBuffer>): Promise<Signature[]> {
  const [hmac] = keys.hmac
  const [eddsa] = keys.eddsa
  if (hmac === undefined || eddsa === undefined) throw new Error('certificates have no current keys')
  const imported = await crypto.subtle.importKey('raw', hmac.secret, HMAC, false, ['sign'])
  const mac = new Uint8Array(await crypto.subtle.sign(HMAC, imported, message))
  return [
    { alg: 'HMAC-SHA256', key_id: hmac.keyId, canonicalization: CANONICALIZATION, value: encodeBase64url(mac) },
    {
      alg: 'EdDSA',
      key_id: eddsa.kid,
      canonicalization: CANONICALIZATION,
      value: await signEd25519(eddsa, message),
    },
  ]
}

/** Why a signature does not hold, in one sentence; null when it does. */
export async function signatureFault(
  keys: CertificateKeys,
  signature: Signature,
  message: Uint8Array<ArrayBuffer>,
): Promise<string | null> {
  const holds = 'The signature is not that of this certificate under this key.'
  switch (signature.alg) {
    case 'HMAC-SHA256': {
      const key = keys.hmac.find(({ keyId }) => keyId === signature.key_id)
      if (key === undefined) return 'The key is not one of ours.'
      const value = decodeBase64url(signature.value)
      if (value === null) return 'The value is not base64url without padding.'
      const imported = await crypto.subtle.importKey('raw', key.secret, HMAC, false, ['verify'])
      return (await crypto.subtle.verify(HMAC, imported, value, message)) ? null : holds
    }
    case 'EdDSA': {
      const key = keys.eddsa.find(({ kid }) => kid === signature.key_id)
      if (key === undefined) return 'The key is not one of ours.'
      return (await verifyEd25519(key, signature.value, message)) ? null : holds
    }
    default:
      return signature.alg satisfies never
  }
}
