import { concatBytes } from '../../platform/crypto/encodings.ts'
import { type Bytes, SourceUnreadable } from './byte-stream.ts'

/** Bytes of one object. The largest company of Finland's register has some 200 kB. */
const OBJECT_BYTES_MAX = 2 * 1024 * 1024
const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const NOT_JSON = 'The file is not JSON of the known shape.'

/**
 * Yields the objects at this depth, in which 1 is an object in the outermost array. Finds only the
 * ends of objects and leaves the rest to JSON.parse, because a parser in JavaScript takes four
 * times as long, and a Worker has 60 seconds of CPU time. Throws SourceUnreadable.
 */
export async function* jsonObjects(bytes: Bytes, depth: number): AsyncGenerator<unknown[]> {
  const finder = new ObjectFinder(depth)
  for await (const chunk of bytes) {
    const found = finder.add(chunk)
    if (found.length > 0) yield found
    if (finder.hasEnded) return
  }
  throw new SourceUnreadable('The JSON file ends early.')
}

class ObjectFinder {
  hasEnded = false
  readonly #depth: number
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
  #level = 0
  #isInText = false
  #isEscaped = false
  /** Bytes of an object that began in an earlier chunk. Null outside of objects. */
  #begun: Uint8Array[] | null = null
  #begunBytes = 0

  constructor(depth: number) {
    this.#depth = depth
  }

  /** State is in local variables, because this loop passes every byte of a source. */
  add(chunk: Uint8Array): unknown[] {
    const found: unknown[] = []
    const depth = this.#depth
    let level = this.#level
    let isInText = this.#isInText
    let start = 0
    // The byte after a backslash belongs to it, and can be in the next chunk.
    let at = this.#isEscaped ? 1 : 0
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at]
      if (isInText) {
        if (byte === BACKSLASH) at += 1
        else if (byte === QUOTE) isInText = false
      } else if (byte === QUOTE) isInText = true
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        if (level === depth && byte === OPEN_OBJECT) {
          this.#begun = []
          start = at
        }
        level += 1
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        level -= 1
        if (level === depth && this.#begun !== null) {
          found.push(this.#parse(chunk.subarray(start, at + 1)))
          start = at + 1
        }
        if (level <= 0) {
          this.hasEnded = true
          return found
        }
      } else if (level === 0 && !isSpaceOrMark(byte ?? 0)) throw new SourceUnreadable(NOT_JSON)
    }
    this.#level = level
    this.#isInText = isInText
    this.#isEscaped = at > chunk.length
    if (this.#begun !== null) this.#keep(chunk.subarray(start))
    return found
  }

  #keep(part: Uint8Array): void {
    this.#begunBytes += part.byteLength
    if (this.#begunBytes > OBJECT_BYTES_MAX)
      throw new SourceUnreadable(`The file has an object of more than ${OBJECT_BYTES_MAX} bytes.`)
    this.#begun?.push(part.slice())
  }

  #parse(end: Uint8Array): unknown {
    const whole = this.#begun?.length ? concatBytes([...this.#begun, end]) : end
    this.#begun = null
    this.#begunBytes = 0
    try {
      return JSON.parse(this.#decoder.decode(whole))
    } catch (error) {
      throw new SourceUnreadable(NOT_JSON, { cause: error })
    }
  }
}

/** White space of JSON (RFC 8259), or a byte of the mark at the start of a UTF-8 file. */
const isSpaceOrMark = (byte: number): boolean =>
  byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || [0xef, 0xbb, 0xbf].includes(byte)
