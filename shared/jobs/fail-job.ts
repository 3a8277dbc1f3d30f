import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import * as jobs from './queries.ts'

/** Error messages for jobs that no run will finish. The keys are the names of the log events. */
const MESSAGES = {
  'job.dead_lettered': 'The analysis failed repeatedly.',
  'job.overdue': 'The analysis did not end in time.',
} as const

/** Fails and refunds a job. A finished job does not change. The caller sends the hints. */
export async function failJob(
  { db }: Pick<Services, 'db'>,
  jobId: string,
  event: keyof typeof MESSAGES,
): Promise<jobs.Finished> {
  const failed = await jobs.finish(db, {
    job_id: jobId,
    status: 'failed',
    error: { code: 'ANALYSIS_FAILED', message: MESSAGES[event] },
  })
  log({ event, request_id: db.requestId, job_id: jobId, outcome: failed.outcome })
  return failed
}
