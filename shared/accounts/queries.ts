import { and, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Holder } from '../platform/caller.ts'
import { callFunction, type Database, rows } from '../platform/db/client.ts'
import { rowOf } from '../platform/db/columns.ts'
import type { AuditOrigin } from '../platform/request-origin.ts'
import { type Hint, Hints } from '../platform/services/hints.ts'
import { Tier } from '../platform/tier.ts'
import { accountMailboxes, accounts, apiKeys } from './tables.ts'

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

export interface Identity {
  subject: string
  email: string | null
  name: string | null
  issuedAt: number
}

function isAccountOf(db: Database, subject: string) {
  const open = db.select({ id: accounts.id }).from(accounts).where(eq(accounts.subject, subject))
  const closed = db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.closedSubjectDigest, sql`subject_digest(${subject})`))
  return eq(accounts.id, sql`coalesce(${open}, ${closed})`)
}

// True if the token has a newer email address than the account, or if no mailbox of the account is
// stored yet.
const isOutdated = ({ email, issuedAt }: Identity) =>
  sql<boolean>`${accounts.closedAt} is null and ${email}::text is not null and (
    lower(${accounts.email}) is distinct from lower(${email})
      and to_timestamp(${issuedAt}::double precision) > coalesce(${accounts.emailAsOf}, '-infinity')
    or not exists (select 1 from ${accountMailboxes} where ${accountMailboxes.accountId} =
      ${accounts.id}))`

export interface SubjectHolder {
  id: string
  tier: Tier
  closed: boolean
  isOutdated: boolean
}

/** The result must not be cached, so that closing an account takes effect at once. */
export async function holderBySubject(
  db: Database,
  identity: Identity,
): Promise<SubjectHolder | null> {
  const closed = sql<boolean>`${accounts.closedAt} is not null`
  const [row] = await db
    .select({ id: accounts.id, tier: accounts.tier, closed, isOutdated: isOutdated(identity) })
    .from(accounts)
    .where(isAccountOf(db, identity.subject))
  return row ?? null
}

export async function readProfile(db: Database, accountId: string): Promise<ProfileRow | null> {
  const profile = sql`account_profile(${accounts})`.mapWith((value) => ProfileRow.parse(value))
  const [row] = await db.select({ profile }).from(accounts).where(eq(accounts.id, accountId))
  return row?.profile ?? null
}

const OpenedRow = z.object({
  id: z.string(),
  tier: Tier,
  closed_at: z.string().nullable(),
  ...Hints,
})

export async function openAccount(
  db: Database,
  identity: Identity,
  actor: AuditOrigin,
  mailboxDigests: string[],
): Promise<{ id: string; tier: Tier; closed: boolean; hints: Hint[] }> {
  const argument = {
    ...actor,
    subject: identity.subject,
    email: identity.email,
    name: identity.name,
    issued_at: identity.issuedAt,
    mailbox_digests: mailboxDigests,
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

export async function closeAccount(db: Database, actor: AuditOrigin): Promise<Closure> {
  return callFunction(db, 'close_account', { ...actor }, Closure)
}

/** Erases at most `limit` rows in each table. Returns true if there may be more rows. */
export async function eraseAccountData(
  db: Database,
  accountId: string,
  limit: number,
): Promise<boolean> {
  const query = sql`select erase_account_data(${accountId}, ${limit}) as more`
  const [row] = await rows(db, query, z.object({ more: z.boolean() }))
  return row?.more ?? false
}

const EmailPreferences = z.object({ digest_enabled: z.boolean(), lifecycle_enabled: z.boolean() })
export type EmailPreferences = z.infer<typeof EmailPreferences>
export type EmailPreferencesUpdate = { [Name in keyof EmailPreferences]?: boolean | undefined }

export async function emailPreferences(
  db: Database,
  accountId: string,
): Promise<EmailPreferences | null> {
  const [row] = await db
    .select({
      digest_enabled: accounts.digestEnabled,
      lifecycle_enabled: accounts.lifecycleEnabled,
    })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.closedAt)))
  return row ?? null
}

const SavedPreferences = z.discriminatedUnion('outcome', [
  EmailPreferences.extend({ outcome: z.literal('saved') }),
  z.object({ outcome: z.literal('closed') }),
])

