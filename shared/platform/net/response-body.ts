import { orAbort } from './fetch-failure.ts'

/** A charset declared in the page itself counts only this early (HTML standard, "prescan a byte stream"). */
const PRESCAN_BYTES = 1_024

export interface BoundedBody {
  bytes: Uint8Array
  /** Whether the body went on past the limit. */
  truncated: boolean
}

/**
 * Reads a response's body up to `bytesMax`, then cancels it. The limit counts decompressed bytes, so a compression bomb is cut as any
 * long body is. Rejects with the signal's reason when it aborts.
 */
export async function readBounded(response: Response, bytesMax: number, signal: AbortSignal): Promise<BoundedBody> {
  if (response.body === null) return { bytes: new Uint8Array(0), truncated: false }
  const reader = response.body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  let ended = false
  try {
    while (length <= bytesMax) {
      const { done, value } = await orAbort(reader.read(), signal)
      if (done) {
        ended = true
        break
      }
      chunks.push(value)
      length += value.byteLength
    }
  } finally {
    // An unread body holds its connection; cancelling a finished one does nothing.
    if (!ended) reader.cancel().catch(() => undefined)
  }
  return { bytes: joined(chunks, Math.min(length, bytesMax)), truncated: length > bytesMax }
}

/** Drops a body that nobody reads, so that its connection is free again. */
export function discard(response: Response): void {
  response.body?.cancel().catch(() => undefined)
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    const part = chunk.subarray(0, length - offset)
    bytes.set(part, offset)
    offset += part.byteLength
    if (offset >= length) break
  }
  return bytes
}

/**
 * The text of a body. The charset is taken from the byte order mark, the Content-Type, the page's own meta element (or XML
 * declaration), in that order (HTML standard, "determining the character encoding"); without any, UTF-8 if the bytes are that, else
 * windows-1252. Bytes that do not fit become U+FFFD.
 */
export function decodeBody(bytes: Uint8Array, contentType: string | null): string {
  const label = byteOrderMark(bytes) ?? headerCharset(contentType) ?? metaCharset(bytes)
  const decoder = label === null ? null : decoderFor(label)
  if (decoder !== null) return decoder.decode(bytes)
  try {
    // A cut body may end inside a character, which streaming forgives.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
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
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, PRESCAN_BYTES))
  const label =
    /<meta\b[^>]{0,300}?charset\s{0,4}=\s{0,4}["']?([\w.:-]{2,40})/iu.exec(start)?.[1] ??
    /^\s{0,20}<\?xml\b[^>]{0,200}?encoding=["']([\w.:-]{2,40})/iu.exec(start)?.[1] ??
    null
  // A page cannot be read as UTF-16 far enough to declare it: the standard takes UTF-8 instead.
  return label !== null && /^utf-16/iu.test(label) ? 'utf-8' : label
}

/** Content types whose bytes are meant to be read as text. */
const TEXT_TYPES = /^(?:text\/|application\/(?:[\w.+-]*(?:json|xml|javascript)|pgp-signature|x-javascript)\b)/iu
const SNIFFED_BYTES = 1_024

/** Whether a body is text: by its type and by having no NUL byte early, unless it is UTF-16. */
export function isText(bytes: Uint8Array, contentType: string | null): boolean {
  const type = (contentType ?? '').trim()
  const binaryType = type !== '' && !TEXT_TYPES.test(type) && !/^application\/octet-stream/iu.test(type)
  if (binaryType) return false
  if (byteOrderMark(bytes)?.startsWith('utf-16') || /utf-16/iu.test(type)) return true
  return !bytes.subarray(0, SNIFFED_BYTES).includes(0)
}
