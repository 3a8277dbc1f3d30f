import { and, desc, eq, getTableColumns, lt, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type KeyRow, ProfileRow } from '../accounts/queries.ts'
import { apiKeys } from '../accounts/tables.ts'
import { ScoringResult } from '../attribution/scoring/scoring-result.ts'
import { LEDGER_COLUMNS, type LedgerEntryRow } from '../billing/queries.ts'
import { ledgerEntries } from '../billing/tables.ts'
import type { FeedbackRow } from '../feedback/queries.ts'
import { feedback } from '../feedback/tables.ts'
import { ChargedJob, jobResults, jobs } from '../jobs/tables.ts'
import { type ChangeRow, type MonitorWithChecks, withChecks } from '../monitors/queries.ts'
import { changes, monitors } from '../monitors/tables.ts'
import { callFunction, type Database, rows } from '../platform/db/client.ts'
import type { AuditOrigin } from '../platform/request-origin.ts'
import type { ShareRow } from '../shares/queries.ts'
import { shares } from '../shares/tables.ts'
import { webhookDeliveries } from '../webhooks/tables.ts'

const Begun = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('started'),
    at: z.string(),
    ledger_sequence: z.number().int(),
    profile: ProfileRow,
  }),
  z.object({ outcome: z.literal('limited'), retry_after_seconds: z.number().int() }),
  z.object({ outcome: z.literal('closed') }),
])

/** `ledgerSequence` is the sequence number of the last ledger entry in the export. */
export interface Snapshot {
  accountId: string
  at: string
  ledgerSequence: number
}

/**
 * Begins an export, which contains the data at the time of this call. Refuses it if the account has
 * made `limit` exports in the last hour.
 */
export async function begin(
  db: Database,
  actor: AuditOrigin,
  permitId: string,
  limit: number,
): Promise<z.infer<typeof Begun>> {
  return callFunction(db, 'begin_export', { ...actor, permit_id: permitId, limit }, Begun)
}

/**
 * A page of at most `limit` rows with a key smaller than `below`, newest first. If `below` is null,
 * the page starts at the newest row.
 */
export interface Step<Key> {
  below: Key | null
  limit: number
}

/**
 * API keys without their digests. A key that has expired is shown as revoked at its expiry. A key
 * that was revoked after the export began is shown as valid.
 */
export async function keysPage(
  db: Database,
  { accountId, at }: Snapshot,
  step: Step<string>,
): Promise<KeyRow[]> {
  const { id, name, prefix, billing, createdAt, lastUsedAt } = apiKeys
  const ended = sql`least(${apiKeys.revokedAt}, ${apiKeys.expiresAt})`
  const revokedAt = sql<string | null>`case when ${ended} <= ${at}::timestamptz then ${ended} end`
  return db
    .select({ id, name, prefix, billing, createdAt, lastUsedAt, revokedAt })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.accountId, accountId),
        lte(createdAt, at),
        step.below === null ? undefined : lt(id, step.below),
      ),
    )
    .orderBy(desc(id))
    .limit(step.limit)
}

const ExportedJob = z.object({ job: ChargedJob, result: ScoringResult.nullable() })
export type ExportedJob = z.infer<typeof ExportedJob>

/**
 * Jobs as they were when the export began: a job that finished later is shown as queued or running.
 */
export async function jobsPage(
  db: Database,
  { accountId, at }: Snapshot,
  step: Step<string>,
): Promise<ExportedJob[]> {
  const hadEnded = sql`${jobs.completedAt} <= ${at}::timestamptz`
  const statusThen = sql`case when ${jobs.startedAt} <= ${at}::timestamptz then 'running' else
    'queued' end`
  const query = sql`select
      charged_job(${jobs}) || case
        when ${jobs.completedAt} is null or ${hadEnded} then '{}'::jsonb
        else jsonb_build_object('status', ${statusThen}, 'completed_at', null, 'error_code', null,
          'error_message', null, 'outcome', null, 'entity', null, 'confidence', null, 'basis', null,
          'warnings', null, 'collectors', null)
      end as job,
      case when ${hadEnded} then ${jobResults.result} end as result
    from ${jobs} left join ${jobResults} on ${jobResults.jobId} = ${jobs.id}
    where ${jobs.accountId} = ${accountId} and ${jobs.createdAt} <= ${at}::timestamptz
      ${step.below === null ? sql`` : sql`and ${jobs.id} < ${step.below}`}
    order by ${jobs.id} desc limit ${step.limit}`
  return rows(db, query, ExportedJob)
}

export type ExportedEntry = LedgerEntryRow & { sequence: number }

export async function ledgerPage(
  db: Database,
  { accountId, ledgerSequence }: Snapshot,
  step: Step<number>,
): Promise<ExportedEntry[]> {
  const { sequence } = ledgerEntries
  return db
    .select({ ...LEDGER_COLUMNS, sequence })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.accountId, accountId),
        lte(sequence, ledgerSequence),
        step.below === null ? undefined : lt(sequence, step.below),
      ),
    )
    .orderBy(desc(sequence))
    .limit(step.limit)
}

export type ExportedDelivery = Omit<typeof webhookDeliveries.$inferSelect, 'body'>

export async function deliveriesPage(
  db: Database,
  { accountId, at }: Snapshot,
  step: Step<string>,
): Promise<ExportedDelivery[]> {
  const { body: _, ...columns } = getTableColumns(webhookDeliveries)
  const { id, createdAt } = columns
  return db
    .select(columns)
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.accountId, accountId),
        lte(createdAt, at),
        step.below === null ? undefined : lt(id, step.below),
      ),
    )
    .orderBy(desc(id))
    .limit(step.limit)
}

export async function monitorsPage(
  db: Database,
  { accountId, at }: Snapshot,
  step: Step<string>,
): Promise<MonitorWithChecks[]> {
  const { id, createdAt } = monitors
  return withChecks(db)
    .where(
      and(
        eq(monitors.accountId, accountId),
        lte(createdAt, at),
        step.below === null ? undefined : lt(id, step.below),
      ),
    )
    .orderBy(desc(id))
    .limit(step.limit)
}

/** A change without kinds still waits for an analysis, so it is left out. */
export async function changesPage(
  db: Database,
  { accountId, at }: Snapshot,
  step: Step<string>,
): Promise<ChangeRow[]> {
  const { id, createdAt } = changes
  return db
    .select()
    .from(changes)
    .where(
      and(
        eq(changes.accountId, accountId),
        lte(createdAt, at),
        sql`cardinality(${changes.kinds}) > 0`,
        step.below === null ? undefined : lt(id, step.below),
      ),
    )
    .orderBy(desc(id))
    .limit(step.limit)
}

export async function feedbackPage(
  db: Database,
  { accountId, at }: Snapshot,
  step: Step<string>,
): Promise<FeedbackRow[]> {
  const { id, createdAt } = feedback
  return db
    .select()
    .from(feedback)
    .where(
      and(
        eq(feedback.accountId, accountId),
        lte(createdAt, at),
        step.below === null ? undefined : lt(id, step.below),
      ),
    )
    .orderBy(desc(id))
    .limit(step.limit)
}

export async function sharesPage(
  db: Database,
  { accountId, at }: Snapshot,
  step: Step<string>,
): Promise<ShareRow[]> {
  const { id, createdAt } = shares
  return db
    .select()
    .from(shares)
    .where(
      and(
        eq(shares.accountId, accountId),
        lte(createdAt, at),
        step.below === null ? undefined : lt(id, step.below),
      ),
    )
    .orderBy(desc(id))
    .limit(step.limit)
}
