import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseListedDomain } from '../../../shared/platform/domain-name.ts'
import {
  PASTED_CHARACTERS_MAX,
  PASTED_NAMES_MAX,
  pastedNames,
} from '../../../workers/dashboard/parts/pasted-names.ts'
import { propertyRuns } from '../../property-runs.ts'

const namesIn = (text: string) => pastedNames(text).names.map(({ domain }) => domain)

describe('a text that is one name', () => {
  test.each([
    ['birchfold.com', 'birchfold.com'],
    ['  BirchFold.COM. \n', 'birchfold.com'],
    ['www.birchfold.com', 'www.birchfold.com'],
    ['https://www.birchfold.com/imprint?a=b#c', 'birchfold.com'],
    ['https://shop.birchfold.com:8443/', 'shop.birchfold.com'],
    ['birchfold.com/cart', 'birchfold.com'],
    ['birchfold.com:8080', 'birchfold.com'],
    ['//birchfold.com/a', 'birchfold.com'],
    ['birchfold[.]com', 'birchfold.com'],
    ['birchfold(dot)co(dot)uk', 'birchfold.co.uk'],
    ['hxxps://secure-birchfold[.]top/login', 'secure-birchfold.top'],
    ['hXXp[:]//secure-birchfold[.]top', 'secure-birchfold.top'],
    ['hxxps[://]secure-birchfold[.]top/a', 'secure-birchfold.top'],
    ['h**p://secure-birchfold.top', 'secure-birchfold.top'],
    ['sales@birchfold.com', 'birchfold.com'],
    ['mailto:sales@birchfold.com', 'birchfold.com'],
    ['<https://birchfold.com>', 'birchfold.com'],
    ['"birchfold.com",', 'birchfold.com'],
    ['*.birchfold.com', 'birchfold.com'],
    ['@birchfold.com', 'birchfold.com'],
    ['https://good.com@birchfold.com/', 'birchfold.com'],
    ['верста-мебель.рф', 'xn----7sbebpcb2cf1blm1l.xn--p1ai'],
    ['xn----7sbebpcb2cf1blm1l.xn--p1ai', 'xn----7sbebpcb2cf1blm1l.xn--p1ai'],
    ['münchner-möbel.de', 'xn--mnchner-mbel-djb9e.de'],
    ['例え。jp', 'xn--r8jz45g.jp'],
    ['bir\u200bchfold.com', 'birchfold.com'],
    ['\u202ebirchfold.com\u202c', 'birchfold.com'],
    ['\ufeffbirchfold.com', 'birchfold.com'],
    ['update-patch.zip', 'update-patch.zip'],
    ['test-corp.sandbox.example', 'test-corp.sandbox.example'],
  ])('%j is %s', (text, domain) => {
    const { names, isWhole, rejected, addresses } = pastedNames(text)
    expect([names.map((name) => name.domain), isWhole]).toEqual([[domain], true])
    expect([rejected, addresses]).toEqual([[], []])
  })
})

const TICKET = `Hello team,

customer 4711 reports a fake shop. Landing page: hxxps://birchfold-outlet[.]shop/sale?utm=x.
It redirects to "secure-pay.birchfold-outlet[.]shop" (203.0.113.44) and then to cdn-pay(.)top!
Screenshot: report.pdf, price 49.99, version 2.1.0, i.e. not ours (ours is www.birchfold.com).
Sender was billing@birchfold-outlet.shop.

Regards,
Dr. Ann Reed`

const HEADERS = `Received: from mx7.harborlane.net (mx7.harborlane.net [198.51.100.9])
  by mail.birchfold.com with ESMTPS id 4f9.12; Thu, 26 Nov 2026 09:12:44 +0000
Authentication-Results: spf=pass smtp.mailfrom=bounce@news.harborlane.net; dkim=pass header.d=harborlane.net
From: "Accounts" <accounts@birchf0ld.com>
Message-ID: <20261126.8812@harborlane.net>`

