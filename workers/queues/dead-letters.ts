import { z } from 'zod'
import { finishFailedJob } from '../../shared/jobs/finish-failed-job.ts'
import { log } from '../../shared/platform/log.ts'
import { BulkMessage, EmailMessage, ExportMessage, WebhookMessage } from '../../shared/platform/queue-messages.ts'
import { consumer } from './consumer.ts'

/** The part of a message of any version that is needed to end its job. */
const DeadAnalysis = z.looseObject({ kind: z.literal('analysis'), id: z.string() })

/** A job whose message failed every time ends as failed, with its charge refunded. */
export const deadAnalysis = consumer(DeadAnalysis, async ({ id }, services) => {
  await finishFailedJob(services, id, { code: 'ANALYSIS_FAILED', message: 'The analysis failed repeatedly.' })
  return { then: 'done' }
})

/** A message whose claim failed every time, which is Postgres out of reach: the delivery is due as before, and the sweep sends it. */
export const deadWebhooks = consumer(WebhookMessage, async ({ id }) => {
  log({ event: 'delivery.message_lost', delivery_id: id })
  return { then: 'done' }
})

const Remembered = z.union([BulkMessage, ExportMessage, EmailMessage])

/** A message of work that Postgres remembers: its row is as due as before, and the sweep sends it again. */
export const deadHint = consumer(Remembered, async ({ kind, id }) => {
  log({ event: 'message.lost', kind, id })
  return { then: 'done' }
})
