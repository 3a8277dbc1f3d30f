import { expect, test } from 'vitest'
import { printable, printableLines } from '../../../shared/platform/printable.ts'

test.each([
  ['a C1 control character', 'a\u009b2Jb', String.raw`a\u009b2Jb`],
  ['an escape sequence', '\u001b]0;title\u0007', String.raw`\u001b]0;title\u0007`],
  ['a change of direction', 'a\u202eb\u2066c', String.raw`a\u202eb\u2066c`],
  ['an invisible letter', 'pay\u200bpal', String.raw`pay\u200bpal`],
  ['an invisible letter beyond 16 bits', 'a\u{e0041}b', String.raw`a\udb40\udc41b`],
  ['half of a pair', 'a\ud800b', String.raw`a\ud800b`],
  ['line breaks of all kinds', 'a\r\nb\u2028c', String.raw`a\u000d\u000ab\u2028c`],
  ['letters of other scripts', 'Haldensee é 風守 🙂', 'Haldensee é 風守 🙂'],
])('%s is shown and changes nothing else', (_, text, shown) => {
  expect(printable(text)).toBe(shown)
})

test('JSON stays JSON with the same value, and keeps its lines', () => {
  const value = { name: 'A\u202eB\u009b', list: ['\u0007', 'x\ny'] }
  const shown = printableLines(JSON.stringify(value, null, 2))
  expect(JSON.parse(shown)).toEqual(value)
  expect(shown.split('\n')).toHaveLength(7)
  expect(shown.replaceAll('\n', '')).toMatch(/^[ -~]+$/)
})
