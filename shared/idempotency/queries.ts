import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { callFunction, type Database } from '../platform/db/client.ts'
import { idempotencyKeys } from './tables.ts'

const Begun = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('started'), operation_suffix: z.string() }),
  z.object({
    outcome: z.literal('replay'),
    status: z.number(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
  }),
  z.object({ outcome: z.literal('mismatch') }),
  z.object({ outcome: z.literal('in_progress') }),
])

export type Begun = z.infer<typeof Begun>

export interface IdempotentTry {
  account_id: string
  key: string
  operation_suffix: string
}

/** Begins a request. Returns the stored response instead if an earlier request had this key. */
export async function begin(
  db: Database,
  attempt: IdempotentTry & { request_hash: string; lease_seconds: number },
): Promise<Begun> {
  return callFunction(db, 'begin_idempotent_request', { ...attempt }, Begun)
}

// Matches the row while this attempt still owns it. It matches nothing if a later attempt has taken
// over the request.
const isRunning = ({ account_id, key, operation_suffix }: IdempotentTry) =>
  and(
    eq(idempotencyKeys.accountId, account_id),
    eq(idempotencyKeys.key, key),
    eq(idempotencyKeys.operationSuffix, operation_suffix),
    eq(idempotencyKeys.state, 'running'),
  )

export async function storeAnswer(
  db: Database,
  attempt: IdempotentTry,
  answer: { status: number; headers: Record<string, string>; body: string },
): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ state: 'done', ...answer })
    .where(isRunning(attempt))
}

/**
 * Ends the lease after a failed attempt. The attempt may have created something, so the next
 * request with this key runs with the same identifiers.
 */
export async function releaseLease(db: Database, attempt: IdempotentTry): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ leaseUntil: sql`clock_timestamp()` })
    .where(isRunning(attempt))
}

/**
 * Deletes an attempt that has created nothing. The next request with this key then starts a new
 * operation.
 */
export async function deleteTry(db: Database, attempt: IdempotentTry): Promise<void> {
  await db.delete(idempotencyKeys).where(isRunning(attempt))
}
