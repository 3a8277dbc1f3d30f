import { deflateRawSync, constants as zlib } from 'node:zlib'
import { NetworkFailure } from './network-failure.ts'
import type { Wait } from './waits.ts'

/**
 * Names of faults. A number of bytes follows `huge:`, and a number of milliseconds follows `slow:`.
 */
export const BEHAVIOUR_PATTERN =
  /^(?:refused|timeout|hang|tls|reset|huge:\d{1,12}|drip|redirect-loop|gzip-bomb|binary|slow:\d{1,6})$/

const CHUNK_BYTES = 64 * 1024
const HANG_MS_MAX = 120_000
const DRIP_INTERVAL_MS = 1_000
const DRIP_BYTES_MAX = 600
const BINARY_BYTES = 64 * 1024
const RESET_AFTER_BYTES = 512
const BOMB_BLOCK_BYTES = 1024 * 1024
const BOMB_BLOCKS = 1024
const GZIP_HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255)

let bombBlock: Buffer | undefined

/**
 * Answers with the fault `behaviour`. Some faults first send the bytes of `start`.
 * Rejects with NetworkFailure if the connection fails. `timeout` and `hang` wait until the caller
 * disconnects, at most two minutes.
 */
export async function misbehave(
  behaviour: string,
  url: URL,
  answer: { status: number; headers: Headers; start: Uint8Array },
  wait: Wait,
): Promise<Response> {
  const [name, figure] = behaviour.split(':')
  const { status, headers, start } = answer
  switch (name) {
    case 'refused':
    case 'tls':
      throw new NetworkFailure(name, url.href)
    case 'timeout':
    case 'hang':
      await wait(HANG_MS_MAX)
      throw new NetworkFailure('timeout', url.href)
    case 'slow':
      await wait(Number(figure))
      return new Response(new Uint8Array(start), { status: status || 200, headers })
    case 'huge':
      return new Response(filled(start, Number(figure)), { status: status || 200, headers })
    case 'drip':
      return new Response(dripping(start, wait), { status: status || 200, headers })
    case 'reset':
      return new Response(broken(start, url), { status: status || 200, headers })
    case 'binary':
      return new Response(new Uint8Array(garbage(url.hostname)), { status: status || 200, headers })
    case 'gzip-bomb':
      headers.set('content-encoding', 'gzip')
      return new Response(bomb(), { status: status || 200, headers })
    case 'redirect-loop':
      return new Response(null, { status: 302, headers: { location: nextOfLoop(url) } })
    default:
      throw new Error(`unknown behaviour ${behaviour}`)
  }
}

function nextOfLoop(url: URL): string {
  const next = new URL(url)
  next.searchParams.set('hop', String(Number(url.searchParams.get('hop') ?? 0) + 1))
  return next.href
}

/**
 * Returns a byte stream. Such a stream takes over the memory of each chunk that it gets, so the
 * chunks are copied first.
 */
export function byteStream(
  source: UnderlyingDefaultSource<Uint8Array>,
): ReadableStream<Uint8Array> {
  const reader = new ReadableStream(source, { highWaterMark: 1 }).getReader()
  return new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      const { done, value } = await reader.read()
      if (!done) return controller.enqueue(new Uint8Array(value))
      controller.close()
      controller.byobRequest?.respond(0)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

function filled(start: Uint8Array, bytes: number): ReadableStream<Uint8Array> {
  const filler = Buffer.alloc(CHUNK_BYTES, '<p>and more of the same</p>\n')
  let left = bytes - start.byteLength
  return byteStream({
    start(controller) {
      if (start.byteLength > 0) controller.enqueue(start)
    },
    pull(controller) {
      if (left <= 0) return controller.close()
      const chunk = filler.subarray(0, Math.min(left, CHUNK_BYTES))
      left -= chunk.byteLength
      controller.enqueue(chunk)
    },
  })
}

function dripping(start: Uint8Array, wait: Wait): ReadableStream<Uint8Array> {
  let sent = 0
  let stopped = false
  return byteStream({
    async pull(controller) {
      try {
        if (sent > 0) await wait(DRIP_INTERVAL_MS)
      } catch (error) {
        if (!stopped) controller.error(error)
        return
      }
      if (stopped) return
      if (sent >= DRIP_BYTES_MAX) return controller.close()
      controller.enqueue(Uint8Array.of(start[sent] ?? 0x20))
      sent++
    },
    cancel() {
      stopped = true
    },
  })
}

function broken(start: Uint8Array, url: URL): ReadableStream<Uint8Array> {
  let sent = false
  return byteStream({
    pull(controller) {
      if (sent) return controller.error(new NetworkFailure('closed', url.href))
      sent = true
      controller.enqueue(
        start.byteLength > 0
          ? start.subarray(0, RESET_AFTER_BYTES)
          : Buffer.from('<!doctype html><'),
      )
    },
  })
}

function garbage(seed: string): Buffer {
  const bytes = Buffer.alloc(BINARY_BYTES)
  let state = 0x9e3779b9
  for (const character of seed) state = (state ^ (character.codePointAt(0) ?? 0)) * 0x01000193
  state |= 1
  for (let index = 0; index < bytes.byteLength; index++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    bytes[index] = state & 0xff
  }
  return bytes
}

/**
 * A gzip bomb: about 1 MB that expands to 1 GiB. It repeats one compressed block that ends with a
 * full flush (RFC 1951).
 * The checksum at the end is wrong, but no client should read that far.
 */
function bomb(): ReadableStream<Uint8Array> {
  bombBlock ??= deflateRawSync(Buffer.alloc(BOMB_BLOCK_BYTES), { finishFlush: zlib.Z_FULL_FLUSH })
  const block = bombBlock
  let sent = 0
  return byteStream({
    start(controller) {
      controller.enqueue(GZIP_HEADER)
    },
    pull(controller) {
      if (sent++ < BOMB_BLOCKS) return controller.enqueue(block)
      controller.enqueue(Uint8Array.of(1, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0))
      controller.close()
    },
  })
}
