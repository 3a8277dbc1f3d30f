import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRecords } from '../../../shared/platform/csv.ts'
import { propertyRuns } from '../../property-runs.ts'

const FORMULA_CHARACTERS = '=+-@＝＋－＠﹦﹢﹣﹫−'
const SKIPPED = [
  ' ',
  '\t',
  '\r',
  '\n',
  '\u0000',
  '\u001f',
  '\u00a0',
  '\u00ad',
  '\u200b',
  '\u200e',
  '\u3000',
  '\ufeff',
]

const piece = fc.oneof(
  fc.constantFrom(...FORMULA_CHARACTERS, ...SKIPPED, ',', ';', '|', '"', "'", '،', '؛', '，'),
  fc.string({ unit: 'binary', maxLength: 3 }).filter((text) => text.isWellFormed()),
)
const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))

/**
 * The first character that counts for a spreadsheet program. Such a program ignores white space,
 * control characters and invisible characters before it.
 */
const firstSeen = (cell: string) =>
  [...cell].find((character) => !/[\s\p{C}\p{DI}]/u.test(character)) ?? ''

test('no cell of any text starts a formula, and a standard parser reads the same text without the apostrophe', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 5 }), (record) => {
      const [cells = []] = parse(csvRecords([record]), {
        record_delimiter: '\r\n',
        bom: false,
      }) as string[][]
      expect(cells).toHaveLength(record.length)
      cells.forEach((cell, index) => {
        expect(FORMULA_CHARACTERS.includes(firstSeen(cell) || 'x')).toBe(false)
        expect([record[index], `'${record[index]}`]).toContain(cell)
      })
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

test.each([';', ',', '\t', '|', '،', '؛', '，', '\n', '\r', ' '])(
  'a cell with the character %j is in quotation marks, so that no program splits it',
  (separator) => {
    expect(csvRecords([[`a${separator}b`, 'c']])).toBe(`"a${separator}b",c\r\n`)
  },
)

test('numbers and plain text stay unchanged', () => {
  expect(csvRecords([[-0.5, 1, 'a-b.c_d', '']])).toBe('-0.5,1,a-b.c_d,\r\n')
})
