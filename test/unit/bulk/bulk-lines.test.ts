import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bulkItems, csvLines } from '../../../shared/bulk/bulk-lines.ts'
import { hostileLists, readList } from './hostile-lists.ts'

const bytes = (text: string, encoding: BufferEncoding = 'utf8') =>
  Uint8Array.from(Buffer.from(text, encoding))
const LINES_MAX = 100
const texts = (body: Uint8Array) => csvLines(body, LINES_MAX).map(({ text }) => text)

describe('domains of a CSV body', () => {
  test.each([
    ['one column', 'a.com\nb.com\n', ['a.com', 'b.com']],
    ['no final line break', 'a.com\nb.com', ['a.com', 'b.com']],
    ['a header', 'domain\na.com\n', ['a.com']],
    ['a capitalised header after a byte order mark', '\ufeffDomain\r\na.com\r\n', ['a.com']],
    ['a line "domain" that is not the first line', 'a.com\ndomain\n', ['a.com', 'domain']],
    ['several columns', 'a.com,x,"y\nz"\nb.com;1\nc.com\t2\n', ['a.com', 'b.com', 'c.com']],
    ['quoted cells', '"a.com"\n"b.com","x"\n', ['a.com', 'b.com']],
    ['blank lines', '\na.com\n\n \t\n;;;\n"",""\nb.com\n\n\n', ['a.com', 'b.com']],
    [
      'blank lines of other spaces',
      'a.com\n\u00a0\n\u3000;\u200b\nb.com\n\u00a0',
      ['a.com', 'b.com'],
    ],
    ['an empty first cell', ',a note\na.com\n', ['', 'a.com']],
    ['a header after a blank line', '\n\ndomain\na.com\n', ['a.com']],
    ['carriage returns as line breaks', 'a.com\rb.com\r', ['a.com', 'b.com']],
    ['an unclosed quotation mark', 'a.com\n"b.com\nc.com\n', ['a.com', '"b.com', 'c.com']],
    [
      'quotation marks around two lines',
      'a.com\n"b.com\nc.com"\nd.com\n',
      ['a.com', 'b.com', 'c.com', 'd.com'],
    ],
    ['an unclosed quotation mark in a later cell', 'a.com,"x\nb.com\n', ['a.com', 'b.com']],
    [
      'text after a closing quotation mark',
      'a.com\n"b.com"x\n"c.com"\n',
      ['a.com', '"b.com"x', 'c.com'],
    ],
    ['doubled quotation marks', '"a""b.com","""x"""\nc.com\n', ['a"b.com', 'c.com']],
    ['a quotation mark inside a name', 'a"b.com\nc.com\n', ['a"b.com', 'c.com']],
    ['no content', '', []],
    ['a header alone', 'domain\n', []],
    ['umlauts', 'bäckerei-holmgraf.de\n', ['bäckerei-holmgraf.de']],
  ])('the domains are read from a CSV body with %s', (_, body, expected) => {
    expect(texts(bytes(body))).toEqual(expected)
  })

  test('UTF-16 with a byte order mark is decoded, and a line of invalid UTF-8 keeps its position', () => {
    expect(texts(bytes('\ufeffa.com\r\nb\u00e4r.de\r\n', 'utf16le'))).toEqual(['a.com', 'bär.de'])
    expect(csvLines(bytes('a.com\nb\xe4r.de\nc.com\n', 'latin1'), LINES_MAX)).toEqual([
      { text: 'a.com' },
      { text: null, shown: 'bär.de' },
      { text: 'c.com' },
    ])
  })

  test('every line of plain names is returned, with any kind of line break', () => {
    const name = fc
      .stringMatching(/^[a-z0-9#. -]{1,30}$/)
      .filter((text) => !['', 'domain'].includes(text.trim()))
    fc.assert(
      fc.property(
        fc.array(name, { maxLength: 60 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        (names, lineBreak) => {
          expect(texts(bytes(names.map((one) => one + lineBreak).join('')))).toEqual(names)
        },
      ),
    )
  })

  test('any bytes give a list of lines and never throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (body) => {
        for (const { text } of csvLines(body, LINES_MAX))
          expect(text === null || typeof text === 'string').toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

describe('reading of a CSV body', () => {
  const filled = fc.stringMatching(/^[a-z",;\t\n\r ]{0,8}[a-z][a-z",;\t\n\r ]{0,8}$/)

  test('the first cells equal those of a standard CSV parser', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(filled, { minLength: 1, maxLength: 4 }), { maxLength: 20 }),
        (records) => {
          const body = stringify(records, { quoted: true })
          const cells = (parse(body, { relax_column_count: true }) as string[][]).flatMap(
            ([first = '']) => first.split(/\r\n|\n|\r/),
          )
          const wanted = cells.filter((cell) => /[^\s,;"]/.test(cell))
          const expected = wanted[0]?.trim() === 'domain' ? wanted.slice(1) : wanted
          expect(texts(bytes(body))).toEqual(expected)
        },
      ),
    )
  })

  test('reading stops one line after the limit', () => {
    const lines = csvLines(bytes(`domain\n${'a.com\n'.repeat(1_000)}`), LINES_MAX)
    expect(lines).toHaveLength(LINES_MAX + 1)
  })

  test.each(hostileLists(1024 * 1024))(
    'a list of 1 MiB of $kind ($type) is read in less than a second',
    (list) => {
      const before = process.cpuUsage()
      readList(list)
      const { user, system } = process.cpuUsage(before)
      expect((user + system) / 1_000).toBeLessThan(1_000)
    },
  )
})

describe('items of a bulk list', () => {
  test('valid, duplicate and invalid lines give items in their order', () => {
    const { items, accepted } = bulkItems(
      [
        { text: ' A.com. ' },
        { text: 'nope' },
        { text: 'a.com' },
        { text: null, shown: 'x' },
        { text: 'test-corp.sandbox.example' },
      ],
      'sandbox.example',
    )
    expect(accepted).toBe(3)
    expect(items).toEqual([
      { domain: 'a.com', registrable_domain: 'a.com' },
      {
        domain: 'nope',
        error_code: 'INVALID_DOMAIN',
        error_message: expect.stringContaining('single label'),
      },
      { domain: 'a.com', registrable_domain: 'a.com', same_as: 0 },
      {
        domain: 'x',
        error_code: 'INVALID_DOMAIN',
        error_message: 'The domain is not valid UTF-8.',
      },
      {
        domain: 'test-corp.sandbox.example',
        registrable_domain: 'sandbox.example',
        sandbox: 'test-corp',
      },
    ])
  })

  test('the stored text of an invalid line is short and well-formed', () => {
    const { items } = bulkItems([{ text: `\u0000\ud800${'x'.repeat(9_000)}` }], 'sandbox.example')
    expect(items[0]?.domain.length).toBeLessThanOrEqual(300)
    expect(items[0]?.domain).not.toContain('\u0000')
    expect(items[0]?.domain.isWellFormed()).toBe(true)
  })
})

test.each([
  'domain',
  'Domain Name',
  'domains',
  'Website',
  'url',
  '#domain',
  'HOSTNAME',
  'domain_name',
  'FQDN',
  'Company domain',
  'Website URL',
  'Web address',
  'Domains:',
  'Nom de domaine',
  'Домен',
  'ドメイン名',
  'sep=;\r\ndomain;owner',
])('the header %j is no line of the list', (header) => {
  expect(texts(bytes(`${header}\r\nlarkmill.com;x\r\n`))).toEqual(['larkmill.com'])
})

test.each(['domain.com', 'url.de', 'website of mine', 'sep'])(
  'the first line %j is a line of the list',
  (line) => {
    expect(csvLines(bytes(`${line}\nlarkmill.com\n`), 10)).toEqual([
      { text: line },
      { text: 'larkmill.com' },
    ])
  },
)

test.each([
  ['7;larkmill.com;x', 'larkmill.com'],
  ['Lark Mill Ltd,"larkmill.com"', 'larkmill.com'],
  ['7\tGB\tlarkmill.com', 'larkmill.com'],
])('a line with its domain in another column is refused with a hint: %j', (line, domain) => {
  const { items, accepted } = bulkItems(csvLines(bytes(`${line}\n`), 10), 'sandbox.example')
  expect(accepted).toBe(0)
  expect(items[0]?.error_message).toContain(`did you mean ${domain}?`)
})

test.each(['larkmill', 'larkmill;x;y', 'info@fernlea.com;larkmill.com'])(
  'the line %j has no hint of a column',
  (line) => {
    const { items } = bulkItems(csvLines(bytes(`${line}\n`), 10), 'sandbox.example')
    expect(items[0]?.error_message).not.toContain('column')
  },
)
