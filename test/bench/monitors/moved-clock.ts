import { setImmediate as turn } from 'node:timers/promises'

/**
 * A simulated clock. It stands still while code runs. When all code waits, it jumps to the end of
 * the next wait.
 */
export interface MovedClock {
  now(): Date
  wait(milliseconds: number): Promise<void>
  /**
   * Runs `work`, which waits for something outside of the simulation, such as a database. The clock
   * stands still until `work` ends.
   */
  hold<Value>(work: () => Promise<Value>): Promise<Value>
  /** Moves the clock forward to `time`, in milliseconds since 1970. */
  moveTo(time: number): void
}

interface Waiter {
  until: number
  resume(): void
}

/** If the event loop had nothing to do for this number of turns, all code is waiting. */
const IDLE_TURNS = 2

export function createMovedClock(start: number): MovedClock {
  const waiters: Waiter[] = []
  let time = start
  let held = 0
  let activity = 0
  let isPumping = false

  async function pump(): Promise<void> {
    isPumping = true
    while (waiters.length > 0) {
      let idle = 0
      for (let seen = activity; idle < IDLE_TURNS; ) {
        await turn()
        idle = held === 0 && seen === activity ? idle + 1 : 0
        seen = activity
      }
      waiters.sort((one, other) => one.until - other.until)
      const next = waiters.shift()
      if (next === undefined) break
      time = Math.max(time, next.until)
      next.resume()
    }
    isPumping = false
  }

  return {
    now: () => new Date(time),
    wait(milliseconds) {
      activity += 1
      return new Promise((resolve) => {
        waiters.push({ until: time + Math.max(0, milliseconds), resume: resolve })
        if (!isPumping) void pump()
      })
    },
    async hold(work) {
      activity += 1
      held += 1
      try {
        return await work()
      } finally {
        held -= 1
        activity += 1
      }
    },
    moveTo(next) {
      time = Math.max(time, next)
    },
  }
}
