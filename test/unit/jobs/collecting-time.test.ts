import { expect, test } from 'vitest'
import { collectingMs } from '../../../shared/jobs/run-job.ts'

test.each([
  ['a first run has the whole time', 8_000, 0, false, 7_400],
  ['a run that continues early has the rest', 8_000, 3_000, true, 4_400],
  ['a run that begins again before the deadline has the rest', 8_000, 3_000, false, 4_400],
  ['a run with evidence that continues after the deadline only concludes', 8_000, 60_000, true, 0],
  [
    'a run without evidence that begins after the deadline has the whole time',
    8_000,
    60_000,
    false,
    7_400,
  ],
])('%s', (_, limitMs, ageMs, hasEvidence, wanted) => {
  expect(collectingMs(limitMs, ageMs, hasEvidence)).toBe(wanted)
})
