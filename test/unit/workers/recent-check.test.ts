import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createRecentCheck } from '../../../workers/health/recent-check.ts'

/** A check ends only when the test calls `finish`. The test clock moves 100 ms with each wait. */
function setUp() {
  const read = createRecentCheck<number>()
  let now = 1_000_000
  let started = 0
  let finish = (_: number): void => undefined
  const background: Promise<unknown>[] = []
  const tools = {
    now: () => now,
    wait: async () => {
      await delay(0)
      now += 100
    },
    background: (work: Promise<unknown>) => background.push(work),
  }
  const check = () => {
    started += 1
    return new Promise<number>((resolve) => {
      finish = resolve
    })
  }
  return {
    ask: () => read(check, tools),
    finish: (result: number) => finish(result),
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    started: () => started,
    background,
  }
}

test('many requests share one check, and its result is answered for 5 seconds', async () => {
  const { ask, finish, pass, started, background } = setUp()
  const first = [ask(), ask(), ask()]
  expect(started()).toBe(1)
  expect(background).toHaveLength(1)
  finish(7)
  expect(await Promise.all(first)).toEqual([7, 7, 7])
  pass(4_000)
  expect([await ask(), started()]).toEqual([7, 1])
  pass(1_000)
  const next = ask()
  finish(8)
  expect([await next, started()]).toEqual([8, 2])
})

test('a check that never ends does not block the requests after it', async () => {
  const { ask, finish, started } = setUp()
  void ask()
  const later = ask()
  await expect.poll(started).toBe(2)
  finish(9)
  expect(await later).toBe(9)
})
