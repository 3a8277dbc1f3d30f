import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDomain, parseListedDomain } from '../../../shared/platform/domain-name.ts'
import { checkDomain, checkListedDomain } from '../../../workers/dashboard/parts/domain-check.ts'
import { propertyRuns } from '../../property-runs.ts'

const SANDBOX = 'sandbox.example'

test.each([
  ['  Example.COM. \n', 'example.com'],
  ['www.example.co.uk', 'www.example.co.uk'],
  ['bücher.de', 'xn--bcher-kva.de'],
  ['faß.de', 'xn--fa-hia.de'],
  ['例え。jp', 'xn--r8jz45g.jp'],
  ['test-corp.sandbox.example', 'test-corp.sandbox.example'],
])('%j is read as %s', (text, domain) => {
  expect(checkDomain(text)).toEqual({ domain, problem: null })
})

test.each([
  ['', 'empty'],
  ['https://www.example.com/path', 'is a URL; did you mean example.com?'],
  ['someone@example.com', 'is an email address; did you mean example.com?'],
  ['example.com:8080', 'did you mean example.com?'],
  ['https://localhost/', 'is a URL; give a domain name.'],
  ['192.0.2.1', 'IP address'],
  ['[2001:db8::1]', 'IP address'],
  ['１２７.０.０.１', 'IP address'],
  ['localhost', 'single label'],
  ['exam_ple.com', 'underscore'],
  ['exam%70le.com', 'percent'],
  ['example..com', 'empty label'],
  ['exa mple.com', 'white space'],
  ['-example.com', 'hyphens'],
  ['xn--a.com', 'internationalized'],
  [`${'a'.repeat(64)}.com`, '64 characters'],
  [`${'x'.repeat(10_000)}.com`, '253'],
  [`a${'\u0301'.repeat(500)}.com`, 'internationalized'],
])('%j is refused, also by the service', (text, reason) => {
  expect(checkDomain(text).problem).toContain(reason)
  expect(parseDomain(text, SANDBOX).ok).toBe(false)
})

const PART = fc.constantFrom(
  ...'a¦b9¦-¦.¦..¦ ¦_¦%¦:¦/¦@¦xn--¦xn--bcher-kva¦ü¦ß¦例¦。¦１¦\u00ad¦\u200d¦\u0301¦0x7f¦com¦de¦co.uk¦1.1'.split(
    '¦',
  ),
)
const NAME = fc.array(PART, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''))

test('the page never refuses a name that the service accepts, and both read it as the same domain', () => {
  const name = fc.oneof(
    NAME,
    NAME.map((text) => `${text}.com`),
    fc.string({ unit: 'binary', maxLength: 60 }),
  )
  fc.assert(
    fc.property(name, (text) => {
      const served = parseDomain(text, SANDBOX)
      if (served.ok)
        expect(checkDomain(text)).toEqual({ domain: served.name.domain, problem: null })
    }),
    { numRuns: propertyRuns(10_000) },
  )
})

test('the service refuses what passes the page only for the ending of the name', () => {
  fc.assert(
    fc.property(
      NAME.map((text) => `${text}.com`),
      (text) => {
        const served = parseDomain(text, SANDBOX)
        if (checkDomain(text).domain !== null && !served.ok)
          expect(served.message).toMatch(/suffix|special use/)
      },
    ),
    { numRuns: propertyRuns(10_000) },
  )
})

test('a line of a list is read by the page as by the service, also an address or a defanged name', () => {
  const dot = fc.constantFrom('.', '[.]', '(.)', '[dot]', '[DOT]')
  const start = fc.constantFrom('', 'https://', 'hxxps://', 'hXXp[:]//', '//', 'user@', 'http://a@')
  const end = fc.constantFrom('', '/', '/a?b#c', ':8080', ':8080/x', '\\\\x', '?', ' x')
  const line = fc
    .tuple(start, NAME, dot, end)
    .map(([before, name, sign, after]) => `${before}${name}${sign}com${after}`)
  fc.assert(
    fc.property(line, (text) => {
      const served = parseListedDomain(text, SANDBOX)
      if (served.ok)
        expect(checkListedDomain(text)).toEqual({ domain: served.name.domain, problem: null })
      else if (checkListedDomain(text).domain !== null)
        expect(served.message).toMatch(/suffix|special use/)
    }),
    { numRuns: propertyRuns(10_000) },
  )
})
