import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Actor } from '../platform/actor.ts'
import { callFunction, type Database, rows } from '../platform/db/client.ts'
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

/** What a token says of its holder that an account keeps. */
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

const OpenedRow = z.object({ id: z.string(), tier: Tier, closed_at: z.string().nullable() })

/** Makes the account of a subject, or brings its address up to date; a closed account comes back as it is. */
export async function open(
  db: Database,
  identity: Identity,
  actor: Actor,
  emailDigests: string[],
): Promise<{ id: string; tier: Tier; closed: boolean }> {
  const argument = {
    ...actor,
    subject: identity.subject,
    email: identity.email,
    name: identity.name,
    issued_at: identity.issuedAt,
    email_digests: emailDigests,
  }
  const row = await callFunction(db, 'open_account', argument, OpenedRow)
  return { id: row.id, tier: row.tier, closed: row.closed_at !== null }
}

const Closure = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('closed'), closed_at: z.string() }),
  z.object({ outcome: z.literal('already'), closed_at: z.string() }),
  z.object({ outcome: z.literal('unknown') }),
])
export type Closure = z.infer<typeof Closure>

/** Closes and erases in one statement; what must be told to the outside lies in the outbox then. */
export async function close(db: Database, actor: Actor, emailDigest: string | null): Promise<Closure> {
  return callFunction(db, 'close_account', { ...actor, email_digest: emailDigest }, Closure)
}

/** Erases a part of what a closed account left behind; true when more is left. */
export async function eraseTraces(db: Database, accountId: string, limit: number): Promise<boolean> {
  const query = sql`select erase_traces(${accountId}, ${limit}) as more`
  const [row] = await rows(db, query, z.object({ more: z.boolean() }))
  return row?.more ?? false
}

export const EmailPreferences = z.object({ digest_enabled: z.boolean(), lifecycle_enabled: z.boolean() })
export type EmailPreferences = z.infer<typeof EmailPreferences>

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
  update: { digest_enabled?: boolean | undefined; lifecycle_enabled?: boolean | undefined },
): Promise<z.infer<typeof SavedPreferences>> {
  return callFunction(db, 'set_email_preferences', { ...actor, ...update }, SavedPreferences)
}
