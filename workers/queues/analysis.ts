import { jobRunner } from '../../shared/jobs/job-runner.ts'
import { AnalysisMessage } from '../../shared/platform/queue-messages.ts'
import { consumer } from './consumer.ts'

/**
 * Starts the job in its Durable Object and does not wait for its end. A batch of messages ends with
 * its slowest job, so an account whose sites never answer would delay the jobs of other accounts in
 * the queue. The number of jobs of an account that run at the same time is limited in Postgres.
 */
export const analysis = consumer(AnalysisMessage, async ({ id }, services) => {
  await jobRunner(services, id).start(id, services.requestId)
  return { then: 'done' }
})

/**
 * Waits until the Durable Object has finished the job of a bulk list. The queue limits the number
 * of concurrent messages, so the number of running jobs of all lists is limited too. Deep jobs have
 * a queue of their own, because they wait for turns of the certificate logs.
 */
export const bulkAnalysis = consumer(AnalysisMessage, async ({ id }, services) => {
  await jobRunner(services, id).run(id, services.requestId)
  return { then: 'done' }
})
