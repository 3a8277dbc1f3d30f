import type { Curve, SignatureMethod } from './verify-signature.ts'

export interface SignatureScheme {
  /** RFC 8446 section 4.2.3. */
  id: number
  method: SignatureMethod
  /** TLS 1.3 binds the curve of the key to the scheme. TLS 1.2 does not. */
  curve13: Curve | null
  isAllowedIn13: boolean
}

const scheme = (
  id: number,
  method: SignatureMethod,
  curve13: Curve | null = null,
): SignatureScheme => ({ id, method, curve13, isAllowedIn13: method.kind !== 'rsa-pkcs1' })

export const SIGNATURE_SCHEMES: readonly SignatureScheme[] = [
  scheme(0x0403, { kind: 'ecdsa', hash: 'SHA-256' }, 'P-256'),
  scheme(0x0503, { kind: 'ecdsa', hash: 'SHA-384' }, 'P-384'),
  scheme(0x0804, { kind: 'rsa-pss', hash: 'SHA-256' }),
  scheme(0x0805, { kind: 'rsa-pss', hash: 'SHA-384' }),
  scheme(0x0806, { kind: 'rsa-pss', hash: 'SHA-512' }),
  scheme(0x0401, { kind: 'rsa-pkcs1', hash: 'SHA-256' }),
  scheme(0x0501, { kind: 'rsa-pkcs1', hash: 'SHA-384' }),
  scheme(0x0601, { kind: 'rsa-pkcs1', hash: 'SHA-512' }),
]
