import { concatBytes, utf8 } from '../../platform/crypto/encodings.ts'
import { integerBytes, vectorOf } from './byte-reader.ts'
import { createKeyShare, GROUPS, type KeyShare } from './groups.ts'
import { SUITES_13 } from './key-schedule.ts'
import { SIGNATURE_SCHEMES } from './signature-schemes.ts'

/**
 * ECDHE suites of TLS 1.2. Nothing is encrypted before the key is proven, so ciphers that the
 * runtime does not have are fine. RSA key exchange is missing, because it proves no key.
 */
export const SUITES_12 = [0xc02b, 0xc02f, 0xc02c, 0xc030, 0xcca9, 0xcca8, 0xc013, 0xc014] as const

const RENEGOTIATION_INFO_SCSV = 0x00ff

/** Numbers of extensions (IANA registry "TLS ExtensionType Values"). */
export const EXTENSION = {
  serverName: 0,
  supportedGroups: 10,
  pointFormats: 11,
  signatureAlgorithms: 13,
  extendedMasterSecret: 23,
  supportedVersions: 43,
  keyShare: 51,
} as const

export const VERSION_12 = 0x0303
export const VERSION_13 = 0x0304

export interface ClientHello {
  /** The record that is sent. */
  record: Uint8Array
  /** The handshake message in it, which is the begin of the transcript. */
  message: Uint8Array
  random: Uint8Array
  sessionId: Uint8Array
  keyShares: readonly KeyShare[]
}

/** One message for TLS 1.2 (RFC 5246) and 1.3 (RFC 8446). `host` is an A-label. */
export async function createClientHello(host: string): Promise<ClientHello> {
  const random = crypto.getRandomValues(new Uint8Array(32))
  const sessionId = crypto.getRandomValues(new Uint8Array(32))
  const keyShares = await Promise.all(GROUPS.map(createKeyShare))
  const body = concatBytes([
    u16(VERSION_12),
    random,
    vectorOf(1, sessionId),
    vectorOf(2, ...[...SUITES_13.keys(), ...SUITES_12, RENEGOTIATION_INFO_SCSV].map(u16)),
    vectorOf(1, Uint8Array.of(0)),
    vectorOf(2, ...extensions(host, keyShares)),
  ])
  const message = concatBytes([Uint8Array.of(1), vectorOf(3, body)])
  const record = concatBytes([Uint8Array.of(22), u16(0x0301), vectorOf(2, message)])
  return { record, message, random, sessionId, keyShares }
}

const u16 = (value: number): Uint8Array => integerBytes(value, 2)

function extensions(host: string, keyShares: readonly KeyShare[]): Uint8Array[] {
  const extension = (id: number, ...content: Uint8Array[]): Uint8Array =>
    concatBytes([u16(id), vectorOf(2, ...content)])
  const shares = keyShares.map(({ group, publicKey }) =>
    concatBytes([u16(group.id), vectorOf(2, publicKey)]),
  )
  return [
    extension(
      EXTENSION.serverName,
      vectorOf(2, concatBytes([Uint8Array.of(0), vectorOf(2, utf8(host))])),
    ),
    extension(EXTENSION.supportedGroups, vectorOf(2, ...GROUPS.map(({ id }) => u16(id)))),
    extension(EXTENSION.pointFormats, vectorOf(1, Uint8Array.of(0))),
    extension(
      EXTENSION.signatureAlgorithms,
      vectorOf(2, ...SIGNATURE_SCHEMES.map(({ id }) => u16(id))),
    ),
    extension(EXTENSION.extendedMasterSecret),
    extension(EXTENSION.supportedVersions, vectorOf(1, u16(VERSION_13), u16(VERSION_12))),
    extension(EXTENSION.keyShare, vectorOf(2, ...shares)),
  ]
}
