import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  domainProblem,
  parseDomain,
  parseListedDomain,
  parseSubmittedDomain,
} from '../../../shared/platform/domain-name.ts'
import { propertyRuns } from '../../property-runs.ts'

const SANDBOX = 'sandbox.example'
const read = (input: string) => parseDomain(input, SANDBOX)

test.each([
  ['example.com', 'example.com', 'example.com'],
  ['  Example.COM \n', 'example.com', 'example.com'],
  ['example.com.', 'example.com', 'example.com'],
  ['www.example.co.uk', 'www.example.co.uk', 'example.co.uk'],
  ['bücher.de', 'xn--bcher-kva.de', 'xn--bcher-kva.de'],
  ['faß.de', 'xn--fa-hia.de', 'xn--fa-hia.de'],
  ['ｅｘａｍｐｌｅ.com', 'example.com', 'example.com'],
  ['💩.la', 'xn--ls8h.la', 'xn--ls8h.la'],
  ['аpple.com', 'xn--pple-43d.com', 'xn--pple-43d.com'],
  ['someone.github.io', 'someone.github.io', 'github.io'],
  ['xn--bcher-kva.de', 'xn--bcher-kva.de', 'xn--bcher-kva.de'],
  ['例え.jp', 'xn--r8jz45g.jp', 'xn--r8jz45g.jp'],
  ['例え。jp', 'xn--r8jz45g.jp', 'xn--r8jz45g.jp'],
  [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
])('%j is the domain %s under %s', (input, domain, registrableDomain) => {
  expect(read(input)).toEqual({ ok: true, name: { domain, registrableDomain, sandbox: null } })
})

test.each([
  ['', /is empty/],
  ['   ', /is empty/],
  ['https://example.com/path?q=1', /did you mean example\.com\?/],
  ['example.com/path', /did you mean example\.com\?/],
  ['example.com:8080', /did you mean example\.com\?/],
  ['someone@example.com', /did you mean example\.com\?/],
  ['192.0.2.1', /IP address/],
  ['0x7f.1', /IP address/],
  ['2130706433', /IP address/],
  ['127.1', /IP address/],
  ['１２７.０.０.１', /IP address/],
  ['::1', /IP address/],
  ['[2001:db8::1]', /IP address/],
  ['::ffff:192.0.2.1', /IP address/],
  ['localhost', /single label/],
  ['com', /single label/],
  ['co.uk', /public suffix itself/],
  ['exam_ple.com', /underscore/],
  ['_dmarc.example.com', /underscore/],
  ['example..com', /empty label/],
  ['.example.com', /empty label/],
  ['example.com..', /empty label/],
  [`${'a'.repeat(64)}.com`, /label of 64 characters/],
  [`${`${'a'.repeat(49)}.`.repeat(5)}com1.`, /longer than 253|public suffix/],
  [`${'a.'.repeat(126)}coo`, /longer than 253/],
  ['abcdefghijklmnop.onion', /'\.onion', which is reserved for special use/],
  ['example.notatld', /'\.notatld', which is not a public suffix/],
  ['exa mple.com', /white space/],
  ['example.com\tx', /white space/],
  ['-example.com', /inner hyphens/],
  ['example-.com', /inner hyphens/],
  ['xn--a.com', /internationalized/],
  ['exam%70le.com', /percent sign/],
  ['example,com', /inner hyphens|single label|internationalized/],
  [`x${'y'.repeat(5000)}.com`, /longer than 253/],
  ['other.sandbox.example', /not one of the sandbox's names/],
  ['sandbox.example', /not one of the sandbox's names/],
])('%j is refused because it %s', (input, reason) => {
  const parsed = read(input)
  expect(parsed.ok ? parsed.name.domain : parsed.message).toMatch(reason)
  expect(parsed.ok).toBe(false)
})

test.each([
  ['is empty', 'The domain is empty.'],
  ['is a URL; did you mean example.com?', 'The domain is a URL; did you mean example.com?'],
])('the reason %j is shown as one sentence', (message, sentence) => {
  expect(domainProblem(message)).toBe(sentence)
})

test('the names of the sandbox are accepted', () => {
  expect(read('test-corp.sandbox.example')).toMatchObject({
    ok: true,
    name: { sandbox: 'test-corp' },
  })
  expect(read('Test-Unknown.Sandbox.Example.')).toMatchObject({
    ok: true,
    name: { sandbox: 'test-unknown' },
  })
})

test('an accepted domain is in lower case with valid labels, and is accepted again unchanged', () => {
  const label = fc.stringMatching(/^[a-zA-Z0-9äöüßéñ中文-]{1,20}$/)
  const tld = fc.constantFrom('com', 'de', 'co.uk', 'io', 'JP', 'рф', 'zz')
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), tld, (labels, suffix) => {
      const parsed = read([...labels, suffix].join('.'))
      if (!parsed.ok) return parsed.message.length > 0
      const { domain, registrableDomain } = parsed.name
      const again = read(domain)
      return (
        /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]+$/.test(domain) &&
        (domain === registrableDomain || domain.endsWith(`.${registrableDomain}`)) &&
        again.ok &&
        again.name.domain === domain
      )
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

test('no text makes the parser throw', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 300 }),
      (text) => typeof read(text).ok === 'boolean',
    ),
    { numRuns: propertyRuns(3_000) },
  )
})

