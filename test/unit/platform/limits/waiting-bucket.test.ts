import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Priority } from '../../../../shared/platform/limits/semaphore.ts'
import {
  type Caller,
  type StoredBucket,
  type Token,
  UNUSED,
  waitingBucket,
} from '../../../../shared/platform/limits/waiting-bucket.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

const caller = (asked: Partial<Caller>): Caller => ({
  priority: 'ordinary',
  turn: 'one',
  intervalMs: SECOND,
  ...asked,
})

/**
 * The test clock moves only in `pass`. `log` lists the callers that got a token, each with the
 * time. `restart` replaces the bucket by one that knows only the stored state.
 */
function world(stored: StoredBucket = UNUSED) {
  let at = 0
  let kept = stored
  const timers: { at: number; task: () => void }[] = []
  const create = () =>
    waitingBucket(
      {
        now: () => at,
        wait: (milliseconds) =>
          new Promise((task) => void timers.push({ at: at + milliseconds, task })),
      },
      kept,
      (state) => {
        kept = state
      },
    )
  const log: { name: string; at: number }[] = []
  const refused: { name: string; waitMs: number; at: number }[] = []
  const host = {
    bucket: create(),
    log,
    refused,
    now: () => at,
    stored: () => kept,
    restart() {
      host.bucket = create()
    },
    ask(name: string, asked: Partial<Caller> = {}, waitMsMax = 1_000 * SECOND): Promise<Token> {
      const token = host.bucket.take(caller(asked), waitMsMax)
      token.then((answer) =>
        answer.allowed ? log.push({ name, at }) : refused.push({ name, waitMs: answer.waitMs, at }),
      )
      return token
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
  return host
}

const namesOf = ({ log }: ReturnType<typeof world>) => log.map(({ name }) => name).join(' ')
const timesOf = ({ log }: ReturnType<typeof world>) => log.map(({ at }) => at)

const someCaller = fc.record({
  priority: fc.constantFrom<Priority>('urgent', 'ordinary'),
  turn: fc.constantFrom('a', 'b', 'c'),
  after: fc.nat(1_500),
  waitMsMax: fc.integer({ min: 0, max: 40 * SECOND }),
})

describe('a bucket for whose tokens callers wait', () => {
  test('requests of all callers are at least one interval apart, and each caller is answered', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(someCaller, { minLength: 2, maxLength: 40 }), async (callers) => {
        const host = world()
        for (const [n, { priority, turn, after, waitMsMax }] of callers.entries()) {
          await host.pass(after)
          host.ask(String(n), { priority, turn }, waitMsMax)
        }
        await host.pass(100 * SECOND)
        expect(host.log.length + host.refused.length).toBe(callers.length)
        const times = timesOf(host)
        for (const [n, at] of times.entries())
          if (n > 0) expect(at - (times[n - 1] ?? 0)).toBeGreaterThanOrEqual(SECOND)
      }),
      { numRuns: 50 },
    )
  })

  test('a caller that gets a token never waits longer than it may, and one that gets none does not wait in vain', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(someCaller, { minLength: 2, maxLength: 40 }), async (callers) => {
        const host = world()
        const asked: { at: number; waitMsMax: number }[] = []
        for (const [n, { priority, turn, after, waitMsMax }] of callers.entries()) {
          await host.pass(after)
          asked.push({ at: host.now(), waitMsMax })
          host.ask(String(n), { priority, turn }, waitMsMax)
        }
        const lastAskedAt = host.now()
        await host.pass(100 * SECOND)
        for (const { name, at } of host.log) {
          const own = asked[Number(name)]
          expect(at - (own?.at ?? 0)).toBeLessThanOrEqual(own?.waitMsMax ?? 0)
        }
        // Only a later caller can make an earlier one hopeless, so nobody is refused after the last
        // caller has asked.
        for (const { at } of host.refused) expect(at).toBeLessThanOrEqual(lastAskedAt)
      }),
      { numRuns: 50 },
    )
  })

  test('a caller waits exactly as long as it was told, if nobody overtakes it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(someCaller, { minLength: 1, maxLength: 30 }),
        someCaller,
        fc.nat(3),
        async (callers, last, pauses) => {
          const host = world()
          for (let n = 0; n < pauses; n += 1) {
            host.bucket.pause(SECOND)
            await host.pass(SECOND)
          }
          for (const [n, { priority, turn }] of callers.entries())
            host.ask(String(n), { priority, turn })
          await host.pass(last.after)
          const asking = { priority: last.priority, turn: last.turn }
          const toldMs = host.bucket.waitMs(caller(asking))
          const askedAt = host.now()
          host.ask('last', asking)
          await host.pass(1_000 * SECOND)
          const at = host.log.find(({ name }) => name === 'last')?.at ?? Number.NaN
          expect(at - askedAt).toBeCloseTo(toldMs, 3)
        },
      ),
      { numRuns: 50 },
    )
  })

  test('urgent callers come first, but after three of them an ordinary one has a token', async () => {
    const host = world()
    for (const name of ['o1', 'o2', 'o3']) host.ask(name)
    for (const name of ['u1', 'u2', 'u3', 'u4', 'u5']) host.ask(name, { priority: 'urgent' })
    await host.pass(20 * SECOND)
    expect(namesOf(host)).toBe('o1 u1 u2 u3 o2 u4 u5 o3')
  })

  test('accounts of one priority take turns, each with its callers in order', async () => {
    const host = world()
    for (const name of ['a1', 'a2', 'a3', 'a4']) host.ask(name, { turn: 'a' })
    for (const name of ['b1', 'b2']) host.ask(name, { turn: 'b' })
    host.ask('c1', { turn: 'c' })
    await host.pass(20 * SECOND)
    expect(namesOf(host)).toBe('a1 a2 b1 c1 a3 b2 a4')
  })

  test('a single analysis behind a list of 500 waits for one token', async () => {
    const host = world()
    for (let n = 0; n < 500; n += 1) host.ask(`l${n}`, { turn: 'list' })
    await host.pass(10 * SECOND + 1)
    const askedAt = host.now()
    host.ask('single', { priority: 'urgent', turn: 'person' }, 3 * SECOND)
    await host.pass(5 * SECOND)
    const single = host.log.find(({ name }) => name === 'single')
    expect((single?.at ?? Number.NaN) - askedAt).toBeLessThanOrEqual(SECOND)
  })

  test('an account that always asks again does not starve another one with many callers', async () => {
    const host = world()
    for (let n = 0; n < 10; n += 1) host.ask(`b${n}`, { turn: 'b' })
    const askAgain = (n: number): void => {
      if (n < 40)
        host.ask(`a${n}`, { turn: 'a' }).then((token) => {
          if (token.allowed) askAgain(n + 1)
        })
    }
    askAgain(0)
    await host.pass(21 * SECOND)
    expect(host.log.filter(({ name }) => name.startsWith('b'))).toHaveLength(10)
  })

  test('a caller whose wait would be too long is told at once, and hears how long', async () => {
    const host = world()
    for (const name of ['a', 'b', 'c']) host.ask(name)
    expect(await host.ask('hurried', {}, 2 * SECOND)).toEqual({
      allowed: false,
      waitMs: 3 * SECOND,
    })
    expect(host.bucket.waitMs(caller({ priority: 'urgent' }))).toBe(SECOND)
    expect(host.bucket.waitMs(caller({ turn: 'other' }))).toBe(2 * SECOND)
  })

  test('a caller that another account makes hopeless is told at once', async () => {
    const host = world()
    for (const name of ['a1', 'a2', 'a3']) host.ask(name, { turn: 'a' })
    host.ask('a4', { turn: 'a' }, 3 * SECOND)
    host.ask('b1', { turn: 'b' })
    await host.pass(0)
    expect(host.refused).toEqual([{ name: 'a4', waitMs: 4 * SECOND, at: 0 }])
  })

  test('a refusal pauses all callers, tells those who cannot wait, and makes later tokens slower', async () => {
    const host = world()
    host.ask('first')
    host.ask('patient')
    host.ask('hurried', {}, 10 * SECOND)
    await host.pass(100)
    host.bucket.pause(30 * SECOND)
    host.bucket.pause(30 * SECOND)
    await host.pass(0)
    expect(host.refused.map(({ name }) => name)).toEqual(['hurried'])
    host.ask('next')
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
    for (let n = 0; n < 100; n += 1) host.ask(String(n))
    await host.pass(1_000 * SECOND)
    const gaps = host.log.slice(1).map(({ at }, n) => at - (host.log[n]?.at ?? 0))
    expect(gaps[0]).toBeCloseTo(12 * SECOND, 0)
    expect(gaps[10]).toBeLessThan(10 * SECOND)
    expect(gaps.at(-1)).toBeLessThan(SECOND + 1)
  })

  test('no answer of a host can pause it for more than an hour, and a shorter pause does not end a longer one', () => {
    const host = world()
    host.bucket.pause(999_999_999 * SECOND)
    expect(host.stored().pausedUntil).toBe(60 * MINUTE)
    host.bucket.pause(SECOND)
    expect(host.stored().pausedUntil).toBe(60 * MINUTE)
    host.bucket.refused(999_999_999 * SECOND)
    expect(host.stored().pausedUntil).toBe(60 * MINUTE)
  })
})

