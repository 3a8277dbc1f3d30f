import { expect, test } from 'vitest'
import { StoredCollectors } from '../../../shared/jobs/job.ts'

test('stored collectors are read from lists', () => {
  const stored = [
    ['dns', 'ok', 12, null],
    ['whois', 'failed', null, 'No answer.'],
  ]
  expect(StoredCollectors.parse(stored)).toEqual([
    { name: 'dns', status: 'ok', duration_ms: 12, detail: null, found: null },
    { name: 'whois', status: 'failed', duration_ms: null, detail: 'No answer.', found: null },
  ])
})

test.each([
  ['an unknown collector', [['oracle', 'ok', 12, null]]],
  ['an unknown status', [['dns', 'fine', 12, null]]],
  ['a list that is too short', [['dns', 'ok', 12]]],
])('%s is refused', (_what, stored) => {
  expect(StoredCollectors.safeParse(stored).success).toBe(false)
})
