import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Permits,
  type Priority,
  semaphore,
} from '../../../../shared/platform/limits/semaphore.ts'
import { propertyRuns } from '../../../property-runs.ts'

const forever = new AbortController().signal
const nextTick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
const MINUTE_MS = 60_000

describe('tasks with one permit', () => {
  test('at most the given number of tasks run at once, and every task runs', async () => {
    const tasks = fc.array(
      fc.record({
        rounds: fc.integer({ min: 0, max: 5 }),
        fails: fc.boolean(),
        priority: fc.constantFrom<Priority>('urgent', 'ordinary'),
      }),
      { maxLength: 40 },
    )
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 8 }), tasks, async (permitsMax, given) => {
        const sockets = semaphore(permitsMax)
        let running = 0
        let most = 0
        let ran = 0
        const outcomes = await Promise.allSettled(
          given.map(({ rounds, fails, priority }) =>
            sockets.run(
              async () => {
                running += 1
                most = Math.max(most, running)
                for (let n = 0; n < rounds; n += 1) await Promise.resolve()
                running -= 1
                ran += 1
                if (fails) throw new Error('failed')
              },
              forever,
              priority,
            ),
          ),
        )
        expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(
          given.map(({ fails }) => fails),
        )
        expect([most <= permitsMax, ran, sockets.used]).toEqual([true, given.length, 0])
      }),
      { numRuns: propertyRuns(300) },
    )
  })

  test('urgent tasks start before ordinary tasks that came earlier', async () => {
    const sockets = semaphore(1)
    const order: string[] = []
    const note = (name: string) => async (): Promise<void> => void order.push(name)
    await Promise.all([
      sockets.run(note('ordinary'), forever),
      sockets.run(note('urgent'), forever, 'urgent'),
      sockets.run(note('second urgent'), forever, 'urgent'),
    ])
    expect(order).toEqual(['urgent', 'second urgent', 'ordinary'])
  })

  test('a task whose signal aborts before its start never runs', async () => {
    const sockets = semaphore(1)
    let end = (): void => undefined
    const first = () =>
      new Promise<void>((resolve) => {
        end = resolve
      })
    const running = sockets.run(first, forever)
    const impatient = new AbortController()
    let ran = false
    const waiting = sockets.run(async () => {
      ran = true
    }, impatient.signal)
    await nextTick()
    impatient.abort(new Error('too late'))
    await expect(waiting).rejects.toThrow('too late')
    const third = sockets.run(async () => 'third', forever)
    end()
    await running
    expect([await third, ran]).toEqual(['third', false])
    const over = AbortSignal.abort(new Error('over'))
    await expect(sockets.run(async () => 'ran', over)).rejects.toThrow('over')
  })
})

interface Body {
  parts: number[]
  abortsAfter: number | null
  fails: boolean
}

const bodies = fc.array(
  fc.record({
    parts: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }),
    abortsAfter: fc.option(fc.integer({ min: 0, max: 6 })),
    fails: fc.boolean(),
  }),
  { maxLength: 25 },
)

const sizeOf = ({ parts }: Body): number => parts.reduce((sum, part) => sum + part, 0)

describe('tasks that take permits step by step', () => {
  test('the used permits never exceed the limit by more than one task, and all tasks end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 100 }), bodies, async (bytesMax, given) => {
        const memory = semaphore(bytesMax)
        const largest = Math.max(0, ...given.map(sizeOf))
        let most = 0
        const read = async ({ parts, abortsAfter, fails }: Body): Promise<void> => {
          const controller = new AbortController()
          await memory.withPermits(async (permits) => {
            for (const [index, part] of parts.entries()) {
              if (index === abortsAfter)
                queueMicrotask(() => controller.abort(new Error('aborted')))
              await permits.take(part, controller.signal)
              most = Math.max(most, memory.used)
              await Promise.resolve()
            }
            if (fails) throw new Error('a page that fails')
          })
        }
        await Promise.allSettled(given.map(read))
        expect(most).toBeLessThanOrEqual(bytesMax + largest)
        expect(memory.used).toBe(0)
      }),
      { numRuns: propertyRuns(300) },
    )
  })

  test('several tasks that are all incomplete do not wait for each other', async () => {
    const memory = semaphore(10)
    const read = () =>
      memory.withPermits(async (permits) => {
        for (let part = 0; part < 10; part += 1) {
          await permits.take(2, forever)
          await nextTick()
        }
      })
    await Promise.all([read(), read(), read()])
    expect(memory.used).toBe(0)
  })

  test('a task that needs more than the limit runs alone', async () => {
    const memory = semaphore(10)
    const order: string[] = []
    const large = memory.withPermits(async (permits) => {
      await permits.take(25, forever)
      order.push('large')
      await nextTick()
      order.push('large has ended')
    })
    const small = memory.withPermits(async (permits) => {
      await permits.take(1, forever)
      order.push('small')
    })
    await Promise.all([large, small])
    expect(order).toEqual(['large', 'large has ended', 'small'])
  })

  test('free permits are given in the order of asking', async () => {
    const memory = semaphore(10)
    const order: string[] = []
    const open: { permits: Permits; end: () => void }[] = []
    const ended = Array.from({ length: 3 }, () =>
      memory.withPermits((permits) => new Promise<void>((end) => open.push({ permits, end }))),
    )
    const [full, first, second] = open
    await full?.permits.take(10, forever)
    const waiting = [
      first?.permits.take(8, forever).then(() => order.push('first')),
      second?.permits.take(2, forever).then(() => order.push('second')),
    ]
    await nextTick()
    expect(order).toEqual([])
    full?.end()
    await Promise.all(waiting)
    expect(order).toEqual(['first', 'second'])
    for (const { end } of open) end()
    await Promise.all(ended)
  })

  test('a task that waits longer than its time limit ends with the reason of its signal', async () => {
    const memory = semaphore(10)
    const controller = new AbortController()
    await memory.withPermits(async (full) => {
      await full.take(10, forever)
      const waiting = memory.withPermits(({ take }) => take(1, controller.signal))
      await nextTick()
      controller.abort(new DOMException('no answer in 10 ms', 'TimeoutError'))
      await expect(waiting).rejects.toThrow('no answer in 10 ms')
      expect(memory.used).toBe(10)
    })
    expect(memory.used).toBe(0)
  })

  test('permits of a task that the runtime has stopped are free after the lease', async () => {
    let now = 0
    const memory = semaphore(10, { leaseMs: MINUTE_MS, now: () => now })
    void memory.withPermits(async (permits) => {
      await permits.take(10, forever)
      await new Promise(() => undefined)
    })
    await nextTick()
    now = MINUTE_MS
    await memory.withPermits((permits) => permits.take(10, forever))
    expect(memory.used).toBe(0)
  })
})
