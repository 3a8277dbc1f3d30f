import { bulkJobRenderer } from '../../shared/bulk/read-bulk.ts'
import { renderCorrelation } from '../../shared/correlations/read-correlation.ts'
import { renderFeedback } from '../../shared/feedback/read-feedback.ts'
import { renderJobs } from '../../shared/jobs/read-job.ts'
import { renderChange, renderMonitor } from '../../shared/monitors/read-changes.ts'
import { describeError, log } from '../../shared/platform/log.ts'
import { WebhookMessage } from '../../shared/platform/queue-messages.ts'
import type { Services } from '../../shared/platform/services/index.ts'
import { claimAttempts, performAttempts } from '../../shared/webhooks/deliver.ts'
import { oneByOne, type SubjectRenderers } from '../../shared/webhooks/event-body.ts'
import { batchConsumer } from './consumer.ts'

const renderersOf = ({ env }: Pick<Services, 'env'>): SubjectRenderers => ({
  job: renderJobs,
  blk: oneByOne(bulkJobRenderer(env)),
  cor: oneByOne(renderCorrelation),
  chg: oneByOne(renderChange),
  mon: oneByOne(renderMonitor),
  fbk: oneByOne(renderFeedback),
})

/**
 * Starts attempts to deliver webhooks in the background, so that a slow receiver does not block the
 * queue. The number of concurrent deliveries per account and per receiving origin is limited. After
 * a crash, a task that runs every minute starts a new attempt.
 */
export const webhooks = batchConsumer(WebhookMessage, async (messages, services) => {
  const claimed = await claimAttempts(
    services,
    messages.map(({ id }) => id),
  )
  const attempts = performAttempts(services, renderersOf(services), claimed).catch(
    (error: unknown) => {
      const { requestId } = services
      log({ event: 'deliveries.not_attempted', request_id: requestId, error: describeError(error) })
    },
  )
  services.background(attempts)
  return { then: 'done' }
})
