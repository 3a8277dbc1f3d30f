import { describe, expect, test } from 'vitest'
import { csvOf } from '../../../workers/dashboard/parts/csv-file.ts'
import { analysesCsv } from '../../../workers/dashboard/screens/jobs/analyses-csv.ts'
import {
  type Analysis,
  joined,
  matching,
  sorted,
} from '../../../workers/dashboard/screens/jobs/analyses-filter.ts'

const analysis = (id: string, change: Partial<Analysis>): Analysis => ({
  job_id: id,
  domain: `${id}.example`,
  domain_unicode: change.domain ?? `${id}.example`,
  depth: 'deep',
  passive: false,
  status: 'completed',
  created_at: '2026-11-01T00:00:00.000Z',
  started_at: null,
  completed_at: null,
  duration_ms: null,
  charge: { covered_by: 'quota', credits: 0, refunded: false },
  progress: { percent: 100, stage: 'done', updated_at: '2026-11-01T00:00:00.000Z' },
  error: null,
  callback_url: null,
  bulk_job_id: null,
  entity: null,
  confidence: null,
  basis: null,
  warnings: [],
  ...change,
})

const a = analysis('a', { entity: 'Zeta Ltd', confidence: 0.5 })
const b = analysis('b', { entity: 'alpha GmbH', created_at: '2026-11-03T00:00:00.000Z' })
const c = analysis('c', { confidence: 0.9, created_at: '2026-11-02T00:00:00.000Z' })
const idsOf = (list: readonly Analysis[]) => list.map(({ job_id: id }) => id).join('')

describe('analyses', () => {
  test.each([
    ['zeta', 'a'],
    ['LTD a.ex', 'a'],
    ['.example', 'abc'],
    ['beta', ''],
    ['', 'abc'],
  ])('the text "%s" matches %s', (text, ids) => {
    expect(idsOf(matching([a, b, c], text))).toBe(ids)
  })

  test.each([
    ['newest', 'bca'],
    ['oldest', 'acb'],
    ['domain', 'abc'],
    ['operator', 'bac'],
    ['confidence', 'cab'],
  ] as const)('sorted by %s are %s', (sort, ids) => {
    expect(idsOf(sorted([a, b, c], sort))).toBe(ids)
  })

  test('of two lists appear once, the newest first', () => {
    expect(idsOf(joined([a, b], [b, c]))).toBe('bca')
  })

  test('a saved name cannot be a formula of a spreadsheet', () => {
    const row = analysesCsv([
      analysis('d', { entity: '=HYPERLINK("x")', domain: 'xn--d.example' }),
    ])[1]
    expect(csvOf([row ?? []])).toContain(`"'=HYPERLINK(""x"")"`)
  })
})
