import { hexOf } from '../../platform/crypto/encodings.ts'
import { childrenOf, DerError, expectTag, readElement, sequenceOf, TAG } from './der.ts'
import { objectIdOf, wholeBytesOf } from './der-values.ts'

export type Curve = 'P-256' | 'P-384' | 'P-521'
type Hash = 'SHA-256' | 'SHA-384' | 'SHA-512'

export interface SignatureMethod {
  kind: 'rsa-pkcs1' | 'rsa-pss' | 'ecdsa'
  hash: Hash
}

/** `curve`: null for an RSA key. */
export interface PublicKey {
  /** DER of the SubjectPublicKeyInfo. */
  der: Uint8Array
  curve: Curve | null
}

const RSA = '1.2.840.113549.1.1.1'
const ELLIPTIC_CURVE = '1.2.840.10045.2.1'
/** RFC 5480 section 2.1.1.1. */
const CURVES: Readonly<Record<string, Curve>> = {
  '1.2.840.10045.3.1.7': 'P-256',
  '1.3.132.0.34': 'P-384',
  '1.3.132.0.35': 'P-521',
}
const COORDINATE_BYTES: Readonly<Record<Curve, number>> = { 'P-256': 32, 'P-384': 48, 'P-521': 66 }
const HASH_BYTES: Readonly<Record<Hash, number>> = { 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 }

const RSA_BYTES_MIN = 256
/** A large modulus or exponent makes a check slow, and the server chooses both. */
const RSA_BYTES_MAX = 1_024
const RSA_EXPONENT_BYTES_MAX = 4

/** Null for a malformed key and for a kind of key that no public website may have. */
export function parsePublicKey(der: Uint8Array): PublicKey | null {
  try {
    const [algorithm, bits] = sequenceOf(readElement(der))
    const [type, parameters] = sequenceOf(algorithm)
    const id = objectIdOf(type)
    if (id === RSA) return isAcceptableRsaKey(wholeBytesOf(bits)) ? { der, curve: null } : null
    const curve = id === ELLIPTIC_CURVE ? CURVES[objectIdOf(parameters)] : undefined
    return curve === undefined ? null : { der, curve }
  } catch (error) {
    if (error instanceof DerError) return null
    throw error
  }
}

function isAcceptableRsaKey(bytes: Uint8Array): boolean {
  const [modulus, exponent] = sequenceOf(readElement(bytes)).map((part) =>
    unsignedBytes(expectTag(part, TAG.integer).content),
  )
  return (
    modulus !== undefined &&
    exponent !== undefined &&
    modulus.length >= RSA_BYTES_MIN &&
    modulus.length <= RSA_BYTES_MAX &&
    exponent.length <= RSA_EXPONENT_BYTES_MAX
  )
}

function unsignedBytes(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0)
  return start < 0 ? new Uint8Array(0) : bytes.subarray(start)
}

const PSS_START = '304106092a864886f70d01010a3034a00f300d060960864801650304020'
const PSS_MIDDLE = '0500a11c301a06092a864886f70d010108300d060960864801650304020'

/**
 * Each AlgorithmIdentifier that a public certificate may have, in hexadecimal digits (CA/Browser
 * Forum BR 7.1.3.2). MD5 and SHA-1 are missing.
 */
const METHODS: ReadonlyMap<string, SignatureMethod> = new Map([
  ['300d06092a864886f70d01010b0500', { kind: 'rsa-pkcs1', hash: 'SHA-256' }],
  ['300d06092a864886f70d01010c0500', { kind: 'rsa-pkcs1', hash: 'SHA-384' }],
  ['300d06092a864886f70d01010d0500', { kind: 'rsa-pkcs1', hash: 'SHA-512' }],
  [`${PSS_START}1${PSS_MIDDLE}10500a203020120`, { kind: 'rsa-pss', hash: 'SHA-256' }],
  [`${PSS_START}2${PSS_MIDDLE}20500a203020130`, { kind: 'rsa-pss', hash: 'SHA-384' }],
  [`${PSS_START}3${PSS_MIDDLE}30500a203020140`, { kind: 'rsa-pss', hash: 'SHA-512' }],
  ['300a06082a8648ce3d040302', { kind: 'ecdsa', hash: 'SHA-256' }],
  ['300a06082a8648ce3d040303', { kind: 'ecdsa', hash: 'SHA-384' }],
  ['300a06082a8648ce3d040304', { kind: 'ecdsa', hash: 'SHA-512' }],
])

export const methodOf = (algorithm: Uint8Array): SignatureMethod | null =>
  METHODS.get(hexOf(algorithm)) ?? null

/** False for a wrong signature, and for a method that does not fit the key. Never rejects. */
export async function verifySignature(
  key: PublicKey,
  method: SignatureMethod,
  signature: Uint8Array,
  signed: Uint8Array,
): Promise<boolean> {
  if ((method.kind === 'ecdsa') !== (key.curve !== null)) return false
  const bytes = key.curve === null ? signature : plainEcdsaSignature(signature, key.curve)
  if (bytes === null) return false
  try {
    const algorithm = webCryptoAlgorithm(key, method)
    const imported = await crypto.subtle.importKey(
      'spki',
      new Uint8Array(key.der),
      algorithm,
      false,
      ['verify'],
    )
    return await crypto.subtle.verify(
      algorithm,
      imported,
      new Uint8Array(bytes),
      new Uint8Array(signed),
    )
  } catch {
    // WebCrypto throws for a key that it cannot import, such as a point outside of the curve.
    return false
  }
}

function webCryptoAlgorithm({ curve }: PublicKey, { kind, hash }: SignatureMethod) {
  if (curve !== null) return { name: 'ECDSA', namedCurve: curve, hash }
  return kind === 'rsa-pss'
    ? { name: 'RSA-PSS', hash, saltLength: HASH_BYTES[hash] }
    : { name: 'RSASSA-PKCS1-v1_5', hash }
}

/** WebCrypto wants r and s of fixed length, certificates and TLS have DER (RFC 3279). */
function plainEcdsaSignature(signature: Uint8Array, curve: Curve): Uint8Array | null {
  const size = COORDINATE_BYTES[curve]
  try {
    const numbers = childrenOf(expectTag(readElement(signature), TAG.sequence)).map((number) =>
      unsignedBytes(expectTag(number, TAG.integer).content),
    )
    const [r, s, ...rest] = numbers
    if (r === undefined || s === undefined || rest.length > 0) return null
    if (r.length > size || s.length > size) return null
    const plain = new Uint8Array(2 * size)
    plain.set(r, size - r.length)
    plain.set(s, 2 * size - s.length)
    return plain
  } catch (error) {
    if (error instanceof DerError) return null
    throw error
  }
}
