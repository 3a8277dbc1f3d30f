/**
 * Waiting times in seconds between the attempts at a webhook delivery. The first number is the wait
 * after the first failed attempt.
 */
export type RetrySchedule = readonly number[]

export interface FailedAttempt {
  status: number | null
  timedOut: boolean
  retryAfterSeconds: number | null
}

const JITTER = 0.2
const OVERLOADED_SECONDS_MIN = 60
const OVERLOADED_STATUSES: readonly number[] = [429, 502, 503, 504]
const RETRY_AFTER_STRETCH = 2

export function attemptsMax(schedule: RetrySchedule): number {
  return schedule.length + 1
}

/**
 * Returns the wait in milliseconds after failed attempt number `attempt` (from 1), or null after
 * the last attempt. The number `random` (0 to 1) changes the planned wait by up to 20 %. The
 * receiver's Retry-After header can extend the wait to at most twice the planned wait.
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
  const overloaded =
    failed.timedOut || (failed.status !== null && OVERLOADED_STATUSES.includes(failed.status))
  const planned = overloaded ? Math.max(jittered, OVERLOADED_SECONDS_MIN) : jittered
  const asked = failed.retryAfterSeconds ?? 0
  return Math.round(Math.min(Math.max(asked, planned), planned * RETRY_AFTER_STRETCH) * 1_000)
}
