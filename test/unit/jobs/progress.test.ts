import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COLLECTOR_NAMES, COLLECTOR_STATUSES } from '../../../shared/attribution/evidence.ts'
import { advance, type ProgressEvent, queuedProgress } from '../../../shared/jobs/progress.ts'
import { storable } from '../../../shared/platform/db/storable.ts'
import { propertyRuns } from '../../property-runs.ts'

const at = '2026-01-01T00:00:00.000Z'
const name = fc.constantFrom(...COLLECTOR_NAMES)
const anyEvent: fc.Arbitrary<ProgressEvent> = fc.oneof(
  fc.record({
    type: fc.constant('started' as const),
    collectors: fc.uniqueArray(name, { maxLength: 6 }),
    at: fc.constant(at),
  }),
  fc.record({
    type: fc.constant('collector started' as const),
    collector: name,
    at: fc.constant(at),
  }),
  fc.record({
    type: fc.constant('collector ended' as const),
    collector: name,
    status: fc.constantFrom(...COLLECTOR_STATUSES),
    durationMs: fc.nat(9_000),
    detail: fc.constant(null),
    found: fc.constant(null),
    at: fc.constant(at),
  }),
  fc.record({
    type: fc.constant('candidate found' as const),
    candidate: fc.string(),
    at: fc.constant(at),
  }),
  fc.record({ type: fc.constant('scoring' as const), at: fc.constant(at) }),
  fc.record({ type: fc.constant('done' as const), at: fc.constant(at) }),
)
const STAGES = ['queued', 'collecting', 'scoring', 'done']

test('percentage and stage never decrease, in any order of events', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
      let progress = queuedProgress(at)
      for (const event of events) {
        const after = advance(progress, event)
        if (
          after.percent < progress.percent ||
          STAGES.indexOf(after.stage) < STAGES.indexOf(progress.stage)
        )
          return false
        progress = after
      }
      return progress.percent <= 100
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

test('a repeated event does not change the progress, so it is not published again', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 30 }), anyEvent, (events, event) => {
      const once = [...events, event].reduce(advance, queuedProgress(at))
      return advance(once, event) === once
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

test('any JSON value can be stored as jsonb without NUL and unpaired surrogates', () => {
  expect(storable({ a: ['x\u0000y', '\ud800z'], 'k\u0000': { n: 1, z: null } })).toEqual({
    a: ['xy', '\ufffdz'],
    k: { n: 1, z: null },
  })
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(storable(value))
      return !text.includes('\\u0000') && !/\\ud[89a-f]/i.test(text)
    }),
  )
})
