import { isoTime } from '../../shared/platform/db/client.ts'
import type { AttemptResult } from '../../shared/webhooks/attempt-delivery.ts'
import type { DeadLetter, DeliveryStatus } from '../../shared/webhooks/queries.ts'
import { attemptsMax, type RetrySchedule } from '../../shared/webhooks/retry-schedule.ts'
import { shownState } from '../../shared/webhooks/tables.ts'

export function presentDelivery(delivery: DeliveryStatus, schedule: RetrySchedule) {
  return {
    job_id: delivery.subjectId,
    delivery_id: delivery.id,
    delivery_ids: delivery.deliveryIds,
    url: delivery.url,
    status: shownState(delivery.state),
    attempts: delivery.attempts,
    max_attempts: attemptsMax(schedule),
    next_attempt_at: isoTime(delivery.nextAttemptAt),
    last_attempt_at: isoTime(delivery.lastAttemptAt),
    last_response_code: delivery.lastResponseCode,
    last_error: delivery.lastError,
    delivered_at: isoTime(delivery.deliveredAt),
    attempts_log: delivery.attemptsLog.map((attempt) => ({
      attempt: attempt.attempt,
      attempted_at: isoTime(attempt.attemptedAt),
      response_code: attempt.responseCode,
      duration_ms: attempt.durationMs,
      error: attempt.error,
      response_excerpt: attempt.responseExcerpt,
    })),
  }
}

export const presentListed = (delivery: DeliveryStatus, schedule: RetrySchedule) => ({
  ...presentDelivery(delivery, schedule),
  type: delivery.eventType,
})

export const presentTest = ({ status, durationMs, error }: AttemptResult) => ({
  status_code: status,
  duration_ms: durationMs,
  error,
})

export function rotationMessage(overlapHours: number): string {
  const rest =
    overlapHours === 0
      ? 'Any earlier secret has stopped signing.'
      : `The secret before also signs for ${overlapHours} hours.`
  return `Keep this secret: it is not shown again. ${rest}`
}

export const presentDeadLetter = (letter: DeadLetter) => ({
  delivery_id: letter.id,
  job_id: letter.subjectId,
  url: letter.url,
  attempts: letter.attempts,
  last_response_code: letter.lastResponseCode,
  last_error: letter.lastError,
  dead_lettered_at: isoTime(letter.deadLetteredAt),
})
