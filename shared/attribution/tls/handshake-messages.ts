import { concatBytes } from '../../platform/crypto/encodings.ts'
import { HandshakeFailure } from './handshake-failure.ts'
import { decryptRecord, type NextChunk, RECORD, type RecordKeys, recordReader } from './records.ts'

const HEADER_BYTES = 4
const WARNING = 1
/** RFC 6066 section 3: a server may send it and continue. */
const UNRECOGNIZED_NAME = 112

export interface HandshakeMessage {
  type: number
  body: Uint8Array
}

/** Handshake messages of the server. A message may span records, and a record hold several. */
export interface HandshakeMessages {
  /** Throws HandshakeFailure. */
  next(): Promise<HandshakeMessage>
  /** All messages up to the last one of `next`, with their headers. */
  transcript(): Uint8Array<ArrayBuffer>
  /** All further records are encrypted. Throws HandshakeFailure. */
  decryptWith(keys: RecordKeys): void
  /** TLS 1.3 servers may send a ChangeCipherSpec for old middleboxes (RFC 8446 appendix D.4). */
  ignoreChangeCipherSpec(): void
}

export function handshakeMessages(clientHello: Uint8Array, next: NextChunk): HandshakeMessages {
  const nextRecord = recordReader(next)
  const read: Uint8Array[] = [clientHello]
  let pending: Uint8Array = new Uint8Array(0)
  let keys: RecordKeys | null = null
  let sequence = 0
  let ignoresChangeCipherSpec = false

  const nextBody = async (): Promise<Uint8Array> => {
    for (;;) {
      const record = await nextRecord()
      if (record.type === RECORD.changeCipherSpec && ignoresChangeCipherSpec) continue
      if (keys === null || record.type !== RECORD.application) {
        if (isIgnorableAlert(record)) continue
        return handshakeBody(keys === null || record.type === RECORD.alert ? record : null)
      }
      const content = await decryptRecord(record, keys, sequence)
      sequence += 1
      return handshakeBody(content)
    }
  }
  const fill = async (length: number): Promise<void> => {
    while (pending.length < length) pending = concatBytes([pending, await nextBody()])
  }
  return {
    async next() {
      await fill(HEADER_BYTES)
      const [type = 0, high = 0, middle = 0, low = 0] = pending
      const length = HEADER_BYTES + high * 65_536 + middle * 256 + low
      await fill(length)
      const whole = pending.subarray(0, length)
      read.push(whole)
      pending = pending.subarray(length)
      return { type, body: whole.subarray(HEADER_BYTES) }
    },
    transcript: () => concatBytes(read),
    decryptWith(recordKeys) {
      // RFC 8446 section 5.1: a message must not span a change of keys.
      if (pending.length > 0)
        throw new HandshakeFailure('unsupported', 'A message spans a change of keys.')
      keys = recordKeys
    },
    ignoreChangeCipherSpec() {
      ignoresChangeCipherSpec = true
    },
  }
}

function isIgnorableAlert({ type, body }: HandshakeMessage): boolean {
  return type === RECORD.alert && body[0] === WARNING && body[1] === UNRECOGNIZED_NAME
}

/** Null stands for a record that is not encrypted, but must be. */
function handshakeBody(record: HandshakeMessage | null): Uint8Array {
  if (record?.type === RECORD.alert)
    throw new HandshakeFailure('alert', `The server sent the alert ${record.body[1] ?? 0}.`)
  if (record?.type !== RECORD.handshake || record.body.length === 0)
    throw new HandshakeFailure('unsupported', 'The server sent a record of another kind.')
  return record.body
}
