import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { accounts } from '../accounts/tables.ts'
import { callFunction, type Database } from '../platform/db/client.ts'
import { rowOf } from '../platform/db/columns.ts'
import type { AuditOrigin } from '../platform/request-origin.ts'
import type { KeyProvider } from './providers.ts'
import { llmKeys, llmUses } from './tables.ts'

const METADATA_COLUMNS = {
  id: llmKeys.id,
  provider: llmKeys.provider,
  model: llmKeys.model,
  keyHint: llmKeys.keyHint,
  createdAt: llmKeys.createdAt,
  updatedAt: llmKeys.updatedAt,
  deletedAt: llmKeys.deletedAt,
}
export type LlmKeyRow = Pick<typeof llmKeys.$inferSelect, keyof typeof METADATA_COLUMNS>

export interface NewLlmKey {
  llm_key_id: string
  provider: KeyProvider
  model: string | null
  key_hint: string
  sealed: string
}

/** The encrypted text `sealed` is removed, so that no caller can show or log it. */
const SavedKey = rowOf(llmKeys).transform(({ sealed, ...key }): LlmKeyRow => key)
const Saving = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('saved'), key: SavedKey }),
  z.object({ outcome: z.enum(['tier', 'closed']) }),
])

export async function saveLlmKey(
  db: Database,
  actor: AuditOrigin,
  key: NewLlmKey,
): Promise<z.infer<typeof Saving>> {
  return callFunction(db, 'save_llm_key', { ...actor, ...key }, Saving)
}

const Deletion = z.object({ outcome: z.enum(['deleted', 'unknown']) })

export async function deleteLlmKey(
  db: Database,
  actor: AuditOrigin,
  provider: KeyProvider,
): Promise<z.infer<typeof Deletion>> {
  return callFunction(db, 'delete_llm_key', { ...actor, provider }, Deletion)
}

const LISTED_MAX = 1_000

export async function listLlmKeys(db: Database, accountId: string): Promise<LlmKeyRow[]> {
  return db
    .select(METADATA_COLUMNS)
    .from(llmKeys)
    .where(and(eq(llmKeys.accountId, accountId), isNull(llmKeys.deletedAt)))
    .orderBy(asc(llmKeys.provider))
    .limit(LISTED_MAX)
}

export async function listAllLlmKeys(db: Database, accountId: string): Promise<LlmKeyRow[]> {
  return db
    .select(METADATA_COLUMNS)
    .from(llmKeys)
    .where(eq(llmKeys.accountId, accountId))
    .orderBy(desc(llmKeys.id))
    .limit(LISTED_MAX)
}

const SEALED_COLUMNS = {
  id: llmKeys.id,
  accountId: llmKeys.accountId,
  provider: llmKeys.provider,
  model: llmKeys.model,
  // The cast is safe: only a deleted key has no text, and deleted keys are not selected.
  sealed: sql<string>`${llmKeys.sealed}`,
}
export type SealedKey = Pick<
  typeof llmKeys.$inferSelect,
  'id' | 'accountId' | 'provider' | 'model'
> & {
  sealed: string
}

/** The key that was saved last. Null if there is none or the tier may not use saved keys. */
export async function usableLlmKey(db: Database, accountId: string): Promise<SealedKey | null> {
  const mayUseKeys = and(isNull(accounts.closedAt), inArray(accounts.tier, ['team', 'enterprise']))
  const [row] = await db
    .select(SEALED_COLUMNS)
    .from(llmKeys)
    .innerJoin(accounts, eq(accounts.id, llmKeys.accountId))
    .where(and(eq(llmKeys.accountId, accountId), isNull(llmKeys.deletedAt), mayUseKeys))
    .orderBy(desc(llmKeys.updatedAt))
    .limit(1)
  return row ?? null
}

export async function llmKeysSealedUnder(
  db: Database,
  versions: readonly string[],
  after: string,
  limit: number,
): Promise<SealedKey[]> {
  const version = sql`split_part(${llmKeys.sealed}, ':', 2)`
  return db
    .select(SEALED_COLUMNS)
    .from(llmKeys)
    .where(and(isNotNull(llmKeys.sealed), inArray(version, versions), gt(llmKeys.id, after)))
    .orderBy(asc(llmKeys.id))
    .limit(limit)
}

type LlmUse = typeof llmUses.$inferSelect

export interface LlmReservation {
  use_id: string
  account_id: string
  subject: string
  purpose: LlmUse['purpose']
  provider: LlmUse['provider']
  model: string
  paid_by: LlmUse['paidBy']
  reserved_tokens: number
  daily_tokens: number
}

const Reservation = z.object({ outcome: z.enum(['granted', 'capped']) })

export async function reserveUse(
  db: Database,
  reservation: LlmReservation,
): Promise<'granted' | 'capped'> {
  return (await callFunction(db, 'reserve_llm_use', { ...reservation }, Reservation)).outcome
}

export async function finishUse(
  db: Database,
  useId: string,
  result: Pick<LlmUse, 'inputTokens' | 'outputTokens' | 'costMicroUsd' | 'outcome'>,
): Promise<void> {
  await db
    .update(llmUses)
    .set({ ...result, settledAt: sql`clock_timestamp()` })
    .where(and(eq(llmUses.id, useId), isNull(llmUses.settledAt)))
}
