import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'

const HANDSHAKE = 22
const SERVER_HELLO = 2
const CERTIFICATE = 11
const SERVER_KEY_EXCHANGE = 12
const SERVER_HELLO_DONE = 14
const TLS_1_2 = Buffer.from([3, 3])
const ECDHE_ECDSA_AES_128_GCM = Buffer.from([0xc0, 0x2b])
const ECDSA_SHA_256 = Buffer.from([4, 3])
/** named_curve, X25519, and the length of the public key. */
const X25519 = Buffer.from([3, 0, 0x1d, 32])
const CLIENT_RANDOM = { start: 11, end: 43 }

const withLength = (content: Buffer, bytes: 2 | 3): Buffer => {
  const head = Buffer.alloc(bytes)
  head.writeUIntBE(content.byteLength, 0, bytes)
  return Buffer.concat([head, content])
}

function record(type: number, content: Buffer): Buffer {
  const message = Buffer.concat([Buffer.from([type]), withLength(content, 3)])
  return Buffer.concat([Buffer.from([HANDSHAKE]), TLS_1_2, withLength(message, 2)])
}

/**
 * Acts as a TLS 1.2 server (RFC 5246 section 7.4) that sends somebody else's chain. It has no key
 * of the chain, so it signs with a key of its own. Anybody can copy a chain, because the logs
 * publish all certificates.
 */
export function sendCopiedChain(socket: Socket, chain: readonly Buffer[]): void {
  let received = Buffer.alloc(0)
  socket.on('data', function read(chunk: Buffer) {
    received = Buffer.concat([received, chunk])
    if (received.byteLength < CLIENT_RANDOM.end) return
    socket.off('data', read)
    socket.resume()
    socket.write(flight(received.subarray(CLIENT_RANDOM.start, CLIENT_RANDOM.end), chain))
  })
}

function flight(clientRandom: Buffer, chain: readonly Buffer[]): Buffer {
  const serverRandom = randomBytes(32)
  const share = generateKeyPairSync('x25519').publicKey.export({ format: 'der', type: 'spki' })
  const parameters = Buffer.concat([X25519, share.subarray(-32)])
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signature = createSign('sha256')
    .update(Buffer.concat([clientRandom, serverRandom, parameters]))
    .sign(privateKey)
  const noSession = Buffer.from([0])
  const noCompression = Buffer.from([0])
  return Buffer.concat([
    record(
      SERVER_HELLO,
      Buffer.concat([TLS_1_2, serverRandom, noSession, ECDHE_ECDSA_AES_128_GCM, noCompression]),
    ),
    record(CERTIFICATE, withLength(Buffer.concat(chain.map((der) => withLength(der, 3))), 3)),
    record(
      SERVER_KEY_EXCHANGE,
      Buffer.concat([parameters, ECDSA_SHA_256, withLength(signature, 2)]),
    ),
    record(SERVER_HELLO_DONE, Buffer.alloc(0)),
  ])
}
