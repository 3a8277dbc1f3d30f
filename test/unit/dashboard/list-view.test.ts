import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvOf } from '../../../workers/dashboard/parts/csv-file.ts'
import { answerWords, type RowAnswer } from '../../../workers/dashboard/parts/row-words.ts'
import { csvName, listCsv } from '../../../workers/dashboard/screens/bulk/list-csv.ts'
import { listProgress, stateText } from '../../../workers/dashboard/screens/bulk/list-progress.ts'
import {
  facetsOf,
  groupsOf,
  type ListRow,
  SORTS,
  shownRows,
} from '../../../workers/dashboard/screens/bulk/list-view.ts'

const row = (index: number, more: Partial<ListRow>): ListRow => ({
  index,
  domain: `d${index}.com`,
  domain_unicode: `d${index}.com`,
  status: 'completed',
  job_id: `job_${index}`,
  entity: null,
  confidence: null,
  basis: null,
  warnings: [],
  error: null,
  note: '',
  ...more,
})
const warning = (kind: ListRow['warnings'][number]['kind'], entity: string | null = null) => ({
  kind,
  severity: kind === 'imitates' ? ('high' as const) : ('info' as const),
  entity,
  detail: '',
})

const ROWS = [
  row(0, { entity: 'Fenn Ltd', confidence: 0.8 }),
  row(1, { entity: 'Oak plc', confidence: 0.98, note: 'Team Blue' }),
  row(2, { entity: 'Oak plc', confidence: 0.6, status: 'partial' }),
  row(3, { warnings: [warning('imitates', 'Oak plc')] }),
  row(4, { warnings: [warning('not_registered')] }),
  row(5, { status: 'running' }),
  row(6, { status: 'pending', job_id: null }),
  row(7, { status: 'failed', error: { code: 'ANALYSIS_FAILED', message: 'The DNS broke.' } }),
  row(8, { status: 'rejected', job_id: null, error: { code: 'INVALID_DOMAIN', message: 'Odd.' } }),
  row(9, {}),
]
const NOBODY: ReadonlySet<string> = new Set()
const OWN: ReadonlySet<string> = new Set(['Oak plc'])

describe('the words of a row', () => {
  const words = (more: Partial<RowAnswer>) => {
    const { kind, text, name } = answerWords({ ...row(0, {}), ...more })
    return [kind, [text, name].filter(Boolean).join(' ')]
  }
  test.each<[Partial<RowAnswer>, string, string]>([
    [{ entity: 'Fenn Ltd' }, 'operator', 'Fenn Ltd'],
    [{}, 'nobody', 'Nobody could be named'],
    [{ status: 'queued' }, 'unfinished', 'Waiting'],
    [{ status: 'running', progress: { percent: 0 } }, 'unfinished', 'Running'],
    [{ status: 'running', progress: { percent: 43 } }, 'unfinished', 'Running 43%'],
    [{ warnings: [warning('not_registered')] }, 'absent', 'Not registered'],
    [{ warnings: [warning('imitates', 'Oak plc')] }, 'imitates', 'Imitates Oak plc'],
    [{ entity: 'Fenn Ltd', warnings: [warning('imitates', 'Oak')] }, 'operator', 'Fenn Ltd'],
    [{ status: 'stopped' }, 'refused', 'Stopped before it started, refunded'],
    [
      { status: 'failed', error: { code: 'ANALYSIS_FAILED', message: 'It rained\u202e.' } },
      'failed',
      'Failed: It rained[U+202E].',
    ],
    [{ status: 'failed' }, 'failed', 'Failed: no reason is known'],
    [
      { status: 'rejected', error: { code: 'INVALID_DOMAIN', message: 'Odd.' } },
      'refused',
      'Refused: Odd.',
    ],
  ])('of %j are %s "%s"', (more, kind, text) => expect(words(more)).toEqual([kind, text]))
})

