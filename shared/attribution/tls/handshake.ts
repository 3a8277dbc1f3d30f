import { concatBytes, utf8 } from '../../platform/crypto/encodings.ts'
import type { ClientHello } from './client-hello.ts'
import { sharedSecret } from './groups.ts'
import { type FailedOutcome, HandshakeFailure } from './handshake-failure.ts'
import { type HandshakeMessages, handshakeMessages } from './handshake-messages.ts'
import { digest, serverHandshakeKeys } from './key-schedule.ts'
import { type ParsedCertificate, parseCertificate } from './parse-certificate.ts'
import type { NextChunk } from './records.ts'
import {
  MESSAGE,
  parseCertificateVerify,
  parseChain,
  parseServerHello,
  parseServerKeyExchange,
  type ServerHello,
  type ServerSignature,
} from './server-messages.ts'
import { SIGNATURE_SCHEMES } from './signature-schemes.ts'
import { parsePublicKey, verifySignature } from './verify-signature.ts'

type Version = ServerHello['version']

export type ServerFlight =
  | {
      outcome: 'read'
      version: Version
      /** DER, leaf first. Anybody can send a copied chain. */
      chain: Uint8Array[]
      /** The first certificate, or null if it is malformed. */
      leaf: ParsedCertificate | null
      /** True if the server has signed this connection with the key of the first certificate. */
      isKeyProven: boolean
    }
  | { outcome: FailedOutcome }

/**
 * Reads the answer to a ClientHello until the proof of the key. The client sends nothing more, so
 * the connection is never complete and carries no data. Rejects only if `next` rejects.
 */
export async function readServerFlight(hello: ClientHello, next: NextChunk): Promise<ServerFlight> {
  try {
    const messages = handshakeMessages(hello.message, next)
    const server = parseServerHello(await bodyOf(messages, MESSAGE.serverHello), hello)
    const { chain, signature, signed } =
      server.version === '1.3'
        ? await readFlight13(messages, server, hello)
        : await readFlight12(messages, server, hello)
    const leaf = chain[0] === undefined ? null : parseCertificate(chain[0])
    const isKeyProven = await provesKey(leaf, server.version, signature, signed)
    return { outcome: 'read', version: server.version, chain, leaf, isKeyProven }
  } catch (error) {
    if (error instanceof HandshakeFailure) return { outcome: error.outcome }
    throw error
  }
}

interface Flight {
  chain: Uint8Array[]
  signature: ServerSignature
  /** Bytes that the signature covers. They contain our random, so no old one fits. */
  signed: Uint8Array
}

async function readFlight13(
  messages: HandshakeMessages,
  { suite, group: chosen, publicKey }: Extract<ServerHello, { version: '1.3' }>,
  hello: ClientHello,
): Promise<Flight> {
  const share = hello.keyShares.find(({ group }) => group.id === chosen)
  if (share === undefined)
    throw new HandshakeFailure('unsupported', 'The server chose what it was not offered.')
  messages.ignoreChangeCipherSpec()
  const secret = await sharedSecret(share, publicKey)
  messages.decryptWith(await serverHandshakeKeys(suite, secret, messages.transcript()))
  await bodyOf(messages, MESSAGE.encryptedExtensions)
  const chain = parseChain(
    await bodyOf(messages, MESSAGE.certificate, MESSAGE.certificateRequest),
    '1.3',
  )
  const hash = await digest(suite.hash, messages.transcript())
  const signature = parseCertificateVerify(await bodyOf(messages, MESSAGE.certificateVerify))
  const context = utf8(`${' '.repeat(64)}TLS 1.3, server CertificateVerify\0`)
  return { chain, signature, signed: concatBytes([context, hash]) }
}

async function readFlight12(
  messages: HandshakeMessages,
  { random }: Extract<ServerHello, { version: '1.2' }>,
  hello: ClientHello,
): Promise<Flight> {
  const chain = parseChain(await bodyOf(messages, MESSAGE.certificate), '1.2')
  const { parameters, ...signature } = parseServerKeyExchange(
    await bodyOf(messages, MESSAGE.serverKeyExchange, MESSAGE.certificateStatus),
  )
  return { chain, signature, signed: concatBytes([hello.random, random, parameters]) }
}

/** Body of the next message, which may follow one message of the type `optional`. */
async function bodyOf(
  messages: HandshakeMessages,
  type: number,
  optional?: number,
): Promise<Uint8Array> {
  const first = await messages.next()
  const message = first.type === optional ? await messages.next() : first
  if (message.type !== type)
    throw new HandshakeFailure('unsupported', `Message ${message.type} came instead of ${type}.`)
  return message.body
}

async function provesKey(
  leaf: ParsedCertificate | null,
  version: Version,
  { scheme: id, signature }: ServerSignature,
  signed: Uint8Array,
): Promise<boolean> {
  const scheme = SIGNATURE_SCHEMES.find((offered) => offered.id === id)
  const key = leaf === null ? null : parsePublicKey(leaf.publicKey)
  if (scheme === undefined || key === null) return false
  if (version === '1.3' && (!scheme.isAllowedIn13 || scheme.curve13 !== key.curve)) return false
  return verifySignature(key, scheme.method, signature, signed)
}
