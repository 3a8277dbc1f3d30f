import { bulkJobRenderer } from '../../shared/bulk/read-bulk.ts'
import { renderCorrelation } from '../../shared/correlations/read-correlation.ts'
import { renderFeedback } from '../../shared/feedback/read-feedback.ts'
import { renderJob } from '../../shared/jobs/read-job.ts'
import { renderChange, renderMonitor } from '../../shared/monitors/read-changes.ts'
import { describeError, log } from '../../shared/platform/log.ts'
import { WebhookMessage } from '../../shared/platform/queue-messages.ts'
import { claimAttempt, performAttempt } from '../../shared/webhooks/deliver.ts'
import { consumer } from './consumer.ts'

/**
 * Starts one attempt to deliver a webhook in the background, so that a slow receiver does not block the queue. The number of concurrent
 * deliveries per account and per receiving origin is limited. After a crash, a task that runs every minute starts a new attempt.
 */
export const webhooks = consumer(WebhookMessage, async ({ id }, services) => {
  const claimed = await claimAttempt(services, id)
  if (claimed === null) return { then: 'done' }
  const renderers = {
    job: renderJob,
    blk: bulkJobRenderer(services.env),
    cor: renderCorrelation,
    chg: renderChange,
    mon: renderMonitor,
    fbk: renderFeedback,
  }
  const attempt = performAttempt(services, renderers, claimed).catch((error: unknown) => {
    const { requestId } = services
    log({ event: 'delivery.not_recorded', request_id: requestId, delivery_id: id, error: describeError(error) })
  })
  services.background(attempt)
  return { then: 'done' }
})
