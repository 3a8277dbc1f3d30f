import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BodyHold, createBodyBudget } from '../../../../shared/platform/net/body-budget.ts'

const forever = new AbortController().signal
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
const MINUTE_MS = 60_000

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

describe('the limit on bytes of bodies in memory', () => {
  test('the held bytes never exceed the budget by more than one body, and all bodies end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 100 }), bodies, async (bytesMax, given) => {
        const budget = createBodyBudget(bytesMax, () => 0)
        const largest = Math.max(0, ...given.map(sizeOf))
        const most = { bytes: 0 }
        const read = async ({ parts, abortsAfter, fails }: Body): Promise<void> => {
          const controller = new AbortController()
          await budget.hold(async (hold) => {
            for (const [index, part] of parts.entries()) {
              if (index === abortsAfter)
                queueMicrotask(() => controller.abort(new Error('aborted')))
              await hold.take(part, controller.signal)
              most.bytes = Math.max(most.bytes, budget.heldBytes)
              await Promise.resolve()
            }
            if (fails) throw new Error('a page that fails')
          })
        }
        await Promise.allSettled(given.map(read))
        expect(most.bytes).toBeLessThanOrEqual(bytesMax + largest)
        expect(budget.heldBytes).toBe(0)
      }),
      { numRuns: 300 },
    )
  })

  test('several bodies of one analysis that are all incomplete do not wait for each other', async () => {
    const budget = createBodyBudget(10, () => 0)
    const read = () =>
      budget.hold(async (hold) => {
        for (let part = 0; part < 10; part += 1) {
          await hold.take(2, forever)
          await turn()
        }
      })
    await Promise.all([read(), read(), read()])
    expect(budget.heldBytes).toBe(0)
  })

  test('a body that is larger than the budget is read alone', async () => {
    const budget = createBodyBudget(10, () => 0)
    const order: string[] = []
    const large = budget.hold(async (hold) => {
      await hold.take(25, forever)
      order.push('large')
      await turn()
      order.push('large has ended')
    })
    const small = budget.hold(async (hold) => {
      await hold.take(1, forever)
      order.push('small')
    })
    await Promise.all([large, small])
    expect(order).toEqual(['large', 'large has ended', 'small'])
  })

  test('bodies get free bytes in the order of their age', async () => {
    const budget = createBodyBudget(10, () => 0)
    const order: string[] = []
    const holds: { hold: BodyHold; end: () => void }[] = []
    const open = () =>
      budget.hold(
        (hold) =>
          new Promise<void>((end) => {
            holds.push({ hold, end })
          }),
      )
    const ended = [open(), open(), open(), open()]
    const [full, exceeding, first, second] = holds
    await full?.hold.take(10, forever)
    await exceeding?.hold.take(5, forever)
    const waiting = [
      second?.hold.take(2, forever).then(() => order.push('second')),
      first?.hold.take(2, forever).then(() => order.push('first')),
    ]
    await turn()
    expect(order).toEqual([])
    full?.end()
    await Promise.all(waiting)
    expect(order).toEqual(['first', 'second'])
    for (const { end } of holds) end()
    await Promise.all(ended)
  })

  test('a body that waits longer than its time limit ends with the reason of its signal', async () => {
    const budget = createBodyBudget(10, () => 0)
    const controller = new AbortController()
    await budget.hold(async (full) => {
      await full.take(10, forever)
      await budget.hold(async (exceeding) => {
        await exceeding.take(5, forever)
        const waiting = budget.hold((hold) => hold.take(1, controller.signal))
        await turn()
        controller.abort(new DOMException('no answer in 10 ms', 'TimeoutError'))
        await expect(waiting).rejects.toThrow('no answer in 10 ms')
        expect(budget.heldBytes).toBe(15)
      })
    })
    expect(budget.heldBytes).toBe(0)
  })

  test('a request that the runtime has stopped blocks the others for at most a minute', async () => {
    let now = 0
    const budget = createBodyBudget(10, () => now)
    const stopped = (bytes: number) =>
      void budget.hold(async (hold) => {
        await hold.take(bytes, forever)
        await new Promise(() => undefined)
      })
    stopped(10)
    stopped(5)
    await turn()
    now = MINUTE_MS
    await budget.hold((hold) => hold.take(10, forever))
    expect(budget.heldBytes).toBe(0)
  })
})
