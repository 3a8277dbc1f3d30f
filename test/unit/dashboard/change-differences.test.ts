import { describe, expect, test } from 'vitest'
import { MONITOR_ERRORS } from '../../../shared/monitors/monitor.ts'
import {
  differencesOf,
  stepsOf,
} from '../../../workers/dashboard/screens/monitors/change-differences.ts'
import { domainsForJson } from '../../../workers/dashboard/screens/monitors/monitor-queries.ts'
import {
  errorInWords,
  outcomeInWords,
} from '../../../workers/dashboard/screens/monitors/monitor-words.ts'

type Diff = Parameters<typeof differencesOf>[0]

const NOTHING: Diff = {
  operator: null,
  registrant: null,
  registrar: null,
  nameservers: null,
  redirect: null,
  status: null,
  expires_at: null,
}
const lines = (diff: Partial<Diff>) =>
  differencesOf({ ...NOTHING, ...diff }).flatMap(({ subject, sides }) =>
    sides.map(
      ({ title, names, note }) =>
        `${subject} ${title}: ${names.join('|')}${note === null ? '' : ` (${note})`}`,
    ),
  )

describe('before and after of a change', () => {
  test('nothing that moved is nothing to show', () => {
    expect(lines({})).toEqual([])
    expect(lines({ nameservers: { added: [], removed: [] } })).toEqual([])
  })

  test('an operator has both sides with their confidence, and an unknown one has no name', () => {
    expect(
      lines({ operator: { from: 'A', to: 'B', confidence_from: 0.9, confidence_to: 0.95 } }),
    ).toEqual(['Operator Before: A (90%)', 'Operator After: B (95%)'])
    expect(
      lines({ operator: { from: null, to: 'B', confidence_from: null, confidence_to: 0.5 } }),
    ).toEqual(['Operator Before: ', 'Operator After: B (50%)'])
  })

  test('a step has the names before and after, and without a difference those of the evidence', () => {
    const moved = { ...NOTHING, nameservers: { added: ['c'], removed: ['a', 'b'] } }
    expect(stepsOf({ diff: moved, evidence: [] })).toEqual([
      { subject: 'Name servers', before: ['a', 'b'], after: ['c'] },
    ])
    const observed = { source: 'dns', before: null, after: 'x', collected_at: '' }
    expect(stepsOf({ diff: NOTHING, evidence: [observed] })).toEqual([
      { subject: 'dns', before: [], after: ['x'] },
    ])
  })

  test('lists show only the sides that moved', () => {
    expect(lines({ nameservers: { added: ['a', 'b'], removed: [] } })).toEqual([
      'Name servers Added: a|b',
    ])
    expect(lines({ status: { added: ['x'], removed: ['y'] } })).toEqual([
      'Status of the registration Removed: y',
      'Status of the registration Added: x',
    ])
  })

  test('a date is written in words, and a text that is no date stays', () => {
    expect(lines({ expires_at: { from: '2026-08-01T00:00:00Z', to: 'soon' } })).toEqual([
      'End of the registration Before: Aug 1, 2026',
      'End of the registration After: soon',
    ])
  })

  test('several differences begin with the operator', () => {
    const moved = { from: 'R', to: null }
    const operator = { from: 'A', to: 'B', confidence_from: null, confidence_to: null }
    const subjects = differencesOf({
      ...NOTHING,
      redirect: moved,
      registrar: moved,
      registrant: moved,
      operator,
    })
    expect(subjects.map(({ subject }) => subject)).toEqual([
      'Operator',
      'Registrant',
      'Registrar',
      'Redirect',
    ])
  })
})

test('every error of a monitor is explained, and an unknown code is not', () => {
  expect(MONITOR_ERRORS.map(errorInWords)).not.toContain(null)
  expect(errorInWords('<img>')).toBeNull()
})

test('a baseline without an operator says why', () => {
  const baseline = { job_id: null, entity: null, confidence: 0.2, taken_at: '2026-01-01T00:00:00Z' }
  expect(outcomeInWords(null)).toBe('No analysis yet')
  expect(outcomeInWords({ ...baseline, outcome: 'ambiguous' })).toBe('Several candidates')
  expect(outcomeInWords({ ...baseline, outcome: 'no_clear_entity' })).toBe('Nobody could be named')
})

test('a short list is sent as JSON with its refused lines as they were typed, and a long one as CSV', () => {
  const line = (domain: string | null, text: string) => ({ domain, text })
  expect(domainsForJson([line('a.com', 'A.com'), line(null, 'not a domain')])).toEqual([
    'a.com',
    'not a domain',
  ])
  expect(domainsForJson(Array.from({ length: 100 }, () => line('a.com', 'a.com')))).toHaveLength(
    100,
  )
  expect(domainsForJson(Array.from({ length: 101 }, () => line('a.com', 'a.com')))).toBeNull()
})
