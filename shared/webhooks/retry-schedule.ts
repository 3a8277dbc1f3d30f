/** Waits in seconds after the first attempt, the second, and so on. */
export type RetrySchedule = readonly number[]

/** How an attempt failed, as far as the next one depends on it. */
export interface FailedAttempt {
  /** The receiver's status; null when no answer came. */
  status: number | null
  timedOut: boolean
  /** What the receiver's Retry-After asks for, in seconds; null without one. */
  retryAfterSeconds: number | null
}

const JITTER = 0.2
/** A receiver that is overloaded or slow is left alone for at least this long. */
const OVERLOADED_SECONDS_MIN = 60
const OVERLOADED_STATUSES: readonly number[] = [429, 502, 503, 504]
/** The most that Retry-After may stretch the planned wait. */
const RETRY_AFTER_STRETCH = 2

/** Attempts that a delivery gets in all: the first, and one after each wait. */
export function attemptsMax(schedule: RetrySchedule): number {
  return schedule.length + 1
}

/**
 * Milliseconds until the next attempt after the failure of attempt number `attempt` (from 1), or null when there is none left.
 * `random` is from [0, 1) and spreads the wait by 20 % either way. Retry-After counts between the planned wait and twice it.
 */
export function delayAfter(
  schedule: RetrySchedule,
  attempt: number,
  failed: FailedAttempt,
  random: number,
): number | null {
  const base = schedule[attempt - 1]
  if (base === undefined) return null
  const jittered = base * (1 - JITTER + 2 * JITTER * random)
  const overloaded = failed.timedOut || (failed.status !== null && OVERLOADED_STATUSES.includes(failed.status))
  const planned = overloaded ? Math.max(jittered, OVERLOADED_SECONDS_MIN) : jittered
  const asked = failed.retryAfterSeconds ?? 0
  return Math.round(Math.min(Math.max(asked, planned), planned * RETRY_AFTER_STRETCH) * 1_000)
}

/** A Retry-After header (RFC 9110 section 10.2.3: seconds or a date) in seconds from `now`; null when it is neither, or absent. */
export function retryAfterSeconds(header: string | null, now: Date): number | null {
  if (header === null || header.length > 64) return null
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text)
  // Only the dates of HTTP begin with a weekday; whatever else Date.parse understands is not meant here.
  const at = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, (at - now.getTime()) / 1_000)
}
