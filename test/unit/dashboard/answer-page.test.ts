import { describe, expect, test } from 'vitest'
import { cadenceChoices } from '../../../workers/dashboard/parts/watch-cadences.ts'
import { downloadName } from '../../../workers/dashboard/screens/analyze/download-names.ts'
import { isRecent } from '../../../workers/dashboard/screens/analyze/recent.ts'
import { tabTitle } from '../../../workers/dashboard/screens/analyze/tab-title.ts'

const AT = '2026-11-26T23:30:00.000Z'

describe('the name of a download', () => {
  test('has the domain, the day of the evidence and the kind of the file', () => {
    expect(downloadName('thorncastle-group.com', AT, 'pdf')).toBe(
      'thorncastle-group.com_2026-11-26_certificate.pdf',
    )
    expect(downloadName('xn--80ak6aa92e.com', AT, 'stix')).toBe(
      'xn--80ak6aa92e.com_2026-11-26_analysis.stix.json',
    )
  })

  test('has no character with which it could leave the folder', () => {
    expect(downloadName('../a/b\\c\u202egnp', AT, 'csv')).toBe(
      '.._a_b_c_gnp_2026-11-26_certificate.csv',
    )
  })
})

test('only the intervals of the plan can be chosen', () => {
  expect(cadenceChoices('free').map(([cadence]) => cadence)).toEqual(['weekly'])
  expect(cadenceChoices('pro').map(([cadence]) => cadence)).toEqual(['daily', 'weekly'])
  expect(cadenceChoices('team').map(([cadence]) => cadence)).toContain('hourly')
  expect(cadenceChoices('free', 'hourly').map(([cadence]) => cadence)).toEqual(['weekly', 'hourly'])
})

test.each([
  ['completed', '2026-11-20T00:00:00.000Z', true],
  ['partial', '2026-11-20T00:00:00.000Z', true],
  ['completed', '2026-11-10T00:00:00.000Z', false],
  ['failed', '2026-11-26T00:00:00.000Z', false],
  ['running', null, false],
] as const)('an analysis that is %s since %j is used by a monitor: %j', (status, at, isUsed) => {
  expect(isRecent({ status, completed_at: at }, new Date(AT))).toBe(isUsed)
})

describe('the title of the tab', () => {
  type Job = Parameters<typeof tabTitle>[0]
  type Result = NonNullable<Job['scoring_result']>
  const job = (change: Partial<Job>): Job => ({
    domain: 'xn--bcher-kva.example',
    domain_unicode: 'bücher.example',
    status: 'running',
    progress: { percent: 43, stage: 'collecting', collectors: [], candidate: null, updated_at: AT },
    ...change,
  })
  const result = (change: Partial<Result>): Result => ({
    domain: 'xn--bcher-kva.example',
    outcome: 'no_clear_entity',
    entity: null,
    confidence: 0,
    basis: null,
    warnings: [],
    candidates: [],
    summary: '',
    collected_at: AT,
    scorer_version: '1',
    ...change,
  })
  const ended = (change: Partial<Result>) =>
    job({ status: 'completed', scoring_result: result(change) })
  const warning = (kind: 'imitates' | 'not_registered', entity: string | null) => ({
    kind,
    severity: 'high' as const,
    entity,
    detail: '',
  })

  test.each([
    [job({}), '43% bücher.example'],
    [job({ status: 'failed' }), 'bücher.example: failed'],
    [ended({ outcome: 'attributed', entity: 'Bücher AG' }), '✓ bücher.example: Bücher AG'],
    [ended({}), '✓ bücher.example: nobody could be named'],
    [ended({ warnings: [warning('imitates', 'Acme')] }), '✓ bücher.example: imitates Acme'],
    [ended({ warnings: [warning('not_registered', null)] }), '✓ bücher.example: not registered'],
  ])('%# is "%s"', (given, title) => expect(tabTitle(given)).toBe(title))

  test('shows a deceiving name as it is written', () => {
    expect(tabTitle(ended({ outcome: 'attributed', entity: 'A\u202eB' }))).toBe(
      '✓ bücher.example: A[U+202E]B',
    )
  })
})
