import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { KeyRow, ProfileRow } from '../accounts/queries.ts'
import { ScoringResult } from '../attribution/scoring/scoring-result.ts'
import { JobRow } from '../jobs/job.ts'
import type { Actor } from '../platform/actor.ts'
import { callFunction, type Database, rows } from '../platform/db/client.ts'

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

/** The instant that an export shows: `at`, and the last entry of the ledger at that time. */
export interface Snapshot {
  accountId: string
  at: string
  ledgerSequence: number
}

/** Takes one of `limit` exports an hour and fixes what this one shows. */
export async function begin(db: Database, actor: Actor, slotId: string, limit: number): Promise<z.infer<typeof Begun>> {
  return callFunction(db, 'begin_export', { ...actor, slot_id: slotId, limit }, Begun)
}

/** A page of a list that is walked by a key: the rows below `below` (null: from the top), newest first. */
export interface Step<Key> {
  below: Key | null
  limit: number
}

const onlyBelow = (column: SQL, below: string | number | null): SQL =>
  below === null ? sql`` : sql`and ${column} < ${below}`

/** The account's keys of both kinds, as metadata. */
export async function keysPage(db: Database, { accountId, at }: Snapshot, step: Step<string>): Promise<KeyRow[]> {
  const query = sql`select id, name, prefix, created_at::text, last_used_at::text,
      case when revoked_at <= ${at}::timestamptz then revoked_at::text end as revoked_at
    from api_keys where account_id = ${accountId} and created_at <= ${at}::timestamptz ${onlyBelow(sql`id`, step.below)}
    order by id desc limit ${step.limit}`
  return rows(db, query, KeyRow)
}

const ExportedJob = z.object({ job: JobRow, result: ScoringResult.nullable() })
export type ExportedJob = z.infer<typeof ExportedJob>

/** The account's jobs as they stood then: one that ended later is shown as it ran. */
export async function jobsPage(db: Database, { accountId, at }: Snapshot, step: Step<string>): Promise<ExportedJob[]> {
  const query = sql`select
      to_jsonb(j) || case
        when j.completed_at is null or j.completed_at <= ${at}::timestamptz then '{}'::jsonb
        else jsonb_build_object('status', case when j.started_at <= ${at}::timestamptz then 'running' else 'queued' end,
          'completed_at', null, 'error_code', null, 'error_message', null, 'entity', null, 'confidence', null, 'collectors', null)
      end as job,
      case when j.completed_at <= ${at}::timestamptz then r.result end as result
    from jobs j left join job_results r on r.job_id = j.id
    where j.account_id = ${accountId} and j.created_at <= ${at}::timestamptz ${onlyBelow(sql`j.id`, step.below)}
    order by j.id desc limit ${step.limit}`
  return rows(db, query, ExportedJob)
}

const ExportedEntry = z.object({
  id: z.string(),
  sequence: z.number().int(),
  delta: z.number().int(),
  reason: z.string(),
  balance_after: z.number().int(),
  job_id: z.string().nullable(),
  created_at: z.string(),
})
export type ExportedEntry = z.infer<typeof ExportedEntry>

/** The ledger up to the snapshot's last entry. Whole numbers leave as JSON, since the driver gives bigint as text. */
export async function ledgerPage(
  db: Database,
  { accountId, ledgerSequence }: Snapshot,
  step: Step<number>,
): Promise<ExportedEntry[]> {
  const query = sql`select to_jsonb(l) as entry from ledger_entries l
    where l.account_id = ${accountId} and l.sequence <= ${ledgerSequence} ${onlyBelow(sql`l.sequence`, step.below)}
    order by l.sequence desc limit ${step.limit}`
  return (await rows(db, query, z.object({ entry: ExportedEntry }))).map(({ entry }) => entry)
}

const ExportedDelivery = z.object({
  id: z.string(),
  subject_id: z.string(),
  url: z.string(),
  state: z.enum(['pending', 'delivered', 'dead_lettered']),
  attempts: z.number().int(),
  last_response_code: z.number().int().nullable(),
  last_error: z.string().nullable(),
  created_at: z.string(),
  delivered_at: z.string().nullable(),
  dead_lettered_at: z.string().nullable(),
})
export type ExportedDelivery = z.infer<typeof ExportedDelivery>

/** The account's callbacks that were owed then. */
export async function deliveriesPage(
  db: Database,
  { accountId, at }: Snapshot,
  step: Step<string>,
): Promise<ExportedDelivery[]> {
  const query = sql`select to_jsonb(d) - 'body' as delivery from webhook_deliveries d
    where d.account_id = ${accountId} and d.created_at <= ${at}::timestamptz ${onlyBelow(sql`d.id`, step.below)}
    order by d.id desc limit ${step.limit}`
  return (await rows(db, query, z.object({ delivery: ExportedDelivery }))).map(({ delivery }) => delivery)
}
