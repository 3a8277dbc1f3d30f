import { bulkJobRenderer } from '../../shared/bulk/read-bulk.ts'
import { renderCorrelation } from '../../shared/correlations/read-correlation.ts'
import { renderFeedback } from '../../shared/feedback/read-feedback.ts'
import { renderJob } from '../../shared/jobs/read-job.ts'
import { renderChange, renderMonitor } from '../../shared/monitors/read-changes.ts'
import { WebhookMessage } from '../../shared/platform/queue-messages.ts'
import type { Services } from '../../shared/platform/services/index.ts'
import { claimAttempt, performAttempt } from '../../shared/webhooks/deliver.ts'
import type { SubjectRenderers } from '../../shared/webhooks/event-body.ts'
import { consumer } from './consumer.ts'

const renderersOf = ({ env }: Pick<Services, 'env'>): SubjectRenderers => ({
  job: renderJob,
  blk: bulkJobRenderer(env),
  cor: renderCorrelation,
  chg: renderChange,
  mon: renderMonitor,
  fbk: renderFeedback,
})

/** The attempt continues in the background, so that a slow receiver does not block the queue. */
export const webhooks = consumer(WebhookMessage, async ({ id }, services) => {
  const claimed = await claimAttempt(services, id)
  if (claimed !== null)
    services.background(performAttempt(services, renderersOf(services), claimed))
  return { then: 'done' }
})
