import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTurns, type Lane, type Turn } from '../../../../shared/platform/net/turns.ts'

const SECOND = 1_000

/**
 * Turns with a clock that moves only in `pass`. `log` contains the names of the callers with a
 * turn, and the time of each turn.
 */
function world(pausedUntil = 0) {
  let at = 0
  const timers: { at: number; task: () => void }[] = []
  const turns = createTurns(
    {
      now: () => at,
      after: (milliseconds, task) => void timers.push({ at: at + milliseconds, task }),
    },
    pausedUntil,
  )
  const log: { name: string; at: number }[] = []
  const refused: string[] = []
  return {
    turns,
    log,
    refused,
    ask(name: string, lane: Lane, patienceMs = 1_000 * SECOND, intervalMs = SECOND): Promise<Turn> {
      const asked = turns.take(lane, patienceMs, intervalMs)
      asked.then(({ granted }) => (granted ? log.push({ name, at }) : refused.push(name)))
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

describe('turns at one host', () => {
  test('requests of all callers are at least one interval apart', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom<Lane>('single', 'list'), fc.nat(3_000)), {
          minLength: 2,
          maxLength: 30,
        }),
        async (callers) => {
          const host = world()
          for (const [n, [lane, after]] of callers.entries()) {
            await host.pass(after)
            host.ask(String(n), lane)
          }
          await host.pass(100 * SECOND)
          expect(host.log).toHaveLength(callers.length)
          for (const [n, turn] of host.log.entries())
            if (n > 0) expect(turn.at - (host.log[n - 1]?.at ?? 0)).toBeGreaterThanOrEqual(SECOND)
        },
      ),
      { numRuns: 50 },
    )
  })

  test('single analyses come first, but after three of them a list has its turn', async () => {
    const host = world()
    for (const name of ['l1', 'l2', 'l3']) host.ask(name, 'list')
    for (const name of ['s1', 's2', 's3', 's4', 's5']) host.ask(name, 'single')
    await host.pass(20 * SECOND)
    expect(namesOf(host)).toBe('l1 s1 s2 s3 l2 s4 s5 l3')
  })

  test('a caller whose wait would be too long is told at once, and hears how long', async () => {
    const host = world()
    for (const name of ['a', 'b', 'c']) host.ask(name, 'list')
    expect(await host.ask('hurried', 'list', 2 * SECOND)).toEqual({
      granted: false,
      waitMs: 3 * SECOND,
    })
    expect(host.turns.waitMs('single', SECOND)).toBe(SECOND)
  })

  test('a refusal pauses all callers, tells those who cannot wait, and makes later turns slower', async () => {
    const host = world()
    host.ask('first', 'list')
    host.ask('patient', 'list')
    host.ask('hurried', 'list', 10 * SECOND)
    await host.pass(100)
    host.turns.refused(30 * SECOND)
    host.turns.refused(30 * SECOND)
    await host.pass(0)
    expect(host.refused).toEqual(['hurried'])
    host.ask('next', 'list')
    await host.pass(60 * SECOND)
    expect(host.log.map(({ name, at }) => [name, at])).toEqual([
      ['first', 0],
      ['patient', 30_100],
      ['next', 31_600],
    ])
  })

  test('the usual pace returns slowly, and the slowest pace is a twelfth of it', async () => {
    const host = world()
    for (let refusal = 0; refusal < 20; refusal += 1) {
      host.turns.refused(SECOND)
      await host.pass(SECOND)
    }
    for (let n = 0; n < 100; n += 1) host.ask(String(n), 'list')
    await host.pass(1_000 * SECOND)
    const gaps = host.log.slice(1).map(({ at }, n) => at - (host.log[n]?.at ?? 0))
    expect(gaps[0]).toBeCloseTo(12 * SECOND, 0)
    expect(gaps[10]).toBeLessThan(10 * SECOND)
    expect(gaps.at(-1)).toBeLessThan(SECOND + 1)
  })

  test('a pause outlives the object that knew it', async () => {
    const host = world(5 * SECOND)
    host.ask('later', 'single')
    await host.pass(10 * SECOND)
    expect(host.log).toEqual([{ name: 'later', at: 5 * SECOND }])
  })

  test('no answer of a host can pause it for more than an hour, and a shorter pause does not end a longer one', () => {
    const host = world()
    expect(host.turns.refused(999_999_999 * SECOND)).toBe(3_600 * SECOND)
    expect(host.turns.refused(SECOND)).toBe(3_600 * SECOND)
  })
})
