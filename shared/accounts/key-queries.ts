import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Actor } from '../platform/actor.ts'
import { callFunction, type Database, rows } from '../platform/db/client.ts'

/** A row of api_keys without its digest. */
export const KeyRow = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
})
export type KeyRow = z.infer<typeof KeyRow>

export interface NewKey {
  key_id: string
  name: string
  prefix: string
  digest: string
}

/** How many ordinary keys an account may have, by tier; `paid` is for whoever has bought a pack. */
export interface KeyCaps {
  free: number
  pro: number
  team: number
  enterprise: number
  paid: number
}

const Creation = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('created'), key: KeyRow }),
  z.object({ outcome: z.literal('limited'), cap: z.number().int() }),
  z.object({ outcome: z.literal('closed') }),
])

/** Makes an ordinary key within the account's cap, which holds under any concurrency: the account's row is locked. */
export async function create(
  db: Database,
  actor: Actor,
  key: NewKey,
  caps: KeyCaps,
): Promise<z.infer<typeof Creation>> {
  return callFunction(db, 'create_api_key', { ...actor, ...key, caps }, Creation)
}

const Minting = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('created'), key: KeyRow }),
  z.object({ outcome: z.literal('limited'), retry_after_seconds: z.number().int() }),
  z.object({ outcome: z.literal('closed') }),
])

/** Makes a playground key and revokes the one before, at most `limit` times an hour. */
export async function mint(db: Database, actor: Actor, key: NewKey, limit: number): Promise<z.infer<typeof Minting>> {
  return callFunction(db, 'mint_session_key', { ...actor, ...key, limit }, Minting)
}

const Revocation = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('revoked'), key: KeyRow }),
  z.object({ outcome: z.literal('unknown') }),
])

/** Revokes a living key of the account; the next request with it is refused. */
export async function revoke(db: Database, actor: Actor, keyId: string): Promise<z.infer<typeof Revocation>> {
  return callFunction(db, 'revoke_api_key', { ...actor, revoked_key_id: keyId }, Revocation)
}

/** More than any cap allows. */
const KEYS_LISTED_MAX = 1_000

/** The account's living ordinary keys, newest first. */
export async function listActive(db: Database, accountId: string): Promise<KeyRow[]> {
  const query = sql`select id, name, prefix, created_at::text, last_used_at::text, revoked_at::text from api_keys
    where account_id = ${accountId} and kind = 'ordinary' and revoked_at is null order by id desc limit ${KEYS_LISTED_MAX}`
  return rows(db, query, KeyRow)
}

/** Notes that a key is in use; writes at most once an hour a key. */
export async function touch(db: Database, keyId: string): Promise<void> {
  await db.execute(sql`select touch_api_key(${keyId})`)
}