describe('a host that refuses', () => {
  test.each([
    ['5 seconds, then 10, then 15 minutes', [null, null, null, null], [5, 10, 900, 900]],
    ['the time that it asks for', [30_000, 1_000], [30, 1]],
    ['at least 15 minutes after the third time', [1_000, 1_000, 1_000], [1, 1, 900]],
    ['an hour at most', [null, null, 99_999_000], [5, 10, 3_600]],
  ])('is left in peace for %s', async (_title, asked, seconds) => {
    const host = world()
    for (const [n, retryAfterMs] of asked.entries()) {
      host.bucket.refused(retryAfterMs)
      const { pausedUntil } = host.stored()
      expect(pausedUntil - host.now()).toBe((seconds[n] ?? 0) * SECOND)
      // The next refusal counts only if a request was sent after the pause.
      host.ask('again')
      await host.pass(pausedUntil - host.now() + 10 * SECOND)
    }
  })

  test('counts once for requests that were sent at about the same time', async () => {
    const host = world()
    for (let n = 0; n < 4; n += 1) {
      host.bucket.refused(null)
      await host.pass(SECOND)
    }
    expect(host.stored().refusals).toBe(1)
    const quick = world()
    for (let n = 0; n < 4; n += 1) {
      quick.bucket.refused(100)
      await quick.pass(900)
    }
    expect(quick.stored().refusals).toBe(1)
  })

  test('has no wait that a caller could plan with, once it refuses again after it was closed', async () => {
    const host = world()
    for (let n = 1; n <= 4; n += 1) {
      host.bucket.refused(null)
      if (n >= 3) host.ask('late', {}, MINUTE)
      host.ask('again')
      await host.pass(n < 3 ? 30 * SECOND : 16 * MINUTE)
    }
    const waits = host.refused.filter(({ name }) => name === 'late').map(({ waitMs }) => waitMs)
    expect(waits).toEqual([15 * MINUTE, Number.POSITIVE_INFINITY])
  })

  test('gets one request a second for ten minutes, whatever rate is set', async () => {
    const host = world()
    host.bucket.refused(1_000)
    host.ask('again')
    await host.pass(2 * SECOND)
    host.bucket.refused(1_000)
    for (let n = 0; n < 900; n += 1) host.ask('many', { intervalMs: 1 }, DAY)
    await host.pass(20 * MINUTE)
    const times = host.log.map(({ at }) => at)
    const careful = times.filter((at) => at < 10 * MINUTE)
    expect(careful.length).toBeLessThanOrEqual(601)
    expect(careful.every((at, n) => n === 0 || at - (careful[n - 1] ?? 0) >= SECOND)).toBe(true)
    expect(times.length).toBe(901)
  })

  test('is trusted again after four tokens without a refusal, and not after three', async () => {
    const refusalsAfter = async (tokens: number) => {
      const host = world()
      host.bucket.refused(null)
      await host.pass(5 * SECOND)
      host.ask('again')
      host.bucket.refused(null)
      await host.pass(10 * SECOND)
      for (let n = 0; n < tokens; n += 1) host.ask(String(n))
      await host.pass(20 * SECOND)
      host.bucket.refused(null)
      return host.stored()
    }
    expect(await refusalsAfter(3)).toMatchObject({ refusals: 3 })
    expect(await refusalsAfter(4)).toMatchObject({ refusals: 1 })
  })

  test('stays closed, and its refusals stay counted, when the object that knew them is gone', async () => {
    const host = world()
    host.bucket.refused(null)
    host.restart()
    host.ask('later', { priority: 'urgent' })
    await host.pass(10 * SECOND)
    expect(host.log).toEqual([{ name: 'later', at: 5 * SECOND }])
    host.bucket.refused(null)
    expect(host.stored()).toMatchObject({ pausedUntil: 20 * SECOND, refusals: 2 })
  })
})

