import { DAY_MS } from '../clock.ts'
import type { Priority } from './semaphore.ts'
import { type BucketRule, type BucketState, fullBucket, takeTokens } from './token-bucket.ts'

/**
 * Outcome of a wait for a token. `waitMs`: time that a refused caller would have had to wait.
 * Infinite if the host was closed and then refused us again, because some hosts never answer us.
 */
export type Token = { allowed: true } | { allowed: false; waitMs: number }

export interface Caller {
  priority: Priority
  /** Callers of one priority with different keys take turns, for example two accounts. */
  turn: string
  /** Tokens come at intervals of this length. */
  intervalMs: number
  /** Largest number of tokens in any 24 hours. Absent: only the interval limits them. */
  perDay?: number | undefined
}

/** State of a bucket that must be kept. Times are in milliseconds since 1970. */
export interface StoredBucket {
  pausedUntil: number
  /** Refusals of the host in a row. */
  refusals: number
  /** Null unless a number of tokens in a day is the tighter limit. */
  day: BucketState | null
}

/**
 * Callers wait for the tokens of one host; a token allows one request. The bucket never saves more
 * than one token, except within the limit of a day.
 */
export interface WaitingBucket {
  /**
   * Resolves with a token. Resolves without one as soon as it is clear that the wait would exceed
   * `waitMsMax`.
   */
  take(caller: Caller, waitMsMax: number): Promise<Token>
  /** Wait in milliseconds of a new caller, if no later caller overtakes it. */
  waitMs(caller: Caller): number
  /**
   * Call this after the host has refused a request. Gives no token for the given time (at most an
   * hour), and then gives tokens more slowly.
   */
  pause(milliseconds: number): void
  /**
   * The same for a host that is closed after three refusals in a row. `retryAfterMs`: time that the
   * host asked for, or null.
   */
  refused(retryAfterMs: number | null): void
}

// After this number of urgent callers in a row, one ordinary caller gets a token, so that ordinary
// callers do not wait forever.
const URGENT_IN_A_ROW_MAX = 3
// After a refusal by the host, the interval between tokens is multiplied by SLOWER. Each token then
// multiplies it by FASTER, down to the usual interval.
const SLOWER = 1.5
const FASTER = 0.97
// Largest factor of the interval. crt.sh has allowed 60 requests a minute and later only 5, which
// is a factor of 12.
const SLOWEST = 12
const PAUSE_MS_MAX = 3_600_000
// Pauses after the first refusal, the second and the third in a row. The third one closes the host,
// because a registry that is asked on may block our address for good.
const REFUSED_PAUSES_MS = [5_000, 10_000, 900_000] as const
const REFUSALS_MAX = REFUSED_PAUSES_MS.length
// After two refusals in a row, a host with a faster configured rate gets one request a second for
// this time.
const CAREFUL_MS = 600_000
const CAREFUL_INTERVAL_MS = 1_000
/** Tokens without a refusal after a pause that end the row of refusals. */
const TOKENS_OF_PEACE = 4

interface Waiter {
  caller: Caller
  givesUpAt: number
  answer(token: Token): void
}

/** Waiting callers by turn. The first turn is next. */
type Line = Map<string, Waiter[]>

interface Lines extends Record<Priority, Line> {
  urgentInARow: number
}

interface Supply {
  nextTokenAt: number
  slowness: number
  /** Until this time, tokens come at intervals of at least CAREFUL_INTERVAL_MS. */
  carefulUntil: number
  day: BucketState | null
}

const copyOf = ({ urgent, ordinary, urgentInARow }: Lines): Lines => {
  const copy = (line: Line): Line => new Map([...line].map(([turn, each]) => [turn, [...each]]))
  return { urgent: copy(urgent), ordinary: copy(ordinary), urgentInARow }
}

function join(lines: Lines, waiter: Waiter): void {
  const line = lines[waiter.caller.priority]
  const same = line.get(waiter.caller.turn)
  if (same === undefined) line.set(waiter.caller.turn, [waiter])
  else same.push(waiter)
}

function nextOf({ urgent, ordinary, urgentInARow }: Lines): Waiter | undefined {
  const isOrdinaryNext = ordinary.size > 0 && urgentInARow >= URGENT_IN_A_ROW_MAX
  const line = urgent.size > 0 && !isOrdinaryNext ? urgent : ordinary
  return line.values().next().value?.[0]
}

function leave(line: Line, waiter: Waiter): void {
  const { turn } = waiter.caller
  const others = (line.get(turn) ?? []).filter((other) => other !== waiter)
  if (others.length === 0) line.delete(turn)
  else line.set(turn, others)
}

/** The caller leaves with a token, so its turn goes behind the turns of all others. */
function serve(lines: Lines, waiter: Waiter): void {
  const { priority, turn } = waiter.caller
  const line = lines[priority]
  leave(line, waiter)
  const others = line.get(turn)
  if (others !== undefined) {
    line.delete(turn)
    line.set(turn, others)
  }
  lines.urgentInARow = priority === 'urgent' ? lines.urgentInARow + 1 : 0
}

// In 24 hours a bucket can give its capacity and its refill of a day. Both together are `perDay`.
// Null if the interval alone keeps to the limit of the day.
function dayRule({ intervalMs, perDay }: Caller): BucketRule | null {
  if (perDay === undefined || perDay * intervalMs >= DAY_MS) return null
  const capacity = Math.max(1, Math.floor(perDay / 4))
  return { capacity, refill: 1, intervalMs: Math.ceil(DAY_MS / Math.max(1, perDay - capacity)) }
}

