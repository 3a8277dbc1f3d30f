import { jobRunner } from '../../shared/jobs/job-runner.ts'
import { AnalysisMessage } from '../../shared/platform/queue-messages.ts'
import { consumer } from './consumer.ts'

/** Runs the job in its object and waits for the end, so that the queue's concurrency is the back-pressure. */
export const analysis = consumer(AnalysisMessage, async ({ id }, services) => {
  await jobRunner(services, id).run(id, services.requestId)
  return { then: 'done' }
})
