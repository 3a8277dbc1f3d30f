import { and, eq, gt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { JobRow } from '../jobs/queries.ts'
import { jobs } from '../jobs/tables.ts'
import { callFunction, type Database, isoTime } from '../platform/db/client.ts'
import { Time } from '../platform/http/fields.ts'
import type { Enumeration, StoredEnumeration } from './enumeration.ts'
import type { Search, SearchHolder } from './subdomain-finder.ts'
import { subdomainEnumerations } from './tables.ts'

const NOT_EXPIRED = gt(subdomainEnumerations.expiresAt, sql`clock_timestamp()`)

const storedOf = (row: typeof subdomainEnumerations.$inferSelect): StoredEnumeration => ({
  enumeration: row.body,
  enumeratedAt: isoTime(row.enumeratedAt),
  expiresAt: isoTime(row.expiresAt),
})

/** `stored` is null if no result is stored or the result has expired. */
export async function findForJob(
  db: Database,
  accountId: string,
  jobId: string,
): Promise<{ job: JobRow; stored: StoredEnumeration | null } | null> {
  const [row] = await db
    .select({ job: jobs, enumeration: subdomainEnumerations })
    .from(jobs)
    .leftJoin(
      subdomainEnumerations,
      and(
        eq(subdomainEnumerations.domain, jobs.domain),
        eq(subdomainEnumerations.passive, jobs.passive),
        NOT_EXPIRED,
      ),
    )
    .where(and(eq(jobs.id, jobId), eq(jobs.accountId, accountId)))
  if (row === undefined) return null
  return { job: row.job, stored: row.enumeration === null ? null : storedOf(row.enumeration) }
}

export async function find(
  db: Database,
  { domain, passive }: Search,
): Promise<StoredEnumeration | null> {
  const [row] = await db
    .select()
    .from(subdomainEnumerations)
    .where(
      and(
        eq(subdomainEnumerations.domain, domain),
        eq(subdomainEnumerations.passive, passive),
        NOT_EXPIRED,
      ),
    )
  return row === undefined ? null : storedOf(row)
}

const Counted = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['stored', 'counted']) }),
  z.object({ outcome: z.literal('limited'), retry_after_seconds: z.number().int() }),
])

/**
 * Counts a search for the daily limit, but not if a stored result exists. A failed search stays
 * counted, because its requests were sent.
 */
export async function countSearch(
  db: Database,
  search: Search,
  { accountId, searchesPerDay }: SearchHolder,
): Promise<z.infer<typeof Counted>> {
  const argument = { account_id: accountId, ...search, limit: searchesPerDay }
  return callFunction(db, 'count_subdomain_search', argument, Counted)
}

const Times = z.object({ enumerated_at: Time, expires_at: Time })

export async function store(
  db: Database,
  search: Search,
  enumeration: Enumeration,
  lifetimeSeconds: number,
): Promise<StoredEnumeration> {
  const argument = { ...search, body: enumeration, lifetime_seconds: lifetimeSeconds }
  const times = await callFunction(db, 'store_subdomains', argument, Times)
  return {
    enumeration,
    enumeratedAt: isoTime(times.enumerated_at),
    expiresAt: isoTime(times.expires_at),
  }
}
