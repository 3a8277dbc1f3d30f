import type { BodyHold } from './body-budget.ts'
import { orAbort } from './fetch-failure.ts'

const READ_AT_ONCE_BYTES_MAX = 65_536
/** Size of the buffer that receives one part of a body after the other. */
const PART_BYTES = 64 * 1024

export interface BoundedBody {
  bytes: Uint8Array
  truncated: boolean
}

/**
 * Reads at most `bytesMax` bytes of a response body, then cancels the body. The limit counts
 * decompressed bytes, so a small compressed body cannot fill the memory. Before bytes are read,
 * they are taken from `hold`; without it, `bytesMax` must be small. If `signal` aborts, rejects
 * with the reason of the signal.
 */
export async function readBounded(
  response: Response,
  bytesMax: number,
  signal: AbortSignal,
  hold?: BodyHold,
): Promise<BoundedBody> {
  const parts: Uint8Array[] = []
  const truncated = await readParts(response, { bytesMax, signal, hold }, (part) => {
    parts.push(part.slice())
    return true
  })
  const [only] = parts
  return { bytes: parts.length === 1 && only !== undefined ? only : joined(parts), truncated }
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.byteLength
  }
  return bytes
}

export interface ReadLimits {
  bytesMax: number
  signal: AbortSignal
  hold: BodyHold | undefined
}

/**
 * Reads a body like `readBounded` and calls `receive` with each part. The bytes of a part may
 * change after the call. Stops if `receive` returns false. Returns true if the body has more bytes
 * than were read.
 */
export async function readParts(
  response: Response,
  { bytesMax, signal, hold }: ReadLimits,
  receive: (part: Uint8Array) => boolean,
): Promise<boolean> {
  const stated = statedSmallSize(response.headers, bytesMax)
  if (stated !== null) {
    await hold?.take(stated, signal)
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
        await hold?.take(PART_BYTES, signal)
        taken += PART_BYTES
      }
      // A body that waits for its part of the memory must not have a buffer yet.
      const free: ArrayBuffer = buffer ?? new ArrayBuffer(PART_BYTES)
      const { done, value } = await orAbort(reader.read(new Uint8Array(free)), signal)
      const part = value?.subarray(0, bytesMax - length)
      length += value?.byteLength ?? 0
      const isEnough = part !== undefined && part.byteLength > 0 && !receive(part)
      ended = done
      if (done || isEnough || value === undefined) break
      // The runtime takes the buffer away and returns it with the bytes (Streams standard, "BYOB"),
      // so one buffer serves a whole body.
      buffer = value.buffer
    }
  } finally {
    // A response body that is neither read to its end nor cancelled keeps its connection open, so
    // an unread body is cancelled.
    if (!ended) reader.cancel().catch(() => undefined)
  }
  return !ended
}

/**
 * Returns the size of a body that is small enough to be read at once, with fewer calls into the
 * runtime, or null. An HTTP client ends a body after Content-Length bytes (RFC 9112 section 6.3).
 * The header says nothing about the size of a compressed body.
 */
function statedSmallSize(headers: Headers, bytesMax: number): number | null {
  const stated = headers.get('content-length')
  if (stated === null || !/^\d{1,6}$/.test(stated) || headers.has('content-encoding')) return null
  return Number(stated) <= Math.min(bytesMax, READ_AT_ONCE_BYTES_MAX) ? Number(stated) : null
}

/**
 * Returns a copy of JSON data that shares no memory with a response body. V8 stores a part of a
 * text as a reference to the whole text, so a name from a page would keep the page in memory.
 */
export const detached = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value))

export function discard(response: Response): void {
  response.body?.cancel().catch(() => undefined)
}
