import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Actor } from '../platform/actor.ts'
import { callFunction, type Database, rows } from '../platform/db/client.ts'
import { KeyProvider } from './providers.ts'

/** A row of llm_keys without its secret. */
export const LlmKeyRow = z.object({
  id: z.string(),
  provider: KeyProvider,
  model: z.string().nullable(),
  key_hint: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  deleted_at: z.string().nullable(),
})
export type LlmKeyRow = z.infer<typeof LlmKeyRow>

export interface NewLlmKey {
  llm_key_id: string
  provider: KeyProvider
  model: string | null
  key_hint: string
  sealed: string
}

const Saving = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('saved'), key: LlmKeyRow }),
  z.object({ outcome: z.literal('tier') }),
  z.object({ outcome: z.literal('closed') }),
])

/** Saves the key, in the place of the account's earlier one for the provider. */
export async function saveLlmKey(db: Database, actor: Actor, key: NewLlmKey): Promise<z.infer<typeof Saving>> {
  return callFunction(db, 'save_llm_key', { ...actor, ...key }, Saving)
}

const Deletion = z.object({ outcome: z.enum(['deleted', 'unknown']) })

/** Deletes the account's key for the provider; the secret is gone, the dates stay. */
export async function deleteLlmKey(
  db: Database,
  actor: Actor,
  provider: KeyProvider,
): Promise<z.infer<typeof Deletion>> {
  return callFunction(db, 'delete_llm_key', { ...actor, provider }, Deletion)
}

/** More rows than providers and years of replacing can make. */
const LISTED_MAX = 1_000

/** The account's living keys, as metadata, by provider. */
export async function listLlmKeys(db: Database, accountId: string): Promise<LlmKeyRow[]> {
  const query = sql`select id, provider, model, key_hint, created_at::text, updated_at::text, deleted_at::text from llm_keys
    where account_id = ${accountId} and deleted_at is null order by provider limit ${LISTED_MAX}`
  return rows(db, query, LlmKeyRow)
}

/** All keys that the account ever had, as metadata, newest first: what an export of personal data shows. */
export async function listAllLlmKeys(db: Database, accountId: string): Promise<LlmKeyRow[]> {
  const query = sql`select id, provider, model, key_hint, created_at::text, updated_at::text, deleted_at::text from llm_keys
    where account_id = ${accountId} order by id desc limit ${LISTED_MAX}`
  return rows(db, query, LlmKeyRow)
}

const SealedKey = z.object({
  id: z.string(),
  account_id: z.string(),
  provider: KeyProvider,
  model: z.string().nullable(),
  sealed: z.string(),
})
export type SealedKey = z.infer<typeof SealedKey>

/** The key that the account's analyses use: of those that it has, the one saved last; null when its tier has no such keys. */
export async function usableLlmKey(db: Database, accountId: string): Promise<SealedKey | null> {
  const query = sql`select k.id, k.account_id, k.provider, k.model, k.sealed from llm_keys k join accounts a on a.id = k.account_id
    where k.account_id = ${accountId} and k.deleted_at is null and a.closed_at is null and a.tier in ('team', 'enterprise')
    order by k.updated_at desc limit 1`
  return (await rows(db, query, SealedKey))[0] ?? null
}

/** Keys sealed under one of the given versions, in the order of their ids after `after`. Served by llm_keys_sealed_version_idx. */
export async function llmKeysSealedUnder(
  db: Database,
  versions: readonly string[],
  after: string,
  limit: number,
): Promise<SealedKey[]> {
  const query = sql`select id, account_id, provider, model, sealed from llm_keys
    where sealed is not null and split_part(sealed, ':', 2) in (select jsonb_array_elements_text(${JSON.stringify(versions)}::jsonb))
      and id > ${after} order by id limit ${limit}`
  return rows(db, query, SealedKey)
}

/** Replaces the sealed text, unless it is no longer the one that was read. */
export async function resealLlmKey(db: Database, id: string, was: string, sealed: string): Promise<boolean> {
  const answer = await callFunction(
    db,
    'reseal_llm_key',
    { llm_key_id: id, was, sealed },
    z.object({ resealed: z.boolean() }),
  )
  return answer.resealed
}

/** A question that is about to be asked of a model. */
export interface LlmReservation {
  use_id: string
  account_id: string
  /** The job or correlation that asks. */
  subject: string
  purpose: 'llm' | 'vision' | 'summary'
  provider: string
  model: string
  paid_by: 'request' | 'account' | 'service'
  reserved_tokens: number
  daily_tokens: number
}

const Reservation = z.object({ outcome: z.enum(['granted', 'capped']) })

/** Counts the question before it is asked; capped: the account has had its tokens of the day. */
export async function reserveUse(db: Database, reservation: LlmReservation): Promise<'granted' | 'capped'> {
  return (await callFunction(db, 'reserve_llm_use', { ...reservation }, Reservation)).outcome
}

export interface LlmSettlement {
  use_id: string
  input_tokens: number
  output_tokens: number
  cost_micro_usd: number | null
  /** answered, or why not. */
  ended: string
}

/** Writes down what the question took, once. */
export async function finishUse(db: Database, settlement: LlmSettlement): Promise<void> {
  await callFunction(db, 'finish_llm_use', { ...settlement }, z.object({ settled: z.boolean() }))
}
