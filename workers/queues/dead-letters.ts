import { z } from 'zod'
import { finishFailedJob } from '../../shared/jobs/finish-failed-job.ts'
import { log } from '../../shared/platform/log.ts'
import {
  BulkMessage,
  CheckMessage,
  EmailMessage,
  ExportMessage,
  WebhookMessage,
} from '../../shared/platform/queue-messages.ts'
import { consumer } from './consumer.ts'

/**
 * Schema of a queue message of any version `v`. The version does not matter, because the id in the
 * message is enough to mark the job as failed.
 */
const DeadAnalysis = z.looseObject({ kind: z.literal('analysis'), id: z.string() })

/**
 * Marks an analysis job as failed and refunds its charge, after its queue message failed in every
 * attempt.
 */
export const deadAnalysis = consumer(DeadAnalysis, async ({ id }, services) => {
  await finishFailedJob(services, id, {
    code: 'ANALYSIS_FAILED',
    message: 'The analysis failed repeatedly.',
  })
  return { then: 'done' }
})

/**
 * Logs that the queue message of a webhook delivery failed in every attempt, because Postgres was
 * not reachable. The webhook delivery is still due, so the task that runs every minute sends a new
 * queue message.
 */
export const deadWebhooks = consumer(WebhookMessage, async ({ id }) => {
  log({ event: 'delivery.message_lost', delivery_id: id })
  return { then: 'done' }
})

const StoredWorkMessage = z.union([BulkMessage, CheckMessage, ExportMessage, EmailMessage])

/**
 * Logs that a queue message failed in every attempt. The work of the message is still stored in
 * Postgres, so the task that runs every minute sends a new queue message.
 */
export const deadHint = consumer(StoredWorkMessage, async ({ kind, id }) => {
  log({ event: 'message.lost', kind, id })
  return { then: 'done' }
})
