import { ByteReader, type Bytes, SourceUnreadable } from './byte-stream.ts'

const BLOCK_BYTES = 512
/** Larger files are not read: a list of names of one institution has less than 1 kB. */
const FILE_BYTES_MAX = 64 * 1024
const FILES_MAX = 200_000
const REGULAR_FILE = ['0', '\0']

export interface TarFile {
  path: string
  bytes: Uint8Array
}

/** Regular files of a tar archive (POSIX ustar, as `git archive` writes it). */
export async function* tarFiles(
  bytes: Bytes,
  isWanted: (path: string) => boolean,
): AsyncGenerator<TarFile> {
  const reader = new ByteReader(bytes)
  try {
    for (let files = 0; files < FILES_MAX; files += 1) {
      const header = await reader.exactly(BLOCK_BYTES)
      if (header === null) throw new SourceUnreadable('The archive ends early.')
      if (header.every((byte) => byte === 0)) return
      const { path, size, type } = parseTarHeader(header)
      const padded = Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES
      if (!REGULAR_FILE.includes(type) || size > FILE_BYTES_MAX || !isWanted(path)) {
        await reader.skip(padded)
        continue
      }
      const content = padded === 0 ? new Uint8Array(0) : await reader.exactly(padded)
      if (content === null) throw new SourceUnreadable('The archive ends early.')
      yield { path, bytes: content.subarray(0, size) }
    }
    throw new SourceUnreadable(`The archive has more than ${FILES_MAX} files.`)
  } finally {
    await reader.cancel()
  }
}

/** Throws SourceUnreadable if the block is no header of ustar. */
export function parseTarHeader(header: Uint8Array): { path: string; size: number; type: string } {
  const text = (from: number, length: number): string => {
    const field = header.subarray(from, from + length)
    const end = field.indexOf(0)
    return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end))
  }
  const size = text(124, 12).trim()
  if (text(257, 5) !== 'ustar' || !/^[0-7]{1,11}$/.test(size))
    throw new SourceUnreadable('The file is no tar archive.')
  const prefix = text(345, 155)
  return {
    path: prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`,
    size: Number.parseInt(size, 8),
    type: String.fromCharCode(header[156] ?? 0),
  }
}
