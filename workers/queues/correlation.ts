import {
  failDeadCorrelation,
  finishCorrelation,
} from '../../shared/correlations/finish-correlation.ts'
import { CorrelationMessage } from '../../shared/platform/queue-messages.ts'
import { consumer } from './consumer.ts'

/** If some jobs of the correlation have not ended, the message has no effect. */
export const correlation = consumer(CorrelationMessage, async ({ id }, services) => {
  await finishCorrelation(services, id)
  return { then: 'done' }
})

/** While a job is still running, nothing changes and the sweep sends a new message later. */
export const deadCorrelation = consumer(CorrelationMessage, async ({ id }, services) => {
  await failDeadCorrelation(services, id)
  return { then: 'done' }
})
