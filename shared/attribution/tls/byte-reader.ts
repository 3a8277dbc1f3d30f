import { concatBytes } from '../../platform/crypto/encodings.ts'
import { HandshakeFailure } from './handshake-failure.ts'

/** Reads the integers and vectors of TLS (RFC 8446 section 3). Throws HandshakeFailure. */
export interface ByteReader {
  /** Unsigned integer of 1 to 3 bytes, most significant byte first. */
  integer(size: number): number
  bytes(length: number): Uint8Array
  /** Content of a vector whose length field has `size` bytes. */
  vector(size: number): Uint8Array
  readonly isAtEnd: boolean
  readonly offset: number
  requireEnd(): void
}

export function byteReader(source: Uint8Array): ByteReader {
  let offset = 0
  const bytes = (length: number): Uint8Array => {
    if (length > source.length - offset)
      throw new HandshakeFailure('unsupported', 'A length exceeds its message.')
    offset += length
    return source.subarray(offset - length, offset)
  }
  const integer = (size: number): number =>
    bytes(size).reduce((value, byte) => value * 256 + byte, 0)
  return {
    integer,
    bytes,
    vector: (size) => bytes(integer(size)),
    get isAtEnd() {
      return offset === source.length
    },
    get offset() {
      return offset
    },
    requireEnd() {
      if (offset !== source.length)
        throw new HandshakeFailure('unsupported', 'A message has bytes after its end.')
    },
  }
}

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}

/** Unsigned integer of `size` bytes, most significant byte first. */
export function integerBytes(value: number, size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, index) => value / 256 ** (size - 1 - index))
}

/** Vector with a length field of `size` bytes. */
export function vectorOf(size: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = concatBytes(parts)
  return concatBytes([integerBytes(content.length, size), content])
}
