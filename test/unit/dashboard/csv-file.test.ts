import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRecords } from '../../../shared/platform/csv.ts'
import { csvOf } from '../../../workers/dashboard/parts/csv-file.ts'
import { propertyRuns } from '../../property-runs.ts'

const piece = fc.oneof(
  fc.constantFrom(
    ...'=+-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−',
    ...' \t\r\n\u0000\u00ad\u200b\u3000\ufeff,;|"\'',
  ),
  fc.string({ unit: 'binary', maxLength: 3 }),
)
const cell = fc.oneof(
  fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 3 })

test('a file of the dashboard is escaped like a file of the service', () => {
  fc.assert(
    fc.property(rows, (given) => {
      expect(csvOf(given)).toBe(`\ufeff${csvRecords(given)}`)
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

test.each([
  '=1+1',
  '+1',
  '-1',
  '@a',
  ' \t=1',
  '\u200b=1',
  '＝1',
  '\r=1',
  '\u00ad-1',
  '\n',
  '\u0000',
])('a text that a spreadsheet program could execute gets an apostrophe: %j', (text) => {
  expect(csvOf([[text]])).toBe(`\ufeff"'${text}"\r\n`)
})

test('numbers stay numbers, and a cell with any separator is in quotation marks', () => {
  expect(csvOf([[-0.5, 'a;b', 'a-b.c_d', '']])).toBe('\ufeff-0.5,"a;b",a-b.c_d,\r\n')
})
