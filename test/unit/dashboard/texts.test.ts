import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  confidenceInWords,
  curlOf,
  defanged,
  money,
  relativeTime,
  shellQuoted,
  shortened,
  withVisibleControls,
} from '../../../workers/dashboard/parts/texts.ts'

describe('text from outside', () => {
  test.each([
    ['abc\u202Edef', 'abc[U+202E]def'],
    ['\u2066a\u2069', '[U+2066]a[U+2069]'],
    ['a\u0000b\u001b[31m', 'a[U+0000]b[U+001B][31m'],
    ['zero\u200Bwidth\uFEFF', 'zero[U+200B]width[U+FEFF]'],
    ['tag\u{E0041}', 'tag[U+E0041]'],
    ['half \uD800', 'half [U+D800]'],
    ['filler\u3164', 'filler[U+3164]'],
    ['line\u2028separator', 'line[U+2028]separator'],
    [`Z${'\u0301'.repeat(400)}algo`, `Z${'\u0301'.repeat(8)}…algo`],
    ['two\nlines\tand a tab', 'two lines and a tab'],
    ['Ünïcode 株式会社 😀', 'Ünïcode 株式会社 😀'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ])('%j is shown as %j', (text, shown) => {
    expect(withVisibleControls(text)).toBe(shown)
  })

  test('no control, format or private character is left in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(withVisibleControls(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/u)
      }),
    )
  })

  test('a shortened text is at most as long as its limit, and no character is cut in half', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, max) => {
        const short = shortened(text, max)
        expect(Array.from(short).length).toBeLessThanOrEqual(max + 1)
        expect(short).not.toMatch(/[\p{Cs}]/u)
        expect(text.startsWith(short.replace(/…$/, '')) || text === short).toBe(true)
      }),
    )
  })

  test.each([
    ['https://evil.example/a.b?c=d.e', 'hxxps://evil[.]example/a.b?c=d.e'],
    ['http://a.b.c', 'hxxp://a[.]b[.]c'],
    ['HTTPS://USER@HOST.example:8443', 'hxxpS://USER@HOST[.]example:8443'],
    ['evil.example/path', 'evil[.]example/path'],
  ])('the address %s is defanged as %s', (address, shown) => {
    expect(defanged(address)).toBe(shown)
  })
})

test.each([
  [0.98, 'very likely'],
  [0.9, 'very likely'],
  [0.75, 'likely'],
  [0.5, 'more likely than not'],
  [0.25, 'uncertain'],
  [0.1, 'unlikely'],
])('a confidence of %d is %s', (confidence, words) => {
  expect(confidenceInWords(confidence)).toBe(words)
})

test.each([
  [0, 'just now'],
  [-59, 'just now'],
  [-60, '1 minute ago'],
  [-7_300, '2 hours ago'],
  [-86_400, 'yesterday'],
  [3 * 86_400, 'in 3 days'],
  [-700 * 86_400, '2 years ago'],
])('%d seconds from now is %s', (seconds, words) => {
  const now = new Date('2026-11-23T12:00:00Z')
  expect(relativeTime(new Date(now.getTime() + seconds * 1_000), now)).toBe(words)
})

test.each([
  [1_000, 'usd', '$10.00'],
  [1_000, 'jpy', '¥1,000'],
  [-250, 'eur', '-€2.50'],
])('%d of the smallest unit of %s is %s', (amount, currency, text) => {
  expect(money(amount, currency)).toBe(text)
})

describe('a curl command', () => {
  test('contains a shell variable in place of the key', () => {
    const command = curlOf('https://api.example', {
      method: 'POST',
      path: '/analyze',
      body: { domain: 'example.com' },
    })
    expect(command).toBe(
      `curl -X POST 'https://api.example/analyze' -H "X-API-Key: $ATTRIBUTION_API_KEY" -H 'Content-Type: application/json' -d '{"domain":"example.com"}'`,
    )
  })

  test('quotes any text so that a shell sees exactly this text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const quoted = shellQuoted(text)
        expect(quoted.replace(/'\\''/g, '\u0001').replace(/'/g, '').replaceAll('\u0001', "'")).toBe(
          text.replaceAll('\u0001', "'"),
        )
        expect(quoted.startsWith("'") && quoted.endsWith("'")).toBe(true)
      }),
    )
  })
})
