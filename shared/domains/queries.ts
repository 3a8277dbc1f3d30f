import { and, desc, eq, lt, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { HistoryRecord } from '../attribution/collectors/whoisxml.ts'
import { NotCovered } from '../billing/not-covered.ts'
import { attributions, entities } from '../entities/tables.ts'
import { jobs } from '../jobs/tables.ts'
import { callFunction, type Database, rows } from '../platform/db/client.ts'
import { Hints } from '../platform/services/hints.ts'
import { domainRuns, externalHistories } from './tables.ts'

type RunRow = typeof domainRuns.$inferSelect

/** `analyzedAt` is ISO 8601 in UTC with six fraction digits. */
export interface Run extends Omit<RunRow, 'domain' | 'accountId' | 'jobId'> {
  jobId: string | null
}

export interface WantedRuns {
  accountId: string
  domain: string
  /** Only analyses before this time are read. If null, reading starts at the newest. */
  before: string | null
  limit: number
}

const analyzedAtText = sql<string>`to_char(${domainRuns.analyzedAt} at time zone 'utc',
  'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/**
 * Reads the primary key backwards from `before`, so a late page is read as fast as the first one.
 */
export function runsQuery(db: Database, { accountId, domain, before, limit }: WantedRuns) {
  const { status, entityId, entity, confidence, basis, registrar, nameServers, passive } =
    domainRuns
  // An analysis of another account, or of a deleted job, stays in the history. The caller cannot
  // read that job, so its id is not shown.
  const jobId = sql<string | null>`case when ${domainRuns.accountId} = ${accountId}
    then (select ${jobs.id} from ${jobs} where ${jobs.id} = ${domainRuns.jobId}) end`.as('job_id')
  return db
    .select({
      jobId,
      analyzedAt: analyzedAtText.as('analyzed_at_text'),
      status,
      entityId,
      entity,
      confidence,
      basis,
      registrar,
      nameServers,
      passive,
    })
    .from(domainRuns)
    .where(and(eq(domainRuns.domain, domain), lt(domainRuns.analyzedAt, before ?? 'infinity')))
    .orderBy(desc(domainRuns.analyzedAt))
    .limit(limit)
}

/** Analyses by all accounts, newest first; those of other accounts have no job id. */
export async function runs(db: Database, wanted: WantedRuns): Promise<Run[]> {
  return runsQuery(db, wanted)
}

// Older analyses that are searched for one of the other kind.
const RUNS_SEARCHED_MAX = 1_000

/** The newest passive or active analysis in an array, which is empty if none was found. */
export async function newestRunOfKind(
  db: Database,
  wanted: Omit<WantedRuns, 'limit'>,
  passive: boolean,
): Promise<Run[]> {
  const searched = runsQuery(db, { ...wanted, limit: RUNS_SEARCHED_MAX }).as('searched')
  return db
    .select()
    .from(searched)
    .where(eq(searched.passive, passive))
    .orderBy(desc(searched.analyzedAt))
    .limit(1)
}

/** ISO 8601 in UTC with six fraction digits. Null if nobody has analysed the domain. */
export async function firstAnalyzedAt(db: Database, domain: string): Promise<string | null> {
  const [row] = await db
    .select({ at: analyzedAtText })
    .from(domainRuns)
    .where(eq(domainRuns.domain, domain))
    .orderBy(domainRuns.analyzedAt)
    .limit(1)
  return row?.at ?? null
}

/** Null if the account has not bought the history of the domain. */
export async function boughtHistory(
  db: Database,
  accountId: string,
  domain: string,
): Promise<HistoryRecord[] | null> {
  const { state, records } = externalHistories
  const [row] = await db
    .select({ records })
    .from(externalHistories)
    .where(
      and(
        eq(externalHistories.accountId, accountId),
        eq(externalHistories.domain, domain),
        ne(state, 'buying'),
      ),
    )
  return row?.records ?? null
}

const Started = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('granted'), ...Hints }),
  z.object({ outcome: z.literal('stored'), records: z.array(HistoryRecord), ...Hints }),
  z.object({ outcome: z.literal('limited'), retry_after_seconds: z.number().int(), ...Hints }),
  z.object({ ...NotCovered, ...Hints }),
  z.object({ outcome: z.enum(['busy', 'closed']), ...Hints }),
])

export interface HistoryPurchase {
  purchase_id: string
  account_id: string
  domain: string
}

/**
 * Charges the account and leases the purchase. Charges nothing if the account has bought the
 * records before. If `endHistoryPurchase` is not called within `lease_seconds`, the charge is
 * refunded.
 */
export async function beginHistoryPurchase(
  db: Database,
  purchase: HistoryPurchase & { price: number; lease_seconds: number; daily_limit: number },
): Promise<z.infer<typeof Started>> {
  return callFunction(db, 'begin_external_history', { ...purchase }, Started)
}

/**
 * Ends a purchase. If `is_paid` is false, the account is refunded. `is_free` is true if the
 * provider charged us nothing. Returns false if the purchase took longer than its lease and was
 * already refunded.
 */
export async function endHistoryPurchase(
  db: Database,
  purchase: HistoryPurchase & {
    records: HistoryRecord[] | null
    is_paid: boolean
    is_free: boolean
  },
): Promise<boolean> {
  return callFunction(db, 'end_external_history', { ...purchase }, z.boolean())
}

/** Refunds at most `limit` purchases that a crash has interrupted. Returns their number. */
export async function refundLostHistories(db: Database, limit: number): Promise<number> {
  const lost = sql`select refund_lost_histories(${limit}) as count`
  return (await rows(db, lost, z.object({ count: z.number().int() })))[0]?.count ?? 0
}

const Attribution = z.object({
  is_analyzed: z.boolean(),
  entity: z.string().nullable(),
  own_name: z.string().nullable(),
  confidence: z.number().nullable(),
})

/**
 * Operator and confidence are null if no operator is known. `own_name` is the operator's name in
 * the newest analysis of this domain. `is_analyzed` is true if any account has analysed the domain.
 */
export async function attribution(
  db: Database,
  domain: string,
): Promise<z.infer<typeof Attribution>> {
  const query = sql`select exists (select 1 from ${domainRuns} where ${domainRuns.domain} =
    ${domain}) as is_analyzed,
      ${entities.name} as entity, ${attributions.confidence} as confidence, (
        select ${domainRuns.entity} from ${domainRuns} where ${domainRuns.domain} = ${domain}
          order by ${domainRuns.analyzedAt} desc limit 1
      ) as own_name
    from (select 1) one left join ${attributions} on ${attributions.domain} = ${domain}
      left join ${entities} on ${entities.id} = ${attributions.entityId}`
  const [row] = await rows(db, query, Attribution)
  return row ?? { is_analyzed: false, entity: null, own_name: null, confidence: null }
}
