import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { retryAfterSeconds } from '../../../shared/platform/net/retry-after.ts'
import { attemptsMax, delayAfter, judge } from '../../../shared/webhooks/retry-schedule.ts'

const SCHEDULE = [5, 300, 1800, 7200, 18000, 36000, 43200, 43200, 43200, 43200, 43200]
const plain = { status: 500, timedOut: false, retryAfterSeconds: null }
const MIDDLE = 0.5

test('twelve attempts span 77.6 hours', () => {
  expect(attemptsMax(SCHEDULE)).toBe(12)
  const waits = SCHEDULE.map((_, index) => delayAfter(SCHEDULE, index + 1, plain, MIDDLE) ?? 0)
  expect(waits).toEqual(SCHEDULE.map((seconds) => seconds * 1_000))
  expect(waits.reduce((sum, wait) => sum + wait, 0) / 3_600_000).toBeCloseTo(77.6, 1)
})

test('no attempt follows the last one', () => {
  expect(delayAfter(SCHEDULE, 12, plain, MIDDLE)).toBeNull()
  expect(delayAfter([], 1, plain, MIDDLE)).toBeNull()
})

test('every wait differs from the planned wait by at most a fifth, and both limits are reached', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 11 }),
      fc.double({ min: 0, max: 0.999999, noNaN: true }),
      (attempt, random) => {
        const planned = (SCHEDULE[attempt - 1] ?? 0) * 1_000
        const wait = delayAfter(SCHEDULE, attempt, plain, random) ?? 0
        expect(wait).toBeGreaterThanOrEqual(planned * 0.8 - 1)
        expect(wait).toBeLessThanOrEqual(planned * 1.2 + 1)
      },
    ),
  )
  expect(delayAfter(SCHEDULE, 1, plain, 0)).toBe(4_000)
  expect(delayAfter(SCHEDULE, 1, plain, 0.999999)).toBe(6_000)
})

test.each([
  ['429', { ...plain, status: 429 }],
  ['502', { ...plain, status: 502 }],
  ['503', { ...plain, status: 503 }],
  ['504', { ...plain, status: 504 }],
  ['a time-out', { ...plain, status: null, timedOut: true }],
])(
  'after %s the wait is at least a minute, or the planned wait when that is longer',
  (_, failed) => {
    expect(delayAfter(SCHEDULE, 1, failed, MIDDLE)).toBe(60_000)
    expect(delayAfter(SCHEDULE, 2, failed, MIDDLE)).toBe(300_000)
  },
)

test.each([400, 401, 404, 500, 501, 302])('after status %i the planned wait is used', (status) => {
  expect(delayAfter(SCHEDULE, 1, { ...plain, status }, MIDDLE)).toBe(5_000)
})

describe('the Retry-After header', () => {
  test('Retry-After is limited to the range from the planned wait to twice the planned wait', () => {
    const wait = (retryAfter: number) =>
      delayAfter(SCHEDULE, 2, { ...plain, retryAfterSeconds: retryAfter }, MIDDLE)
    expect([1, 299, 300, 450, 600, 601, 999_999_999].map(wait)).toEqual([
      300_000, 300_000, 300_000, 450_000, 600_000, 600_000, 600_000,
    ])
  })

  test('for an overloaded receiver, Retry-After is limited to the range from one to two minutes', () => {
    const failed = { ...plain, status: 429, retryAfterSeconds: 90 }
    expect(delayAfter(SCHEDULE, 1, failed, MIDDLE)).toBe(90_000)
    expect(delayAfter(SCHEDULE, 1, { ...failed, retryAfterSeconds: 1_000 }, MIDDLE)).toBe(120_000)
  })

  test('Retry-After never shortens a wait and never more than doubles it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 11 }),
        fc.double({ min: 0, max: 0.999999, noNaN: true }),
        fc.double({ min: 0, max: 1e9, noNaN: true }),
        fc.constantFrom(429, 500, 503),
        (attempt, random, retryAfter, status) => {
          const without = delayAfter(SCHEDULE, attempt, { ...plain, status }, random) ?? 0
          const wait =
            delayAfter(
              SCHEDULE,
              attempt,
              { ...plain, status, retryAfterSeconds: retryAfter },
              random,
            ) ?? 0
          expect(wait).toBeGreaterThanOrEqual(without)
          expect(wait).toBeLessThanOrEqual(without * 2 + 1)
        },
      ),
    )
  })

  const now = new Date('2026-01-01T00:00:00Z')
  test.each([
    ['120', 120],
    [' 7 ', 7],
    ['Thu, 01 Jan 2026 00:01:30 GMT', 90],
    ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    ['2030', 2030],
    ['Not a date at all', null],
    ['9'.repeat(400), null],
    [null, null],
  ])('the Retry-After header %j gives %j seconds', (header, seconds) =>
    expect(retryAfterSeconds(header, now)).toBe(seconds),
  )
})

describe('outcomes of a delivery attempt', () => {
  const result = { ...plain, forbidden: false, error: null, excerpt: null, durationMs: 1 }
  const verdictOn = (attempt: number, more: object) =>
    judge(SCHEDULE, attempt, { ...result, ...more }, MIDDLE)

  test.each([200, 201, 202, 204, 226, 299])(
    'a delivery with the status %i is delivered',
    (status) => {
      expect(verdictOn(3, { status })).toEqual({ then: 'delivered' })
    },
  )

  test.each([
    ['410', { status: 410 }],
    ['a forbidden address', { status: null, forbidden: true }],
  ])('%s dead-letters a delivery at the first attempt', (_, more) => {
    expect(verdictOn(1, more)).toEqual({ then: 'dead_letter' })
  })

  test.each([100, 199, 300, 301, 302, 307, 400, 404, 409, 429, 500, 503, 599])(
    'a delivery with the status %i is retried',
    (status) => {
      expect(verdictOn(1, { status }).then).toBe('retry')
    },
  )

  test('the twelfth failed attempt dead-letters a delivery', () => {
    expect(verdictOn(11, { status: 500 })).toEqual({ then: 'retry', delayMs: 43_200_000 })
    expect(verdictOn(12, { status: 500 })).toEqual({ then: 'dead_letter' })
  })
})
