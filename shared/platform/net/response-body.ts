import { orAbort } from './fetch-failure.ts'

/** Number of bytes at the start of an HTML page that may contain the charset declaration (HTML standard, "prescan a byte stream"). */
const PRESCAN_BYTES = 1_024

const READ_AT_ONCE_BYTES_MAX = 65_536

export interface BoundedBody {
  bytes: Uint8Array
  truncated: boolean
}

/**
 * Reads at most `bytesMax` bytes of a response body, then cancels the body. The limit counts decompressed bytes, so a small compressed body
 * cannot fill the memory. If `signal` aborts, rejects with the reason of the signal.
 */
export async function readBounded(response: Response, bytesMax: number, signal: AbortSignal): Promise<BoundedBody> {
  if (response.body === null) return { bytes: new Uint8Array(0), truncated: false }
  if (isStatedSmall(response.headers, bytesMax)) {
    return { bytes: new Uint8Array(await orAbort(response.arrayBuffer(), signal)), truncated: false }
  }
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
    // A response body that is neither read to its end nor cancelled keeps its connection open, so an unread body is cancelled.
    if (!ended) reader.cancel().catch(() => undefined)
  }
  return { bytes: joinChunks(chunks, Math.min(length, bytesMax)), truncated: length > bytesMax }
}

/**
 * Returns true if a body is small enough to be read at once, with fewer calls into the runtime. An HTTP client ends a body after
 * Content-Length bytes (RFC 9112 section 6.3). The header says nothing about the size of a compressed body.
 */
function isStatedSmall(headers: Headers, bytesMax: number): boolean {
  const stated = headers.get('content-length')
  if (stated === null || !/^\d{1,6}$/.test(stated) || headers.has('content-encoding')) return false
  return Number(stated) <= Math.min(bytesMax, READ_AT_ONCE_BYTES_MAX)
}

export function discard(response: Response): void {
  response.body?.cancel().catch(() => undefined)
}

function joinChunks(chunks: readonly Uint8Array[], length: number): Uint8Array {
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
 * Decodes a response body to text. The charset comes from the byte order mark, the Content-Type header or the HTML, in this order (HTML
 * standard, "determining the character encoding"). Without a declared charset, valid UTF-8 is decoded as UTF-8 and any other body as
 * windows-1252.
 */
export function decodeBody(bytes: Uint8Array, contentType: string | null): string {
  const label = byteOrderMark(bytes) ?? headerCharset(contentType) ?? metaCharset(bytes)
  const decoder = label === null ? null : decoderFor(label)
  if (decoder !== null) return decoder.decode(bytes)
  try {
    // A response body may have been cut in the middle of a character. With `stream: true`, the cut character is not an error.
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
  // A web page that declares UTF-16 in ASCII characters cannot be UTF-16. In this case the HTML standard requires UTF-8.
  return label !== null && /^utf-16/iu.test(label) ? 'utf-8' : label
}

const TEXT_TYPES = /^(?:text\/|application\/(?:[\w.+-]*(?:json|xml|javascript)|pgp-signature|x-javascript)\b)/iu
const SNIFFED_BYTES = 1_024

/**
 * Returns true if a response body is text: the Content-Type is not binary, and the first 1,024 bytes contain no NUL byte. UTF-16 text may
 * contain NUL bytes.
 */
export function isText(bytes: Uint8Array, contentType: string | null): boolean {
  const type = (contentType ?? '').trim()
  const binaryType = type !== '' && !TEXT_TYPES.test(type) && !/^application\/octet-stream/iu.test(type)
  if (binaryType) return false
  if (byteOrderMark(bytes)?.startsWith('utf-16') || /utf-16/iu.test(type)) return true
  return !bytes.subarray(0, SNIFFED_BYTES).includes(0)
}
