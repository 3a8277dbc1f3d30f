import { concatBytes, utf8 } from '../platform/crypto/encodings.ts'

/** `offsets`: the places in bytes where the texts begin, and the end of the last one. */
export interface Packed {
  bytes: Uint8Array<ArrayBuffer>
  offsets: number[]
}

export function packed(texts: readonly string[]): Packed {
  const parts = texts.map(utf8)
  const offsets = [0]
  for (const part of parts) offsets.push((offsets.at(-1) ?? 0) + part.byteLength)
  return { bytes: concatBytes(parts), offsets }
}

export const textOfLines = (lines: readonly string[]): string =>
  lines.map((line) => `${line}\n`).join('')
