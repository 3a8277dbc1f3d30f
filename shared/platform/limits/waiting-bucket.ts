import type { Priority } from './semaphore.ts'

/** Outcome of a wait for a token. `waitMs`: time that a refused caller would have had to wait. */
export type Token = { allowed: true } | { allowed: false; waitMs: number }

/**
 * Callers wait for the tokens of one outside service. The bucket has room for one token, so its
 * state is the time of its next token.
 */
export interface WaitingBucket {
  /**
   * Resolves with a token, or without one as soon as the wait would exceed `waitMsMax`. The next
   * token comes after `intervalMs`.
   */
  take(priority: Priority, waitMsMax: number, intervalMs: number): Promise<Token>
  /** Longest wait in milliseconds of a new caller, if no other caller overtakes it. */
  waitMs(priority: Priority, intervalMs: number): number
  /**
   * Gives no token for the given time, at most an hour, because the service refused a request, and
   * later tokens more slowly. Returns the end of the pause in milliseconds since 1970.
   */
  pause(milliseconds: number): number
}

/** Urgent callers in a row after which one ordinary caller gets a token, so that none starves. */
const URGENT_IN_A_ROW_MAX = 3
/** Factors of the interval after a refusal and, until it is the usual one, after each token. */
const SLOWER = 1.5
const FASTER = 0.97
/** crt.sh has allowed 60 and, later, 5 requests a minute. */
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

/** `pausedUntil`: end of a pause that an earlier instance knew, in milliseconds since 1970. */
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
      // Requests that were under way together are refused together, which is one refusal.
      if (now() >= pauseEndsAt) slowness = Math.min(SLOWEST, slowness * SLOWER)
      pauseEndsAt = Math.max(pauseEndsAt, endsAt)
      nextTokenAt = Math.max(nextTokenAt, endsAt)
      refuseHopeless()
      return pauseEndsAt
    },
  }
}
