import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { accounts } from '../accounts/tables.ts'
import { callFunction, type Database } from '../platform/db/client.ts'
import { rowOf } from '../platform/db/columns.ts'
import { shares } from './tables.ts'

export type ShareRow = typeof shares.$inferSelect

/** An analysis or a correlation. */
export type ShareSubject = { job_id: string } | { correlation_id: string }

const Created = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('shared'), share: rowOf(shares) }),
  z.object({ outcome: z.enum(['closed', 'unknown', 'in_progress', 'failed', 'limited']) }),
])

export type ShareToCreate = ShareSubject & {
  account_id: string
  share_id: string
  token_digest: string
  days: number
  limit: number
}

export const create = (db: Database, share: ShareToCreate): Promise<z.infer<typeof Created>> =>
  callFunction(db, 'create_share', { ...share }, Created)

const isLive = gt(shares.expiresAt, sql`clock_timestamp()`)

/** Newest first, at most `limit` + 1 shares; the additional one shows that a next page exists. */
export async function livePage(
  db: Database,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<ShareRow[]> {
  return db
    .select()
    .from(shares)
    .where(and(eq(shares.accountId, accountId), isLive))
    .orderBy(desc(shares.id))
    .limit(limit + 1)
    .offset(offset)
}

/** Returns false if the subject has no live share of this account. */
export async function remove(
  db: Database,
  accountId: string,
  subject: ShareSubject,
): Promise<boolean> {
  const isSubject =
    'job_id' in subject
      ? eq(shares.jobId, subject.job_id)
      : eq(shares.correlationId, subject.correlation_id)
  const removed = await db
    .delete(shares)
    .where(and(isSubject, eq(shares.accountId, accountId)))
    .returning({ isLive: isLive.mapWith(Boolean) })
  return removed.some((share) => share.isLive)
}

export type LiveShare = Pick<ShareRow, 'id' | 'accountId' | 'jobId' | 'correlationId'> & {
  tier: (typeof accounts.$inferSelect)['tier']
}

/** Null also for a share that has expired or whose account is closed. */
export async function findLive(db: Database, tokenDigest: string): Promise<LiveShare | null> {
  const { id, accountId, jobId, correlationId } = shares
  const [row] = await db
    .select({ id, accountId, jobId, correlationId, tier: accounts.tier })
    .from(shares)
    .innerJoin(accounts, eq(accounts.id, shares.accountId))
    .where(and(eq(shares.tokenDigest, tokenDigest), isLive, isNull(accounts.closedAt)))
  return row ?? null
}

export async function countView(db: Database, id: string): Promise<void> {
  await db
    .update(shares)
    .set({ views: sql`${shares.views} + 1` })
    .where(eq(shares.id, id))
}