describe('a text with names in it', () => {
  test.each<[string, string, string[]]>([
    [
      'a ticket',
      TICKET,
      ['birchfold-outlet.shop', 'secure-pay.birchfold-outlet.shop', 'cdn-pay.top', 'birchfold.com'],
    ],
    [
      'the headers of an email',
      HEADERS,
      [
        'mx7.harborlane.net',
        'mail.birchfold.com',
        'news.harborlane.net',
        'harborlane.net',
        'birchf0ld.com',
      ],
    ],
    ['lines', 'a-one.com\nb-two.org\r\nc-three.net', ['a-one.com', 'b-two.org', 'c-three.net']],
    ['commas', 'a-one.com, b-two.org,c-three.net', ['a-one.com', 'b-two.org', 'c-three.net']],
    [
      'semicolons and tabs',
      'a-one.com;b-two.org\tc-three.net',
      ['a-one.com', 'b-two.org', 'c-three.net'],
    ],
    ['bars', '| a-one.com | paid |\n| b-two.org | open |', ['a-one.com', 'b-two.org']],
    ['repeats', 'a-one.com A-ONE.com https://www.a-one.com/x', ['a-one.com']],
    [
      'a CSV file',
      'domain,owner\n"a-one.com","Reed, Ann"\nhttps://b-two.org/x,none',
      ['a-one.com', 'b-two.org'],
    ],
    [
      'a defanged list',
      'a-one[.]com\nb-two[dot]org\nc-three{.}net',
      ['a-one.com', 'b-two.org', 'c-three.net'],
    ],
    ['blanks in brackets', 'a-one [.] com and b-two [ dot ] org', ['a-one.com', 'b-two.org']],
    [
      'half a bracket',
      'a-one[.com b-two.]org c-three\\.net',
      ['a-one.com', 'b-two.org', 'c-three.net'],
    ],
    ['defanged emails', 'ann[at]a-one[.]com, bob[@]b-two[.]org', ['a-one.com', 'b-two.org']],
    [
      'an end of a sentence',
      'Is it a-one.com? No: b-two.org! Or (c-three.net).',
      ['a-one.com', 'b-two.org', 'c-three.net'],
    ],
    ['possession', "a-one.com's page and b-two.org’s mail", ['a-one.com', 'b-two.org']],
    [
      'quotes',
      "“a-one.com” «b-two.org» `c-three.net` 'd-four.de'",
      ['a-one.com', 'b-two.org', 'c-three.net', 'd-four.de'],
    ],
    [
      'dashes and arrows',
      'a-one.com → b-two.org – c-three.net',
      ['a-one.com', 'b-two.org', 'c-three.net'],
    ],
    [
      'Markdown',
      '- [shop](https://a-one.com/x)\n- **b-two.org**\n- <https://c-three.net>',
      ['a-one.com', 'b-two.org', 'c-three.net'],
    ],
    ['Slack', '<https://a-one.com|a-one.com> was posted by <@U123> in #fraud', ['a-one.com']],
    ['HTML', '<a href="https://a-one.com/?a=1">b-two.org</a>', ['a-one.com', 'b-two.org']],
    ['JSON', '{"url":"https:\\/\\/a-one.com\\/x","host":"b-two.org"}', ['a-one.com', 'b-two.org']],
    [
      'names of values',
      'domain=a-one.com url:https://b-two.org/x helo=mail.c-three.net',
      ['a-one.com', 'b-two.org', 'mail.c-three.net'],
    ],
    ['a query of a URL', 'see https://a-one.com/go?to=https://b-two.org/', ['a-one.com']],
    ['ports', 'a-one.com:443 and https://b-two.org:8443/', ['a-one.com', 'b-two.org']],
    [
      'zone lines',
      '_dmarc.a-one.com. 300 IN TXT "v=DMARC1"\nb-two.org. IN NS ns1.c-three.net.',
      ['a-one.com', 'b-two.org', 'ns1.c-three.net'],
    ],
    [
      'numbers of lines',
      '1. a-one.com\n2) b-two.org\n#3 c-three.net',
      ['a-one.com', 'b-two.org', 'c-three.net'],
    ],
    ['names of digits', 'visit 163.com or 4399.com', ['163.com', '4399.com']],
    ['Chinese', '请分析网站a-one.com谢谢，还有b-two.org。', ['a-one.com', 'b-two.org']],
    ['Korean', 'a-one.com을 확인해 주세요', ['a-one.com']],
    ['Russian', 'Проверьте верста-мебель.рф, пожалуйста.', ['xn----7sbebpcb2cf1blm1l.xn--p1ai']],
    ['capitals', 'A-ONE.COM and B-Two.Org', ['a-one.com', 'b-two.org']],
    [
      'a log line',
      '26/Nov/2026 GET http://a-one.com:80/index.php 200 "https://b-two.org/ref"',
      ['a-one.com', 'b-two.org'],
    ],
    ['a mixed script', 'see рaypal.com now', ['xn--aypal-uye.com']],
    ['a UNC path', 'open \\\\files.a-one.com\\share today', ['files.a-one.com']],
    ['a URL of another kind', 'ftp://a-one.com/x wss://b-two.org', ['a-one.com', 'b-two.org']],
  ])('%s', (_, text, wanted) => {
    expect(namesIn(text)).toEqual(wanted)
    expect(pastedNames(text).isWhole).toBe(false)
  })

  test.each([
    ['abbreviations', 'e.g. this, i.e. that, z.B. jenes, the U.S. and a Ph.D., 9 a.m.'],
    ['numbers', 'It costs 3.50 or 1.299,00, took 2.5k, at 9.am, is 2.in long, 99.9%'],
    ['versions', 'v1.2.3 1.2.3-rc.1 10.0.19045.3693 2.0.dev release 3.11'],
    ['dates and times', '26.11.2026 12:30:45.123 2026-11-26T12:30:45.000Z'],
    ['files', 'report.pdf invoice.docx logo.png data.csv notes.txt a.exe'],
    ['paths', '/usr/lib/foo.so ./run.sh ../a.de ~/b.md C:\\Users\\a.com\\x.doc file:///etc/a.com'],
    ['a missing blank', 'I clicked the link.It was red.So I stopped'],
    ['companies', 'Foo Co.Ltd and Bar Pty.Ltd'],
    ['endings', 'co.uk com .net'],
    ['code', 'foo.baz() this.value = Node.js'],
    ['addresses of hardware', 'aa:bb:cc:dd:ee:ff 12:30 std::move'],
    ['pictures of an email', '[cid:image001.png@01da.com]'],
    ['nothing', ' \n\t'],
  ])('%s are no names', (_, text) => expect(namesIn(text)).toEqual([]))

  test('a name with a wrong ending is mentioned in a list, and skipped in prose', () => {
    const reason = 'The ending .notatld does not exist.'
    expect(pastedNames('vintara.com\r\nname.notatld\n').rejected).toEqual([
      { text: 'name.notatld', reason },
    ])
    expect(pastedNames('vintara.com and name.notatld').rejected).toEqual([])
  })

  test('IP addresses are apart, each once', () => {
    const text =
      'http://192.0.2.7:8080/x 192.0.2.7 198.51.100.0/24 https://[2001:DB8::5]/ 2001:db8::5 999.1.1.1'
    expect(pastedNames(text)).toMatchObject({
      names: [],
      addresses: ['192.0.2.7', '198.51.100.0', '2001:db8::5'],
    })
  })

  test.each([
    ['see archive.zip here', 'archive.zip', 'name of a file'],
    ['see README.md here', 'README.md', 'name of a file'],
    ['see exam_ple.com here', 'exam_ple.com', 'underscore'],
    ['see https://shop.notanending/x here', 'https://shop.notanending/x', 'does not exist'],
    ['see https://co.uk/ here', 'https://co.uk/', 'is an ending'],
    ['see https://-a.com/ here', 'https://-a.com/', 'hyphens'],
  ])('of %j, %j is rejected with a reason', (text, piece, reason) => {
    expect(pastedNames(text).rejected).toEqual([
      { text: piece, reason: expect.stringContaining(reason) },
    ])
  })

  test('each name has the text that it was found in', () => {
    expect(pastedNames('see hxxps://a-one[.]com/x and ann@b-two.org').names).toEqual([
      { domain: 'a-one.com', from: 'https://a-one.com/x' },
      { domain: 'b-two.org', from: 'ann@b-two.org' },
    ])
  })
})

