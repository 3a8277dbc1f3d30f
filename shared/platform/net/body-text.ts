import { utf8 } from '../crypto/encodings.ts'
import { type ReadLimits, readParts } from './response-body.ts'

/** Number of bytes at the start of a body that may contain the charset declaration (HTML standard, "prescan a byte stream"). */
const START_BYTES = 1_024
/** Bytes of the longest character in UTF-8. */
const CHARACTER_BYTES_MAX = 4

export interface BodyText {
  text: string
  truncated: boolean
  isText: boolean
}

/**
 * Reads a response body like `readBounded` and decodes it part by part, so that its bytes and its text are not in memory together. If
 * `onlyText` is true, reads no more of a body that is not text.
 */
export async function readText(response: Response, limits: ReadLimits, onlyText: boolean): Promise<BodyText> {
  const decoder = new BodyDecoder(response.headers.get('content-type'))
  const truncated = await readParts(response, limits, (part) => {
    decoder.add(part)
    return !onlyText || decoder.isText
  })
  return { text: decoder.end(), truncated, isText: decoder.isText }
}

/** Decodes a whole body like `readText`. */
export function decodeBody(bytes: Uint8Array, contentType: string | null): string {
  const decoder = new BodyDecoder(contentType)
  decoder.add(bytes)
  return decoder.end()
}

/**
 * Decodes the parts of a body. The charset comes from the byte order mark, the Content-Type header or the HTML, in this order (HTML
 * standard, "determining the character encoding"). Without a declared charset, valid UTF-8 is decoded as UTF-8 and any other body as
 * windows-1252.
 */
class BodyDecoder {
  /** False as soon as the first bytes of the body show that it is not text. */
  isText = true
  readonly #contentType: string | null
  #start: Uint8Array | null = new Uint8Array(0)
  #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
  #parts: string[] = []
  /** Last bytes of the part before, which can be the beginning of a character. */
  #last = new Uint8Array(0)
  #bytes = 0

  constructor(contentType: string | null) {
    this.#contentType = contentType
  }

  add(part: Uint8Array): void {
    if (this.#start === null) {
      this.#decode(part)
      return
    }
    this.#start = concatenated(this.#start, part)
    if (this.#start.byteLength >= START_BYTES) this.#begin(this.#start)
  }

  end(): string {
    if (this.#start !== null) this.#begin(this.#start)
    // A response body may have been cut in the middle of a character. In UTF-8 that nobody declared, the cut character is not an error.
    if (!this.#decoder.fatal) this.#parts.push(this.#decoder.decode())
    return this.#parts.join('')
  }

  #begin(start: Uint8Array): void {
    this.#start = null
    this.isText = isText(start, this.#contentType)
    const label = byteOrderMark(start) ?? headerCharset(this.#contentType) ?? metaCharset(start)
    this.#decoder = (label === null ? null : decoderFor(label)) ?? this.#decoder
    this.#decode(start)
  }

  #decode(part: Uint8Array): void {
    try {
      this.#parts.push(this.#decoder.decode(part, { stream: true }))
    } catch {
      this.#startAgain(part)
    }
    if (!this.#decoder.fatal) return
    this.#bytes += part.byteLength
    this.#last = concatenated(this.#last, part.subarray(-CHARACTER_BYTES_MAX)).slice(-CHARACTER_BYTES_MAX)
  }

  /** The bytes before `part` are those of the text, because they were valid UTF-8, and the beginning of a character. */
  #startAgain(part: Uint8Array): void {
    const decoded = utf8(this.#parts.join(''))
    const begun = this.#bytes - decoded.byteLength
    this.#decoder = new TextDecoder('windows-1252')
    this.#parts = [decoded, this.#last.subarray(this.#last.byteLength - begun), part].map((bytes) =>
      this.#decoder.decode(bytes, { stream: true }),
    )
  }
}

function concatenated(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.byteLength + second.byteLength)
  bytes.set(first)
  bytes.set(second, first.byteLength)
  return bytes
}

function decoderFor(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label)
  } catch {
    return null
  }
}

function byteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return null
}

function headerCharset(contentType: string | null): string | null {
  return /charset\s{0,4}=\s{0,4}["']?([\w.:-]{2,40})/iu.exec((contentType ?? '').slice(0, 300))?.[1] ?? null
}

function metaCharset(bytes: Uint8Array): string | null {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, START_BYTES))
  const label =
    /<meta\b[^>]{0,300}?charset\s{0,4}=\s{0,4}["']?([\w.:-]{2,40})/iu.exec(start)?.[1] ??
    /^\s{0,20}<\?xml\b[^>]{0,200}?encoding=["']([\w.:-]{2,40})/iu.exec(start)?.[1] ??
    null
  // A web page that declares UTF-16 in ASCII characters cannot be UTF-16. In this case the HTML standard requires UTF-8.
  return label !== null && /^utf-16/iu.test(label) ? 'utf-8' : label
}

const TEXT_TYPES = /^(?:text\/|application\/(?:[\w.+-]*(?:json|xml|javascript)|pgp-signature|x-javascript)\b)/iu

/**
 * Returns true if a response body is text: the Content-Type is not binary, and the first 1,024 bytes contain no NUL byte. UTF-16 text may
 * contain NUL bytes.
 */
export function isText(bytes: Uint8Array, contentType: string | null): boolean {
  const type = (contentType ?? '').trim()
  const binaryType = type !== '' && !TEXT_TYPES.test(type) && !/^application\/octet-stream/iu.test(type)
  if (binaryType) return false
  if (byteOrderMark(bytes)?.startsWith('utf-16') || /utf-16/iu.test(type)) return true
  return !bytes.subarray(0, START_BYTES).includes(0)
}