/** Returns the time of the next token, and the supply after the caller has taken it. */
function tokenFor(caller: Caller, supply: Supply, now: number): { at: number; after: Supply } {
  let at = Math.max(now, supply.nextTokenAt)
  let { day } = supply
  const rule = dayRule(caller)
  if (rule !== null) {
    let next = takeTokens(day ?? fullBucket(rule), rule, at)
    while (!next.taken.allowed) {
      at += next.taken.retryAfterMs
      next = takeTokens(next.state, rule, at)
    }
    day = next.state
  }
  const leastMs = at < supply.carefulUntil ? CAREFUL_INTERVAL_MS : 0
  const nextTokenAt = at + Math.max(caller.intervalMs * supply.slowness, leastMs)
  const slowness = Math.max(1, supply.slowness * FASTER)
  return { at, after: { ...supply, nextTokenAt, slowness, day } }
}

interface Clock {
  now(): number
  wait(milliseconds: number): Promise<void>
}

export const UNUSED: StoredBucket = { pausedUntil: 0, refusals: 0, day: null }

/** `save` is called with each new state, before the callers that it concerns are answered. */
export function waitingBucket(
  { now, wait }: Clock,
  stored: StoredBucket = UNUSED,
  save: (state: StoredBucket) => void = () => undefined,
): WaitingBucket {
  const waiting: Lines = { urgent: new Map(), ordinary: new Map(), urgentInARow: 0 }
  let supply: Supply = {
    nextTokenAt: stored.pausedUntil,
    slowness: 1,
    carefulUntil: 0,
    day: stored.day,
  }
  let { pausedUntil, refusals } = stored
  let tokensSincePause = 0
  let isTimed = false

  const isClosedForGood = (): boolean => refusals > REFUSALS_MAX && now() < pausedUntil
  const keep = (): void => save({ pausedUntil, refusals, day: supply.day })
  /** Waits of all callers in the order of their tokens. Hopeless callers get none. */
  const forecast = (lines: Lines): { waiter: Waiter; waitMs: number; isHopeless: boolean }[] => {
    const waits = []
    let left = supply
    for (let waiter = nextOf(lines); waiter !== undefined; waiter = nextOf(lines)) {
      const { at, after } = tokenFor(waiter.caller, left, now())
      const isHopeless = at > waiter.givesUpAt
      const waitMs = isClosedForGood() ? Number.POSITIVE_INFINITY : at - now()
      waits.push({ waiter, waitMs, isHopeless })
      if (isHopeless) leave(lines[waiter.caller.priority], waiter)
      else {
        serve(lines, waiter)
        left = after
      }
    }
    return waits
  }
  const refuseHopeless = (): void => {
    for (const { waiter, waitMs, isHopeless } of forecast(copyOf(waiting))) {
      if (!isHopeless) continue
      leave(waiting[waiter.caller.priority], waiter)
      waiter.answer({ allowed: false, waitMs })
    }
  }
  const countToken = (after: Supply): void => {
    const isChanged = after.day !== supply.day
    supply = after
    tokensSincePause += 1
    const isPeace = refusals > 0 && tokensSincePause >= TOKENS_OF_PEACE
    if (isPeace) refusals = 0
    if (isPeace || isChanged) keep()
  }
  const startWaiting = (): void => {
    for (let next = nextOf(waiting); next !== undefined && !isTimed; next = nextOf(waiting)) {
      const { at, after } = tokenFor(next.caller, supply, now())
      const leftMs = at - now()
      if (leftMs > 0) {
        isTimed = true
        wait(leftMs).then(() => {
          isTimed = false
          startWaiting()
        })
        return
      }
      serve(waiting, next)
      countToken(after)
      next.answer({ allowed: true })
    }
  }
  const pause = (milliseconds: number): void => {
    const endsAt = now() + Math.min(Math.max(0, milliseconds), PAUSE_MS_MAX)
    // Requests that were sent at about the same time are refused together. The interval grows only
    // once for all of them.
    const isNew = now() >= pausedUntil
    const slowness = isNew ? Math.min(SLOWEST, supply.slowness * SLOWER) : supply.slowness
    pausedUntil = Math.max(pausedUntil, endsAt)
    supply = { ...supply, slowness, nextTokenAt: Math.max(supply.nextTokenAt, endsAt) }
    tokensSincePause = 0
    keep()
    refuseHopeless()
  }

  return {
    waitMs(caller) {
      const lines = copyOf(waiting)
      const asking = { caller, givesUpAt: Number.POSITIVE_INFINITY, answer: () => undefined }
      join(lines, asking)
      return forecast(lines).find(({ waiter }) => waiter === asking)?.waitMs ?? 0
    },
    take: (caller, waitMsMax) =>
      new Promise((answer) => {
        join(waiting, { caller, givesUpAt: now() + waitMsMax, answer })
        refuseHopeless()
        startWaiting()
      }),
    pause,
    refused(retryAfterMs) {
      // A request without a token of its own after the pause was sent before the pause.
      const isAnother = refusals === 0 || tokensSincePause > 0
      if (isAnother && now() >= pausedUntil) refusals += 1
      const [first, second, closed] = REFUSED_PAUSES_MS
      if (refusals > 1) supply = { ...supply, carefulUntil: now() + CAREFUL_MS }
      if (refusals >= REFUSALS_MAX) pause(Math.max(closed, retryAfterMs ?? 0))
      else pause(retryAfterMs ?? (refusals === 2 ? second : first))
    },
  }
}
