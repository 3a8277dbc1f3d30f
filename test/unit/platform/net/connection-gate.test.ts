import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createGate } from '../../../../shared/platform/net/connection-gate.ts'

const forever = new AbortController().signal

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

describe('the connection gate', () => {
  test('never lets more tasks run at once than it has slots, and remembers how many did', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.boolean(), { maxLength: 40 }),
        async (slots, tasks) => {
          const gate = createGate(slots)
          let running = 0
          let most = 0
          await Promise.allSettled(
            tasks.map((fails) =>
              gate.pass(async () => {
                running += 1
                most = Math.max(most, running)
                await Promise.resolve()
                running -= 1
                if (fails) throw new Error('a task that fails')
              }, forever),
            ),
          )
          expect(most).toBe(Math.min(slots, tasks.length))
          expect(gate.highWater).toBe(most)
          expect(gate.passed).toBe(tasks.length)
        },
      ),
      { numRuns: 50 },
    )
  })

  test('admits urgent tasks before ordinary ones, whoever came first', async () => {
    const gate = createGate(1)
    const order: string[] = []
    const note = (name: string) => async (): Promise<void> => void order.push(name)
    await Promise.all([
      gate.pass(note('ordinary'), forever, 'ordinary'),
      gate.pass(note('urgent'), forever, 'urgent'),
      gate.pass(note('second urgent'), forever, 'urgent'),
    ])
    expect(order).toEqual(['urgent', 'second urgent', 'ordinary'])
  })

  test('frees the place of a task that gave up waiting', async () => {
    const gate = createGate(1)
    const first = deferred()
    const running = gate.pass(() => first.promise, forever)
    const impatient = new AbortController()
    const waiting = gate.pass(async () => 'ran', impatient.signal)
    await settled()
    impatient.abort(new Error('no longer wanted'))
    await expect(waiting).rejects.toThrow('no longer wanted')
    const third = gate.pass(async () => 'third', forever)
    first.resolve()
    await running
    await expect(third).resolves.toBe('third')
    expect(gate.passed).toBe(2)
  })

  test('does not start a task whose signal has aborted already', async () => {
    const gate = createGate(1)
    await expect(gate.pass(async () => 'ran', AbortSignal.abort(new Error('over')))).rejects.toThrow('over')
    expect(gate.passed).toBe(0)
  })
})
