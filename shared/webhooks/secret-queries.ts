import { and, asc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { accounts } from '../accounts/tables.ts'
import { callFunction, type Database, rows } from '../platform/db/client.ts'
import type { RequestOrigin } from '../platform/request-origin.ts'
import type { SealedSecret } from './webhook-secret.ts'

export async function secretHint(db: Database, accountId: string): Promise<string | null> {
  const [row] = await db
    .select({ hint: accounts.webhookSecretHint })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNotNull(accounts.webhookSecretSealed)))
  return row?.hint ?? null
}

const Rotated = z.object({ outcome: z.enum(['rotated', 'closed']) })

export async function rotateSecret(
  db: Database,
  doer: RequestOrigin,
  secret: SealedSecret,
  overlapHours: number,
  auditId: string,
): Promise<z.infer<typeof Rotated>['outcome']> {
  return (
    await callFunction(
      db,
      'rotate_webhook_secret',
      { ...doer, ...secret, overlap_hours: overlapHours, audit_id: auditId },
      Rotated,
    )
  ).outcome
}

/**
 * Returns the sealed secrets that sign the account's webhooks, the newest first. An account without
 * one gets `secret`. Null for a closed account.
 */
export async function signingSecrets(
  db: Database,
  accountId: string,
  secret: SealedSecret,
): Promise<string[] | null> {
  const query = sql`update ${accounts} set
      webhook_secret_sealed = coalesce(webhook_secret_sealed, ${secret.sealed}),
      webhook_secret_hint = coalesce(webhook_secret_hint, ${secret.hint})
    where id = ${accountId} and closed_at is null returning signing_secrets(accounts) as secrets`
  const [row] = await rows(db, query, z.object({ secrets: z.array(z.string()) }))
  return row?.secrets ?? null
}

export type SecretColumn =
  | typeof accounts.webhookSecretSealed
  | typeof accounts.webhookSecretBeforeSealed

/**
 * Accounts whose secret in the column `sealed` is encrypted with one of these key versions. Starts
 * after the account id `after`, in the order of the ids.
 */
export async function secretsSealedUnder(
  db: Database,
  sealed: SecretColumn,
  versions: readonly string[],
  after: string,
  limit: number,
): Promise<{ id: string; sealed: string }[]> {
  const { id } = accounts
  const found = await db
    .select({ id, sealed })
    .from(accounts)
    .where(and(inArray(sql`split_part(${sealed}, ':', 2)`, [...versions]), gt(id, after)))
    .orderBy(asc(id))
    .limit(limit)
  return found.flatMap((row) => (row.sealed === null ? [] : [{ id: row.id, sealed: row.sealed }]))
}