test('no text of dots, brackets and slashes makes the parser throw', () => {
  const signs = fc.array(
    fc.constantFrom(
      '.',
      '\\',
      '/',
      '[',
      ']',
      '(',
      ')',
      ':',
      '@',
      '#',
      '%2e',
      'dot',
      ' ',
      'kork',
      'com',
    ),
  )
  fc.assert(
    fc.property(signs, (parts) => typeof read(parts.join('')).ok === 'boolean'),
    { numRuns: propertyRuns(2_000), examples: [[['\\', '.', '.', '\\', 'kork']]] },
  )
})

test('a name in Unicode is refused before its conversion only if the conversion cannot make it valid', () => {
  const character = fc.oneof(
    fc.constantFrom(
      'ü',
      'ｅ',
      '\u0308',
      '\u00ad',
      '\u200d',
      '例',
      '㌖',
      'ﬀ',
      'İ',
      'ẞ',
      '한',
      '\u1112',
      '\u1161',
      '💩',
      '․',
      'x',
      '<\u0338',
      '>\u0338',
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 2 }),
  )
  const label = fc
    .tuple(fc.array(character, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 20 }))
    .map(([characters, times]) => characters.join('').repeat(times))
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 6 }), (labels) => {
      const name = `${labels.join('.')}.com`
      const converted = URL.canParse(`http://${name.toLowerCase()}/`)
        ? new URL(`http://${name.toLowerCase()}/`).hostname
        : ''
      fc.pre(
        /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+com$/.test(converted) &&
          converted.length <= 253,
      )
      // The service refuses a name that begins with a quotation mark and gives a hint. A URL parser
      // may accept that mark as a letter of a host, so such names are left out.
      fc.pre(!/\p{M}{11}|[\s@/:?#\\_%]|^[“„«]/u.test(name) && converted !== 'com')
      expect(read(name)).toMatchObject({ ok: true, name: { domain: converted } })
    }),
    { numRuns: propertyRuns(1_000) },
  )
})

test.each([
  ['ü'.repeat(57), true],
  ['u\u0308'.repeat(57), true],
  [`ü${'\u00ad'.repeat(100)}`, true],
  ['\u08c80𝕿\u0308'.repeat(15), true],
  ['<\u0338ü', true],
  ['ü>\u0338', true],
  ['<ü', false],
  ['<<\u0338ü', false],
  ['ü'.repeat(60), false],
  ['例'.repeat(64), false],
  [`a${'\u0323\u0301'.repeat(100)}`, false],
  ['ﷺ', false],
])('the label %j is accepted: %s', (label, accepted) => {
  expect(read(`${label}.com`).ok).toBe(accepted)
})

