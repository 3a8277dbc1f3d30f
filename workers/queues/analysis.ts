import { z } from 'zod'
import { slice } from '../../shared/config.ts'
import { newIdentifier } from '../../shared/identifiers.ts'
import { AnalysisMessage } from '../../shared/messages.ts'
import { type JobObjects, jobRunner } from '../../shared/platform.ts'
import { consumer } from './consumer.ts'

const needs = z.object({ JOBS: z.custom<JobObjects>() })

/** Runs the job in its object and waits for the end, so that the queue's concurrency is the back-pressure. */
export const analysis = consumer(AnalysisMessage, async ({ id }, environment) => {
  const { JOBS } = slice(environment, needs)
  await jobRunner(JOBS, id).run(id, newIdentifier('req'))
  return { then: 'done' }
})
