import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { JOBS_UNFINISHED_MAX, LINES_PER_FEED } from './feed-bulk.ts'
import * as bulk from './queries.ts'

type WatchServices = Pick<Services, 'requestId' | 'db' | 'enqueue'>

// The next lines are submitted when the account's lists have at most this number of unfinished
// jobs.
const UNFINISHED_FOR_FEED = {
  quick: JOBS_UNFINISHED_MAX.quick - LINES_PER_FEED,
  deep: JOBS_UNFINISHED_MAX.deep / 2,
} as const

/**
 * Sends the next queue message: to submit more lines, or to write the files when all lines are
 * finished. The lists of one account share one limit, so the message may be for another list of the
 * account. Returns the number of jobs that must finish before the next call, or null if no further
 * call is needed.
 */
export async function advanceBulkJob(
  services: WatchServices,
  bulkJobId: string,
): Promise<number | null> {
  const advanced = await bulk.advance(services.db, bulkJobId)
  switch (advanced.outcome) {
    case 'moved':
      log({ event: 'bulk.lines_ended', request_id: services.requestId, bulk_job_id: bulkJobId })
      await send(services, 'exports', bulkJobId)
      if (advanced.next_list !== null) await send(services, 'bulk', advanced.next_list)
      return null
    case 'running': {
      const fedNext = advanced.next_list ?? (advanced.more ? bulkJobId : null)
      if (fedNext === null) return Math.max(1, advanced.unfinished)
      const tooMany = advanced.unfinished_in_account - UNFINISHED_FOR_FEED[advanced.depth]
      if (tooMany > 0) return Math.max(1, Math.min(advanced.unfinished, tooMany))
      await send(services, 'bulk', fedNext)
      const fed = Math.min(
        LINES_PER_FEED,
        JOBS_UNFINISHED_MAX[advanced.depth] - UNFINISHED_FOR_FEED[advanced.depth],
      )
      return Math.max(1, Math.min(advanced.unfinished, fed))
    }
    case 'ended':
    case 'unknown':
      return null
    default:
      return advanced satisfies never
  }
}

/** Sends a queue message. A failure is only logged, because the sweep finds the list later. */
async function send(
  services: WatchServices,
  queue: 'bulk' | 'exports',
  bulkJobId: string,
): Promise<void> {
  try {
    await services.enqueue(queue, [bulkJobId])
  } catch (error) {
    log({
      event: 'bulk.not_sent',
      request_id: services.requestId,
      bulk_job_id: bulkJobId,
      error: describeError(error),
    })
  }
}

/** A list without a change for this time may have lost its queue message. */
const QUIET_SECONDS = 30
const BULK_JOBS_PER_SWEEP_MAX = 200

/** Sends the queue messages of quiet lists again. Concurrent calls are safe. */
export async function sweepBulk(services: WatchServices): Promise<void> {
  const stale = await bulk.takeStale(services.db, QUIET_SECONDS, BULK_JOBS_PER_SWEEP_MAX)
  for (const { id, status } of stale) {
    if (status === 'exporting') await send(services, 'exports', id)
    else await advanceBulkJob(services, id)
  }
  log({ event: 'bulk.swept', request_id: services.requestId, looked_at: stale.length })
}
