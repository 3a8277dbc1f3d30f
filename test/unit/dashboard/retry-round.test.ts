import { expect, test } from 'vitest'
import { ApiFailure } from '../../../workers/dashboard/api/failure.ts'
import { retryEach, roundInWords } from '../../../workers/dashboard/screens/webhooks/retry-round.ts'

const refusals: Record<string, number> = {
  gone: 409,
  limited: 429,
  offline: 0,
  broken: 503,
  out: 401,
}

async function run(ids: string[]) {
  const sent: string[] = []
  const progress: number[] = []
  let running = 0
  const round = await retryEach(
    ids,
    async (id) => {
      running += 1
      expect(running).toBe(1)
      await Promise.resolve()
      running -= 1
      sent.push(id)
      const status = refusals[id]
      if (status !== undefined)
        throw new ApiFailure({ status, code: 'X', message: id, requestId: null })
    },
    (done) => progress.push(done),
  )
  return { round, sent, progress }
}

test('letters are retried one after the other, with their progress', async () => {
  const { round, progress } = await run(['a', 'b', 'c'])
  expect(round).toEqual({ sent: 3, failed: 0, failure: null })
  expect(progress).toEqual([1, 2, 3])
})

test('a letter that is no longer dead does not end the round', async () => {
  const { round, sent } = await run(['a', 'gone', 'b'])
  expect(sent).toEqual(['a', 'gone', 'b'])
  expect(round).toMatchObject({ sent: 2, failed: 1, failure: { status: 409 } })
})

test.each(['limited', 'offline', 'broken', 'out'])(
  'the round ends at "%s", because no further retry can succeed',
  async (id) => {
    const { round, sent } = await run(['a', id, 'b'])
    expect(sent).toEqual(['a', id])
    expect(round).toMatchObject({ sent: 1, failed: 1 })
  },
)

test('the result is a sentence', () => {
  expect(roundInWords({ sent: 1, failed: 0, failure: null })).toBe(
    '1 delivery waits for a new attempt.',
  )
  expect(roundInWords({ sent: 2, failed: 1, failure: 'x' })).toBe(
    '2 deliveries wait for a new attempt. 1 could not be retried.',
  )
})
