import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { JobRow } from '../jobs/job.ts'
import { callFunction, type Database, isoTime, rows } from '../platform/db/client.ts'
import { Enumeration, type KeptEnumeration } from './enumeration.ts'

const Times = z.object({ enumerated_at: z.string(), expires_at: z.string() })
const Kept = Times.extend({ body: Enumeration })

const kept = ({ body, enumerated_at, expires_at }: z.infer<typeof Kept>): KeptEnumeration => ({
  enumeration: body,
  enumeratedAt: isoTime(enumerated_at),
  expiresAt: isoTime(expires_at),
})

/** The account's job with what is kept of its domain and has not expired. Null: the job is not there or not theirs. */
export async function findForJob(
  db: Database,
  accountId: string,
  jobId: string,
): Promise<{ job: JobRow; kept: KeptEnumeration | null } | null> {
  const query = sql`select to_jsonb(j) as job, to_jsonb(e) as kept from jobs j
    left join subdomain_enumerations e on e.domain = j.domain and e.expires_at > clock_timestamp()
    where j.id = ${jobId} and j.account_id = ${accountId}`
  const [row] = await rows(db, query, z.object({ job: JobRow, kept: Kept.nullable() }))
  return row === undefined ? null : { job: row.job, kept: row.kept === null ? null : kept(row.kept) }
}

/** What is kept of a domain and has not expired, or null. */
export async function find(db: Database, domain: string): Promise<KeptEnumeration | null> {
  const query = sql`select to_jsonb(e) as kept from subdomain_enumerations e where e.domain = ${domain} and e.expires_at > clock_timestamp()`
  const [row] = await rows(db, query, z.object({ kept: Kept }))
  return row === undefined ? null : kept(row.kept)
}

/** Keeps an enumeration for as long as it may be shown, in place of an older one. */
export async function store(
  db: Database,
  domain: string,
  enumeration: Enumeration,
  lifetimeSeconds: number,
): Promise<KeptEnumeration> {
  const argument = { domain, body: enumeration, lifetime_seconds: lifetimeSeconds }
  const times = await callFunction(db, 'store_subdomains', argument, Times)
  return kept({ body: enumeration, ...times })
}
