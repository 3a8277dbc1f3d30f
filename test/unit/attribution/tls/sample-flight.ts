import {
  constants,
  createCipheriv,
  createECDH,
  createHash,
  createHmac,
  createPrivateKey,
  sign,
} from 'node:crypto'
import type { ClientHello } from '../../../../shared/attribution/tls/client-hello.ts'

// The server side of a handshake, written apart from the client: it can send what no real server
// sends, such as a copied chain. Key exchange is over P-256, the suite is AES-128-GCM.

export interface FlightOptions {
  hello: ClientHello
  chain: readonly Buffer[]
  /** PKCS #8 in PEM. */
  privateKey: string
  /** Signature scheme (RFC 8446 section 4.2.3). By default 0403, ECDSA with P-256. */
  scheme?: number
  random?: Buffer
  suite?: number
  sessionId?: Buffer
  group?: number
  version?: number
  /** Changes the messages before they are signed or put into records. */
  edit?: (messages: Buffer[]) => Buffer[]
  /** Largest number of bytes of a handshake in one record. */
  recordBytes?: number
}

const P256 = 0x0017
const TLS_12 = 0x0303
const TLS_13 = 0x0304

const number = (value: number, size: number): Buffer => {
  const bytes = Buffer.alloc(size)
  bytes.writeUIntBE(value, 0, size)
  return bytes
}
export const vector = (size: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([number(content.length, size), content])
}
export const message = (type: number, ...parts: Buffer[]): Buffer =>
  Buffer.concat([Buffer.of(type), vector(3, ...parts)])
export const record = (type: number, body: Buffer): Buffer =>
  Buffer.concat([Buffer.of(type, 3, 3), vector(2, body)])
const extension = (id: number, content: Buffer): Buffer =>
  Buffer.concat([number(id, 2), vector(2, content)])

function pieces(bytes: Buffer, size = 16_000): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
}

function signatureOf({ privateKey, scheme = 0x0403 }: FlightOptions, signed: Buffer): Buffer {
  const key = createPrivateKey(privateKey)
  const isPss = scheme >= 0x0804 && scheme <= 0x0806
  const hashes: Record<number, string> = { 4: 'sha256', 5: 'sha384', 6: 'sha512' }
  const hash = hashes[isPss ? scheme & 0xff : scheme >> 8] ?? 'sha256'
  const padding = isPss ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING
  const options = key.asymmetricKeyType === 'rsa' ? { padding, saltLength: -1 } : {}
  return Buffer.concat([number(scheme, 2), vector(2, sign(hash, signed, { key, ...options }))])
}

function clientKey({ keyShares }: ClientHello): Uint8Array {
  const share = keyShares.find(({ group }) => group.id === P256)
  if (share === undefined) throw new Error('the client has no key of P-256')
  return share.publicKey
}

function serverHello(options: FlightOptions, suite: number, extensions: Buffer[]): Buffer {
  return message(
    2,
    number(options.version ?? TLS_12, 2),
    options.random ?? Buffer.alloc(32, 7),
    vector(1, options.sessionId ?? Buffer.from(options.hello.sessionId)),
    number(options.suite ?? suite, 2),
    Buffer.of(0),
    vector(2, ...extensions),
  )
}

/** ServerHello, Certificate, ServerKeyExchange and ServerHelloDone of TLS 1.2. */
export function flight12(options: FlightOptions): Buffer {
  const { hello, chain, random = Buffer.alloc(32, 7), group = P256, edit } = options
  const exchange = createECDH('prime256v1')
  const parameters = Buffer.concat([
    Buffer.of(3),
    number(group, 2),
    vector(1, exchange.generateKeys()),
  ])
  const signature = signatureOf(options, Buffer.concat([hello.random, random, parameters]))
  const messages = [
    serverHello(options, 0xc02b, []),
    message(11, vector(3, ...chain.map((der) => vector(3, der)))),
    message(12, parameters, signature),
    message(14),
  ]
  const stream = Buffer.concat(edit?.(messages) ?? messages)
  return Buffer.concat(pieces(stream, options.recordBytes).map((piece) => record(22, piece)))
}

/** ServerHello, EncryptedExtensions, Certificate and CertificateVerify of TLS 1.3. */
export function flight13(options: FlightOptions): Buffer {
  const { hello, chain, group = P256, edit } = options
  const exchange = createECDH('prime256v1')
  const share = Buffer.concat([number(group, 2), vector(2, exchange.generateKeys())])
  const first = serverHello(options, 0x1301, [
    extension(43, number(TLS_13, 2)),
    extension(51, share),
  ])
  const secret = exchange.computeSecret(clientKey(hello))
  const keys = serverKeys(secret, hashOf(hello.message, first))
  const unsigned = [
    message(8, vector(2)),
    message(
      11,
      vector(1),
      vector(3, ...chain.map((der) => Buffer.concat([vector(3, der), vector(2)]))),
    ),
  ]
  const edited = edit?.(unsigned) ?? unsigned
  const context = Buffer.from(`${' '.repeat(64)}TLS 1.3, server CertificateVerify\0`)
  const signed = Buffer.concat([context, hashOf(hello.message, first, ...edited)])
  const stream = Buffer.concat([...edited, message(15, signatureOf(options, signed))])
  const encrypted = pieces(stream, options.recordBytes).map((piece, sequence) =>
    encryptedRecord(keys, sequence, Buffer.concat([piece, Buffer.of(22)])),
  )
  return Buffer.concat([record(22, first), record(20, Buffer.of(1)), ...encrypted])
}

const hashOf = (...parts: Uint8Array[]): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest()

const hmac = (key: Buffer, bytes: Buffer): Buffer =>
  createHmac('sha256', key).update(bytes).digest()

function expand(secret: Buffer, label: string, context: Buffer, length: number): Buffer {
  const name = vector(1, Buffer.from(`tls13 ${label}`))
  const info = [number(length, 2), name, vector(1, context), Buffer.of(1)]
  return hmac(secret, Buffer.concat(info)).subarray(0, length)
}

function serverKeys(secret: Buffer, transcript: Buffer): { key: Buffer; iv: Buffer } {
  const early = hmac(Buffer.alloc(32), Buffer.alloc(32))
  const handshake = hmac(expand(early, 'derived', hashOf(), 32), secret)
  const traffic = expand(handshake, 's hs traffic', transcript, 32)
  const none = Buffer.alloc(0)
  return { key: expand(traffic, 'key', none, 16), iv: expand(traffic, 'iv', none, 12) }
}

function encryptedRecord(
  { key, iv }: { key: Buffer; iv: Buffer },
  sequence: number,
  inner: Buffer,
): Buffer {
  const nonce = Buffer.from(iv)
  nonce.writeUInt16BE(nonce.readUInt16BE(10) ^ sequence, 10)
  const header = Buffer.concat([Buffer.of(23, 3, 3), number(inner.length + 16, 2)])
  const cipher = createCipheriv('aes-128-gcm', key, nonce).setAAD(header)
  return Buffer.concat([header, cipher.update(inner), cipher.final(), cipher.getAuthTag()])
}
