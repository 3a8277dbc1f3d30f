import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRecords } from '../../../shared/platform/csv.ts'
import {
  matchingResults,
  resultLines,
} from '../../../workers/dashboard/screens/bulk/result-file.ts'

const HEADER = [
  'domain',
  'status',
  'entity',
  'confidence',
  'outcome',
  'second_candidate',
  'registrar',
  'error',
  'job_id',
]
const fileOf = (...records: (string | number)[][]) => csvRecords([HEADER, ...records])
const FOUND = ['a.com', 'completed', 'Fenn, "Oak" & Co', 0.98, 'attributed', '', 'R', '', 'job_1']
const UNCLEAR = ['b.com', 'completed', '', 0.2, 'unknown', '', '', '', 'job_2']
const REJECTED = ['=1+1', 'rejected', '', '', '', '', '', 'INVALID_DOMAIN: The domain\nis odd.', '']

const STOPPED = ['c.com', 'stopped', '', '', '', '', '', '', '']

test('the file of results is read with its numbers, quotation marks and line breaks', () => {
  expect(resultLines(fileOf(FOUND, UNCLEAR, REJECTED))).toEqual([
    {
      number: 1,
      domain: 'a.com',
      status: 'completed',
      entity: 'Fenn, "Oak" & Co',
      confidence: 0.98,
      error: null,
      jobId: 'job_1',
    },
    {
      number: 2,
      domain: 'b.com',
      status: 'completed',
      entity: null,
      confidence: 0.2,
      error: null,
      jobId: 'job_2',
    },
    {
      number: 3,
      domain: '=1+1',
      status: 'rejected',
      entity: null,
      confidence: null,
      error: REJECTED[7],
      jobId: null,
    },
  ])
  expect(resultLines('')).toEqual([])
})

test('every name that the service writes is read back, except for characters that spreadsheet programs execute', () => {
  const plain = fc
    .string({ unit: 'binary', maxLength: 40 })
    .filter((text) => !/^['\p{C}\s]|[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−]/u.test(text))
  fc.assert(
    fc.property(fc.array(fc.tuple(plain, plain), { maxLength: 5 }), (rows) => {
      const file = fileOf(
        ...rows.map(([domain, entity]) => [domain, 'completed', entity, 0.5, '', '', '', '', '']),
      )
      expect(resultLines(file).map(({ domain, entity }) => [domain, entity ?? ''])).toEqual(rows)
    }),
  )
})

test('lines can be filtered by their result and by a text in domain, operator or error', () => {
  const lines = resultLines(fileOf(FOUND, UNCLEAR, REJECTED, STOPPED))
  const found = (...wanted: [Parameters<typeof matchingResults>[1], string]) =>
    matchingResults(lines, ...wanted).map(({ number }) => number)
  expect(found('all', '')).toEqual([1, 2, 3, 4])
  expect(found('found', '')).toEqual([1])
  expect(found('unclear', '')).toEqual([2])
  expect(found('unfinished', '')).toEqual([3, 4])
  expect(found('all', 'OAK')).toEqual([1])
  expect(found('all', 'is odd')).toEqual([3])
  expect(found('found', 'b.com')).toEqual([])
})
