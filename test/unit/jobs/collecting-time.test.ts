import { expect, test } from 'vitest'
import { collectingMs } from '../../../shared/jobs/run-job.ts'

test.each([
  ['a first run has the whole time', 8_000, 0, 7_400],
  ['a run that begins again before the deadline has the rest', 8_000, 3_000, 4_400],
  ['a run that begins after the deadline has the whole time', 8_000, 60_000, 7_400],
])('%s', (_, limitMs, ageMs, wanted) => {
  expect(collectingMs(limitMs, ageMs)).toBe(wanted)
})
