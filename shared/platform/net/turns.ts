/**
 * Priority of a request to a paced host. A person waits for a single analysis; nobody waits for one
 * line of a list.
 */
export type Lane = 'single' | 'list'

/**
 * Outcome of asking for a turn. Without a turn, `waitMs` is the time that the caller would have had
 * to wait.
 */
export type Turn = { granted: true } | { granted: false; waitMs: number }

/**
 * Gives turns to requests to one host, so that all callers together keep to the pace of the host.
 */
export interface Turns {
  /**
   * Resolves when the caller may send one request. Resolves without a turn as soon as the wait
   * would be longer than `patienceMs`. `intervalMs` is the shortest time between two requests to
   * the host.
   */
  take(lane: Lane, patienceMs: number, intervalMs: number): Promise<Turn>
  /**
   * Returns the time in milliseconds that a new caller would wait at most, if no other caller
   * overtakes it.
   */
  waitMs(lane: Lane, intervalMs: number): number
  /**
   * Reports that the host refused a request because of its pace. Nobody gets a turn for the given
   * time, at most an hour, and later turns come slower. Returns the end of the pause in
   * milliseconds since 1970.
   */
  refused(pauseMs: number): number
}

/**
 * Number of turns in a row for single analyses, after which one waiting list gets a turn, so that
 * lists always advance.
 */
const SINGLES_IN_A_ROW_MAX = 3
/**
 * Factors of the interval between turns: after a refusal, and after each turn until the interval
 * has its usual length again.
 */
const SLOWER = 1.5
const FASTER = 0.97
/**
 * Longest interval between turns, as a multiple of the usual one. crt.sh has allowed 60 and, later,
 * 5 requests a minute.
 */
const SLOWEST = 12
const PAUSE_MS_MAX = 3_600_000
/**
 * A caller that cannot wait here asks another host. Only a bug, such as an endless loop, reaches
 * this limit.
 */
const WAITING_MAX = 10_000

interface Waiter {
  answer(turn: Turn): void
  givesUpAt: number
  intervalMs: number
}

interface Clock {
  now(): number
  /** Calls `task` once after the given time. */
  after(milliseconds: number, task: () => void): void
}

/**
 * Creates the turns of one host. `pausedUntil` is the end of a pause that an earlier instance knew,
 * in milliseconds since 1970.
 */
export function createTurns({ now, after }: Clock, pausedUntil = 0): Turns {
  const waiting: Record<Lane, Waiter[]> = { single: [], list: [] }
  let freeAt = pausedUntil
  let pauseEndsAt = pausedUntil
  let slowness = 1
  let singlesInARow = 0
  let timerSet = false

  const ahead = (lane: Lane): number =>
    lane === 'list'
      ? waiting.single.length + waiting.list.length
      : waiting.single.length +
        Math.min(waiting.list.length, Math.floor(waiting.single.length / SINGLES_IN_A_ROW_MAX))
  const waitAfter = (others: number, intervalMs: number): number =>
    Math.max(0, freeAt - now()) + others * intervalMs * slowness

  const dropHopeless = (): void => {
    let others = 0
    for (const lane of ['single', 'list'] as const) {
      waiting[lane] = waiting[lane].filter((waiter) => {
        const waitMs = waitAfter(others, waiter.intervalMs)
        if (now() + waitMs <= waiter.givesUpAt) {
          others += 1
          return true
        }
        waiter.answer({ granted: false, waitMs })
        return false
      })
    }
  }

  const nextWaiter = (): Waiter | undefined => {
    const listIsNext = waiting.list.length > 0 && singlesInARow >= SINGLES_IN_A_ROW_MAX
    if (waiting.single.length > 0 && !listIsNext) {
      singlesInARow += 1
      return waiting.single.shift()
    }
    singlesInARow = 0
    return waiting.list.shift()
  }

  const grantOrWait = (): void => {
    if (timerSet || waiting.single.length + waiting.list.length === 0) return
    const leftMs = freeAt - now()
    if (leftMs > 0) {
      timerSet = true
      after(leftMs, () => {
        timerSet = false
        grantOrWait()
      })
      return
    }
    const next = nextWaiter()
    if (next === undefined) return
    freeAt = now() + next.intervalMs * slowness
    slowness = Math.max(1, slowness * FASTER)
    next.answer({ granted: true })
    grantOrWait()
  }

  return {
    waitMs: (lane, intervalMs) => waitAfter(ahead(lane), intervalMs),
    take(lane, patienceMs, intervalMs) {
      const waitMs = waitAfter(ahead(lane), intervalMs)
      if (waitMs > patienceMs || waiting[lane].length >= WAITING_MAX)
        return Promise.resolve({ granted: false, waitMs })
      return new Promise((answer) => {
        waiting[lane].push({ answer, givesUpAt: now() + patienceMs, intervalMs })
        if (lane === 'single') dropHopeless()
        grantOrWait()
      })
    },
    refused(pauseMs) {
      const endsAt = now() + Math.min(Math.max(0, pauseMs), PAUSE_MS_MAX)
      // Requests that were under way together are refused together, which is one refusal of the
      // same pace.
      if (now() >= pauseEndsAt) slowness = Math.min(SLOWEST, slowness * SLOWER)
      pauseEndsAt = Math.max(pauseEndsAt, endsAt)
      freeAt = Math.max(freeAt, endsAt)
      dropHopeless()
      return pauseEndsAt
    },
  }
}
