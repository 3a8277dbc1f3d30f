import { HandshakeFailure } from './handshake-failure.ts'

interface Group {
  id: number
  algorithm: { name: string; namedCurve?: string }
  sharedBits: number
}

/**
 * Key exchange groups (RFC 8446 section 4.2.7): X25519, P-256 and P-384. Each gets a key share, so
 * that no server has to ask for a second ClientHello.
 */
export const GROUPS: readonly Group[] = [
  { id: 0x001d, algorithm: { name: 'X25519' }, sharedBits: 256 },
  { id: 0x0017, algorithm: { name: 'ECDH', namedCurve: 'P-256' }, sharedBits: 256 },
  { id: 0x0018, algorithm: { name: 'ECDH', namedCurve: 'P-384' }, sharedBits: 384 },
]

export interface KeyShare {
  group: Group
  privateKey: CryptoKey
  publicKey: Uint8Array
}

export async function createKeyShare(group: Group): Promise<KeyShare> {
  const pair = (await crypto.subtle.generateKey(group.algorithm, false, [
    'deriveBits',
  ])) as CryptoKeyPair
  const raw = (await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer
  return { group, privateKey: pair.privateKey, publicKey: new Uint8Array(raw) }
}

/** Throws HandshakeFailure if the server's key is no point of the curve. */
export async function sharedSecret(
  { group, privateKey }: KeyShare,
  serverKey: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const key = await crypto.subtle.importKey(
      'raw',
      new Uint8Array(serverKey),
      group.algorithm,
      false,
      [],
    )
    // The types of Cloudflare name this member "$public", but its runtime reads "public".
    const algorithm = { ...group.algorithm, public: key }
    return new Uint8Array(await crypto.subtle.deriveBits(algorithm, privateKey, group.sharedBits))
  } catch {
    throw new HandshakeFailure('unsupported', 'The key share of the server is not valid.')
  }
}
