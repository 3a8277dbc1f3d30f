import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDomain } from '../../../shared/platform/domain-name.ts'
import { unicodeOf } from '../../../shared/platform/unicode-domain.ts'
import { propertyRuns } from '../../property-runs.ts'

test.each([
  ['example.com', 'example.com'],
  ['xn--bcher-kva.de', 'bücher.de'],
  ['xn--fa-hia.de', 'faß.de'],
  ['xn----7sbebpcb2cf1blm1l.xn--p1ai', 'верста-мебель.рф'],
  ['www.xn--r8jz45g.jp', 'www.例え.jp'],
  ['xn--ls8h.la', '💩.la'],
  ['xn--pple-43d.com', 'аpple.com'],
])('the domain %s is %s in Unicode', (domain, unicode) => {
  expect(unicodeOf(domain)).toBe(unicode)
})

test.each([
  ['no valid Punycode', 'xn--a.com'],
  ['a direction mark', 'xn--comevil-276c.com'],
  ['a label that decodes to ASCII', 'xn--example-.com'],
  ['capitals', 'xn--Bcher-kva8445foa.de'],
])('a domain with %s stays in ASCII', (_case, domain) => {
  expect(unicodeOf(domain)).toBe(domain)
})

test('the Unicode form of a valid domain is the same domain, without control characters', () => {
  const label = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 3 }), (labels) => {
      const parsed = parseDomain(`${labels.join('.')}.com`, 'sandbox.example')
      if (!parsed.ok) return
      const unicode = unicodeOf(parsed.name.domain)
      expect(unicode).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
      expect(parseDomain(unicode, 'sandbox.example')).toEqual(parsed)
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

test('any text in Punycode is decoded safely or not at all', () => {
  const label = fc.stringMatching(/^xn--[a-z0-9-]{1,20}$/)
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 3 }), (labels) => {
      const domain = `${labels.join('.')}.com`
      const unicode = unicodeOf(domain)
      expect(unicode).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
      expect(new URL(`http://${unicode === domain ? 'a.com' : unicode}/`).hostname).toBe(
        unicode === domain ? 'a.com' : domain,
      )
    }),
    { numRuns: propertyRuns(2_000) },
  )
})
