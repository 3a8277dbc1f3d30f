import { domainToASCII, domainToUnicode } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unicodeOf } from '../../../workers/dashboard/parts/punycode.ts'

test.each([
  ['xn----7sbebpcb2cf1blm1l.xn--p1ai', 'верста-мебель.рф'],
  ['xn--mnchen-3ya.example', 'münchen.example'],
  ['xn--ls8h.la', '💩.la'],
  ['example.com', 'example.com'],
])('%s is shown as %s', (domain, unicode) => {
  expect(unicodeOf(domain)).toBe(unicode)
})

test.each(['xn--', 'xn--a-', 'xn--99999999999.com', 'xn--é.com', `xn--${'9'.repeat(60)}`])(
  'a malformed label %s does not throw',
  (domain) => {
    expect(() => unicodeOf(domain)).not.toThrow()
  },
)

test('a decoded domain is what the platform decodes', () => {
  const label = fc.string({ unit: 'grapheme-composite', minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(label, (text) => {
      const domain = domainToASCII(`${text}.example`)
      fc.pre(domain !== '' && domain.split('.').length === 2)
      expect(unicodeOf(domain)).toBe(domainToUnicode(domain))
    }),
  )
})

test('no text makes the decoder throw', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), (text) => {
      expect(typeof unicodeOf(`xn--${text}`)).toBe('string')
    }),
  )
})
