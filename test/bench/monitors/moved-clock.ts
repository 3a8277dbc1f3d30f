import { setImmediate as turn } from 'node:timers/promises'

/**
 * The clock stands still while code runs, and jumps to the end of the next wait when all code
 * waits.
 */
export interface MovedClock {
  now(): Date
  wait(milliseconds: number): Promise<void>
  /** The clock stands still while `work` waits for something outside of it, such as a database. */
  hold<Value>(work: () => Promise<Value>): Promise<Value>
  /** `time` is in milliseconds since 1970 and must not have passed yet. */
  moveTo(time: number): void
}

interface Waiter {
  until: number
  resume(): void
}

/** After this many idle turns of the event loop, all code waits. */
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
