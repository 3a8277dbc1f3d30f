import { jobRunner } from '../../shared/jobs/job-runner.ts'
import { AnalysisMessage } from '../../shared/platform/queue-messages.ts'
import { consumer } from './consumer.ts'

/**
 * Starts the job and does not wait for its end. Otherwise a batch of messages would wait for its
 * slowest job, and an account with sites that never answer would delay the jobs of other accounts.
 * The number of running jobs is limited in Postgres instead.
 */
export const analysis = consumer(AnalysisMessage, async ({ id }, services) => {
  await jobRunner(services, id).start(id, services.requestId)
  return { then: 'done' }
})

/** Waits for the end, so the concurrency of the queue limits the running jobs of all lists. */
export const bulkAnalysis = consumer(AnalysisMessage, async ({ id }, services) => {
  await jobRunner(services, id).run(id, services.requestId)
  return { then: 'done' }
})
