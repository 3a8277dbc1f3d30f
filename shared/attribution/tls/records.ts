import { HandshakeFailure } from './handshake-failure.ts'

/** Types of records (RFC 8446 appendix B.1). */
export const RECORD = { changeCipherSpec: 20, alert: 21, handshake: 22, application: 23 } as const

const HEADER_BYTES = 5
/** RFC 8446 section 5.2. */
const BODY_BYTES_MAX = 16 * 1024 + 256
/** A chain has a few kilobytes. A server could send records without end. */
const SERVER_BYTES_MAX = 64 * 1024
const RECORDS_MAX = 16

/** Next bytes of the connection, or null at its end. */
export type NextChunk = () => Promise<Uint8Array | null>

export interface TlsRecord {
  type: number
  header: Uint8Array
  body: Uint8Array
}

/** The function that is returned throws HandshakeFailure. */
export function recordReader(next: NextChunk): () => Promise<TlsRecord> {
  const received = new Uint8Array(SERVER_BYTES_MAX)
  let end = 0
  let start = 0
  let records = 0

  const fill = async (length: number): Promise<void> => {
    while (end - start < length) {
      const chunk = await next()
      if (chunk === null)
        throw new HandshakeFailure('no_answer', 'The server closed the connection.')
      if (chunk.length > received.length - end)
        throw new HandshakeFailure('unsupported', 'The server sends too many bytes.')
      received.set(chunk, end)
      end += chunk.length
      if (records === 1) requireTls(received.subarray(0, end))
    }
  }
  return async () => {
    records += 1
    if (records > RECORDS_MAX)
      throw new HandshakeFailure('unsupported', 'The server sends too many records.')
    await fill(HEADER_BYTES)
    const header = received.slice(start, start + HEADER_BYTES)
    const [type = 0, major, , high = 0, low = 0] = header
    const length = high * 256 + low
    if (type < RECORD.changeCipherSpec || type > RECORD.application || major !== 3)
      throw new HandshakeFailure('unsupported', 'The server sends an unknown kind of record.')
    if (length > BODY_BYTES_MAX)
      throw new HandshakeFailure('unsupported', 'A record has a length that is not allowed.')
    await fill(HEADER_BYTES + length)
    const body = received.slice(start + HEADER_BYTES, start + HEADER_BYTES + length)
    start += HEADER_BYTES + length
    return { type, header, body }
  }
}

/** A web server without TLS answers with text, which must not look like a broken handshake. */
function requireTls([type = RECORD.handshake, major = 3]: Uint8Array): void {
  const isFirstRecord = type === RECORD.handshake || type === RECORD.alert
  if (!isFirstRecord || major !== 3)
    throw new HandshakeFailure('not_tls', 'The server does not speak TLS.')
}

export interface RecordKeys {
  key: CryptoKey
  iv: Uint8Array
}

/**
 * Content of an encrypted record of TLS 1.3 (RFC 8446 section 5.2): AES-GCM with the header as
 * additional data. `sequence`: number of the record under this key. Throws HandshakeFailure.
 */
export async function decryptRecord(
  { header, body }: TlsRecord,
  { key, iv }: RecordKeys,
  sequence: number,
): Promise<{ type: number; body: Uint8Array }> {
  const nonce = new Uint8Array(iv)
  const last = nonce.length - 1
  // The other bytes of the sequence number are zero, because RECORDS_MAX is below 256.
  nonce[last] = (nonce[last] ?? 0) ^ sequence
  const inner = await crypto.subtle
    .decrypt(
      { name: 'AES-GCM', iv: nonce, additionalData: new Uint8Array(header) },
      key,
      new Uint8Array(body),
    )
    .catch(() => {
      throw new HandshakeFailure('unsupported', 'A record cannot be decrypted.')
    })
  return withoutPadding(new Uint8Array(inner))
}

function withoutPadding(inner: Uint8Array): { type: number; body: Uint8Array } {
  let end = inner.length - 1
  while (end >= 0 && inner[end] === 0) end -= 1
  const type = inner[end]
  if (type === undefined) throw new HandshakeFailure('unsupported', 'A record has no content.')
  return { type, body: inner.subarray(0, end) }
}
