import { isoTime } from '../../shared/platform/db/client.ts'
import type { DeadLetter, DeliveryStatus } from '../../shared/webhooks/queries.ts'
import { attemptsMax, type RetrySchedule } from '../../shared/webhooks/retry-schedule.ts'

export function presentDelivery({ id, subject_id, state, ...delivery }: DeliveryStatus, schedule: RetrySchedule) {
  return {
    ...delivery,
    job_id: subject_id,
    delivery_id: id,
    status: state,
    max_attempts: attemptsMax(schedule),
    next_attempt_at: isoTime(delivery.next_attempt_at),
    last_attempt_at: isoTime(delivery.last_attempt_at),
    delivered_at: isoTime(delivery.delivered_at),
    attempts_log: delivery.attempts_log.map((attempt) => ({
      ...attempt,
      attempted_at: isoTime(attempt.attempted_at),
    })),
  }
}

export const presentDeadLetter = ({ id, subject_id, dead_lettered_at, ...letter }: DeadLetter) => ({
  delivery_id: id,
  job_id: subject_id,
  ...letter,
  dead_lettered_at: isoTime(dead_lettered_at),
})
