import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EXCERPT_CHARACTERS_MAX, excerptOf } from '../../../shared/webhooks/attempt-delivery.ts'

const of = (text: string) => excerptOf(new TextEncoder().encode(text))

test.each([
  ['plain text\nin two lines\tand more', 'plain text\nin two lines\tand more'],
  ['  trimmed \n', 'trimmed'],
  ['a\u0000b\u0007c\u001b[31mred', 'abc[31mred'],
  ['right\u202eto left\u2066', 'rightto left'],
  ['\ufeff{"ok":true}', '{"ok":true}'],
  ['\u0000\u0001', null],
  ['', null],
])('the answer %j is stored as %j', (text, kept) => expect(of(text)).toBe(kept))

test('bytes that are not UTF-8 become replacement characters', () => {
  expect(excerptOf(new Uint8Array([0xff, 0xfe, 0x41]))).toBe('\ufffd\ufffdA')
})

test('the stored excerpt of any answer is short and has no control characters', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20_000 }), (bytes) => {
      const kept = excerptOf(bytes) ?? ''
      expect(Array.from(kept).length).toBeLessThanOrEqual(EXCERPT_CHARACTERS_MAX)
      expect(kept).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
      expect(kept.isWellFormed()).toBe(true)
    }),
  )
})

test('a long answer is cut between characters', () => {
  expect(of('🙂'.repeat(2_000))).toBe('🙂'.repeat(EXCERPT_CHARACTERS_MAX))
})
