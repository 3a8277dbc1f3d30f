import { z } from 'zod'
import { type CorrelationQueue, notifyCorrelation } from '../../shared/correlations/send-correlations.ts'
import * as jobs from '../../shared/jobs/queries.ts'
import { connect } from '../../shared/platform/db/client.ts'
import { slice, vars } from '../../shared/platform/environment.ts'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { log } from '../../shared/platform/log.ts'
import { BulkMessage, EmailMessage, ExportMessage, WebhookMessage } from '../../shared/platform/queue-messages.ts'
import { sendDueDeliveries, type WebhookQueue } from '../../shared/webhooks/send-deliveries.ts'
import { consumer } from './consumer.ts'

const needs = vars('DATABASE_URL').extend({
  WEBHOOKS_QUEUE: z.custom<WebhookQueue>(),
  CORRELATION_QUEUE: z.custom<CorrelationQueue>(),
})

/** Of any version: what is needed of it to end the job. */
const DeadAnalysis = z.looseObject({ kind: z.literal('analysis'), id: z.string() })

/** A job whose message failed every time ends as failed, with its charge given back. */
export const deadAnalysis = consumer(DeadAnalysis, async ({ id }, environment) => {
  const { DATABASE_URL, WEBHOOKS_QUEUE, CORRELATION_QUEUE } = slice(environment, needs)
  const requestId = newIdentifier('req')
  const finished = await jobs.finish(connect(DATABASE_URL, requestId), {
    job_id: id,
    status: 'failed',
    error: { code: 'ANALYSIS_FAILED', message: 'The analysis failed repeatedly.' },
  })
  await sendDueDeliveries(WEBHOOKS_QUEUE, finished.deliveries, requestId)
  await notifyCorrelation(CORRELATION_QUEUE, finished.job?.correlation_id, requestId)
  log({ event: 'job.dead_lettered', job_id: id, outcome: finished.outcome })
  return { then: 'done' }
})

/** A message whose claim failed every time, which is Postgres out of reach: the delivery is due as before, and the sweep sends it. */
export const deadWebhooks = consumer(WebhookMessage, async ({ id }) => {
  log({ event: 'delivery.message_lost', delivery_id: id })
  return { then: 'done' }
})

const Hint = z.union([BulkMessage, ExportMessage, EmailMessage])

/** A message of work that Postgres remembers: its row is as due as before, and the sweep sends it again. */
export const deadHint = consumer(Hint, async ({ kind, id }) => {
  log({ event: 'message.lost', kind, id })
  return { then: 'done' }
})
