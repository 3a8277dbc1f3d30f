import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { groupCalls } from '../../../shared/webhooks/group-calls.ts'

const WAIT_MS = 50

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('each call gets the answer to its own item, and every item is handled once, at most one wait after its call', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(120), { maxLength: 30 }), async (pauses) => {
      const handled: { item: number; at: number; calledAt: number }[] = []
      const calledAt: number[] = []
      const { call } = groupCalls(WAIT_MS, async (items: readonly number[]) => {
        for (const item of items)
          handled.push({ item, at: Date.now(), calledAt: calledAt[item] ?? Number.NaN })
        return items.map((item) => `answer ${item}`)
      })
      const answers: Promise<string>[] = []
      for (const [item, pause] of pauses.entries()) {
        await vi.advanceTimersByTimeAsync(pause)
        calledAt[item] = Date.now()
        answers.push(call(item))
      }
      await vi.advanceTimersByTimeAsync(WAIT_MS)
      expect(await Promise.all(answers)).toEqual(pauses.map((_, item) => `answer ${item}`))
      expect(handled.map(({ item }) => item)).toEqual(pauses.map((_, item) => item))
      for (const { at, calledAt: called } of handled)
        expect(at - called).toBeLessThanOrEqual(WAIT_MS)
    }),
  )
})

test('a flush handles the open group at once, and the next call starts a new group', async () => {
  const groups: number[][] = []
  const { call, flush } = groupCalls(WAIT_MS, async (items: readonly number[]) => {
    groups.push([...items])
    return items
  })
  flush()
  const first = [call(1), call(2)]
  flush()
  const second = call(3)
  expect(groups).toEqual([[1, 2]])
  await vi.advanceTimersByTimeAsync(WAIT_MS)
  expect(groups).toEqual([[1, 2], [3]])
  expect(await Promise.all([...first, second])).toEqual([1, 2, 3])
})

test.each([
  ['an error', () => Promise.reject(new Error('refused')), 'refused'],
  ['a missing answer', async () => [], '0 answers for 2 calls'],
])('%s rejects all calls of the group and no later one', async (_, handle, message) => {
  let handler: (items: readonly number[]) => Promise<readonly number[]> = handle
  const { call, flush } = groupCalls(WAIT_MS, (items: readonly number[]) => handler(items))
  const failed = Promise.allSettled([call(1), call(2)])
  flush()
  for (const outcome of await failed) {
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: expect.objectContaining({ message }),
    })
  }
  handler = async (items) => items
  const later = call(3)
  flush()
  expect(await later).toBe(3)
})
