import { z } from 'zod'
import { type JobObjects, jobRunner } from '../../shared/jobs/job-runner.ts'
import { slice } from '../../shared/platform/environment.ts'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { AnalysisMessage } from '../../shared/platform/queue-messages.ts'
import { consumer } from './consumer.ts'

const needs = z.object({ JOBS: z.custom<JobObjects>() })

/** Runs the job in its object and waits for the end, so that the queue's concurrency is the back-pressure. */
export const analysis = consumer(AnalysisMessage, async ({ id }, environment) => {
  const { JOBS } = slice(environment, needs)
  await jobRunner(JOBS, id).run(id, newIdentifier('req'))
  return { then: 'done' }
})
