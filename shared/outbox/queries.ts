import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { callFunction, type Database, rows } from '../platform/db/client.ts'

/** Something that must be told to the outside. bigint ids arrive as text. */
export const OutboxRow = z.object({
  id: z.coerce.string(),
  topic: z.string(),
  account_id: z.string().nullable(),
  payload: z.record(z.string(), z.unknown()),
  attempts: z.number().int(),
})
export type OutboxRow = z.infer<typeof OutboxRow>

/** Text of a list as a Postgres array, which the driver passes as one parameter. */
const texts = (list: readonly string[]): SQL => sql`${sql.param(list)}::text[]`

/** Due rows of the given topics, each handed to one taker for `leaseSeconds`, twice as long with every attempt. */
export async function take(
  db: Database,
  {
    topics,
    accountId,
    leaseSeconds,
    limit,
  }: { topics: readonly string[]; accountId: string | null; leaseSeconds: number; limit: number },
): Promise<OutboxRow[]> {
  const query = sql`select * from take_outbox(${texts(topics)}, ${accountId}, ${leaseSeconds}, ${limit})`
  return rows(db, query, OutboxRow)
}

/** Ends a row, and forgets what it said; or gives it back for `after_seconds`. */
export async function finishRow(
  db: Database,
  settlement: { id: string; after_seconds?: number; because?: string },
): Promise<void> {
  await callFunction(db, 'finish_outbox_row', { ...settlement }, z.unknown())
}

/** Due rows of topics that are not among the given ones, each named once in its life. */
export async function nameOrphans(
  db: Database,
  topics: readonly string[],
  limit: number,
): Promise<{ id: string; topic: string }[]> {
  const query = sql`select * from mark_unhandled_rows(${texts(topics)}, ${limit})`
  return rows(db, query, z.object({ id: z.coerce.string(), topic: z.string() }))
}
