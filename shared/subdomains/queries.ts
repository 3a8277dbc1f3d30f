import { and, eq, gt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { JobRow } from '../jobs/queries.ts'
import { jobs } from '../jobs/tables.ts'
import { callFunction, type Database, isoTime } from '../platform/db/client.ts'
import type { Enumeration, StoredEnumeration } from './enumeration.ts'
import { subdomainEnumerations } from './tables.ts'

const NOT_EXPIRED = gt(subdomainEnumerations.expiresAt, sql`clock_timestamp()`)

const storedOf = (row: typeof subdomainEnumerations.$inferSelect): StoredEnumeration => ({
  enumeration: row.body,
  enumeratedAt: isoTime(row.enumeratedAt),
  expiresAt: isoTime(row.expiresAt),
})

/**
 * Returns a job of the account with the stored subdomains of its domain. The subdomains are null if none are stored or if they have
 * expired. Returns null for an unknown job and for a job of another account.
 */
export async function findForJob(
  db: Database,
  accountId: string,
  jobId: string,
): Promise<{ job: JobRow; stored: StoredEnumeration | null } | null> {
  const [row] = await db
    .select({ job: jobs, enumeration: subdomainEnumerations })
    .from(jobs)
    .leftJoin(subdomainEnumerations, and(eq(subdomainEnumerations.domain, jobs.domain), NOT_EXPIRED))
    .where(and(eq(jobs.id, jobId), eq(jobs.accountId, accountId)))
  if (row === undefined) return null
  return { job: row.job, stored: row.enumeration === null ? null : storedOf(row.enumeration) }
}

export async function find(db: Database, domain: string): Promise<StoredEnumeration | null> {
  const [row] = await db
    .select()
    .from(subdomainEnumerations)
    .where(and(eq(subdomainEnumerations.domain, domain), NOT_EXPIRED))
  return row === undefined ? null : storedOf(row)
}

const Times = z.object({ enumerated_at: z.string(), expires_at: z.string() })

export async function store(
  db: Database,
  domain: string,
  enumeration: Enumeration,
  lifetimeSeconds: number,
): Promise<StoredEnumeration> {
  const argument = { domain, body: enumeration, lifetime_seconds: lifetimeSeconds }
  const times = await callFunction(db, 'store_subdomains', argument, Times)
  return { enumeration, enumeratedAt: isoTime(times.enumerated_at), expiresAt: isoTime(times.expires_at) }
}
