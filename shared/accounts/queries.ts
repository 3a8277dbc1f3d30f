import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Actor } from '../platform/actor.ts'
import type { Holder } from '../platform/caller.ts'
import { callFunction, type Database, rows } from '../platform/db/client.ts'
import { type Hint, Hints } from '../platform/services/hints.ts'
import { Tier } from '../platform/tier.ts'

/** An account as its holder may see it; times as Postgres writes them. */
export const ProfileRow = z.object({
  account_id: z.string(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  tier: Tier,
  status: z.string(),
  created_at: z.string(),
  closed_at: z.string().nullable(),
  credits: z.number().int(),
  used: z.number().int(),
  period_end: z.string(),
  digest_enabled: z.boolean(),
  lifecycle_enabled: z.boolean(),
})
export type ProfileRow = z.infer<typeof ProfileRow>

/** The claims of a token that an account keeps. */
export interface Identity {
  subject: string
  email: string | null
  name: string | null
  /** When the token was issued, in seconds since 1970. */
  issuedAt: number
}

/** One row of the subject's account, open or closed. email_moved: the token tells a newer address than the account has. */
const ofSubject = (columns: SQL, { subject, email, issuedAt }: Identity): SQL =>
  sql`select ${columns}, a.closed_at is null and lower(a.email) is distinct from lower(coalesce(${email}, a.email))
      and to_timestamp(${issuedAt}::double precision) > coalesce(a.email_as_of, '-infinity') as email_moved
    from accounts a where a.id = coalesce(
      (select id from accounts where subject = ${subject}),
      (select id from accounts where closed_subject_digest = subject_digest(${subject})))`

const HolderRow = z.object({ id: z.string(), tier: Tier, closed: z.boolean(), email_moved: z.boolean() })
export type HolderRow = z.infer<typeof HolderRow>

/** Whose token it is, in one indexed query; null for a subject that was never here. Nothing is cached, so closure bites at once. */
export async function holderBySubject(db: Database, identity: Identity): Promise<HolderRow | null> {
  const columns = sql`a.id, a.tier, a.closed_at is not null as closed`
  const [row] = await rows(db, ofSubject(columns, identity), HolderRow)
  return row ?? null
}

const SubjectProfile = z.object({ profile: ProfileRow, email_moved: z.boolean() })

/** The same with the whole profile, for the route that shows it. */
export async function profileBySubject(
  db: Database,
  identity: Identity,
): Promise<z.infer<typeof SubjectProfile> | null> {
  const [row] = await rows(db, ofSubject(sql`account_profile(a) as profile`, identity), SubjectProfile)
  return row ?? null
}

/** The profile of an account, open or closed; null for an unknown one. */
export async function profileOf(db: Database, accountId: string): Promise<ProfileRow | null> {
  const query = sql`select account_profile(a) as profile from accounts a where a.id = ${accountId}`
  const [row] = await rows(db, query, z.object({ profile: ProfileRow }))
  return row?.profile ?? null
}

const OpenedRow = z.object({ id: z.string(), tier: Tier, closed_at: z.string().nullable(), ...Hints })

/** Makes the account of a subject, or brings its address up to date; a closed account comes back as it is. */
export async function openAccount(
  db: Database,
  identity: Identity,
  actor: Actor,
  emailDigests: string[],
): Promise<{ id: string; tier: Tier; closed: boolean; hints: Hint[] }> {
  const argument = {
    ...actor,
    subject: identity.subject,
    email: identity.email,
    name: identity.name,
    issued_at: identity.issuedAt,
    email_digests: emailDigests,
  }
  const row = await callFunction(db, 'open_account', argument, OpenedRow)
  return { id: row.id, tier: row.tier, closed: row.closed_at !== null, hints: row.hints }
}

const Closure = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('closed'), closed_at: z.string(), ...Hints }),
  z.object({ outcome: z.literal('already'), closed_at: z.string(), ...Hints }),
  z.object({ outcome: z.literal('unknown'), ...Hints }),
])
export type Closure = z.infer<typeof Closure>

/** Closes and erases in one statement; calls to Stripe and the identity provider are rows of the outbox then. */
export async function closeAccount(db: Database, actor: Actor, emailDigest: string | null): Promise<Closure> {
  return callFunction(db, 'close_account', { ...actor, email_digest: emailDigest }, Closure)
}

/** Erases a part of what a closed account left behind; true when more is left. */
export async function eraseTraces(db: Database, accountId: string, limit: number): Promise<boolean> {
  const query = sql`select erase_account_data(${accountId}, ${limit}) as more`
  const [row] = await rows(db, query, z.object({ more: z.boolean() }))
  return row?.more ?? false
}

