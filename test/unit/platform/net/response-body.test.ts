import { expect, test, vi } from 'vitest'
import { readParts } from '../../../../shared/platform/net/response-body.ts'

test('a body that waits for its part of the memory has no buffer', async () => {
  const buffers: number[] = []
  const OfRuntime = ArrayBuffer
  vi.stubGlobal(
    'ArrayBuffer',
    class extends OfRuntime {
      constructor(bytes: number) {
        super(bytes)
        buffers.push(bytes)
      }
    },
  )
  try {
    const { promise, resolve } = withResolver()
    const body = new ReadableStream({
      type: 'bytes',
      start(controller) {
        controller.enqueue(new TextEncoder().encode('a page'))
        controller.close()
      },
    })
    const parts: number[] = []
    const read = readParts(
      new Response(body),
      { bytesMax: 1_000, signal: new AbortController().signal, permits: { take: () => promise } },
      (part) => {
        parts.push(part.byteLength)
        return true
      },
    )
    await new Promise((done) => setTimeout(done, 5))
    expect(buffers).toEqual([])
    resolve()
    expect(await read).toBe(false)
    expect(parts).toEqual([6])
    expect(buffers).toEqual([65_536])
  } finally {
    vi.unstubAllGlobals()
  }
})

function withResolver(): { promise: Promise<void>; resolve(): void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
