import { concatBytes, utf8 } from '../../platform/crypto/encodings.ts'
import { integerBytes, vectorOf } from './byte-reader.ts'
import type { RecordKeys } from './records.ts'

type Hash = 'SHA-256' | 'SHA-384'

export interface Suite13 {
  hash: Hash
  hashBytes: number
  keyBytes: number
}

/** AES-GCM suites of TLS 1.3 (RFC 8446 appendix B.4). The runtime has no ChaCha20. */
export const SUITES_13: ReadonlyMap<number, Suite13> = new Map([
  [0x1301, { hash: 'SHA-256', hashBytes: 32, keyBytes: 16 }],
  [0x1302, { hash: 'SHA-384', hashBytes: 48, keyBytes: 32 }],
])

const IV_BYTES = 12

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Keys for the handshake records of the server (RFC 8446 section 7.1). `transcript`: ClientHello
 * and ServerHello.
 */
export async function serverHandshakeKeys(
  suite: Suite13,
  sharedSecret: Bytes,
  transcript: Bytes,
): Promise<RecordKeys> {
  const { hash, hashBytes, keyBytes } = suite
  const zeros = new Uint8Array(hashBytes)
  const early = await hmac(hash, zeros, zeros)
  const empty = await digest(hash, new Uint8Array(0))
  const derived = await expandLabel(suite, early, 'derived', empty, hashBytes)
  const handshake = await hmac(hash, derived, sharedSecret)
  const traffic = await expandLabel(
    suite,
    handshake,
    's hs traffic',
    await digest(hash, transcript),
    hashBytes,
  )
  const none = new Uint8Array(0)
  const key = await expandLabel(suite, traffic, 'key', none, keyBytes)
  return {
    key: await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']),
    iv: await expandLabel(suite, traffic, 'iv', none, IV_BYTES),
  }
}

export const digest = async (hash: Hash, bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest(hash, bytes))

/**
 * HKDF-Expand-Label for lengths up to one hash. HKDF of WebCrypto does not fit, because it always
 * extracts first.
 */
async function expandLabel(
  { hash }: Suite13,
  secret: Bytes,
  label: string,
  context: Bytes,
  length: number,
): Promise<Bytes> {
  const info = concatBytes([
    integerBytes(length, 2),
    vectorOf(1, utf8(`tls13 ${label}`)),
    vectorOf(1, context),
    Uint8Array.of(1),
  ])
  return (await hmac(hash, secret, info)).slice(0, length)
}

async function hmac(hash: Hash, key: Bytes, bytes: Bytes): Promise<Bytes> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash }, false, [
    'sign',
  ])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, bytes))
}
