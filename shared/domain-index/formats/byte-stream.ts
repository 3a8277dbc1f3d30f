/** Bytes of a file, part by part. */
export type Bytes = AsyncIterable<Uint8Array>

/** The file is not what its source publishes: another format, or only a part of it. */
export class SourceUnreadable extends Error {
  override name = 'SourceUnreadable'
}

/** Cancels the stream if the reader stops early. Throws SourceUnreadable beyond `bytesMax`. */
export async function* chunksOf(
  stream: { getReader(): StreamReader },
  bytesMax: number,
): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  let total = 0
  let hasEnded = false
  try {
    for (;;) {
      const { done, value } = await reader.read()
      hasEnded = done
      if (done || value === undefined) return
      total += value.byteLength
      if (total > bytesMax) throw new SourceUnreadable(`The file is larger than ${bytesMax} bytes.`)
      yield value
    }
  } finally {
    if (!hasEnded) await reader.cancel().catch(() => undefined)
  }
}

/** Decodes UTF-8. Throws SourceUnreadable beyond `bytesMax`. */
export async function textOf(bytes: Bytes, bytesMax: number): Promise<string> {
  const decoder = new TextDecoder()
  let total = 0
  let text = ''
  for await (const chunk of bytes) {
    total += chunk.byteLength
    if (total > bytesMax) throw new SourceUnreadable(`The file is larger than ${bytesMax} bytes.`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

interface StreamReader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>
  cancel(): Promise<void>
}

const PART_BYTES_MAX = 64 * 1024
/** Bytes of an unpacked file. The largest source, Norway's register, has some 1.6 GB. */
const UNPACKED_BYTES_MAX = 8 * 1024 ** 3

/** RFC 1952 and RFC 1951. Fails if the compressed bytes end early. */
export async function* unpacked(
  bytes: Bytes,
  format: 'gzip' | 'deflate-raw',
): AsyncGenerator<Uint8Array> {
  const stream = new DecompressionStream(format)
  const writer = stream.writable.getWriter()
  const feed = async () => {
    try {
      for await (const chunk of bytes) await writer.write(new Uint8Array(chunk))
      await writer.close()
    } catch (error) {
      await writer.abort(error).catch(() => undefined)
      throw error
    }
  }
  const feeding = feed()
  // If the reader stops early, nobody waits for this promise.
  feeding.catch(() => undefined)
  try {
    yield* chunksOf(stream.readable as { getReader(): StreamReader }, UNPACKED_BYTES_MAX)
    await feeding
  } catch (error) {
    if (error instanceof SourceUnreadable) throw error
    throw new SourceUnreadable('The compressed file is damaged or ends early.', { cause: error })
  }
}

/**
 * Unpacked bytes of a gzip file. If the server states the compression as a Content-Encoding,
 * `fetch` has unpacked the file already, so its first bytes decide (RFC 1952, section 2.3.1).
 */
export async function* gunzipped(bytes: Bytes): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(bytes)
  const start = (await reader.exactly(2)) ?? new Uint8Array(0)
  const whole = (async function* () {
    yield start
    yield* reader.rest()
  })()
  yield* start[0] === 0x1f && start[1] === 0x8b ? unpacked(whole, 'gzip') : whole
}

/** Reads exact numbers of bytes from a stream of parts. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>
  #rest: Uint8Array = new Uint8Array(0)

  constructor(bytes: Bytes) {
    this.#chunks = bytes[Symbol.asyncIterator]()
  }

  /** At least one and at most `max` bytes, or null at the end. */
  async some(max: number): Promise<Uint8Array | null> {
    while (this.#rest.byteLength === 0) {
      const { done, value } = await this.#chunks.next()
      if (done === true) return null
      this.#rest = value
    }
    const part = this.#rest.subarray(0, max)
    this.#rest = this.#rest.subarray(part.byteLength)
    return part
  }

  /** Null at the end. Throws SourceUnreadable if the stream ends within the `count` bytes. */
  async exactly(count: number): Promise<Uint8Array | null> {
    const bytes = new Uint8Array(count)
    let filled = 0
    while (filled < count) {
      const part = await this.some(count - filled)
      if (part === null) {
        if (filled === 0) return null
        throw new SourceUnreadable('The file ends early.')
      }
      bytes.set(part, filled)
      filled += part.byteLength
    }
    return bytes
  }

  async *parts(count: number): AsyncGenerator<Uint8Array> {
    for (let left = count; left > 0; ) {
      const part = await this.some(left)
      if (part === null) throw new SourceUnreadable('The file ends early.')
      left -= part.byteLength
      yield part
    }
  }

  async *rest(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const part = await this.some(PART_BYTES_MAX)
        if (part === null) return
        yield part
      }
    } finally {
      await this.cancel()
    }
  }

  async skip(count: number): Promise<void> {
    for await (const _ of this.parts(count));
  }

  async cancel(): Promise<void> {
    await this.#chunks.return?.()
  }
}
