import { type Ed25519Key, signEd25519 } from './ed25519.ts'
import { decodeBase64url, encodeBase64url, toBase64, utf8 } from './encodings.ts'

/**
 * Part of a message that the signature covers. `id` is the identifier as in Signature-Input, such
 * as `"@authority"`.
 */
export interface Component {
  id: string
  value: string
}

export interface SignatureParameters {
  /** Seconds since 1970. */
  created: number
  expires: number
  keyid: string
  nonce?: string
  tag: string
}

/** Members of the headers Signature-Input and Signature (RFC 9421, section 4). */
export interface MessageSignature {
  input: string
  signature: string
}

/** RFC 9421 with Ed25519 (section 3.3.6). All texts must be ASCII without quotes or backslashes. */
export async function signMessage(
  key: Ed25519Key,
  label: string,
  components: readonly Component[],
  { created, expires, keyid, nonce, tag }: SignatureParameters,
): Promise<MessageSignature> {
  const parameters = [
    `(${components.map(({ id }) => id).join(' ')})`,
    `created=${created}`,
    `keyid="${keyid}"`,
    'alg="ed25519"',
    `expires=${expires}`,
    ...(nonce === undefined ? [] : [`nonce="${nonce}"`]),
    `tag="${tag}"`,
  ].join(';')
  const base = [
    ...components.map(({ id, value }) => `${id}: ${value}`),
    `"@signature-params": ${parameters}`,
  ].join('\n')
  const signed = decodeBase64url(await signEd25519(key, utf8(base)))
  return {
    input: `${label}=${parameters}`,
    signature: `${label}=:${toBase64(signed ?? new Uint8Array(0))}:`,
  }
}

const thumbprints = new WeakMap<object, string>()

/** RFC 7638 for an Ed25519 key (RFC 8037, appendix A.3), in base64url. */
export async function keyThumbprint(key: Pick<Ed25519Key, 'kty' | 'crv' | 'x'>): Promise<string> {
  const known = thumbprints.get(key)
  if (known !== undefined) return known
  const { crv, kty, x } = key
  const digest = await crypto.subtle.digest('SHA-256', utf8(JSON.stringify({ crv, kty, x })))
  const thumbprint = encodeBase64url(new Uint8Array(digest))
  thumbprints.set(key, thumbprint)
  return thumbprint
}
