import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  highestCost,
  PASTED_CHARACTERS_MAX,
  readPastedNames,
} from '../../../workers/dashboard/screens/correlate/correlate-names.ts'

describe('names that a user pastes', () => {
  test('commas, blanks, semicolons and lines separate names', () => {
    expect(readPastedNames('a.com, b.com;c.com\nd.com\te.com\r\n').names).toEqual([
      'a.com',
      'b.com',
      'c.com',
      'd.com',
      'e.com',
    ])
  })

  test.each([
    ['https://Example.com/a?b=c#d', 'example.com'],
    ['HTTP://user:secret@example.com:8080/', 'example.com'],
    ['hxxps://evil[.]example[.]com/login', 'evil.example.com'],
    ['<https://example.com>', 'example.com'],
    ['"example.com"', 'example.com'],
    ['example.com.', 'example.com'],
    ['example.com/path', 'example.com'],
    ['someone@example.com', 'example.com'],
    ['Is example.com, seen on localhost, ours.', 'example.com'],
    ['bäckerei.de', 'xn--bckerei-5wa.de'],
    ['例え。jp', 'xn--r8jz45g.jp'],
  ])('%s is read as %s', (text, name) => {
    expect(readPastedNames(text)).toMatchObject({ names: [name], refused: [] })
  })

  test.each([
    ['127.0.0.1', 'IP address'],
    ['0x7f.1', 'IP address'],
    ['http://[::1]/', 'IP address'],
    ['a_b.example.com', 'characters'],
    ['-a.example.com', 'characters'],
    [`${'a'.repeat(64)}.com`, 'characters'],
    [`${'a.'.repeat(130)}com`, 'longer than 253'],
    ['a..com', 'valid|characters'],
    ['%2e.com', 'valid'],
    [`${'a'.repeat(3_000)}.com`, 'too long'],
  ])('%s is refused with a reason', (text, reason) => {
    const { names, refused } = readPastedNames(text)
    expect(names).toEqual([])
    expect(refused).toEqual([{ text, reason: expect.stringMatching(reason) }])
  })

  test('a repeated name counts once', () => {
    expect(readPastedNames('a.com A.COM https://a.com/ b.com')).toMatchObject({
      names: ['a.com', 'b.com'],
      repeated: 2,
    })
  })

  test('a text over the limit is cut, and so are refused names', () => {
    expect(readPastedNames('a.com '.repeat(PASTED_CHARACTERS_MAX / 6 + 1)).isCut).toBe(true)
    const { refused, isCut } = readPastedNames(
      Array.from({ length: 150 }, (_, index) => `name_${index}.com`).join(' '),
    )
    expect({ refused: refused.length, isCut }).toEqual({ refused: 100, isCut: true })
  })

  test('any text is read without a failure, and each name is lower-case ASCII', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const name of readPastedNames(text).names)
          expect(name).toMatch(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/)
      }),
    )
  })
})

test('the highest price is one credit for each domain and one for the comparison; sandbox names are free', () => {
  expect(highestCost(['a.com', 'b.com'])).toBe(3)
  expect(highestCost(['a.com', 'test-corp.sandbox.example'])).toBe(2)
  expect(highestCost(['test-corp.sandbox.example', 'test-unknown.sandbox.example'])).toBe(0)
  expect(highestCost([])).toBe(0)
})
