import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, rows } from '../platform/db/client.ts'

export const LEDGER_REASONS = [
  'purchase',
  'auto_recharge',
  'analysis',
  'correlation',
  'external_history',
  'refund',
  'adjustment',
] as const

const EntryRow = z.object({
  id: z.string(),
  delta: z.coerce.number().int(),
  reason: z.enum(LEDGER_REASONS),
  balance_after: z.coerce.number().int(),
  job_id: z.string().nullable(),
  created_at: z.string(),
})
export type EntryRow = z.infer<typeof EntryRow>

/**
 * The account's entries, newest first, one more than asked for when there is a further page. Entries are numbered without gaps, so an
 * offset is a number and not a walk: every page costs the same at any depth of history.
 */
export async function page(
  db: Database,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<EntryRow[]> {
  const query = sql`select l.id, l.delta, l.reason, l.balance_after, l.job_id, l.created_at::text from accounts a
    join ledger_entries l on l.account_id = a.id
      and l.sequence <= a.ledger_sequence - ${offset}::bigint and l.sequence > a.ledger_sequence - ${offset + limit + 1}::bigint
    where a.id = ${accountId} order by l.sequence desc`
  return rows(db, query, EntryRow)
}
