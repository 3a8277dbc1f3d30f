import type { Database } from '../platform/db/client.ts'
import { describeError, log } from '../platform/log.ts'
import { JOBS_UNDER_WAY_MAX, LINES_PER_FEED } from './feed-bulk.ts'
import * as bulk from './queries.ts'

export interface WatchDependencies {
  db: Database
  /** Sends the message that takes up further lines. */
  feed(bulkJobId: string): Promise<void>
  /** Sends the message that writes the export. */
  exportFiles(bulkJobId: string): Promise<void>
}

/** With so many jobs under way there is room for a whole feed. */
const ROOM_FROM = JOBS_UNDER_WAY_MAX - LINES_PER_FEED

/**
 * Looks at a bulk job and sends what it needs next: further lines, or its export once all have ended. Returns how many of its jobs have
 * to end before it is worth looking again; null when there is nothing more to wait for. Safe to call at any time, by anybody.
 */
export async function moveOn(deps: WatchDependencies, bulkJobId: string): Promise<number | null> {
  const advanced = await bulk.advance(deps.db, bulkJobId)
  switch (advanced.outcome) {
    case 'moved':
      log({ event: 'bulk.settled', request_id: deps.db.requestId, bulk_job_id: bulkJobId })
      await sent(deps.exportFiles(bulkJobId), deps, bulkJobId)
      return null
    case 'running':
      if (!advanced.more) return Math.max(1, advanced.unfinished)
      if (advanced.unfinished > ROOM_FROM) return advanced.unfinished - ROOM_FROM
      await sent(deps.feed(bulkJobId), deps, bulkJobId)
      return Math.max(1, Math.min(advanced.unfinished, LINES_PER_FEED))
    case 'ended':
    case 'unknown':
      return null
    default:
      return advanced satisfies never
  }
}

/** Best effort: the sweep finds what got no message. */
async function sent(sending: Promise<void>, { db }: WatchDependencies, bulkJobId: string): Promise<void> {
  try {
    await sending
  } catch (error) {
    log({ event: 'bulk.not_sent', request_id: db.requestId, bulk_job_id: bulkJobId, error: describeError(error) })
  }
}

/** A bulk job that nobody has touched for this long may have lost its message. */
const QUIET_SECONDS = 30
const BULK_JOBS_PER_SWEEP_MAX = 200

/** Looks at bulk jobs that may wait for a message that was lost. Safe to run twice at once or an hour late. */
export async function sweepBulk(deps: WatchDependencies): Promise<void> {
  const stale = await bulk.takeStale(deps.db, QUIET_SECONDS, BULK_JOBS_PER_SWEEP_MAX)
  for (const { id, status } of stale) {
    if (status === 'exporting') await sent(deps.exportFiles(id), deps, id)
    else await moveOn(deps, id)
  }
  log({ event: 'sweep.bulk', request_id: deps.db.requestId, looked_at: stale.length })
}
