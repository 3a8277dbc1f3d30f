import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CollectedEvidence } from '../../../shared/attribution/evidence.ts'
import {
  isLost,
  mayBePutBack,
  ownFailure,
  putBackSeconds,
  queueOf,
} from '../../../shared/jobs/put-back.ts'

const DEADLINE_MS = 180_000
const QUIET_SECONDS = 45

test.each([
  ['quick', null, false, 'analysis'],
  ['quick', 'blk_1', true, 'bulk-analysis'],
  ['deep', null, true, 'analysis'],
  ['deep', 'blk_1', true, 'bulk-deep'],
] as const)('%s in list %j', (depth, bulkJobId, expected, queue) => {
  expect(mayBePutBack({ depth, bulkJobId })).toBe(expected)
  expect(queueOf({ depth, bulkJobId })).toBe(queue)
})

test('after an outage of the DNS the job runs again soon, and later less often', () => {
  const delays = [0, 1, 2, 3, 4, 5].map((putBacks) =>
    putBackSeconds({ of: 'DNS' }, { ageMs: 0, putBacks, isListed: false }, DEADLINE_MS),
  )
  expect(delays).toEqual([2, 4, 8, 15, 15, 15])
})

test('a job waits for our DNS until its deadline', () => {
  const waits = (ageMs: number) =>
    putBackSeconds({ of: 'DNS' }, { ageMs, putBacks: 9, isListed: true }, DEADLINE_MS) !== null
  expect([waits(164_000), waits(166_000)]).toEqual([true, false])
})

test.each([
  ['a single job whose turn comes in ten minutes', 100_000, 499_000, false, true],
  ['a single job whose turn comes later', 100_000, 501_000, false, false],
  ['a single job before a closed registry', 0, 900_000, false, false],
  ['a line of a list before a closed registry', 30_000, 900_000, true, true],
  ['a line of a list whose turn comes in 20 minutes', 400_000, 801_000, true, false],
])('%s', (_title, ageMs, afterMs, isListed, waits) => {
  const failure = { of: 'registry', afterMs } as const
  expect(putBackSeconds(failure, { ageMs, putBacks: 0, isListed }, DEADLINE_MS) !== null).toBe(
    waits,
  )
})

test('a job does not wait for a registry that refuses all our questions', () => {
  const failure = { of: 'registry', afterMs: Number.POSITIVE_INFINITY } as const
  expect(putBackSeconds(failure, { ageMs: 0, putBacks: 0, isListed: true }, DEADLINE_MS)).toBeNull()
})

test('property: the next run comes before the sweep takes the job for lost, and every job ends', () => {
  const failure = fc.oneof(
    fc.constant({ of: 'DNS' } as const),
    fc.record({ of: fc.constant('registry' as const), afterMs: fc.double({ min: 0, max: 1e9 }) }),
  )
  fc.assert(
    fc.property(failure, fc.nat(60_000), fc.boolean(), (why, runMs, isListed) => {
      let ageMs = runMs
      let putBacks = 0
      for (;;) {
        const seconds = putBackSeconds(why, { ageMs, putBacks, isListed }, DEADLINE_MS)
        if (seconds === null) break
        expect(seconds).toBeGreaterThan(0)
        expect(seconds).toBeLessThan(QUIET_SECONDS)
        putBacks += 1
        ageMs += seconds * 1_000 + runMs
      }
      expect(putBacks).toBeLessThan(400)
    }),
  )
})

const evidence = (collector: string, more: Partial<CollectedEvidence> = {}) =>
  ({ collector, status: 'ok', ...more }) as CollectedEvidence

test('an outage of our DNS is the failure, else the longest wait for a registry', () => {
  const limited = [
    evidence('whois', { status: 'failed', again_after_ms: 7_000 }),
    evidence('enrichment', { status: 'failed', again_after_ms: 9_000 }),
  ]
  expect(ownFailure(limited, true)).toEqual({ of: 'DNS' })
  expect(ownFailure(limited, false)).toEqual({ of: 'registry', afterMs: 9_000 })
  expect(ownFailure([evidence('dns', { status: 'failed' })], false)).toBeNull()
})

test.each([
  ['registry', 'gathering', { status: 'failed', again_after_ms: 5 }, true],
  ['registry', 'gathering', { status: 'failed' }, false],
  ['registry', 'gathering', { status: 'ok' }, false],
  ['DNS', 'gathering', { status: 'ok' }, true],
  ['DNS', 'reading', { status: 'ok' }, false],
  ['DNS', 'reading', { status: 'skipped' }, false],
  ['DNS', 'reading', { status: 'timeout' }, true],
] as const)('after a failure of the %s, in the stage %s, %j is collected again: %j', (...row) => {
  const [of, stage, more, expected] = row
  const failure = of === 'DNS' ? ({ of } as const) : ({ of, afterMs: 1 } as const)
  expect(isLost(evidence('whois', more), stage, failure)).toBe(expected)
})
