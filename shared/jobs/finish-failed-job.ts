import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import * as jobs from './queries.ts'

/**
 * Sets a job to failed and refunds the job after its queue message has failed too often. A finished
 * job does not change.
 */
export async function finishFailedJob(
  services: Pick<Services, 'requestId' | 'db' | 'sendHints'>,
  jobId: string,
  error: { code: string; message: string },
): Promise<void> {
  const { outcome, hints } = await jobs.finish(services.db, {
    job_id: jobId,
    status: 'failed',
    error,
  })
  await services.sendHints(hints)
  log({ event: 'job.dead_lettered', request_id: services.requestId, job_id: jobId, outcome })
}
