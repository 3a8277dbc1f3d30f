import { crc32, deflateRawSync } from 'node:zlib'

export interface ArchivedFile {
  name: string
  bytes: Buffer
}

const TAR_BLOCK = 512

/** POSIX ustar, as `git archive` writes it. */
export function tarOf(files: readonly ArchivedFile[]): Buffer {
  const blocks = files.flatMap(({ name, bytes }) => {
    const padding = Buffer.alloc((TAR_BLOCK - (bytes.length % TAR_BLOCK)) % TAR_BLOCK)
    return [tarHeader(name, bytes.length), bytes, padding]
  })
  return Buffer.concat([...blocks, Buffer.alloc(2 * TAR_BLOCK)])
}

function tarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(TAR_BLOCK)
  header.write(name, 0, 100)
  header.write('0000664\0', 100)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write('        0', 148)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0) - 0x30
  header.write(`${(sum + 0x20).toString(8).padStart(6, '0')}\0 `, 148)
  header.write('0', 156)
  return header
}

/**
 * Zip archive (APPNOTE.TXT of PKWARE). `sizes`: "before" as Python's zipfile writes a file, "after"
 * as Java's ZipOutputStream writes a stream.
 */
export function zipOf(files: readonly ArchivedFile[], sizes: 'before' | 'after'): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const file of files) {
    const packed = deflateRawSync(file.bytes)
    const fields = fieldsOf(file, packed.length, sizes)
    const known = sizes === 'before' ? fields.sizes : Buffer.alloc(12)
    const local = Buffer.concat([
      Buffer.from('PK\x03\x04'),
      fields.start,
      known,
      fields.nameLength,
      Buffer.alloc(2),
      fields.name,
    ])
    const descriptor =
      sizes === 'after' ? Buffer.concat([Buffer.from('PK\x07\x08'), fields.sizes]) : Buffer.alloc(0)
    const place = Buffer.alloc(4)
    place.writeUInt32LE(offset)
    directory.push(
      Buffer.concat([
        Buffer.from('PK\x01\x02\x14\x00'),
        fields.start,
        fields.sizes,
        fields.nameLength,
        Buffer.alloc(12),
        place,
        fields.name,
      ]),
    )
    parts.push(local, packed, descriptor)
    offset += local.length + packed.length + descriptor.length
  }
  return Buffer.concat([...parts, ...directory, endRecord(files.length, directory, offset)])
}

function fieldsOf({ name, bytes }: ArchivedFile, packedLength: number, sizes: 'before' | 'after') {
  const start = Buffer.alloc(10)
  start.writeUInt16LE(20, 0)
  start.writeUInt16LE(sizes === 'after' ? 8 : 0, 2)
  start.writeUInt16LE(8, 4)
  const numbers = Buffer.alloc(12)
  numbers.writeUInt32LE(crc32(bytes), 0)
  numbers.writeUInt32LE(packedLength, 4)
  numbers.writeUInt32LE(bytes.length, 8)
  const nameLength = Buffer.alloc(2)
  nameLength.writeUInt16LE(Buffer.byteLength(name))
  return { start, sizes: numbers, nameLength, name: Buffer.from(name) }
}

function endRecord(count: number, directory: readonly Buffer[], offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(Buffer.concat([...directory]).length, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
