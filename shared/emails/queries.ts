import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { accounts } from '../accounts/tables.ts'
import { callFunction, type Database, rows } from '../platform/db/client.ts'

const PendingEmail = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('send'),
    /** Idempotency key: the email provider sends only one email for each key. */
    key: z.string(),
    account_id: z.string(),
    to: z.string(),
    payload: z.unknown(),
  }),
  z.object({ outcome: z.enum(['not_wanted', 'sent', 'unknown']) }),
])

export async function read(db: Database, outboxId: string): Promise<z.infer<typeof PendingEmail>> {
  const query = sql`select read_email(${outboxId}::bigint) as answer`
  const [row] = await rows(db, query, z.object({ answer: PendingEmail }))
  if (row === undefined) throw new Error('read_email returned no row')
  return row.answer
}

export async function unsubscribe(
  db: Database,
  accountId: string,
  kind: 'digest' | 'lifecycle',
): Promise<void> {
  await db
    .update(accounts)
    .set(kind === 'digest' ? { digestEnabled: false } : { lifecycleEnabled: false })
    .where(and(eq(accounts.id, accountId), isNull(accounts.closedAt)))
}

const Digests = z.object({ last: z.string().nullable(), created: z.number().int() })

/**
 * `until` is in ISO 8601. `last` is the id of the last handled account, or null if none is left.
 */
export async function enqueueDigests(
  db: Database,
  wanted: { until: string; week: string; after: string | null; limit: number },
): Promise<z.infer<typeof Digests>> {
  return callFunction(db, 'create_digests', wanted, Digests)
}
