import { hexOf } from '../../platform/crypto/encodings.ts'
import { byteReader, sameBytes } from './byte-reader.ts'
import { type ClientHello, EXTENSION, SUITES_12, VERSION_12, VERSION_13 } from './client-hello.ts'
import { HandshakeFailure } from './handshake-failure.ts'
import { SUITES_13, type Suite13 } from './key-schedule.ts'

/** Types of handshake messages (RFC 8446 appendix B.3, RFC 5246, RFC 6066). */
export const MESSAGE = {
  serverHello: 2,
  encryptedExtensions: 8,
  certificate: 11,
  serverKeyExchange: 12,
  certificateRequest: 13,
  certificateVerify: 15,
  certificateStatus: 22,
} as const

const CERTIFICATES_MAX = 10
const NAMED_CURVE = 3

/** SHA-256 of "HelloRetryRequest" (RFC 8446 section 4.1.3). */
const RETRY_RANDOM = 'cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c'
/** End of the random of a server that knows TLS 1.3 and was made to use less (same section). */
const DOWNGRADE = /444f574e475244(?:00|01)$/u

export type ServerHello =
  | { version: '1.2'; random: Uint8Array }
  | { version: '1.3'; suite: Suite13; group: number; publicKey: Uint8Array }

const unsupported = (message: string): HandshakeFailure =>
  new HandshakeFailure('unsupported', message)

/** Throws HandshakeFailure. */
export function parseServerHello(body: Uint8Array, hello: ClientHello): ServerHello {
  const reader = byteReader(body)
  const legacyVersion = reader.integer(2)
  const random = reader.bytes(32)
  const sessionId = reader.vector(1)
  const suiteId = reader.integer(2)
  const compression = reader.integer(1)
  const extensions = reader.isAtEnd ? new Map() : parseExtensions(reader.vector(2))
  reader.requireEnd()
  if (legacyVersion !== VERSION_12 || compression !== 0)
    throw unsupported('The server speaks a version before TLS 1.2.')
  if (hexOf(random) === RETRY_RANDOM) throw unsupported('The server wants another key share.')
  const version = extensions.get(EXTENSION.supportedVersions)
  if (version === undefined) return hello12(random, suiteId)
  if (byteReader(version).integer(2) !== VERSION_13)
    throw unsupported('The server chose a version that it was not offered.')
  const suite = SUITES_13.get(suiteId)
  if (!sameBytes(sessionId, hello.sessionId) || suite === undefined)
    throw unsupported('The server chose something that it was not offered.')
  return { version: '1.3', suite, ...keyShareOf(extensions.get(EXTENSION.keyShare)) }
}

function hello12(random: Uint8Array, suite: number): ServerHello {
  if (DOWNGRADE.test(hexOf(random))) throw unsupported('Somebody has lowered the version.')
  if (!SUITES_12.some((offered) => offered === suite))
    throw unsupported('The server chose a cipher suite that it was not offered.')
  return { version: '1.2', random }
}

function keyShareOf(extension: Uint8Array | undefined): { group: number; publicKey: Uint8Array } {
  if (extension === undefined) throw unsupported('The server sent no key share.')
  const reader = byteReader(extension)
  const group = reader.integer(2)
  const publicKey = reader.vector(2)
  reader.requireEnd()
  return { group, publicKey }
}

function parseExtensions(bytes: Uint8Array): Map<number, Uint8Array> {
  const extensions = new Map<number, Uint8Array>()
  for (const reader = byteReader(bytes); !reader.isAtEnd; ) {
    const id = reader.integer(2)
    if (extensions.has(id)) throw unsupported('The server repeats an extension.')
    extensions.set(id, reader.vector(2))
  }
  return extensions
}

/**
 * DER of the certificates, leaf first. In TLS 1.3 each has extensions, for example the time stamps
 * of logs. Throws HandshakeFailure.
 */
export function parseChain(body: Uint8Array, version: '1.2' | '1.3'): Uint8Array[] {
  const message = byteReader(body)
  if (version === '1.3' && message.vector(1).length > 0)
    throw unsupported('The server answers a request that it has not got.')
  const list = byteReader(message.vector(3))
  message.requireEnd()
  const chain: Uint8Array[] = []
  while (!list.isAtEnd) {
    if (chain.length === CERTIFICATES_MAX)
      throw unsupported('The server sends too many certificates.')
    chain.push(list.vector(3))
    if (version === '1.3') list.vector(2)
  }
  if (chain.length === 0) throw unsupported('The server sent no certificate.')
  return chain
}

export interface ServerSignature {
  scheme: number
  signature: Uint8Array
}

/** `parameters`: the signed bytes (RFC 8422 section 5.4). Throws HandshakeFailure. */
export function parseServerKeyExchange(
  body: Uint8Array,
): ServerSignature & { parameters: Uint8Array } {
  const reader = byteReader(body)
  if (reader.integer(1) !== NAMED_CURVE) throw unsupported('The server uses a curve without name.')
  reader.bytes(2)
  reader.vector(1)
  const parameters = body.subarray(0, reader.offset)
  const scheme = reader.integer(2)
  const signature = reader.vector(2)
  reader.requireEnd()
  return { parameters, scheme, signature }
}

/** RFC 8446 section 4.4.3. Throws HandshakeFailure. */
export function parseCertificateVerify(body: Uint8Array): ServerSignature {
  const reader = byteReader(body)
  const scheme = reader.integer(2)
  const signature = reader.vector(2)
  reader.requireEnd()
  return { scheme, signature }
}