describe('the rows of a list', () => {
  const indexes = (wanted: Partial<Parameters<typeof shownRows>[2]>, own = NOBODY) =>
    shownRows(ROWS, own, { facet: '', text: '', sort: 'line', ...wanted }).map(({ index }) => index)

  test('are filtered by their state, their outcome, a warning and their operator', () => {
    expect(indexes({})).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(indexes({ facet: 'operator' })).toEqual([0, 1, 2])
    expect(indexes({ facet: 'nobody' })).toEqual([3, 4, 9])
    expect(indexes({ facet: 'unfinished' })).toEqual([5, 6])
    expect(indexes({ facet: 'warning:imitates' })).toEqual([3])
    expect(indexes({ facet: 'ours' }, OWN)).toEqual([1, 2])
    expect(indexes({ facet: 'not-ours' }, OWN)).toEqual([0, 3, 4, 9])
    expect(indexes({ facet: 'unknown' })).toHaveLength(10)
  })

  test('are found by domain, operator, note and error, in any case', () => {
    expect(indexes({ text: ' OAK ' })).toEqual([1, 2])
    expect(indexes({ text: 'blue' })).toEqual([1])
    expect(indexes({ text: 'dns' })).toEqual([7])
    expect(indexes({ text: 'd4.' })).toEqual([4])
  })

  test('are sorted, and lines without a value stand last', () => {
    expect(indexes({ sort: 'confidence' }).slice(0, 3)).toEqual([1, 0, 2])
    expect(indexes({ sort: 'operator' }).slice(0, 3)).toEqual([0, 1, 2])
    expect(indexes({ sort: 'warnings' }).slice(0, 2)).toEqual([3, 4])
    for (const [sort] of SORTS) expect(indexes({ sort }).toSorted((a, b) => a - b)).toHaveLength(10)
  })

  test('have only filters that fit a row, with the number of rows', () => {
    expect(facetsOf(ROWS, NOBODY).map(({ id, count }) => `${id} ${count}`)).toEqual([
      'operator 3',
      'nobody 3',
      'unfinished 2',
      'partial 1',
      'failed 1',
      'rejected 1',
      'warning:imitates 1',
      'warning:not_registered 1',
    ])
    for (const { id, count } of facetsOf(ROWS, OWN))
      expect(indexes({ facet: id }, OWN)).toHaveLength(count)
  })

  test('are grouped by operator: ours first, then the largest, and those without one last', () => {
    const shown = groupsOf(ROWS, new Set(['Fenn Ltd'])).map(
      ({ operator, title, isOwn, rows }) =>
        `${isOwn ? 'ours ' : ''}${operator ?? title} ${rows.length}`,
    )
    expect(shown.slice(0, 3)).toEqual(['ours Fenn Ltd 1', 'Oak plc 2', 'Waiting or running 2'])
    expect(shown.slice(3).sort()).toEqual([
      'Failed 1',
      'Imitations 1',
      'Nobody could be named 1',
      'Not registered 1',
      'Refused or stopped 1',
    ])
  })
})

describe('the file of a list', () => {
  test('holds a row for each line, and any text is read back', () => {
    const text = fc.string({ unit: 'binary', maxLength: 30 })
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 5 }), (given) => {
        const rows = given.map(([entity, note], index) => row(index, { entity, note }))
        const [, ...records] = parse(csvOf(listCsv(rows)), { bom: true, relaxColumnCount: false })
        expect(records).toHaveLength(rows.length)
        for (const [at, record] of records.entries()) {
          const [entity, note] = given[at] ?? []
          expect([record[4]?.replace(/^'/, ''), record[9]?.replace(/^'/, '')]).toEqual([
            entity?.replace(/^'/, ''),
            note?.replace(/^'/, ''),
          ])
        }
      }),
    )
  })

  test.each([
    ['Suppliers <b>2026</b>', true, 'Suppliers-b-2026-b_2026-11-26.csv'],
    [null, false, 'list_2026-11-26_so-far.csv'],
    ['../\u202e', true, 'list_2026-11-26.csv'],
  ])('of the list %j has a name that says its subject', (name, isOver, file) =>
    expect(csvName(name, new Date('2026-11-26T12:00:00Z'), isOver)).toBe(file),
  )
})

test('the progress of a list counts every ended line', () => {
  const list = {
    status: 'running',
    total: 10,
    completed: 1,
    partial: 1,
    failed: 1,
    rejected: 1,
    stopped: 1,
  } as const
  expect(listProgress(list)).toEqual({ ended: 5, share: 0.5 })
  expect(listProgress({ ...list, total: 0 }).share).toBe(1)
  expect(stateText(list)).toBe('Running 50%')
  expect(stateText({ ...list, status: 'completed' })).toBe('Stopped')
  expect(stateText({ ...list, status: 'completed', stopped: 0 })).toBe('Ended')
})
