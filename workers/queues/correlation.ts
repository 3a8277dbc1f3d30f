import { failDeadCorrelation, finishCorrelation } from '../../shared/correlations/finish-correlation.ts'
import { CorrelationMessage } from '../../shared/platform/queue-messages.ts'
import { consumer } from './consumer.ts'

/** Compares the domains of a correlation once all its children have ended; before that there is nothing to do. */
export const correlation = consumer(CorrelationMessage, async ({ id }, services) => {
  await finishCorrelation(services, id)
  return { then: 'done' }
})

/** A correlation whose comparison failed every time ends as failed, with all refunded. One that still runs is left to the sweep. */
export const deadCorrelation = consumer(CorrelationMessage, async ({ id }, services) => {
  await failDeadCorrelation(services, id)
  return { then: 'done' }
})
