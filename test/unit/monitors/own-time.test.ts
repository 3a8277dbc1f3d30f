import { describe, expect, test } from 'vitest'
import { withinOwnTime } from '../../../shared/monitors/own-time.ts'
import { createMovedClock } from '../../bench/monitors/moved-clock.ts'

const never = new AbortController().signal

describe('the own time of a domain', () => {
  test('does not contain waits that are excluded', async () => {
    const clock = createMovedClock(0)
    const run = withinOwnTime(1_000, clock, never, async (_, exclude) => {
      await clock.wait(400)
      await exclude(() => clock.wait(60_000))
      await clock.wait(500)
      return 'read'
    })
    expect(await run).toEqual({ value: 'read', tookMs: 900 })
  })

  test('ends a task that takes too long, and its later waits', async () => {
    const clock = createMovedClock(0)
    let later: unknown = null
    const run = withinOwnTime(1_000, clock, never, async (signal, exclude) => {
      await exclude(() => clock.wait(5_000))
      await clock.wait(9_000)
      expect(signal.aborted).toBe(true)
      await exclude(() => clock.wait(1)).catch((error: unknown) => {
        later = error
      })
    })
    const { value, tookMs } = await run
    expect([value, tookMs >= 1_000 && tookMs <= 1_200]).toEqual([null, true])
    await clock.wait(20_000)
    expect(later).toMatchObject({ name: 'AbortError' })
  })

  test('ends with the batch', async () => {
    const clock = createMovedClock(0)
    const batch = new AbortController()
    const run = withinOwnTime(1_000, clock, batch.signal, () => clock.wait(900))
    batch.abort()
    expect(await run).toEqual({ value: null, tookMs: 0 })
  })

  test('passes an error of the task on', async () => {
    const clock = createMovedClock(0)
    const run = withinOwnTime(1_000, clock, never, () => Promise.reject(new Error('a bug')))
    await expect(run).rejects.toThrow('a bug')
  })
})
