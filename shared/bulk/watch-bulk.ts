import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { JOBS_UNDER_WAY_MAX, LINES_PER_FEED } from './feed-bulk.ts'
import * as bulk from './queries.ts'

type WatchServices = Pick<Services, 'requestId' | 'db' | 'enqueue'>

/** With so many jobs under way there is room for a whole feed. */
const ROOM_FROM = JOBS_UNDER_WAY_MAX - LINES_PER_FEED

/**
 * Looks at a bulk job and sends what it needs next: further lines, or its export once all have ended. Returns how many of its jobs have
 * to end before it is worth looking again; null when there is nothing more to wait for. Safe to call at any time, by anybody.
 */
export async function moveOn(services: WatchServices, bulkJobId: string): Promise<number | null> {
  const advanced = await bulk.advance(services.db, bulkJobId)
  switch (advanced.outcome) {
    case 'moved':
      log({ event: 'bulk.settled', request_id: services.requestId, bulk_job_id: bulkJobId })
      await send(services, 'exports', bulkJobId)
      return null
    case 'running':
      if (!advanced.more) return Math.max(1, advanced.unfinished)
      if (advanced.unfinished > ROOM_FROM) return advanced.unfinished - ROOM_FROM
      await send(services, 'bulk', bulkJobId)
      return Math.max(1, Math.min(advanced.unfinished, LINES_PER_FEED))
    case 'ended':
    case 'unknown':
      return null
    default:
      return advanced satisfies never
  }
}

/** Best effort: the sweep finds what got no message. */
async function send(services: WatchServices, queue: 'bulk' | 'exports', bulkJobId: string): Promise<void> {
  try {
    await services.enqueue(queue, [bulkJobId])
  } catch (error) {
    log({ event: 'bulk.not_sent', request_id: services.requestId, bulk_job_id: bulkJobId, error: describeError(error) })
  }
}

/** A bulk job that nobody has touched for this long may have lost its message. */
const QUIET_SECONDS = 30
const BULK_JOBS_PER_SWEEP_MAX = 200

/** Looks at bulk jobs that may wait for a message that was lost. Safe to run twice at once or an hour late. */
export async function sweepBulk(services: WatchServices): Promise<void> {
  const stale = await bulk.takeStale(services.db, QUIET_SECONDS, BULK_JOBS_PER_SWEEP_MAX)
  for (const { id, status } of stale) {
    if (status === 'exporting') await send(services, 'exports', id)
    else await moveOn(services, id)
  }
  log({ event: 'sweep.bulk', request_id: services.requestId, looked_at: stale.length })
}
