import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bulkItems, csvLines } from '../../../shared/bulk/bulk-lines.ts'

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Uint8Array.from(Buffer.from(text, encoding))
const texts = (body: Uint8Array) => csvLines(body).map(({ text }) => text)

describe('lines of a CSV body', () => {
  test.each([
    ['one column', 'a.com\nb.com\n', ['a.com', 'b.com']],
    ['no final line break', 'a.com\nb.com', ['a.com', 'b.com']],
    ['a header', 'domain\na.com\n', ['a.com']],
    ['a header in capitals with a mark before it', '\ufeffDomain\r\na.com\r\n', ['a.com']],
    ['the header only as the first line', 'a.com\ndomain\n', ['a.com', 'domain']],
    ['several columns', 'a.com,x,"y\nz"\nb.com;1\nc.com\t2\n', ['a.com', 'b.com', 'c.com']],
    ['quoted', '"a.com"\n"b.com","x"\n', ['a.com', 'b.com']],
    ['empty lines', '\na.com\n\n\nb.com\n', ['', 'a.com', '', '', 'b.com']],
    ['old line breaks', 'a.com\rb.com\r', ['a.com', 'b.com']],
    ['a quote that never closes', 'a.com\n"b.com\nc.com\n', ['a.com', '"b.com', 'c.com']],
    ['quotes that swallow lines', 'a.com\n"b.com\nc.com"\nd.com\n', ['a.com', 'b.com', 'c.com', 'd.com']],
    ['a quote in the middle', 'a"b.com\nc.com\n', ['a"b.com', 'c.com']],
    ['nothing', '', []],
    ['a header alone', 'domain\n', []],
    ['umlauts', 'bäckerei-holmgraf.de\n', ['bäckerei-holmgraf.de']],
  ])('%s', (_, body, expected) => {
    expect(texts(bytes(body))).toEqual(expected)
  })

  test('UTF-16 with its mark is read; bytes that are no UTF-8 keep their place', () => {
    expect(texts(bytes('\ufeffa.com\r\nb\u00e4r.de\r\n', 'utf16le'))).toEqual(['a.com', 'bär.de'])
    expect(csvLines(bytes('a.com\nb\xe4r.de\nc.com\n', 'latin1'))).toEqual([
      { text: 'a.com' },
      { text: null, shown: 'bär.de' },
      { text: 'c.com' },
    ])
  })

  test('every line of plain names comes back, whatever the line break', () => {
    const name = fc.stringMatching(/^[a-z0-9#. -]{1,30}$/).filter((text) => text.trim().toLowerCase() !== 'domain')
    fc.assert(
      fc.property(fc.array(name, { maxLength: 60 }), fc.constantFrom('\n', '\r\n', '\r'), (names, lineBreak) => {
        expect(texts(bytes(names.map((one) => one + lineBreak).join('')))).toEqual(names)
      }),
    )
  })

  test('any bytes at all give lines and never throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (body) => {
        for (const { text } of csvLines(body)) expect(text === null || typeof text === 'string').toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

describe('items of a list', () => {
  test('valid, doubled and wrong lines, each in its place', () => {
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
      { domain: 'nope', error: { code: 'INVALID_DOMAIN', message: expect.stringContaining('single label') } },
      { domain: 'a.com', registrable_domain: 'a.com', same_as: 0 },
      { domain: 'x', error: { code: 'INVALID_DOMAIN', message: 'The domain is not valid UTF-8.' } },
      { domain: 'test-corp.sandbox.example', registrable_domain: 'sandbox.example', sandbox: 'test-corp' },
    ])
  })

  test('what is kept of wrong lines is short and can be stored', () => {
    const { items } = bulkItems([{ text: `\u0000\ud800${'x'.repeat(9_000)}` }], 'sandbox.example')
    expect(items[0]?.domain.length).toBeLessThanOrEqual(300)
    expect(items[0]?.domain).not.toContain('\u0000')
    expect(items[0]?.domain.isWellFormed()).toBe(true)
  })
})
