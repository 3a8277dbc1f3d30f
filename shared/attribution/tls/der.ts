const DEPTH_MAX = 16
const LENGTH_BYTES_MAX = 4

/** Universal tags of ITU-T X.680, and context-specific ones by `contextTag`. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  utf8String: 0x0c,
  numericString: 0x12,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  universalString: 0x1c,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const

/** `[number]`: primitive, or constructed if it contains elements. */
export const contextTag = (number: number, constructed: boolean): number =>
  0x80 | (constructed ? 0x20 : 0) | number

export class DerError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DerError'
  }
}

export interface DerElement {
  tag: number
  /** Identifier, length and content. A view into the buffer that was read. */
  whole: Uint8Array
  content: Uint8Array
  depth: number
}

/** The bytes must be one element of DER (ITU-T X.690) and nothing after it. Throws DerError. */
export function readElement(bytes: Uint8Array, depth = 0): DerElement {
  const element = elementAt(bytes, 0, depth)
  if (element.whole.length !== bytes.length) throw new DerError('There are bytes after the end.')
  return element
}

/** Elements of a constructed element. Throws DerError. */
export function childrenOf(parent: DerElement): DerElement[] {
  if ((parent.tag & 0x20) === 0) throw new DerError('The element is not constructed.')
  if (parent.depth >= DEPTH_MAX) throw new DerError('The elements are nested too deeply.')
  const children: DerElement[] = []
  for (let offset = 0; offset < parent.content.length; ) {
    const child = elementAt(parent.content, offset, parent.depth + 1)
    children.push(child)
    offset += child.whole.length
  }
  return children
}

/** Content of an element with this tag. Throws DerError. */
export function expectTag(element: DerElement | undefined, tag: number): DerElement {
  if (element === undefined) throw new DerError('An element is missing.')
  if (element.tag !== tag) throw new DerError(`Tag ${element.tag} is not ${tag}.`)
  return element
}

export const sequenceOf = (element: DerElement | undefined): DerElement[] =>
  childrenOf(expectTag(element, TAG.sequence))

function elementAt(bytes: Uint8Array, offset: number, depth: number): DerElement {
  const tag = byteAt(bytes, offset)
  // No field of a certificate has a tag number above 30, which would take more bytes.
  if ((tag & 0x1f) === 0x1f) throw new DerError('The tag number is too high.')
  const { length, size } = lengthAt(bytes, offset + 1)
  const start = offset + 1 + size
  if (length > bytes.length - start) throw new DerError('The length exceeds the buffer.')
  return {
    tag,
    whole: bytes.subarray(offset, start + length),
    content: bytes.subarray(start, start + length),
    depth,
  }
}

/** `size`: bytes of the length field itself. */
function lengthAt(bytes: Uint8Array, offset: number): { length: number; size: number } {
  const first = byteAt(bytes, offset)
  if (first < 0x80) return { length: first, size: 1 }
  const count = first & 0x7f
  if (count === 0 || count > LENGTH_BYTES_MAX) throw new DerError('The length is not definite.')
  let length = 0
  for (let index = 1; index <= count; index += 1)
    length = length * 256 + byteAt(bytes, offset + index)
  if (length < 0x80 || length < 256 ** (count - 1))
    throw new DerError('The length is not in its shortest form.')
  return { length, size: 1 + count }
}

function byteAt(bytes: Uint8Array, offset: number): number {
  const byte = bytes[offset]
  if (byte === undefined) throw new DerError('The buffer ends too early.')
  return byte
}
