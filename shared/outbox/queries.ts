import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, rows } from '../platform/db/client.ts'
import { outbox } from './tables.ts'

/** The id is a string, because the database driver returns bigint values as strings. */
export const OutboxRow = z.object({
  id: z.coerce.string(),
  topic: z.string(),
  account_id: z.string().nullable(),
  payload: z.record(z.string(), z.unknown()),
  attempts: z.number().int(),
})
export type OutboxRow = z.infer<typeof OutboxRow>

// Passes a list as one parameter. Drizzle would otherwise pass each element as a separate
// parameter.
const texts = (list: readonly string[]): SQL => sql`${sql.param(list)}::text[]`

/** Leases rows that are due. If `accountId` is null, these are the rows of all accounts. */
export async function claimRows(
  db: Database,
  {
    topics,
    accountId,
    leaseSeconds,
    limit,
  }: { topics: readonly string[]; accountId: string | null; leaseSeconds: number; limit: number },
): Promise<OutboxRow[]> {
  const query = sql`select * from
    claim_outbox_rows(${texts(topics)}, ${accountId}, ${leaseSeconds}, ${limit})`
  return rows(db, query, OutboxRow)
}

const pending = (id: string) => and(eq(outbox.id, Number(id)), isNull(outbox.sentAt))

/**
 * Marks a row as finished and deletes its payload, which may contain personal data. If the external
 * service was not called, `reason` says why.
 */
export async function finishRow(db: Database, id: string, reason: string | null): Promise<void> {
  await db
    .update(outbox)
    .set({ sentAt: sql`clock_timestamp()`, payload: {}, lastError: reason })
    .where(pending(id))
}

export async function retryRow(
  db: Database,
  id: string,
  afterSeconds: number,
  reason: string,
): Promise<void> {
  const notBefore = sql`clock_timestamp() + make_interval(secs => ${afterSeconds})`
  await db.update(outbox).set({ notBefore, lastError: reason }).where(pending(id))
}

/** Returns the due rows whose topic is not in `topics`. A later call does not return them again. */
export async function markUnhandledRows(
  db: Database,
  topics: readonly string[],
  limit: number,
): Promise<{ id: string; topic: string }[]> {
  const query = sql`select * from mark_unhandled_rows(${texts(topics)}, ${limit})`
  return rows(db, query, z.object({ id: z.coerce.string(), topic: z.string() }))
}
