import type { AttemptResult } from './attempt-delivery.ts'
import { delayAfter, type RetrySchedule } from './retry-schedule.ts'

export type Verdict =
  | { then: 'delivered' }
  | { then: 'retry'; delayMs: number }
  | { then: 'dead_letter' }

const GONE = 410

export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300
}

/**
 * Decides the next step after attempt number `attempt` (from 1) to deliver a webhook. After status
 * 410 (Gone) or with a forbidden URL, there is no further attempt.
 */
export function judge(
  schedule: RetrySchedule,
  attempt: number,
  result: AttemptResult,
  random: number,
): Verdict {
  if (isSuccess(result.status)) return { then: 'delivered' }
  if (result.status === GONE || result.forbidden) return { then: 'dead_letter' }
  const delayMs = delayAfter(schedule, attempt, result, random)
  return delayMs === null ? { then: 'dead_letter' } : { then: 'retry', delayMs }
}
