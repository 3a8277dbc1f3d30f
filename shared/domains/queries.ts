import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { HistoryRecord } from '../attribution/collectors/whoisxml.ts'
import { callFunction, type Database, rows } from '../platform/db/client.ts'
import { Hints } from '../platform/services/hints.ts'

/** A run as history shows it; times as ISO 8601 UTC with six fraction digits. */
const Run = z.object({
  job_id: z.string().nullable(),
  analyzed_at: z.string(),
  status: z.enum(['completed', 'partial', 'failed']),
  entity_id: z.string().nullable(),
  entity: z.string().nullable(),
  confidence: z.number(),
  registrar: z.string().nullable(),
  name_servers: z.array(z.string()),
})
export type Run = z.infer<typeof Run>

export interface WantedRuns {
  accountId: string
  domain: string
  /** An instant as Postgres reads it, or null for the newest. */
  before: string | null
  limit: number
}

/** Walks the primary key backwards from the cursor, so every page is the same plan and reads what it shows. */
export function runsQuery({ accountId, domain, before, limit }: WantedRuns): SQL {
  return sql`select case when account_id = ${accountId} then job_id end as job_id,
      to_char(analyzed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as analyzed_at,
      status, entity_id, entity, confidence, registrar, name_servers
    from domain_runs where domain = ${domain} and analyzed_at < ${before ?? 'infinity'}::timestamptz
    order by domain_runs.analyzed_at desc limit ${limit}`
}

/** The domain's runs by anybody before the cursor, newest first, each with its job id only where it is the account's own. */
export async function runs(db: Database, wanted: WantedRuns): Promise<Run[]> {
  return rows(db, runsQuery(wanted), Run)
}

/** When the service first analysed the domain, ISO 8601 UTC with six fraction digits; null when it never did. */
export async function firstAnalyzedAt(db: Database, domain: string): Promise<string | null> {
  const query = sql`select to_char(analyzed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from domain_runs where domain = ${domain} order by analyzed_at limit 1`
  const [row] = await rows(db, query, z.object({ at: z.string() }))
  return row?.at ?? null
}

/** External records that the account has bought of the domain in the last `hours`; null when it has not. */
export async function boughtHistory(
  db: Database,
  accountId: string,
  domain: string,
  hours: number,
): Promise<HistoryRecord[] | null> {
  const query = sql`select records from external_histories where account_id = ${accountId} and domain = ${domain}
    and bought_at > clock_timestamp() - make_interval(hours => ${hours})`
  const [row] = await rows(db, query, z.object({ records: z.array(HistoryRecord) }))
  return row?.records ?? null
}

const Bought = z.object({ outcome: z.enum(['covered', 'duplicate', 'void', 'refused', 'closed']), ...Hints })

/** Charges one reading once and keeps its records for the further pages; without records it only asks whether the account could pay. */
export async function buyHistory(
  db: Database,
  reading: { reading_id: string; account_id: string; domain: string; price: number; records: HistoryRecord[] | null },
): Promise<z.infer<typeof Bought>> {
  return callFunction(db, 'buy_external_history', { ...reading }, Bought)
}

const Attribution = z.object({
  is_analyzed: z.boolean(),
  entity: z.string().nullable(),
  confidence: z.number().nullable(),
})

/** Whom the domain is attributed to, if anybody, and whether it was ever analysed. */
export async function attribution(db: Database, domain: string): Promise<z.infer<typeof Attribution>> {
  const query = sql`select exists (select 1 from domain_runs where domain = ${domain}) as is_analyzed, e.name as entity, t.confidence
    from (select 1) one left join attributions t on t.domain = ${domain} left join entities e on e.id = t.entity_id`
  const [row] = await rows(db, query, Attribution)
  return row ?? { is_analyzed: false, entity: null, confidence: null }
}
