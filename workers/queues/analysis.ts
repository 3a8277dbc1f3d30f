import { jobRunner } from '../../shared/jobs/job-runner.ts'
import { AnalysisMessage } from '../../shared/platform/queue-messages.ts'
import { consumer } from './consumer.ts'

/**
 * Waits until the Durable Object has finished the job. The queue limits the number of concurrent messages, so the number of running jobs is
 * limited too.
 */
export const analysis = consumer(AnalysisMessage, async ({ id }, services) => {
  await jobRunner(services, id).run(id, services.requestId)
  return { then: 'done' }
})
