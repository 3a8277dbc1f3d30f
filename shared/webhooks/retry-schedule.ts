import type { AttemptResult } from './attempt-delivery.ts'

/**
 * Seconds between the attempts at a delivery. The first number is the wait after the first attempt.
 */
export type RetrySchedule = readonly number[]

export type FailedAttempt = Pick<AttemptResult, 'status' | 'timedOut' | 'retryAfterSeconds'>

export type Verdict =
  | { then: 'delivered' }
  | { then: 'retry'; delayMs: number }
  | { then: 'dead_letter' }

const GONE = 410

const JITTER = 0.2
const OVERLOADED_SECONDS_MIN = 60
const OVERLOADED_STATUSES: readonly number[] = [429, 502, 503, 504]
const RETRY_AFTER_STRETCH = 2

export function attemptsMax(schedule: RetrySchedule): number {
  return schedule.length + 1
}

/**
 * Wait until the next attempt in milliseconds, or null after the last attempt. `random` (0 to 1)
 * changes the planned wait by up to 20 %. A Retry-After header can extend the planned wait to at
 * most twice its length.
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

/** Decides the next step after attempt number `attempt` (from 1). `random` is from 0 to 1. */
export function judge(
  schedule: RetrySchedule,
  attempt: number,
  result: AttemptResult,
  random: number,
): Verdict {
  const { status } = result
  if (status !== null && status >= 200 && status < 300) return { then: 'delivered' }
  if (status === GONE || result.forbidden) return { then: 'dead_letter' }
  const delayMs = delayAfter(schedule, attempt, result, random)
  return delayMs === null ? { then: 'dead_letter' } : { then: 'retry', delayMs }
}