export async function setEmailPreferences(
  db: Database,
  actor: AuditOrigin,
  update: EmailPreferencesUpdate,
): Promise<z.infer<typeof SavedPreferences>> {
  return callFunction(db, 'set_email_preferences', { ...actor, ...update }, SavedPreferences)
}

export type KeyRow = Pick<
  typeof apiKeys.$inferSelect,
  'id' | 'name' | 'prefix' | 'billing' | 'createdAt' | 'lastUsedAt' | 'revokedAt'
>

export interface NewKey {
  new_key_id: string
  name: string
  prefix: string
  digest: string
  billing: boolean
}

export interface KeyCaps {
  cap_free: number
  cap_pro: number
  cap_team: number
  cap_enterprise: number
  cap_buyer: number
}

const Creation = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('created'), key: rowOf(apiKeys) }),
  z.object({ outcome: z.literal('limited'), cap: z.number().int() }),
  z.object({ outcome: z.literal('closed') }),
])

/** Locks the account's row, so that concurrent requests cannot exceed the limit of API keys. */
export async function createApiKey(
  db: Database,
  actor: AuditOrigin,
  key: NewKey,
  caps: KeyCaps,
): Promise<z.infer<typeof Creation>> {
  return callFunction(db, 'create_api_key', { ...actor, ...key, ...caps }, Creation)
}

const Minting = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('created'), key: rowOf(apiKeys) }),
  z.object({ outcome: z.literal('limited'), retry_after_seconds: z.number().int() }),
  z.object({ outcome: z.literal('closed') }),
])

export async function mintSessionKey(
  db: Database,
  actor: AuditOrigin,
  key: NewKey,
  limit: number,
): Promise<z.infer<typeof Minting>> {
  return callFunction(db, 'create_session_key', { ...actor, ...key, limit }, Minting)
}

const Revocation = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('revoked'), key: rowOf(apiKeys) }),
  z.object({ outcome: z.literal('unknown') }),
])

export async function revokeApiKey(
  db: Database,
  actor: AuditOrigin,
  keyId: string,
): Promise<z.infer<typeof Revocation>> {
  return callFunction(db, 'revoke_api_key', { ...actor, revoked_key_id: keyId }, Revocation)
}

const isUsable = and(
  isNull(apiKeys.revokedAt),
  or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`clock_timestamp()`)),
)

const KEYS_LISTED_MAX = 1_000

export async function listActiveKeys(db: Database, accountId: string): Promise<KeyRow[]> {
  const { id, name, prefix, billing, createdAt, lastUsedAt, revokedAt } = apiKeys
  return db
    .select({ id, name, prefix, billing, createdAt, lastUsedAt, revokedAt })
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), eq(apiKeys.kind, 'ordinary'), isUsable))
    .orderBy(desc(id))
    .limit(KEYS_LISTED_MAX)
}

export async function recordKeyUse(db: Database, keyId: string): Promise<void> {
  const { id, lastUsedAt, revokedAt } = apiKeys
  const isOld = or(isNull(lastUsedAt), lt(lastUsedAt, sql`clock_timestamp() - interval '1 hour'`))
  await db
    .update(apiKeys)
    .set({ lastUsedAt: sql`clock_timestamp()` })
    .where(and(eq(id, keyId), isNull(revokedAt), isOld))
}

export function holderOfRow(row: {
  key_id: string
  kind: 'ordinary' | 'playground'
  billing: boolean
  account_id: string
  tier: Tier
}): Holder {
  return {
    accountId: row.account_id,
    tier: row.tier,
    keyId: row.key_id,
    playground: row.kind === 'playground',
    billing: row.billing,
  }
}

/**
 * The result must not be cached, so that revoking a key or closing an account takes effect at once.
 */
export async function holderByKey(db: Database, digests: string[]): Promise<Holder | null> {
  const [row] = await db
    .select({
      key_id: apiKeys.id,
      kind: apiKeys.kind,
      billing: apiKeys.billing,
      account_id: accounts.id,
      tier: accounts.tier,
    })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(and(inArray(apiKeys.digest, digests), isUsable, isNull(accounts.closedAt)))
  return row === undefined ? null : holderOfRow(row)
}
