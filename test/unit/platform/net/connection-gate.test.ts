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

describe('the limit on open connections', () => {
  test('no more tasks run at once than the limit allows, and the largest number of running tasks is reported', async () => {
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

  test('urgent tasks start before ordinary tasks that came earlier', async () => {
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

  test('a task that stops waiting releases its place in the queue', async () => {
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

  test('a task with an aborted signal is not started', async () => {
    const gate = createGate(1)
    await expect(
      gate.pass(async () => 'ran', AbortSignal.abort(new Error('over'))),
    ).rejects.toThrow('over')
    expect(gate.passed).toBe(0)
  })
})
