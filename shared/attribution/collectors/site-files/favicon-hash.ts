import { toBase64, utf8 } from '../../../platform/crypto/encodings.ts'

const LINE_LENGTH = 76
const C1 = 0xcc9e2d51
const C2 = 0x1b873593

/**
 * The hash that search engines such as Shodan use (http.favicon.hash): MurmurHash3 (x86, 32 bit,
 * seed 0) of the icon in base64 with lines of 76 characters, as a signed decimal number.
 */
export function faviconHash(bytes: Uint8Array): string {
  const base64 = toBase64(bytes)
  const lines: string[] = []
  for (let start = 0; start < base64.length; start += LINE_LENGTH)
    lines.push(`${base64.slice(start, start + LINE_LENGTH)}\n`)
  return String(murmur3(utf8(lines.join(''))) | 0)
}

const rotated = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits))

function murmur3(data: Uint8Array): number {
  let hash = 0
  const blocks = data.length >> 2
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  for (let index = 0; index < blocks; index += 1) {
    const block = rotated(Math.imul(view.getUint32(index * 4, true), C1), 15)
    hash = Math.imul(rotated(hash ^ Math.imul(block, C2), 13), 5) + 0xe6546b64
  }
  let tail = 0
  for (let index = data.length - 1; index >= blocks * 4; index -= 1)
    tail = (tail << 8) | (data[index] ?? 0)
  if (data.length > blocks * 4) hash ^= Math.imul(rotated(Math.imul(tail, C1), 15), C2)
  hash ^= data.length
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
