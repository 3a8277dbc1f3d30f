import type { Caller } from '../platform/caller.ts'
import type { PageMeta } from '../platform/http/envelope.ts'
import type { Services } from '../platform/services/index.ts'
import type { JobRow } from './job.ts'
import * as jobs from './queries.ts'
import { requireDomain } from './submit-job.ts'

/**
 * One page of the caller's jobs, newest first, of `query.domain` where it is given. Live progress is not asked for here: a list costs one
 * query at any length. Throws PublicError INVALID_DOMAIN.
 */
export async function listJobs(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: Caller,
  query: jobs.WantedPage,
): Promise<{ jobs: JobRow[]; meta: PageMeta }> {
  const { domain, limit, offset } = query
  const name = domain === undefined ? {} : { domain: requireDomain(domain, env.SANDBOX_DOMAIN).domain }
  const found = await jobs.page(db, caller.accountId, { ...query, ...name })
  return { jobs: found.slice(0, limit), meta: { limit, offset, has_more: found.length > limit } }
}
