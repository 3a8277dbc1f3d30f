import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { HistoryRecord } from '../attribution/collectors/whoisxml.ts'
import { attributions, entities } from '../entities/tables.ts'
import { callFunction, type Database, rows } from '../platform/db/client.ts'
import { Hints } from '../platform/services/hints.ts'
import { domainRuns, externalHistories } from './tables.ts'

type RunRow = typeof domainRuns.$inferSelect

/** One analysis in the history of a domain. `analyzedAt` is ISO 8601 in UTC with six fraction digits. */
export interface Run extends Omit<RunRow, 'domain' | 'accountId' | 'jobId'> {
  jobId: string | null
}

export interface WantedRuns {
  accountId: string
  domain: string
  /** Only analyses before this time are returned. If the time is null, the newest analyses are returned. */
  before: string | null
  limit: number
}

const analyzedAtText = sql<string>`to_char(${domainRuns.analyzedAt} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/**
 * Builds the SQL query for one page of a domain's history. The query reads the primary key backwards from `before`, so late pages are as
 * fast as the first page.
 */
export function runsQuery(db: Database, { accountId, domain, before, limit }: WantedRuns) {
  const { status, entityId, entity, confidence, registrar, nameServers } = domainRuns
  const jobId = sql<string | null>`case when ${domainRuns.accountId} = ${accountId} then ${domainRuns.jobId} end`
  return db
    .select({ jobId, analyzedAt: analyzedAtText, status, entityId, entity, confidence, registrar, nameServers })
    .from(domainRuns)
    .where(and(eq(domainRuns.domain, domain), lt(domainRuns.analyzedAt, before ?? 'infinity')))
    .orderBy(desc(domainRuns.analyzedAt))
    .limit(limit)
}

/** Returns analyses of a domain by all accounts, newest first. The analyses of other accounts are returned without a job id. */
export async function runs(db: Database, wanted: WantedRuns): Promise<Run[]> {
  return runsQuery(db, wanted)
}

/** Returns the time of a domain's first analysis (ISO 8601, UTC, six fraction digits), or null if there is none. */
export async function firstAnalyzedAt(db: Database, domain: string): Promise<string | null> {
  const [row] = await db
    .select({ at: analyzedAtText })
    .from(domainRuns)
    .where(eq(domainRuns.domain, domain))
    .orderBy(domainRuns.analyzedAt)
    .limit(1)
  return row?.at ?? null
}

/** Returns the external WHOIS records of a domain that the account has bought in the last `hours`, or null if there was no purchase. */
export async function boughtHistory(
  db: Database,
  accountId: string,
  domain: string,
  hours: number,
): Promise<HistoryRecord[] | null> {
  const isRecent = gt(externalHistories.boughtAt, sql`clock_timestamp() - make_interval(hours => ${hours})`)
  const [row] = await db
    .select({ records: externalHistories.records })
    .from(externalHistories)
    .where(and(eq(externalHistories.accountId, accountId), eq(externalHistories.domain, domain), isRecent))
  return row?.records ?? null
}

const Bought = z.object({ outcome: z.enum(['covered', 'duplicate', 'void', 'refused', 'closed']), ...Hints })

/**
 * Charges the account once for a purchase of external WHOIS records and stores the records. If `records` is null, the function charges
 * nothing and only checks that the account has enough credits.
 */
export async function buyHistory(
  db: Database,
  purchase: { purchase_id: string; account_id: string; domain: string; price: number; records: HistoryRecord[] | null },
): Promise<z.infer<typeof Bought>> {
  return callFunction(db, 'buy_external_history', { ...purchase }, Bought)
}

const Attribution = z.object({
  is_analyzed: z.boolean(),
  entity: z.string().nullable(),
  confidence: z.number().nullable(),
})

/**
 * Returns the operator of a domain and the confidence; both are null if no operator is known. `is_analyzed` is true if any account has
 * analyzed the domain.
 */
export async function attribution(db: Database, domain: string): Promise<z.infer<typeof Attribution>> {
  const query = sql`select exists (select 1 from ${domainRuns} where ${domainRuns.domain} = ${domain}) as is_analyzed,
      ${entities.name} as entity, ${attributions.confidence} as confidence
    from (select 1) one left join ${attributions} on ${attributions.domain} = ${domain}
      left join ${entities} on ${entities.id} = ${attributions.entityId}`
  const [row] = await rows(db, query, Attribution)
  return row ?? { is_analyzed: false, entity: null, confidence: null }
}
