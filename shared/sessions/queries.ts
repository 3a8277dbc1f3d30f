import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { accounts } from '../accounts/tables.ts'
import type { Database } from '../platform/db/client.ts'
import type { Tier } from '../platform/tier.ts'
import { sessions } from './tables.ts'

/**
 * `secondsLeft` is negative if the identity provider must be asked before the session is used
 * again.
 */
export interface SessionRow {
  id: string
  accountId: string
  tier: Tier
  email: string | null
  accessExpiresAt: string
  secondsLeft: number
  isRenewing: boolean
}

const now = sql`clock_timestamp()`
const later = (seconds: number) =>
  sql`clock_timestamp() + make_interval(secs => ${seconds}::integer)`

interface NewSession {
  id: string
  accountId: string
  refreshTokenSealed: string
  accessSeconds: number
  idleSeconds: number
}

export async function insertSession(db: Database, session: NewSession): Promise<void> {
  const { id, accountId, refreshTokenSealed, accessSeconds, idleSeconds } = session
  await db
    .insert(sessions)
    .values({
      id,
      accountId,
      refreshTokenSealed,
      accessExpiresAt: later(accessSeconds),
      expiresAt: later(idleSeconds),
    })
    .onConflictDoNothing()
}

/** Not cached, so that a sign-out or the closure of an account takes effect at once. */
export async function sessionById(db: Database, id: string): Promise<SessionRow | null> {
  const [row] = await db
    .select({
      id: sessions.id,
      accountId: sessions.accountId,
      tier: accounts.tier,
      email: accounts.email,
      accessExpiresAt: sessions.accessExpiresAt,
      secondsLeft: sql<number>`extract(epoch from ${sessions.accessExpiresAt} - ${now})::double
        precision`,
      isRenewing: sql<boolean>`coalesce(${sessions.renewingUntil} > ${now}, false)`,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(and(eq(sessions.id, id), gt(sessions.expiresAt, now), isNull(accounts.closedAt)))
  return row ?? null
}

/** A renewal changes `accessExpiresAt`, so a later change by an older reader finds no row. */
type SeenSession = Pick<SessionRow, 'id' | 'accessExpiresAt'>

const isAsSeen = ({ id, accessExpiresAt }: SeenSession) =>
  and(eq(sessions.id, id), eq(sessions.accessExpiresAt, accessExpiresAt))

/**
 * Gives one of several parallel requests the lease. Returns the sealed refresh token, or null if
 * another request renews or has renewed the session.
 */
export async function claimRenewal(
  db: Database,
  seen: SeenSession,
  leaseSeconds: number,
): Promise<string | null> {
  const isFree = or(isNull(sessions.renewingUntil), lt(sessions.renewingUntil, now))
  const [row] = await db
    .update(sessions)
    .set({ renewingUntil: later(leaseSeconds) })
    .where(and(isAsSeen(seen), isFree))
    .returning({ sealed: sessions.refreshTokenSealed })
  return row?.sealed ?? null
}

export async function storeRenewal(
  db: Database,
  seen: SeenSession,
  renewed: Omit<NewSession, 'id' | 'accountId'>,
): Promise<void> {
  await db
    .update(sessions)
    .set({
      refreshTokenSealed: renewed.refreshTokenSealed,
      accessExpiresAt: later(renewed.accessSeconds),
      expiresAt: later(renewed.idleSeconds),
      renewingUntil: null,
    })
    .where(isAsSeen(seen))
}

export async function releaseRenewal(db: Database, seen: SeenSession): Promise<void> {
  await db.update(sessions).set({ renewingUntil: null }).where(isAsSeen(seen))
}

export async function deleteSession(db: Database, id: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, id))
}