const GLUE = fc.constantFrom(
  ' ',
  '\n',
  ', ',
  '; ',
  ' – ',
  '\t',
  '" "',
  '> <',
  ') (',
  '. ',
  '! ',
  ' 5.99 ',
)
const LABEL = fc.stringMatching(/^[a-z][a-z0-9]{2,12}$/)
const NAME = fc
  .tuple(LABEL, fc.constantFrom('com', 'org', 'de', 'co.uk', 'net'))
  .filter(([label]) => !/^(?:prof|pte|pty|pvt|inc|mrs)$/.test(label))
  .map(([label, ending]) => `${label}.${ending}`)
const WRITTEN = fc.constantFrom<(name: string) => string>(
  (name) => name,
  (name) => name.replaceAll('.', '[.]'),
  (name) => `https://${name}/a?b=c`,
  (name) => `hxxp[:]//${name.replace('.', '[.]')}/`,
  (name) => `ann@${name}`,
  (name) => name.toUpperCase(),
)

describe('any text', () => {
  test('every name is found, in its order and once, however it is written', () => {
    const part = fc.tuple(NAME, WRITTEN, GLUE)
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 12 }), (parts) => {
        const text = parts.map(([name, write, glue]) => `${write(name)}${glue}`).join('')
        expect(namesIn(text)).toEqual([...new Set(parts.map(([name]) => name))])
      }),
      { numRuns: propertyRuns(500) },
    )
  })

  test('the service accepts each name, except those that are reserved', () => {
    const piece = fc.constantFrom(
      ...'a¦b.com¦.¦[.]¦(dot)¦ ¦_¦@¦:¦/¦//¦hxxp¦http://¦xn--¦ü¦例¦。¦\u200b¦\u200c¦\u0301¦-¦co.uk¦1.1¦\\¦[¦]¦com¦de¦.test¦=¦&¦,'.split(
        '¦',
      ),
    )
    const text = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
      fc.string({ unit: 'binary', maxLength: 80 }),
    )
    fc.assert(
      fc.property(text, (given) => {
        const found = pastedNames(given)
        const names = found.names.map(({ domain }) => domain)
        expect(names).toEqual([...new Set(names)])
        expect(found.rejected.length).toBeLessThanOrEqual(20)
        for (const name of names) {
          // The service takes a name that begins with "hxxp" for an address.
          if (name.endsWith('.example') || name.startsWith('hxxp')) continue
          const served = parseListedDomain(name, 'sandbox.example')
          if (!served.ok) expect(served.message).toMatch(/special use/)
        }
      }),
      { numRuns: propertyRuns(5_000) },
    )
  })

  test('the names of a result are read back unchanged', () => {
    fc.assert(
      fc.property(fc.array(NAME, { minLength: 2 }), (given) => {
        const once = namesIn(given.join('\n'))
        expect(namesIn(once.join('\n'))).toEqual(once)
      }),
    )
  })

  test('is bounded in characters and names', () => {
    const many = Array.from({ length: PASTED_NAMES_MAX + 5 }, (_, n) => `n${n}.com`).join('\n')
    expect(pastedNames(many).names).toHaveLength(PASTED_NAMES_MAX)
    expect(pastedNames(many).isCut).toBe(true)
    const long = `${' '.repeat(PASTED_CHARACTERS_MAX)}a-one.com`
    expect(pastedNames(long)).toMatchObject({ names: [], isCut: true })
  })

  test.each([
    '[.]',
    'a.',
    '@',
    '://',
    '(dot)',
    'h**p:',
    '_',
    'http://',
    '.a_',
    '=:&',
    '\u200c',
    'a\u0301',
    '[ . ]',
    '   [',
    '1.',
    '::',
    'a-.',
    '例.',
    '\\/',
  ])('takes linear time for repetitions of %j', (unit) => {
    const timeOf = (characters: number) => {
      const text = `x${unit.repeat(characters / unit.length)}`
      const start = performance.now()
      pastedNames(text)
      return performance.now() - start
    }
    timeOf(10_000)
    expect(timeOf(PASTED_CHARACTERS_MAX)).toBeLessThan(20 * timeOf(20_000) + 1_500)
  })
})
