import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  forecastOf,
  forecastText,
  type Means,
  priceText,
} from '../../../workers/dashboard/parts/forecast.ts'

const means = (remaining: number | null, credits: number, hasSubscription = false): Means => ({
  remaining,
  credits,
  hasSubscription,
})

test.each<[number, Means, string, string]>([
  [3, means(50, 0), 'from your quota', '3 analyses from your quota; 47 are left after that.'],
  [1, means(1, 0), 'from your quota', '1 analysis from your quota; 0 are left after that.'],
  [
    57,
    means(12, 944),
    '12 from your quota, 45 credits',
    '57 analyses: 12 from your quota, 45 credits; you have 944.',
  ],
  [1, means(0, 7), '1 credit', '1 analysis: 1 credit; you have 7.'],
  [
    10,
    means(4, 5),
    '4 from your quota, 6 credits',
    '10 analyses: 4 from your quota, 6 credits; you have 5. Nothing covers 1 of them, so they will be refused.',
  ],
  [3, means(0, 0), '3 credits', '3 analyses: 3 credits; you have 0. Nothing covers 3 of them.'],
  [9, means(null, 0), 'from your quota', '9 analyses: your plan covers all of them.'],
  [
    10,
    means(4, 5, true),
    '4 from your quota, 6 as overage',
    '10 analyses: 4 from your quota, 6 as overage on your next invoice.',
  ],
  [0, means(0, 0), 'free', 'This costs nothing.'],
])('%i analyses with %j cost "%s"', (analyses, has, price, text) => {
  const forecast = forecastOf(analyses, has)
  expect(priceText(forecast)).toBe(price)
  expect(forecastText(forecast, has)).toBe(text)
})

test('the parts of a forecast add up, and none is negative or more than there is', () => {
  const amount = fc.nat(20_000)
  fc.assert(
    fc.property(
      amount,
      fc.option(amount),
      amount,
      fc.boolean(),
      (analyses, remaining, credits, hasSubscription) => {
        const {
          quota,
          overage,
          credits: paid,
          uncovered,
        } = forecastOf(analyses, means(remaining, credits, hasSubscription))
        expect(quota + overage + paid + uncovered).toBe(analyses)
        expect(Math.min(quota, overage, paid, uncovered)).toBeGreaterThanOrEqual(0)
        expect(quota).toBeLessThanOrEqual(remaining ?? analyses)
        expect(paid).toBeLessThanOrEqual(credits)
      },
    ),
  )
})
