import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBodyBudget } from '../../../../shared/platform/net/body-budget.ts'
import { decodeBody, readText } from '../../../../shared/platform/net/body-text.ts'

const signal = new AbortController().signal
const bytesMax = 1_000_000

function read(parts: readonly Uint8Array[], contentType: string | null, onlyText = false) {
  const left = parts.map((part) => part.slice()).filter((part) => part.byteLength > 0)
  const body = new ReadableStream({
    type: 'bytes',
    pull(controller) {
      const part = left.shift()
      if (part === undefined) {
        controller.close()
        controller.byobRequest?.respond(0)
      } else controller.enqueue(part)
    },
  })
  const headers: Record<string, string> = contentType === null ? {} : { 'content-type': contentType }
  const budget = createBodyBudget(bytesMax, () => 0)
  return budget.hold((hold) => readText(new Response(body, { headers }), { bytesMax, signal, hold }, onlyText))
}

/** Decodes a whole body at once, as the HTML standard and the service define it for a body without a declared charset. */
function undeclared(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    // Without "stream", Node 20 decodes the bytes 0x80 to 0x9f as control characters.
    return new TextDecoder('windows-1252').decode(bytes, { stream: true })
  }
}

const pieces = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }).map((text) => new TextEncoder().encode(text)),
    fc.string({ unit: 'binary', minLength: 400, maxLength: 1_500 }).map((text) => new TextEncoder().encode(text)),
    fc.constantFrom('é', '日本', '😀').map((text) => new TextEncoder().encode(text)),
    fc.uint8Array({ maxLength: 3 }),
  ),
  { maxLength: 12 },
)
const cuts = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 40 })

function cut(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const parts: Uint8Array[] = []
  for (let at = 0, turn = 0; at < bytes.byteLength; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    parts.push(bytes.subarray(at, at + size))
    at += size
  }
  return parts
}

const joined = (parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(parts.flatMap((part) => [...part]))

test('a body in parts gives the same text as the whole body, with valid and with invalid UTF-8', async () => {
  await fc.assert(
    fc.asyncProperty(pieces, cuts, async (given, sizes) => {
      const bytes = joined([new TextEncoder().encode('<p>'), ...given])
      const { text } = await read(cut(bytes, sizes), null)
      expect(text).toBe(undeclared(bytes))
      expect(decodeBody(bytes, null)).toBe(text)
    }),
    { numRuns: 300 },
  )
})

test.each(['utf-8', 'windows-1251', 'shift_jis', 'gb18030', 'iso-2022-jp', 'utf-16le'])(
  'a body in parts with the declared charset %s gives the same text as the whole body',
  async (charset) => {
    await fc.assert(
      fc.asyncProperty(pieces, cuts, async (given, sizes) => {
        const bytes = joined([new TextEncoder().encode('<p>'), ...given])
        const { text } = await read(cut(bytes, sizes), `text/html; charset=${charset}`)
        expect(text).toBe(new TextDecoder(charset).decode(bytes))
      }),
      { numRuns: 60 },
    )
  },
)

test('a charset that the HTML declares holds from the first byte, even if the declaration is cut', async () => {
  const bytes = new Uint8Array([...new TextEncoder().encode('<meta charset="windows-1251"><p>'), 0xc0, 0xc1])
  expect((await read(cut(bytes, [7]), null)).text).toBe('<meta charset="windows-1251"><p>АБ')
})

test('a binary body is not read further than its start', async () => {
  const parts = Array.from({ length: 9 }, () => new Uint8Array(2_000))
  expect(await read(parts, null, true)).toMatchObject({ isText: false, truncated: true })
  expect(await read(parts, null, false)).toMatchObject({ isText: false, truncated: false })
  expect(await read([new TextEncoder().encode('x')], 'image/png', true)).toMatchObject({ isText: false })
})
