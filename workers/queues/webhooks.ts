import { bulkJobRenderer } from '../../shared/bulk/read-bulk.ts'
import { renderCorrelation } from '../../shared/correlations/read-correlation.ts'
import { renderJob } from '../../shared/jobs/read-job.ts'
import { describeError, log } from '../../shared/platform/log.ts'
import { WebhookMessage } from '../../shared/platform/queue-messages.ts'
import { claimAttempt, performAttempt } from '../../shared/webhooks/deliver.ts'
import { consumer } from './consumer.ts'

/**
 * Claims one attempt and lets it outlive the message: a receiver that hangs holds up its own slot, never the queue. The slots of accounts
 * and origins are the back-pressure; what is lost with the isolate runs out of its lease and is swept.
 */
export const webhooks = consumer(WebhookMessage, async ({ id }, services) => {
  const claimed = await claimAttempt(services, id)
  if (claimed === null) return { then: 'done' }
  const renderers = { job: renderJob, blk: bulkJobRenderer(services.env), cor: renderCorrelation }
  const attempt = performAttempt(services, renderers, claimed).catch((error: unknown) => {
    const { requestId } = services
    log({ event: 'delivery.not_recorded', request_id: requestId, delivery_id: id, error: describeError(error) })
  })
  services.background(attempt)
  return { then: 'done' }
})
