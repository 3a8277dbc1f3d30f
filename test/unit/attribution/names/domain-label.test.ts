import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  labelLikeness,
  labelToUnicode,
  readDomainLabel,
} from '../../../../shared/attribution/names/domain-label.ts'
import { propertyRuns } from '../../../property-runs.ts'

// Punycode examples from RFC 3492 section 7.1, and ordinary labels.
test.each([
  ['xn--bcher-kva', 'bücher'],
  ['xn--ihqwcrb4cv8a8dqg056pqjye', '他们为什么不说中文'],
  ['xn--b1abfaaepdrnnbgefbadotcwatmq2g4l', 'почемужеонинеговорятпорусски'],
  ['xn--le-id-support-v1kysa', 'аррle-id-support'],
  ['xn--peaflor-aceites-zqb', 'peñaflor-aceites'],
  ['plain', 'plain'],
])('%s is decoded to %s', (label, unicode) => {
  expect(labelToUnicode(label)).toBe(unicode)
})

test.each(['xn--', 'xn--99999999999', 'xn--\u0000', 'xn--é', `xn--${'9'.repeat(60)}`])(
  'the malformed A-label %s is returned unchanged',
  (label) => {
    expect(labelToUnicode(label)).toBe(label)
  },
)

test('decoding any label gives a string and never throws', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 70 }), (text) => {
      expect(typeof labelToUnicode(`xn--${text}`)).toBe('string')
    }),
    { numRuns: propertyRuns(3_000) },
  )
})

test.each([
  ['Coral Bay Divers (2021) Pty Ltd', 'coralbaydivers.com', 0.9],
  ['Kaminstudio Brandt', 'kaminstudio-brandt.de', 0.9],
  ['Massachusetts Institute of Technology', 'mit.edu', 1],
  ['Last.fm Ltd', 'last.fm', 1],
  ['Tomasz Krawczyk', 'tkrawczyk.me', 1],
  ['Café Müller', 'cafe-mueller.de', 0.9],
  ['Aceites Peñaflor, S. Coop. And.', 'xn--peaflor-aceites-zqb.es', 0.9],
  ['Marrow & Fennel Provisions LLC', 'marrowandfennel.com', 0.7],
  ['OVH SAS', 'ovhcloud.com', 0.8],
])('%s explains the label of %s', (name, domain, least) => {
  expect(labelLikeness(name, readDomainLabel(domain))).toBeGreaterThanOrEqual(least)
})

test.each([
  ['The Procter & Gamble Company', 'gillette.com'],
  ['Amazon.com, Inc.', 'riverstonegroup.com'],
  ['Domains By Proxy, LLC', 'brightharbor.com'],
  ['Ltd', 'unlimited-fun.com'],
])('%s does not explain the label of %s', (name, domain) => {
  expect(labelLikeness(name, readDomainLabel(domain))).toBeLessThan(0.5)
})
