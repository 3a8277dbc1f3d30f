import { type DerElement, DerError, expectTag, TAG } from './der.ts'

const OBJECT_ID_BYTES_MAX = 64
/** Longest string that is kept, in UTF-16 code units. X.520 allows at most 64 for a name. */
const STRING_LENGTH_MAX = 256

const latin1 = new TextDecoder('latin1')
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
const utf16 = new TextDecoder('utf-16be')

/** Dotted decimal form of an object identifier (ITU-T X.690 section 8.19). Throws DerError. */
export function objectIdOf(element: DerElement | undefined): string {
  const { content } = expectTag(element, TAG.objectId)
  if (content.length === 0 || content.length > OBJECT_ID_BYTES_MAX)
    throw new DerError('An object identifier is empty or too long.')
  const numbers: number[] = []
  let value = 0
  for (const byte of content) {
    if (value > Number.MAX_SAFE_INTEGER / 256) throw new DerError('A number is too large.')
    value = value * 128 + (byte & 0x7f)
    if (byte >= 0x80) continue
    numbers.push(value)
    value = 0
  }
  if ((content.at(-1) ?? 0) >= 0x80) throw new DerError('An object identifier is cut.')
  const first = numbers[0] ?? 0
  const root = Math.min(2, Math.floor(first / 40))
  return [root, first - root * 40, ...numbers.slice(1)].join('.')
}

/** Text of the string types of X.520. Null for another type or for invalid characters. */
export function stringOf(element: DerElement): string | null {
  const text = decodedString(element)
  if (text === null || /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u.test(text))
    return null
  const trimmed = text.trim()
  return trimmed === '' ? null : trimmed.slice(0, STRING_LENGTH_MAX).toWellFormed()
}

function decodedString({ tag, content }: DerElement): string | null {
  switch (tag) {
    case TAG.utf8String:
      return utf8Text(content)
    case TAG.printableString:
    case TAG.ia5String:
    case TAG.numericString:
      return content.some((byte) => byte > 0x7f) ? null : latin1.decode(content)
    // Certificate authorities have written Latin-1 into this type, not T.61.
    case TAG.teletexString:
      return latin1.decode(content)
    case TAG.bmpString:
      return content.length % 2 === 0 ? wellFormed(utf16.decode(content)) : null
    case TAG.universalString:
      return universalText(content)
    default:
      return null
  }
}

function utf8Text(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

const wellFormed = (text: string): string | null => (text.includes('\ufffd') ? null : text)

function universalText(bytes: Uint8Array): string | null {
  if (bytes.length % 4 !== 0 || bytes.length > 4 * STRING_LENGTH_MAX) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let text = ''
  for (let offset = 0; offset < bytes.length; offset += 4) {
    const point = view.getUint32(offset)
    if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return null
    text += String.fromCodePoint(point)
  }
  return text
}

/** RFC 5280 section 4.1.2.5: always with seconds and in UTC. Throws DerError. */
export function timeOf(element: DerElement | undefined): Date {
  const text = latin1.decode(element?.content ?? new Uint8Array(0))
  if (element?.tag === TAG.utcTime && /^\d{12}Z$/u.test(text))
    return dateOf(`${Number(text.slice(0, 2)) >= 50 ? '19' : '20'}${text}`)
  if (element?.tag === TAG.generalizedTime && /^\d{14}Z$/u.test(text)) return dateOf(text)
  throw new DerError('A time is not valid.')
}

function dateOf(text: string): Date {
  const iso = text.replace(/^(.{4})(..)(..)(..)(..)(..)Z$/u, '$1-$2-$3T$4:$5:$6Z')
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) throw new DerError('A time is not valid.')
  return date
}

/** Throws DerError. */
export function booleanOf(element: DerElement | undefined): boolean {
  const { content } = expectTag(element, TAG.boolean)
  if (content.length !== 1 || (content[0] !== 0 && content[0] !== 0xff))
    throw new DerError('A boolean is not valid.')
  return content[0] === 0xff
}

/** Integer from 0 to 255. Throws DerError. */
export function smallIntegerOf(element: DerElement | undefined): number {
  const { content } = expectTag(element, TAG.integer)
  const [first = 0, second] = content
  if (content.length === 1 && first < 0x80) return first
  if (content.length === 2 && first === 0 && second !== undefined && second >= 0x80) return second
  throw new DerError('An integer is not between 0 and 255.')
}

/** Bytes of a bit string whose number of bits is a multiple of eight. Throws DerError. */
export function wholeBytesOf(element: DerElement | undefined): Uint8Array {
  const { content } = expectTag(element, TAG.bitString)
  if (content[0] !== 0) throw new DerError('A bit string does not end at a byte.')
  return content.subarray(1)
}

/** Numbers of the bits that are set. Bit 0 is the first one. Throws DerError. */
export function bitsOf(element: DerElement | undefined): ReadonlySet<number> {
  const { content } = expectTag(element, TAG.bitString)
  if (content.length === 0 || content.length > 3) throw new DerError('A bit string is too long.')
  const bits = new Set<number>()
  content.subarray(1).forEach((byte, index) => {
    for (let bit = 0; bit < 8; bit += 1) if ((byte & (0x80 >> bit)) !== 0) bits.add(index * 8 + bit)
  })
  return bits
}
