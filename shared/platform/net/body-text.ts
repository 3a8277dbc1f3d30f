import { concatBytes } from '../crypto/encodings.ts'
import { charsetOf, repairTwiceEncoded } from './charset.ts'
import { type ReadLimits, readParts } from './response-body.ts'

// Bytes at the start of a body in which a declared charset is looked for (HTML standard, "prescan a
// byte stream").
const START_BYTES = 1_024
// Size of the sample from which the charset is guessed. The sample begins at the first byte outside
// ASCII.
const SAMPLE_BYTES = 64 * 1_024
/** Charsets in which a byte below 0x80 is not always the ASCII character of this number. */
const OTHER_THAN_ASCII = /^(?:utf-?16|ucs-2|unicode|iso-2022|csiso2022|iso-10646-ucs-2|csunicode)/iu

export interface BodyText {
  text: string
  truncated: boolean
  isText: boolean
}

/** Decodes the body part by part, so that its bytes and its text are never in memory together. */
export async function readText(
  response: Response,
  limits: ReadLimits,
  onlyText: boolean,
): Promise<BodyText> {
  const decoder = new BodyDecoder(response.headers.get('content-type'))
  const truncated = await readParts(response, limits, (part) => {
    decoder.add(part)
    return !onlyText || decoder.isText
  })
  return { text: decoder.end(), truncated, isText: decoder.isText }
}

export function decodeBody(bytes: Uint8Array, contentType: string | null): string {
  const decoder = new BodyDecoder(contentType)
  decoder.add(bytes)
  return decoder.end()
}

// Decodes a body whose charset may be unknown.
// A byte order mark decides the charset (HTML standard). Without one, the declared charset is
// compared with the bytes. Until the first byte outside ASCII, all charsets give the same text.
class BodyDecoder {
  isText = true
  readonly #contentType: string | null
  #start: Uint8Array | null = new Uint8Array(0)
  #label: string | null = null
  #decoder: TextDecoder | null = null
  /** Bytes that wait until there are enough of them to find the charset. */
  #sample: Uint8Array[] = []
  #sampleBytes = 0
  #parts: string[] = []

  constructor(contentType: string | null) {
    this.#contentType = contentType
  }

  add(part: Uint8Array): void {
    if (this.#start === null) {
      this.#decode(part)
      return
    }
    this.#start = concatBytes([this.#start, part])
    if (this.#start.byteLength >= START_BYTES) this.#begin(this.#start)
  }

  /** The end of the body may cut a character. Such a character is left out. */
  end(): string {
    if (this.#start !== null) this.#begin(this.#start)
    if (this.#sampleBytes > 0) this.#decide()
    const text = this.#parts.join('')
    return this.#decoder === null ? text : repairTwiceEncoded(text)
  }

  #begin(start: Uint8Array): void {
    this.#start = null
    this.isText = isText(start, this.#contentType)
    const mark = byteOrderMark(start)
    this.#label = mark ?? headerCharset(this.#contentType) ?? metaCharset(start)
    if (mark !== null || OTHER_THAN_ASCII.test(this.#label ?? ''))
      this.#decoder = decoderFor(this.#label)
    this.#decode(start)
  }

  #decode(part: Uint8Array): void {
    if (this.#decoder !== null) {
      this.#parts.push(this.#decoder.decode(part, { stream: true }))
      return
    }
    let rest = part
    if (this.#sampleBytes === 0) {
      const wide = part.findIndex((byte) => byte >= 0x80)
      this.#parts.push(new TextDecoder().decode(wide < 0 ? part : part.subarray(0, wide)))
      if (wide < 0) return
      rest = part.subarray(wide)
    }
    this.#sample.push(rest.slice())
    this.#sampleBytes += rest.byteLength
    if (this.#sampleBytes >= SAMPLE_BYTES) this.#decide()
  }

  #decide(): void {
    const bytes = concatBytes(this.#sample)
    this.#sample = []
    this.#sampleBytes = 0
    this.#decoder = new TextDecoder(charsetOf(bytes.subarray(0, SAMPLE_BYTES), this.#label))
    this.#parts.push(this.#decoder.decode(bytes, { stream: true }))
  }
}

function decoderFor(label: string | null): TextDecoder | null {
  try {
    return label === null ? null : new TextDecoder(label)
  } catch {
    // An unknown label names no charset, so the label is ignored.
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
  return (
    /charset\s{0,4}=\s{0,4}["']?([\w.:-]{2,40})/iu.exec((contentType ?? '').slice(0, 300))?.[1] ??
    null
  )
}

function metaCharset(bytes: Uint8Array): string | null {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, START_BYTES))
  const label =
    /<meta\b[^>]{0,300}?charset\s{0,4}=\s{0,4}["']?([\w.:-]{2,40})/iu.exec(start)?.[1] ??
    /^\s{0,20}<\?xml\b[^>]{0,200}?encoding=["']([\w.:-]{2,40})/iu.exec(start)?.[1] ??
    null
  // This declaration was readable as ASCII, so the text cannot be UTF-16. The HTML standard
  // requires UTF-8 in this case.
  return label !== null && /^utf-16/iu.test(label) ? 'utf-8' : label
}

const TEXT_TYPES =
  /^(?:text\/|application\/(?:[\w.+-]*(?:json|xml|javascript)|pgp-signature|x-javascript)\b)/iu

/** A NUL byte means that the body is not text, except in UTF-16. */
export function isText(bytes: Uint8Array, contentType: string | null): boolean {
  const type = (contentType ?? '').trim()
  const binaryType =
    type !== '' && !TEXT_TYPES.test(type) && !/^application\/octet-stream/iu.test(type)
  if (binaryType) return false
  if (byteOrderMark(bytes)?.startsWith('utf-16') || /utf-16/iu.test(type)) return true
  return !bytes.subarray(0, START_BYTES).includes(0)
}
