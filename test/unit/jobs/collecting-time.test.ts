import { expect, test } from 'vitest'
import { collectingMs } from '../../../shared/jobs/run-job.ts'

const LIMITS = { QUICK_DEADLINE_MS: 8_000, JOB_DEADLINE_MS: 180_000 }

test.each([
  ['a first run has the whole time', 'quick', null, 0, 7_400],
  ['a run that begins again before the deadline has the rest', 'quick', null, 3_000, 4_400],
  ['a run that begins after the deadline has the whole time', 'quick', null, 60_000, 7_400],
  ['a deep run has the rest too', 'deep', null, 60_000, 119_400],
  ['each run of a quick job in a list has the whole time', 'quick', 'blk_1', 3_000, 7_400],
  ['a deep run in a list has the rest', 'deep', 'blk_1', 60_000, 119_400],
] as const)('%s', (_, depth, bulkJobId, ageMs, wanted) => {
  expect(collectingMs({ depth, bulkJobId }, LIMITS, ageMs)).toBe(wanted)
})