describe('a limit for a day', () => {
  const perDay = 100

  test('no 24 hours have more tokens, however callers ask', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.tuple(fc.nat(DAY / 4), fc.nat(30)), { minLength: 4, maxLength: 12 }),
        async (limit, bursts) => {
          const host = world()
          for (const [after, count] of bursts) {
            await host.pass(after)
            for (let n = 0; n < count; n += 1) host.ask(String(n), { perDay: limit }, DAY / 8)
          }
          await host.pass(DAY)
          const times = timesOf(host)
          for (const [n, at] of times.entries()) {
            const before = times[n - limit]
            if (before !== undefined) expect(at - before).toBeGreaterThanOrEqual(DAY)
          }
        },
      ),
      { numRuns: 50 },
    )
  })

  test('a quarter of it is free at once, and the rest comes over the day', async () => {
    const host = world()
    for (let n = 0; n < perDay; n += 1) host.ask(String(n), { perDay }, DAY)
    await host.pass(60 * SECOND)
    expect(host.log).toHaveLength(perDay / 4)
    expect(host.bucket.waitMs(caller({ perDay }))).toBeGreaterThan(DAY - MINUTE)
    await host.pass(DAY - MINUTE)
    expect(host.log.length).toBeGreaterThanOrEqual(perDay - 1)
  })

  test('while nothing is left, a caller hears when there will be', async () => {
    const host = world()
    for (let n = 0; n < perDay / 4; n += 1) host.ask(String(n), { perDay })
    await host.pass(60 * SECOND)
    const token = await host.ask('late', { perDay, priority: 'urgent' }, 100 * SECOND)
    expect(token).toEqual({ allowed: false, waitMs: DAY / 75 - 60 * SECOND })
  })

  test('what was spent stays spent when the object that knew it is gone', async () => {
    const host = world()
    for (let n = 0; n < perDay / 4; n += 1) host.ask(String(n), { perDay })
    await host.pass(60 * SECOND)
    host.restart()
    expect(await host.ask('late', { perDay }, 100 * SECOND)).toMatchObject({ allowed: false })
  })

  test('a limit that the interval keeps anyway stores nothing', async () => {
    const host = world()
    host.ask('one', { perDay: 86_400 })
    await host.pass(SECOND)
    expect(host.stored()).toBe(UNUSED)
  })
})
