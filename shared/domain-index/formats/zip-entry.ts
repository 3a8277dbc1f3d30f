import { concatBytes } from '../../platform/crypto/encodings.ts'
import { ByteReader, type Bytes, SourceUnreadable, unpacked } from './byte-stream.ts'

// APPNOTE.TXT of PKWARE, version 6.3: 4.3.7 local file header, 4.3.12 central directory header,
// 4.3.16 end of central directory record.
const LOCAL_HEADER = 0x04034b50
const CENTRAL_HEADER = 0x02014b50
const END_RECORD = 0x06054b50
const LOCAL_BYTES = 30
const END_BYTES = 22
const COMMENT_BYTES_MAX = 65_535
/** Bytes at the end that can hold the directory of an archive with one file. */
const TAIL_BYTES = COMMENT_BYTES_MAX + END_BYTES + 4_096
const ENTRIES_MAX = 100
const STORED = 0
const DEFLATED = 8
const SIZE_FOLLOWS = 0x0008
const SIZE_IN_EXTRA = 0xffffffff

interface LocalHeader {
  name: string
  method: number
  /** Null if the size follows the data, because the archive was written as a stream. */
  size: number | null
}

/** Unpacked bytes of the first file with a wanted name. Throws SourceUnreadable. */
export async function* zipEntry(
  bytes: Bytes,
  isWanted: (name: string) => boolean,
): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(bytes)
  try {
    for (let entry = 0; entry < ENTRIES_MAX; entry += 1) {
      const header = await readLocalHeader(reader)
      if (header === null) break
      const { name, size, method } = header
      if (isWanted(name)) {
        if (method !== STORED && method !== DEFLATED)
          throw new SourceUnreadable(`The archive uses the unknown method ${method}.`)
        const packed = size === null ? untilDirectory(reader) : reader.parts(size)
        yield* method === STORED ? packed : unpacked(packed, 'deflate-raw')
        return
      }
      if (size === null) throw new SourceUnreadable(`The archive states no size of ${name}.`)
      await reader.skip(size)
    }
    throw new SourceUnreadable('The archive has no file with the wanted name.')
  } finally {
    await reader.cancel()
  }
}

async function readLocalHeader(reader: ByteReader): Promise<LocalHeader | null> {
  const fixed = await reader.exactly(LOCAL_BYTES)
  if (fixed === null) throw new SourceUnreadable('The archive is empty.')
  const view = new DataView(fixed.buffer)
  const signature = view.getUint32(0, true)
  if (signature === CENTRAL_HEADER || signature === END_RECORD) return null
  if (signature !== LOCAL_HEADER) throw new SourceUnreadable('The file is no zip archive.')
  const nameBytes = await reader.exactly(view.getUint16(26, true))
  await reader.skip(view.getUint16(28, true))
  const size = view.getUint32(18, true)
  const isUnknown = (view.getUint16(6, true) & SIZE_FOLLOWS) !== 0 || size === SIZE_IN_EXTRA
  return {
    name: new TextDecoder().decode(nameBytes ?? new Uint8Array(0)).slice(0, 200),
    method: view.getUint16(8, true),
    size: isUnknown ? null : size,
  }
}

/**
 * Bytes of the last file up to its end, which only the directory at the end of the archive states.
 * So the last bytes are held back until the directory has been read.
 */
async function* untilDirectory(reader: ByteReader): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let heldBytes = 0
  let given = 0
  for (;;) {
    const part = await reader.some(TAIL_BYTES)
    if (part === null) break
    held.push(part.slice())
    heldBytes += part.byteLength
    while (held[0] !== undefined && heldBytes - held[0].byteLength >= TAIL_BYTES) {
      const oldest = held.shift() ?? new Uint8Array(0)
      heldBytes -= oldest.byteLength
      given += oldest.byteLength
      yield oldest
    }
  }
  const tail = concatBytes(held)
  held = []
  const left = parseLastSize(tail) - given
  if (left < 0 || left > tail.byteLength)
    throw new SourceUnreadable('The wanted file is not the last one of the archive.')
  yield tail.subarray(0, left)
}

/** Compressed size of the last file in the directory. Throws SourceUnreadable. */
export function parseLastSize(tail: Uint8Array): number {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength)
  const lowest = Math.max(0, tail.byteLength - END_BYTES - COMMENT_BYTES_MAX)
  for (let end = tail.byteLength - END_BYTES; end >= lowest; end -= 1) {
    if (view.getUint32(end, true) !== END_RECORD) continue
    const entries = view.getUint16(end + 10, true)
    const start = end - view.getUint32(end + 12, true)
    if (entries !== 1 || start < 0 || view.getUint32(start, true) !== CENTRAL_HEADER) break
    return view.getUint32(start + 20, true)
  }
  throw new SourceUnreadable('The archive has no directory of one file: it may end early.')
}
