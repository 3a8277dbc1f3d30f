import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { accounts } from '../accounts/tables.ts'
import type { Database } from '../platform/db/client.ts'
import type { Tier } from '../platform/tier.ts'
import { sessions } from './tables.ts'

/**
 * `secondsLeft`: seconds until the identity provider must be asked again. It is negative if this
 * time is over.
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

// A session as a request has read it. A renewal changes `accessExpiresAt`. So if another request
// has renewed the session, an update with the old value finds no row and changes nothing.
type SeenSession = Pick<SessionRow, 'id' | 'accessExpiresAt'>

const isAsSeen = ({ id, accessExpiresAt }: SeenSession) =>
  and(eq(sessions.id, id), eq(sessions.accessExpiresAt, accessExpiresAt))

/**
 * Only one of several parallel requests may renew a session, for the time of the lease. Returns the
 * sealed refresh token to this request. Returns null if another request is renewing or has renewed
 * the session.
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
