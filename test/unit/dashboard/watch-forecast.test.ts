import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  analysesCostInWords,
  chargedPlaces,
  recurringInWords,
  type WatchAccount,
  watchForecastOf,
} from '../../../workers/dashboard/parts/watch-forecast.ts'

const account: WatchAccount = {
  places: { included: 5, used: 0, paid: 0 },
  remaining: 45,
  credits: 944,
  hasSubscription: false,
}

test('200 names on a free plan cost 195 credits every 30 days and 155 for analyses', () => {
  const forecast = watchForecastOf(200, account)
  expect(recurringInWords(forecast.included, forecast.charged)).toBe(
    '5 included · 195 × 1 = 195 credits every 30 days',
  )
  expect(analysesCostInWords(forecast)).toBe(
    'up to 45 first analyses from your quota · up to 155 first analyses = 155 credits now',
  )
  expect(forecast).toMatchObject({ creditsNow: 350, isCovered: true })
  expect(watchForecastOf(200, { ...account, credits: 349 }).isCovered).toBe(false)
})

test('a place that is paid already costs nothing now, but recurs', () => {
  const places = { included: 5, used: 5, paid: 2 }
  expect(watchForecastOf(3, { ...account, places })).toMatchObject({
    included: 0,
    charged: 3,
    placeCredits: 1,
  })
})

test('a few names within the plan and the quota cost no credits', () => {
  const forecast = watchForecastOf(2, account)
  expect(recurringInWords(forecast.included, forecast.charged)).toBe('2 included · no credits')
  expect(analysesCostInWords(forecast)).toBe('up to 2 first analyses from your quota')
  expect(forecast.creditsNow).toBe(0)
})

test('a subscription pays for analyses beyond the quota on its invoice', () => {
  const forecast = watchForecastOf(1, { ...account, remaining: 0, hasSubscription: true })
  expect(analysesCostInWords(forecast)).toBe('up to 1 first analysis on the next invoice')
  expect(forecast.creditsNow).toBe(0)
})

test('an account without a limit needs no credits for analyses', () => {
  expect(watchForecastOf(80, { ...account, remaining: null })).toMatchObject({
    analysisCredits: 0,
    invoicedAnalyses: 0,
  })
})

const count = fc.integer({ min: 0, max: 10_000 })

test('names sent in two parts recur as often as names sent at once', () => {
  fc.assert(
    fc.property(count, count, count, count, (first, second, included, used) => {
      const places = { included, used, paid: 0 }
      const once = watchForecastOf(first + second, { ...account, places })
      const after = { ...places, used: used + first }
      const parts =
        watchForecastOf(first, { ...account, places }).charged +
        watchForecastOf(second, { ...account, places: after }).charged
      expect(once.charged).toBe(parts)
      expect(once.included + once.charged).toBe(first + second)
      expect(chargedPlaces(places) + once.charged).toBe(
        chargedPlaces({ included, used: used + first + second }),
      )
    }),
  )
})
