import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Priority } from '../../../../shared/platform/limits/semaphore.ts'
import { type Token, waitingBucket } from '../../../../shared/platform/limits/waiting-bucket.ts'

const SECOND = 1_000

/**
 * The test clock moves only in `pass`. `log` lists the callers that got a token, each with the
 * time.
 */
function world(pausedUntil = 0) {
  let at = 0
  const timers: { at: number; task: () => void }[] = []
  const bucket = waitingBucket(
    {
      now: () => at,
      wait: (milliseconds) =>
        new Promise((task) => void timers.push({ at: at + milliseconds, task })),
    },
    pausedUntil,
  )
  const log: { name: string; at: number }[] = []
  const refused: string[] = []
  return {
    bucket,
    log,
    refused,
    ask(
      name: string,
      priority: Priority,
      waitMsMax = 1_000 * SECOND,
      intervalMs = SECOND,
    ): Promise<Token> {
      const asked = bucket.take(priority, waitMsMax, intervalMs)
      asked.then(({ allowed }) => (allowed ? log.push({ name, at }) : refused.push(name)))
      return asked
    },
    async pass(milliseconds: number) {
      const end = at + milliseconds
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve))
        const due = timers.filter((timer) => timer.at <= end).toSorted((a, b) => a.at - b.at)[0]
        if (due === undefined) break
        timers.splice(timers.indexOf(due), 1)
        at = Math.max(at, due.at)
        due.task()
      }
      at = end
    },
  }
}

const namesOf = ({ log }: ReturnType<typeof world>) => log.map(({ name }) => name).join(' ')

describe('a bucket for whose tokens callers wait', () => {
  test('requests of all callers are at least one interval apart', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom<Priority>('urgent', 'ordinary'), fc.nat(3_000)), {
          minLength: 2,
          maxLength: 30,
        }),
        async (callers) => {
          const host = world()
          for (const [n, [priority, after]] of callers.entries()) {
            await host.pass(after)
            host.ask(String(n), priority)
          }
          await host.pass(100 * SECOND)
          expect(host.log).toHaveLength(callers.length)
          for (const [n, token] of host.log.entries())
            if (n > 0) expect(token.at - (host.log[n - 1]?.at ?? 0)).toBeGreaterThanOrEqual(SECOND)
        },
      ),
      { numRuns: 50 },
    )
  })

  test('urgent callers come first, but after three of them an ordinary one has a token', async () => {
    const host = world()
    for (const name of ['o1', 'o2', 'o3']) host.ask(name, 'ordinary')
    for (const name of ['u1', 'u2', 'u3', 'u4', 'u5']) host.ask(name, 'urgent')
    await host.pass(20 * SECOND)
    expect(namesOf(host)).toBe('o1 u1 u2 u3 o2 u4 u5 o3')
  })

  test('a caller whose wait would be too long is told at once, and hears how long', async () => {
    const host = world()
    for (const name of ['a', 'b', 'c']) host.ask(name, 'ordinary')
    expect(await host.ask('hurried', 'ordinary', 2 * SECOND)).toEqual({
      allowed: false,
      waitMs: 3 * SECOND,
    })
    expect(host.bucket.waitMs('urgent', SECOND)).toBe(SECOND)
  })

  test('a refusal pauses all callers, tells those who cannot wait, and makes later tokens slower', async () => {
    const host = world()
    host.ask('first', 'ordinary')
    host.ask('patient', 'ordinary')
    host.ask('hurried', 'ordinary', 10 * SECOND)
    await host.pass(100)
    host.bucket.pause(30 * SECOND)
    host.bucket.pause(30 * SECOND)
    await host.pass(0)
    expect(host.refused).toEqual(['hurried'])
    host.ask('next', 'ordinary')
    await host.pass(60 * SECOND)
    expect(host.log.map(({ name, at }) => [name, at])).toEqual([
      ['first', 0],
      ['patient', 30_100],
      ['next', 31_600],
    ])
  })

  test('the usual interval returns slowly, and the longest one is twelve times as long', async () => {
    const host = world()
    for (let refusal = 0; refusal < 20; refusal += 1) {
      host.bucket.pause(SECOND)
      await host.pass(SECOND)
    }
    for (let n = 0; n < 100; n += 1) host.ask(String(n), 'ordinary')
    await host.pass(1_000 * SECOND)
    const gaps = host.log.slice(1).map(({ at }, n) => at - (host.log[n]?.at ?? 0))
    expect(gaps[0]).toBeCloseTo(12 * SECOND, 0)
    expect(gaps[10]).toBeLessThan(10 * SECOND)
    expect(gaps.at(-1)).toBeLessThan(SECOND + 1)
  })

  test('a pause outlives the object that knew it', async () => {
    const host = world(5 * SECOND)
    host.ask('later', 'urgent')
    await host.pass(10 * SECOND)
    expect(host.log).toEqual([{ name: 'later', at: 5 * SECOND }])
  })

  test('no answer of a host can pause it for more than an hour, and a shorter pause does not end a longer one', () => {
    const host = world()
    expect(host.bucket.pause(999_999_999 * SECOND)).toBe(3_600 * SECOND)
    expect(host.bucket.pause(SECOND)).toBe(3_600 * SECOND)
  })
})
