import type { Caller } from '../platform/caller.ts'
import type { Database } from '../platform/db/client.ts'
import type { PageMeta } from '../platform/http/envelope.ts'
import { type JobListItem, presentJobState } from './job.ts'
import * as jobs from './queries.ts'

/** One page of the caller's jobs, newest first. Live progress is not asked for here: a list costs one query at any length. */
export async function listJobs(
  db: Database,
  caller: Caller,
  wanted: jobs.WantedPage,
): Promise<{ jobs: JobListItem[]; meta: PageMeta }> {
  const found = await jobs.page(db, caller.accountId, wanted)
  return {
    jobs: found
      .slice(0, wanted.limit)
      .map((row) => ({ ...presentJobState(row, null), entity: row.entity, confidence: row.confidence })),
    meta: { limit: wanted.limit, offset: wanted.offset, has_more: found.length > wanted.limit },
  }
}
