import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bulkItems, csvLines } from '../../../shared/bulk/bulk-lines.ts'
import { decodeList, listLines } from '../../../workers/dashboard/parts/list-lines.ts'
import { previewOf } from '../../../workers/dashboard/parts/list-preview.ts'
import { propertyRuns } from '../../property-runs.ts'

const LINES_MAX = 40
const SANDBOX = 'sandbox.example'
const bytes = (text: string, encoding: BufferEncoding = 'utf8') =>
  Uint8Array.from(Buffer.from(text, encoding))
const linesOfPage = (body: Uint8Array) => listLines(decodeList(body), LINES_MAX)
/**
 * Lines of the dashboard. Null for a line with U+FFFD: the dashboard and the service both refuse
 * such a line, but with different texts, so its text is not compared.
 */
const ofPage = (body: Uint8Array) =>
  linesOfPage(body).map(({ text, isReadable }) => (isReadable ? text : null))
const ofService = (body: Uint8Array) =>
  csvLines(body, LINES_MAX).map(({ text }) => (text?.includes('\ufffd') ? null : text))

const PIECES = [
  'a.com',
  'domain',
  '"',
  '""',
  ',',
  ';',
  '\t',
  '\n',
  '\r',
  '\r\n',
  ' ',
  '\u007f',
  '\u00a0',
  '\u200b',
  '\ufeff',
  'ü',
]

describe('the page reads a list as the service does', () => {
  test.each([
    [
      'columns, quotes and blank lines',
      'domain,note\n"a.com",x\n\n;;\n"b.com\nc.com"\nd.com;"y\nz"\n',
    ],
    ['an unclosed quotation mark', 'a.com\n"b.com\nc.com\n'],
    ['a header in capitals after a byte order mark', '\ufeffDOMAIN\r\na.com\r\n'],
    ['doubled quotation marks', '"a""b.com","""x"""\nc.com\n'],
    ['no lines', 'domain\n\n'],
  ])('with %s', (_, body) => {
    expect(ofPage(bytes(body))).toEqual(ofService(bytes(body)))
  })

  test('in UTF-16, and with bytes that are no UTF-8', () => {
    expect(ofPage(bytes('\ufeffa.com\r\nbär.de\r\n', 'utf16le'))).toEqual(['a.com', 'bär.de'])
    expect(ofPage(bytes('a.com\nb\xe4r.de\nc.com\n', 'latin1'))).toEqual(['a.com', null, 'c.com'])
  })

  test('for any sequence of names, quotation marks, delimiters and line breaks', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }), (pieces) => {
        expect(ofPage(bytes(pieces.join('')))).toEqual(ofService(bytes(pieces.join(''))))
      }),
      { numRuns: propertyRuns(3_000) },
    )
  })

  test('for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (body) => {
        expect(ofPage(body)).toEqual(ofService(body))
      }),
      { numRuns: propertyRuns(3_000) },
    )
  })

  test('and stops one line after the limit', () => {
    expect(linesOfPage(bytes('a.com\n'.repeat(LINES_MAX * 3)))).toHaveLength(LINES_MAX + 1)
  })

  test('in a time that grows with the length of the list, also for lists of quotation marks', () => {
    const start = performance.now()
    for (const piece of ['"', '""\n', '"\n', '",', '"""\n', ',"', '"a\n']) {
      listLines(piece.repeat(300_000 / piece.length), Number.POSITIVE_INFINITY)
    }
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})

describe('the preview of a list', () => {
  const LIST = 'domain\nexample.com\nhttps://example.com/x\nEXAMPLE.com.\nbücher.de\nexam_ple.com\n'

  test('counts accepted, refused and repeated lines like the service', () => {
    const { items, accepted } = bulkItems(csvLines(bytes(LIST), LINES_MAX), SANDBOX)
    const preview = previewOf(linesOfPage(bytes(LIST)))
    expect(preview.accepted).toBe(accepted)
    expect(preview.distinct).toBe(2)
    expect(preview.lines.map(({ domain }) => domain)).toEqual(
      items.map((item) => ('error_code' in item ? null : item.domain)),
    )
    expect(preview.lines.map(({ sameAs }) => sameAs)).toEqual([null, 1, 1, null, null])
  })

  test('names the line and the reason of a refusal', () => {
    expect(previewOf(linesOfPage(bytes(LIST))).refused).toMatchObject([
      { number: 5, text: 'exam_ple.com', problem: expect.stringContaining('underscore') },
    ])
  })
})

test('the second column of a line is its note', () => {
  const body = [
    'domain,note',
    'a.com,"Reed, ""Ann"""',
    'b.com;  x y ;z',
    'c.com',
    '"d.com\ne.com",both',
  ]
  const notes = listLines(body.join('\n'), LINES_MAX).map(({ text, note }) => [text, note])
  expect(notes).toEqual([
    ['a.com', 'Reed, "Ann"'],
    ['b.com', 'x y'],
    ['c.com', ''],
    ['d.com', 'both'],
    ['e.com', 'both'],
  ])
})
