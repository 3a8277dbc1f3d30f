import { jobRunner } from '../../shared/jobs/job-runner.ts'
import { AnalysisMessage } from '../../shared/platform/queue-messages.ts'
import { consumer } from './consumer.ts'

/**
 * Does not wait for the end of the job. A batch of messages ends with its slowest job, so an
 * account whose sites never answer would delay the jobs of others. Postgres limits the jobs in
 * flight.
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
