import { concatBytes } from '../crypto/encodings.ts'
import type { Permits } from '../limits/semaphore.ts'
import { orAbort } from './fetch-failure.ts'

const READ_AT_ONCE_BYTES_MAX = 65_536
const PART_BYTES = 64 * 1024

export interface BoundedBody {
  bytes: Uint8Array
  truncated: boolean
}

/**
 * Reads at most `bytesMax` bytes, counted after decompression, so a small compressed body cannot
 * fill the memory. Without `permits`, the memory limit of the isolate does not apply, so `bytesMax`
 * must be small.
 */
export async function readBounded(
  response: Response,
  bytesMax: number,
  signal: AbortSignal,
  permits?: Permits,
): Promise<BoundedBody> {
  const parts: Uint8Array[] = []
  const truncated = await readParts(response, { bytesMax, signal, permits }, (part) => {
    parts.push(part.slice())
    return true
  })
  const [only] = parts
  return { bytes: parts.length === 1 && only !== undefined ? only : concatBytes(parts), truncated }
}

export interface ReadLimits {
  bytesMax: number
  signal: AbortSignal
  permits: Permits | undefined
}

/**
 * `receive` gets the parts of the body until it returns false. It must copy the bytes, because they
 * may change after the call. Returns true if the end of the body was not reached.
 */
export async function readParts(
  response: Response,
  { bytesMax, signal, permits }: ReadLimits,
  receive: (part: Uint8Array) => boolean,
): Promise<boolean> {
  const stated = statedSmallSize(response.headers, bytesMax)
  if (stated !== null) {
    await permits?.take(stated, signal)
    receive(new Uint8Array(await orAbort(response.arrayBuffer(), signal)))
    return false
  }
  if (response.body === null) return false
  const reader = response.body.getReader({ mode: 'byob' })
  let buffer: ArrayBuffer | null = null
  let length = 0
  let taken = 0
  let ended = false
  try {
    while (length <= bytesMax) {
      if (length >= taken) {
        await permits?.take(PART_BYTES, signal)
        taken += PART_BYTES
      }
      // The buffer is created only now, so that a body that waits for permits uses no memory.
      const free: ArrayBuffer = buffer ?? new ArrayBuffer(PART_BYTES)
      const { done, value } = await orAbort(reader.read(new Uint8Array(free)), signal)
      const part = value?.subarray(0, bytesMax - length)
      length += value?.byteLength ?? 0
      const isEnough = part !== undefined && part.byteLength > 0 && !receive(part)
      ended = done
      if (done || isEnough || value === undefined) break
      // The read has taken over the old buffer. The runtime returns it with the bytes (Streams
      // standard, "BYOB").
      buffer = value.buffer
    }
  } finally {
    // The rest of the body is canceled, because an unread body keeps its connection open.
    if (!ended) reader.cancel().catch(() => undefined)
  }
  return !ended
}

// Size of a small body by its Content-Length (RFC 9112 section 6.3), or null. For a compressed
// body, Content-Length is not the size of the text.
function statedSmallSize(headers: Headers, bytesMax: number): number | null {
  const stated = headers.get('content-length')
  if (stated === null || !/^\d{1,6}$/.test(stated) || headers.has('content-encoding')) return null
  return Number(stated) <= Math.min(bytesMax, READ_AT_ONCE_BYTES_MAX) ? Number(stated) : null
}

/**
 * Copies a value, so that its texts do not refer to the page. V8 stores a part of a text as a
 * reference to the whole text, so a name from a page would keep the whole page in memory.
 */
export const detached = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value))

export function discard(response: Response): void {
  response.body?.cancel().catch(() => undefined)
}
