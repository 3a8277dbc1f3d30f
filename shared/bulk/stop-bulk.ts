import type { Caller } from '../platform/caller.ts'
import { PublicError } from '../platform/http/errors.ts'
import { log } from '../platform/log.ts'
import { auditOriginOf, requestOriginOf } from '../platform/request-origin.ts'
import type { Services } from '../platform/services/index.ts'
import * as bulk from './queries.ts'
import { type CountedBulkJob, noSuchBulkJob, readBulk } from './read-bulk.ts'
import { advanceBulkJob } from './watch-bulk.ts'

const STOPPED = {
  code: 'ANALYSIS_FAILED',
  message: 'The list was stopped before this analysis started.',
}

/**
 * Stops and refunds the lines that have not started. Analyses that run end normally; then the list
 * exports what is finished. Throws PublicError NOT_FOUND, or LIST_ENDED if no line is left to end.
 */
export async function stopBulk(
  services: Pick<Services, 'requestId' | 'db' | 'object' | 'enqueue' | 'sendHints'>,
  caller: Caller,
  bulkJobId: string,
): Promise<CountedBulkJob> {
  const origin = auditOriginOf(requestOriginOf(services, caller))
  const stopped = await bulk.stop(services.db, {
    ...origin,
    bulk_job_id: bulkJobId,
    error: STOPPED,
  })
  await services.sendHints(stopped.hints)
  log({
    event: 'bulk.stopped',
    request_id: services.requestId,
    bulk_job_id: bulkJobId,
    outcome: stopped.outcome,
  })
  switch (stopped.outcome) {
    case 'stopped':
      await advanceBulkJob(services, bulkJobId)
      return readBulk(services, caller.accountId, bulkJobId, true)
    case 'ended':
      throw new PublicError('LIST_ENDED', 'All lines of this list have already ended.')
    case 'unknown':
      throw noSuchBulkJob()
    default:
      return stopped.outcome satisfies never
  }
}
