import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { callFunction, type Database, rows } from '../platform/db/client.ts'

const OwedEmail = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('send'),
    /** The name of the mail: sent once. */
    key: z.string(),
    account_id: z.string(),
    to: z.string(),
    payload: z.unknown(),
  }),
  z.object({ outcome: z.enum(['not_wanted', 'sent', 'unknown']) }),
])

/** A mail that the outbox owes, with whom it is for, by its outbox row. */
export async function read(db: Database, outboxId: string): Promise<z.infer<typeof OwedEmail>> {
  const [row] = await rows(db, sql`select read_email(${outboxId}::bigint) as answer`, z.object({ answer: OwedEmail }))
  if (row === undefined) throw new Error('read_email returned nothing')
  return row.answer
}

/** Switches one kind of mail off. */
export async function unsubscribe(db: Database, accountId: string, kind: 'digest' | 'lifecycle'): Promise<void> {
  await db.execute(sql`select unsubscribe_email(${accountId}, ${kind})`)
}

const Digests = z.object({ last: z.string().nullable(), owed: z.number().int() })

/** Owes digests of the week before `until` (ISO 8601) to some accounts after `after`; `last` is where to go on, null at the end. */
export async function enqueueDigests(
  db: Database,
  wanted: { until: string; week: string; after: string | null; limit: number },
): Promise<z.infer<typeof Digests>> {
  return callFunction(db, 'create_digests', wanted, Digests)
}
