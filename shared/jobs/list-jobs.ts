import type { Caller } from '../platform/caller.ts'
import type { PageMeta } from '../platform/http/envelope.ts'
import type { Services } from '../platform/services/index.ts'
import * as jobs from './queries.ts'
import { requireDomain } from './submit-job.ts'

/**
 * Returns one page of the caller's jobs, newest first; all filters are optional. The progress of
 * running jobs is not included, because each running job would need one more call. Throws
 * PublicError INVALID_DOMAIN.
 */
export async function listJobs(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: Caller,
  query: jobs.WantedPage,
): Promise<{ jobs: jobs.JobRow[]; meta: PageMeta }> {
  const { domain, limit, offset } = query
  const name =
    domain === undefined ? {} : { domain: requireDomain(domain, env.SANDBOX_DOMAIN).domain }
  const found = await jobs.page(db, caller.accountId, { ...query, ...name })
  return { jobs: found.slice(0, limit), meta: { limit, offset, has_more: found.length > limit } }
}