test.each(
  'alt arpa home.arpa in-addr.arpa example internal invalid local localdomain localhost onion test'.split(
    ' ',
  ),
)('a name under the special-use suffix %s is refused', (suffix) => {
  expect(read(`www.abcdefghijklmnop.${suffix}`)).toMatchObject({
    ok: false,
    message: expect.stringContaining('reserved for special use'),
  })
})

test.each([
  'larkmill[.]com',
  'larkmill(.)com',
  'larkmill{.}com',
  'larkmill[.com',
  'larkmill.]com',
  'larkmill[dot]com',
  'larkmill(dot)com',
  'larkmill (DOT) com',
  'larkmill dot com',
  'larkmill\\.com',
  'hxxp://larkmill[.]com/a?b',
  'hXXps://larkmill.com/x',
  'hxxps[:]//larkmill[.]com',
  'h**p://larkmill[.]com:8080/x',
  'http[://]larkmill[.]com',
  'https://larkmill[.]com/',
  'larkmill . com',
  'larkmill[punkt]com',
  'info[at]larkmill.com',
  'info[@]larkmill[.]com',
  '<larkmill.com>',
  '"larkmill.com"',
  '*.larkmill.com',
  'larkmill.com,',
  '(larkmill.com)',
  '//larkmill.com',
  'https:/larkmill.com',
  'larkmill&#46;com',
  'larkmill%2Ecom',
  'http%3A%2F%2Flarkmill.com',
])('the name %j is refused with a hint that is accepted', (text) => {
  const parsed = read(text)
  const hint = /did you mean (\S+)\?$/.exec(parsed.ok ? '' : parsed.message)?.[1] ?? ''
  expect(hint).toBe('larkmill.com')
  expect(read(hint).ok).toBe(true)
})

