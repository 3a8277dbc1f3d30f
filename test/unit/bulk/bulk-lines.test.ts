import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bulkItems, csvLines } from '../../../shared/bulk/bulk-lines.ts'

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Uint8Array.from(Buffer.from(text, encoding))
const texts = (body: Uint8Array) => csvLines(body).map(({ text }) => text)

describe('domains of a CSV body', () => {
  test.each([
    ['one column', 'a.com\nb.com\n', ['a.com', 'b.com']],
    ['no final line break', 'a.com\nb.com', ['a.com', 'b.com']],
    ['a header', 'domain\na.com\n', ['a.com']],
    ['a capitalised header after a byte order mark', '\ufeffDomain\r\na.com\r\n', ['a.com']],
    ['a line "domain" that is not the first line', 'a.com\ndomain\n', ['a.com', 'domain']],
    ['several columns', 'a.com,x,"y\nz"\nb.com;1\nc.com\t2\n', ['a.com', 'b.com', 'c.com']],
    ['quoted cells', '"a.com"\n"b.com","x"\n', ['a.com', 'b.com']],
    ['empty lines', '\na.com\n\n\nb.com\n', ['', 'a.com', '', '', 'b.com']],
    ['carriage returns as line breaks', 'a.com\rb.com\r', ['a.com', 'b.com']],
    ['an unclosed quotation mark', 'a.com\n"b.com\nc.com\n', ['a.com', '"b.com', 'c.com']],
    ['quotation marks around two lines', 'a.com\n"b.com\nc.com"\nd.com\n', ['a.com', 'b.com', 'c.com', 'd.com']],
    ['a quotation mark inside a name', 'a"b.com\nc.com\n', ['a"b.com', 'c.com']],
    ['no content', '', []],
    ['a header alone', 'domain\n', []],
    ['umlauts', 'bäckerei-holmgraf.de\n', ['bäckerei-holmgraf.de']],
  ])('the domains are read from a CSV body with %s', (_, body, expected) => {
    expect(texts(bytes(body))).toEqual(expected)
  })

  test('UTF-16 with a byte order mark is decoded, and a line of invalid UTF-8 keeps its position', () => {
    expect(texts(bytes('\ufeffa.com\r\nb\u00e4r.de\r\n', 'utf16le'))).toEqual(['a.com', 'bär.de'])
    expect(csvLines(bytes('a.com\nb\xe4r.de\nc.com\n', 'latin1'))).toEqual([
      { text: 'a.com' },
      { text: null, shown: 'bär.de' },
      { text: 'c.com' },
    ])
  })

  test('every line of plain names is returned, with any kind of line break', () => {
    const name = fc.stringMatching(/^[a-z0-9#. -]{1,30}$/).filter((text) => text.trim().toLowerCase() !== 'domain')
    fc.assert(
      fc.property(fc.array(name, { maxLength: 60 }), fc.constantFrom('\n', '\r\n', '\r'), (names, lineBreak) => {
        expect(texts(bytes(names.map((one) => one + lineBreak).join('')))).toEqual(names)
      }),
    )
  })

  test('any bytes give a list of lines and never throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (body) => {
        for (const { text } of csvLines(body)) expect(text === null || typeof text === 'string').toBe(true)
      }),
      { numRuns: 300 },
    )
  })
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
      { domain: 'nope', error_code: 'INVALID_DOMAIN', error_message: expect.stringContaining('single label') },
      { domain: 'a.com', registrable_domain: 'a.com', same_as: 0 },
      { domain: 'x', error_code: 'INVALID_DOMAIN', error_message: 'The domain is not valid UTF-8.' },
      { domain: 'test-corp.sandbox.example', registrable_domain: 'sandbox.example', sandbox: 'test-corp' },
    ])
  })

  test('the stored text of an invalid line is short and well-formed', () => {
    const { items } = bulkItems([{ text: `\u0000\ud800${'x'.repeat(9_000)}` }], 'sandbox.example')
    expect(items[0]?.domain.length).toBeLessThanOrEqual(300)
    expect(items[0]?.domain).not.toContain('\u0000')
    expect(items[0]?.domain.isWellFormed()).toBe(true)
  })
})
