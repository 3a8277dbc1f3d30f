import type { Priority } from './semaphore.ts'

/** Outcome of a wait for a token. `waitMs`: time that a refused caller would have had to wait. */
export type Token = { allowed: true } | { allowed: false; waitMs: number }

/**
 * Callers wait for the tokens of one outside service; a token allows one request. The bucket never
 * saves more than one token, so its whole state is the time of the next token.
 */
export interface WaitingBucket {
  /**
   * Resolves with a token. Resolves without one as soon as it is clear that the wait would exceed
   * `waitMsMax`. Tokens come at intervals of `intervalMs`.
   */
  take(priority: Priority, waitMsMax: number, intervalMs: number): Promise<Token>
  /** Longest wait in milliseconds of a new caller, if no other caller overtakes it. */
  waitMs(priority: Priority, intervalMs: number): number
  /**
   * Call this after the service has refused a request. Gives no token for the given time (at most
   * an hour), and then gives tokens more slowly. Returns the end of the pause in milliseconds since
   * 1970.
   */
  pause(milliseconds: number): number
}

// After this number of urgent callers in a row, one ordinary caller gets a token, so that ordinary
// callers do not wait forever.
const URGENT_IN_A_ROW_MAX = 3
// After a refusal by the service, the interval between tokens is multiplied by SLOWER. Each token
// then multiplies it by FASTER, down to the usual interval.
const SLOWER = 1.5
const FASTER = 0.97
// Largest factor of the interval. crt.sh has allowed 60 requests a minute and later only 5, which
// is a factor of 12.
const SLOWEST = 12
const PAUSE_MS_MAX = 3_600_000

interface Waiter {
  answer(token: Token): void
  givesUpAt: number
  intervalMs: number
}

interface Clock {
  now(): number
  wait(milliseconds: number): Promise<void>
}

/** The first token is given at `pausedUntil` (milliseconds since 1970) or later. */
export function waitingBucket({ now, wait }: Clock, pausedUntil = 0): WaitingBucket {
  const waiting: Record<Priority, Waiter[]> = { urgent: [], ordinary: [] }
  let nextTokenAt = pausedUntil
  let pauseEndsAt = pausedUntil
  let slowness = 1
  let urgentInARow = 0
  let isTimed = false

  const waitAfter = (others: number, intervalMs: number): number =>
    Math.max(0, nextTokenAt - now()) + others * intervalMs * slowness
  const ahead = (priority: Priority): number => {
    const { urgent, ordinary } = waiting
    if (priority === 'ordinary') return urgent.length + ordinary.length
    const between = Math.floor(urgent.length / URGENT_IN_A_ROW_MAX)
    return urgent.length + Math.min(ordinary.length, between)
  }
  const refuseHopeless = (): void => {
    let others = 0
    for (const priority of ['urgent', 'ordinary'] as const) {
      waiting[priority] = waiting[priority].filter((waiter) => {
        const waitMs = waitAfter(others, waiter.intervalMs)
        const isHopeless = now() + waitMs > waiter.givesUpAt
        if (isHopeless) waiter.answer({ allowed: false, waitMs })
        else others += 1
        return !isHopeless
      })
    }
  }
  const nextPriority = (): Priority => {
    const isOrdinaryNext = waiting.ordinary.length > 0 && urgentInARow >= URGENT_IN_A_ROW_MAX
    return waiting.urgent.length > 0 && !isOrdinaryNext ? 'urgent' : 'ordinary'
  }
  const startWaiting = (): void => {
    const priority = nextPriority()
    const [next] = waiting[priority]
    if (isTimed || next === undefined) return
    const leftMs = nextTokenAt - now()
    if (leftMs > 0) {
      isTimed = true
      wait(leftMs).then(() => {
        isTimed = false
        startWaiting()
      })
      return
    }
    waiting[priority].shift()
    urgentInARow = priority === 'urgent' ? urgentInARow + 1 : 0
    nextTokenAt = now() + next.intervalMs * slowness
    slowness = Math.max(1, slowness * FASTER)
    next.answer({ allowed: true })
    startWaiting()
  }

  return {
    waitMs: (priority, intervalMs) => waitAfter(ahead(priority), intervalMs),
    take(priority, waitMsMax, intervalMs) {
      const waitMs = waitAfter(ahead(priority), intervalMs)
      if (waitMs > waitMsMax) return Promise.resolve({ allowed: false, waitMs })
      return new Promise((answer) => {
        waiting[priority].push({ answer, givesUpAt: now() + waitMsMax, intervalMs })
        if (priority === 'urgent') refuseHopeless()
        startWaiting()
      })
    },
    pause(milliseconds) {
      const endsAt = now() + Math.min(Math.max(0, milliseconds), PAUSE_MS_MAX)
      // Requests that were sent at about the same time are refused together. The interval grows
      // only once for all of them.
      if (now() >= pauseEndsAt) slowness = Math.min(SLOWEST, slowness * SLOWER)
      pauseEndsAt = Math.max(pauseEndsAt, endsAt)
      nextTokenAt = Math.max(nextTokenAt, endsAt)
      refuseHopeless()
      return pauseEndsAt
    },
  }
}
