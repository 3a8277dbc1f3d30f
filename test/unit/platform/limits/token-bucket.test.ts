import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BucketRule,
  fullBucket,
  takeTokens,
  tokenBucket,
  tokenBuckets,
} from '../../../../shared/platform/limits/token-bucket.ts'
import { propertyRuns } from '../../../property-runs.ts'

const rules = fc
  .record({
    capacity: fc.integer({ min: 1, max: 50 }),
    refill: fc.integer({ min: 1, max: 50 }),
    intervalMs: fc.integer({ min: 1, max: 5_000 }),
  })
  .map((rule) => ({ ...rule, refill: Math.min(rule.refill, rule.capacity) }))
const steps = fc.array(
  fc.record({ afterMs: fc.nat(4_000), amount: fc.integer({ min: 1, max: 60 }) }),
  { maxLength: 60 },
)
const PER_MINUTE: BucketRule = { capacity: 3, refill: 3, intervalMs: 60_000 }

describe('a token bucket', () => {
  test('gives at most its capacity and the refills since its first token', () => {
    fc.assert(
      fc.property(rules, steps, (rule, given) => {
        let state = fullBucket(rule)
        let now = 1_000
        const passed: { at: number; amount: number }[] = []
        for (const { afterMs, amount } of given) {
          now += afterMs
          const answer = takeTokens(state, rule, now, amount)
          state = answer.state
          if (answer.taken.allowed) passed.push({ at: now, amount })
          expect(state.tokens).toBeGreaterThanOrEqual(0)
          expect(state.tokens).toBeLessThanOrEqual(rule.capacity)
        }
        for (const [from, first] of passed.entries()) {
          const sum = passed.slice(from).reduce((total, { amount }) => total + amount, 0)
          const last = passed.at(-1)?.at ?? now
          const refills = Math.floor((last - first.at) / rule.intervalMs) + 1
          expect(sum).toBeLessThanOrEqual(rule.capacity + refills * rule.refill)
        }
      }),
      { numRuns: propertyRuns(1_000) },
    )
  })

  test('says exactly when the refused tokens are there', () => {
    fc.assert(
      fc.property(rules, steps, (rule, given) => {
        let state = fullBucket(rule)
        let now = 1_000
        for (const { afterMs, amount } of given) {
          now += afterMs
          const wanted = Math.min(amount, rule.capacity)
          const answer = takeTokens(state, rule, now, wanted)
          state = answer.state
          if (answer.taken.allowed) continue
          const at = now + answer.taken.retryAfterMs
          expect(takeTokens(state, rule, at, wanted).taken.allowed).toBe(true)
          expect(takeTokens(state, rule, at - 1, wanted).taken.allowed).toBe(false)
        }
      }),
      { numRuns: propertyRuns(1_000) },
    )
  })

  test('with a refill of its capacity it counts in windows that the first token starts', () => {
    const bucket = tokenBucket(PER_MINUTE)
    const take = (now: number) => bucket.take(now)
    expect([take(500_000), take(500_001), take(559_999)].map(({ allowed }) => allowed)).toEqual([
      true,
      true,
      true,
    ])
    expect(take(559_999)).toEqual({ allowed: false, retryAfterMs: 1 })
    expect(take(560_000)).toEqual({ allowed: true })
    expect(bucket.left(560_000)).toBe(2)
  })

  test('without a refill it limits the whole life of the bucket', () => {
    const bucket = tokenBucket({ capacity: 5, refill: 0, intervalMs: 1 })
    expect(bucket.take(0, 6)).toEqual({ allowed: false, retryAfterMs: Number.POSITIVE_INFINITY })
    expect(bucket.take(0, 5)).toEqual({ allowed: true })
    expect(bucket.take(1_000_000).allowed).toBe(false)
  })

  test('tokens spent in advance are paid for by later ones', () => {
    const bucket = tokenBucket({ capacity: 1, refill: 1, intervalMs: 100 })
    for (let n = 0; n < 3; n += 1) bucket.spend(1_000)
    expect(bucket.retryAfterMs(1_000)).toBe(300)
    expect(bucket.retryAfterMs(1_250)).toBe(50)
    expect(bucket.retryAfterMs(1_300)).toBe(0)
  })

  test('tokens that are given back can be taken again, and an emptied bucket has none', () => {
    const bucket = tokenBucket(PER_MINUTE)
    bucket.take(1_000, 3)
    bucket.giveBack()
    bucket.giveBack(99)
    expect(bucket.left(1_000)).toBe(3)
    bucket.empty(1_000)
    expect(bucket.take(1_000).allowed).toBe(false)
  })

  test('each key has a bucket of its own, and the key that was unused longest is forgotten', () => {
    const of = tokenBuckets(2)
    of('a', PER_MINUTE).take(1_000, 3)
    of('b', PER_MINUTE).take(1_000, 3)
    expect(of('a', PER_MINUTE).take(1_000).allowed).toBe(false)
    expect(of('c', PER_MINUTE).take(1_000).allowed).toBe(true)
    expect(of('a', PER_MINUTE).take(1_000).allowed).toBe(false)
    expect(of('b', PER_MINUTE).take(1_000).allowed).toBe(true)
  })
})