test('every hint is accepted when it is sent', () => {
  const piece = fc.constantFrom(
    'a',
    'com',
    '[.]',
    '.',
    '/',
    '@',
    ':',
    '(dot)',
    '\\.',
    'hxxp://',
    '?',
    '#',
    '_',
    ' ',
    '%2e',
    '<',
    '*.',
    '[at]',
    'x'.repeat(70),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const parsed = read(pieces.join(''))
      const hint = /did you mean (.*)\?$/.exec(parsed.ok ? '' : parsed.message)?.[1]
      if (hint !== undefined) expect(read(hint).ok).toBe(true)
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

test.each([
  'larkmill[.]com',
  'larkmill(.)com',
  'larkmill[dot]com',
  'LarkMill[DOT]com',
  '  larkmill[.]com. ',
])('the submitted name %j is accepted as larkmill.com', (text) => {
  expect(parseSubmittedDomain(text, SANDBOX)).toMatchObject({
    ok: true,
    name: { domain: 'larkmill.com' },
  })
  expect(read(text).ok).toBe(false)
})

test.each([
  ['https://www.larkmill.com/about', 'is a URL', 'larkmill.com'],
  ['https://WWW.larkmill.co.uk', 'is a URL', 'larkmill.co.uk'],
  ['https://shop.larkmill.com/', 'is a URL', 'shop.larkmill.com'],
  ['https://www.shop.larkmill.com/', 'is a URL', 'www.shop.larkmill.com'],
  ['https://www.co.uk/', 'is a URL', 'www.co.uk'],
  ['hxxps://www[.]larkmill[.]com/x', 'is a URL', 'larkmill.com'],
  ['hXXp[:]//larkmill(.)com', 'is a URL', 'larkmill.com'],
  ['https://good.com@larkmill.com/', 'is a URL', 'larkmill.com'],
  ['https://larkmill.com\\@good.com/', 'is a URL', 'larkmill.com'],
  ['www.larkmill.com/about', 'is a URL', 'larkmill.com'],
  ['larkmill.com:8080', 'has a port', 'larkmill.com'],
  ['someone@larkmill.com', 'is an email address', 'larkmill.com'],
  ['mailto:someone@larkmill.com', 'is an email address', 'larkmill.com'],
  ['<larkmill.com>', 'is not a plain domain name', 'larkmill.com'],
])('the submitted text %j %s with a suggestion', (text, kind, suggestion) => {
  expect(parseSubmittedDomain(text, SANDBOX)).toEqual({
    ok: false,
    message: `${kind}; did you mean ${suggestion}?`,
    suggestion,
  })
})

test.each([
  ['https://localhost/x', 'is a URL; give a domain name'],
  ['me@localhost', 'is an email address; give a domain name'],
  ['https://192.0.2.1/', 'is a URL; give a domain name'],
])('the text %j has no suggestion', (text, message) => {
  expect(parseSubmittedDomain(text, SANDBOX)).toEqual({ ok: false, message })
})

test.each([
  ['https://www.larkmill.com/about?x=1#y', 'www.larkmill.com'],
  ['HTTP://user:secret@larkmill.com:8080/', 'larkmill.com'],
  ['https://good.com@larkmill.com/', 'larkmill.com'],
  ['https://larkmill.com\\@good.com/', 'larkmill.com'],
  ['//larkmill.com/a', 'larkmill.com'],
  ['larkmill.com/a', 'larkmill.com'],
  ['larkmill.com:8080', 'larkmill.com'],
  ['hxxps[:]//larkmill[.]com/login', 'larkmill.com'],
  [`https://larkmill.com/${'x'.repeat(5_000)}`, 'larkmill.com'],
  ['https://bücher.de./', 'xn--bcher-kva.de'],
])('the line %j of a list stands for %s', (text, domain) => {
  expect(parseListedDomain(text, SANDBOX)).toMatchObject({ ok: true, name: { domain } })
})

test.each([
  ['someone@larkmill.com', /email address/],
  ['https://192.0.2.1/x', /IP address/],
  ['http://[2001:db8::1]/', /IP address/],
  ['192.0.2.0/24', /IP address/],
  ['https://', /empty/],
  ['/etc/passwd', /URL/],
  ['file:///etc/passwd', /single label/],
])('the line %j of a list is refused', (text, reason) => {
  const parsed = parseListedDomain(text, SANDBOX)
  expect(parsed.ok ? parsed.name.domain : parsed.message).toMatch(reason)
})

const LABEL = fc.stringMatching(/^[a-z][a-z0-9]{1,12}$/)
const DEFANGED_SIGN = fc.constantFrom('.', '[.]', '(.)', '[dot]', '[Dot]')

test('a defanged domain is the domain, wherever it is submitted', () => {
  const labels = fc.array(LABEL, { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(labels, DEFANGED_SIGN, (names, sign) => {
      const plain = read([...names, 'com'].join('.'))
      const text = [...names, 'com'].join(sign)
      expect(parseSubmittedDomain(text, SANDBOX)).toEqual(plain)
      expect(parseListedDomain(text, SANDBOX)).toEqual(plain)
    }),
    { numRuns: propertyRuns(1_000) },
  )
})

test('a list takes the host that a browser reads in a URL', () => {
  const url = fc.webUrl({ withQueryParameters: true, withFragments: true, size: 'small' })
  fc.assert(
    fc.property(url, (text) => {
      expect(parseListedDomain(text, SANDBOX)).toEqual(read(new URL(text).hostname))
    }),
    { numRuns: propertyRuns(1_000) },
  )
})

test('a suggestion is a valid domain, and the message names it', () => {
  const piece = fc.constantFrom(
    ...'a¦www.¦com¦[.]¦.¦/¦@¦:¦(dot)¦\\¦hxxp://¦https://¦?¦#¦_¦ ¦%2e¦<¦*.¦[at]¦co.uk¦xn--¦ü'.split(
      '¦',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const parsed = parseSubmittedDomain(pieces.join(''), SANDBOX)
      if (parsed.ok || parsed.suggestion === undefined) return
      expect(read(parsed.suggestion).ok).toBe(true)
      expect(parsed.message).toContain(`did you mean ${parsed.suggestion}?`)
    }),
    { numRuns: propertyRuns(2_000) },
  )
})
