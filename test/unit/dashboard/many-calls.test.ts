import { expect, test } from 'vitest'
import { ApiFailure } from '../../../workers/dashboard/api/failure.ts'
import { callForEach } from '../../../workers/dashboard/parts/many-calls.ts'

const failure = (status: number, retryAfterSeconds: number | null = null) =>
  new ApiFailure({ status, code: 'REFUSED', message: 'no', requestId: null, retryAfterSeconds })

const numbers = (total: number) => Array.from({ length: total }, (_, index) => index)
const nobodyWaits = { wait: () => Promise.reject(new Error('waited')) }

test('a few calls run at the same time, and the progress counts them', async () => {
  let running = 0
  let most = 0
  const progress: number[] = []
  const outcome = await callForEach(
    numbers(20),
    async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 1))
      running -= 1
    },
    { onProgress: (ended) => progress.push(ended) },
  )
  expect(outcome).toEqual({ done: numbers(20), failed: [] })
  expect(most).toBe(4)
  expect(progress).toEqual(numbers(20).map((index) => index + 1))
})

test('a failed item is named and does not stop the others', async () => {
  const outcome = await callForEach(
    numbers(9),
    (item) => (item % 4 === 1 ? Promise.reject(failure(404)) : Promise.resolve()),
    nobodyWaits,
  )
  expect(outcome.failed.map(({ item }) => item)).toEqual([1, 5])
  expect(outcome.done).toEqual([0, 2, 3, 4, 6, 7, 8])
})

test('a call beyond the rate limit waits and is made again', async () => {
  const waits: number[] = []
  let refusals = 2
  const outcome = await callForEach(
    [1],
    () => {
      refusals -= 1
      return refusals >= 0 ? Promise.reject(failure(429, 3)) : Promise.resolve()
    },
    {
      wait: async (milliseconds) => {
        waits.push(milliseconds)
      },
    },
  )
  expect(outcome.done).toEqual([1])
  expect(waits).toEqual([4_000, 4_000])
})

test.each([
  ['a limit of the day', failure(429, 7_200)],
  ['a limit without an end', failure(429)],
])('a call beyond %s fails at once', async (_, error) => {
  const outcome = await callForEach([1], () => Promise.reject(error), nobodyWaits)
  expect(outcome.failed).toEqual([{ item: 1, error }])
})

test.each([0, 401])('after status %i no further call is made', async (status) => {
  let calls = 0
  const outcome = await callForEach(
    numbers(50),
    () => {
      calls += 1
      return Promise.reject(failure(status))
    },
    nobodyWaits,
  )
  expect(outcome.failed).toHaveLength(50)
  expect(calls).toBeLessThanOrEqual(4)
})
