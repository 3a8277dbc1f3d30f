import {
  failDeadCorrelation,
  finishCorrelation,
} from '../../shared/correlations/finish-correlation.ts'
import { CorrelationMessage } from '../../shared/platform/queue-messages.ts'
import { consumer } from './consumer.ts'

/**
 * Compares several domains (a correlation) after the analysis of each domain has ended. A queue
 * message that arrives earlier has no effect.
 */
export const correlation = consumer(CorrelationMessage, async ({ id }, services) => {
  await finishCorrelation(services, id)
  return { then: 'done' }
})

/**
 * Marks a comparison of several domains (correlation) as failed and refunds its credits, after its
 * queue message failed in every attempt. If an analysis of a domain is still running, nothing
 * changes; the task that runs every minute sends a new message later.
 */
export const deadCorrelation = consumer(CorrelationMessage, async ({ id }, services) => {
  await failDeadCorrelation(services, id)
  return { then: 'done' }
})