export const EmailPreferences = z.object({ digest_enabled: z.boolean(), lifecycle_enabled: z.boolean() })
export type EmailPreferences = z.infer<typeof EmailPreferences>
export type EmailPreferencesUpdate = { [Name in keyof EmailPreferences]?: boolean | undefined }

/** The preferences of an open account, or null. */
export async function emailPreferences(db: Database, accountId: string): Promise<EmailPreferences | null> {
  const query = sql`select digest_enabled, lifecycle_enabled from accounts where id = ${accountId} and closed_at is null`
  const [row] = await rows(db, query, EmailPreferences)
  return row ?? null
}

const SavedPreferences = z.discriminatedUnion('outcome', [
  EmailPreferences.extend({ outcome: z.literal('saved') }),
  z.object({ outcome: z.literal('closed') }),
])

/** Merges: what is not named keeps its value. */
export async function setEmailPreferences(
  db: Database,
  actor: Actor,
  update: EmailPreferencesUpdate,
): Promise<z.infer<typeof SavedPreferences>> {
  return callFunction(db, 'set_email_preferences', { ...actor, ...update }, SavedPreferences)
}

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

/** The most ordinary keys of an account, by tier; `paid` is for accounts that have bought a pack. */
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
export async function createApiKey(
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
export async function mintSessionKey(
  db: Database,
  actor: Actor,
  key: NewKey,
  limit: number,
): Promise<z.infer<typeof Minting>> {
  return callFunction(db, 'create_session_key', { ...actor, ...key, limit }, Minting)
}

const Revocation = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('revoked'), key: KeyRow }),
  z.object({ outcome: z.literal('unknown') }),
])

/** Revokes a living key of the account; the next request with it is refused. */
export async function revokeApiKey(db: Database, actor: Actor, keyId: string): Promise<z.infer<typeof Revocation>> {
  return callFunction(db, 'revoke_api_key', { ...actor, revoked_key_id: keyId }, Revocation)
}

/** More than any cap allows. */
const KEYS_LISTED_MAX = 1_000

/** The account's living ordinary keys, newest first. */
export async function listActiveKeys(db: Database, accountId: string): Promise<KeyRow[]> {
  const query = sql`select id, name, prefix, created_at::text, last_used_at::text, revoked_at::text from api_keys
    where account_id = ${accountId} and kind = 'ordinary' and revoked_at is null order by id desc limit ${KEYS_LISTED_MAX}`
  return rows(db, query, KeyRow)
}

/** Notes that a key is in use; writes at most once an hour a key. */
export async function touchApiKey(db: Database, keyId: string): Promise<void> {
  await db.execute(sql`select touch_api_key(${keyId})`)
}

const HolderOfKey = z.object({
  key_id: z.string(),
  kind: z.enum(['ordinary', 'playground']),
  account_id: z.string(),
  tier: Tier,
})

/** The row that proves a key: the key is not revoked and its account is open. */
function keyHolder(digests: string[]): SQL {
  return sql`select k.id as key_id, k.kind, a.id as account_id, a.tier
    from api_keys k join accounts a on a.id = k.account_id
    where k.digest = any(${sql.param(digests)}::text[]) and k.revoked_at is null and a.closed_at is null`
}

export function holderOfRow(row: z.infer<typeof HolderOfKey>): Holder {
  return { accountId: row.account_id, tier: row.tier, keyId: row.key_id, playground: row.kind === 'playground' }
}

/** The holder of a key by its possible digests, or null. One indexed query; nothing is cached, so revocation and closure bite at once. */
export async function holderByKey(db: Database, digests: string[]): Promise<Holder | null> {
  const [row] = await rows(db, keyHolder(digests), HolderOfKey)
  return row === undefined ? null : holderOfRow(row)
}

const Slot = z.object({ taken: z.boolean(), retry_after_seconds: z.number().int() })
export type Slot = z.infer<typeof Slot>

/**
 * One of `limit` slots that `holder` has in any `windowSeconds`, counted in Postgres: exact under concurrency and independent of the
 * cache. `slotId` names the act, so that a repeated question takes one slot only.
 */
export async function takeSlot(
  db: Database,
  {
    slotId,
    limitName,
    holder,
    limit,
    windowSeconds,
  }: { slotId: string; limitName: string; holder: string; limit: number; windowSeconds: number },
): Promise<Slot> {
  const query = sql`select * from take_slot(${slotId}, ${limitName}, ${holder}, ${limit}, make_interval(secs => ${windowSeconds}))`
  const [row] = await rows(db, query, Slot)
  if (row === undefined) throw new Error('take_slot returned nothing')
  return row
}

/** Gives a slot back before its time is over. A slot that is not there is given back already. */
export async function releaseSlot(db: Database, slotId: string): Promise<void> {
  await db.execute(sql`delete from rate_slots where id = ${slotId}`)
}
