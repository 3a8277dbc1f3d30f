import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../platform/db/client.ts'
import type { EventType } from './event-types.ts'
import { type ShownState, statesShownAs, webhookAttempts, webhookDeliveries } from './tables.ts'

type DeliveryRow = typeof webhookDeliveries.$inferSelect

/**
 * `deliveryIds` are all deliveries of the subject. The deliveries and the log of attempts are
 * sorted, newest first.
 */
export interface DeliveryStatus
  extends Pick<
    DeliveryRow,
    | 'id'
    | 'subjectId'
    | 'eventType'
    | 'url'
    | 'state'
    | 'attempts'
    | 'nextAttemptAt'
    | 'lastAttemptAt'
    | 'lastResponseCode'
    | 'lastError'
    | 'deliveredAt'
  > {
  deliveryIds: string[]
  attemptsLog: (typeof webhookAttempts.$inferSelect)[]
}

const LOGGED_ATTEMPTS_MAX = 100
/** In lists. A round of attempts has at most twelve, by default (WEBHOOK_RETRY_SECONDS). */
const LISTED_ATTEMPTS_MAX = 12

const SHOWN_DELIVERY = {
  id: webhookDeliveries.id,
  subjectId: webhookDeliveries.subjectId,
  eventType: webhookDeliveries.eventType,
  url: webhookDeliveries.url,
  state: webhookDeliveries.state,
  attempts: webhookDeliveries.attempts,
  nextAttemptAt: webhookDeliveries.nextAttemptAt,
  lastAttemptAt: webhookDeliveries.lastAttemptAt,
  lastResponseCode: webhookDeliveries.lastResponseCode,
  lastError: webhookDeliveries.lastError,
  deliveredAt: webhookDeliveries.deliveredAt,
}

/** Null if the account has no delivery for this id. */
export async function ofSubject(
  db: Database,
  accountId: string,
  subjectId: string,
): Promise<DeliveryStatus | null> {
  const isOfSubject = eq(webhookDeliveries.subjectId, subjectId)
  const wanted = { where: isOfSubject, limit: 1, offset: 0, attempts: LOGGED_ATTEMPTS_MAX }
  const [newest] = await shownDeliveries(db, accountId, wanted)
  return newest ?? null
}

export interface WantedDeliveries {
  limit: number
  offset: number
  status?: ShownState | undefined
  type?: EventType | undefined
}

/**
 * Deliveries, newest first, at most `limit` + 1 rows; the additional one shows that a next page
 * exists.
 */
export async function page(
  db: Database,
  accountId: string,
  { limit, offset, status, type }: WantedDeliveries,
): Promise<DeliveryStatus[]> {
  const states = status === undefined ? [] : statesShownAs(status)
  const where = and(
    ...(status === undefined ? [] : [inArray(webhookDeliveries.state, states)]),
    ...(type === undefined ? [] : [eq(webhookDeliveries.eventType, type)]),
  )
  const wanted = { where, limit: limit + 1, offset, attempts: LISTED_ATTEMPTS_MAX }
  return shownDeliveries(db, accountId, wanted)
}

interface WantedShown {
  where: SQL | undefined
  limit: number
  offset: number
  /** Highest number of logged attempts of each delivery. */
  attempts: number
}

async function shownDeliveries(
  db: Database,
  accountId: string,
  { where, limit, offset, attempts }: WantedShown,
): Promise<DeliveryStatus[]> {
  const every = alias(webhookDeliveries, 'every')
  const everyId = db
    .select({ id: every.id })
    .from(every)
    .where(and(eq(every.subjectId, webhookDeliveries.subjectId), eq(every.accountId, accountId)))
    .orderBy(desc(every.id))
  const shown = db
    .select({ ...SHOWN_DELIVERY, deliveryIds: sql<string[]>`array(${everyId})`.as('delivery_ids') })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.accountId, accountId), where))
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit)
    .offset(offset)
    .as('shown')
  const logged = db
    .select()
    .from(webhookAttempts)
    .where(eq(webhookAttempts.deliveryId, shown.id))
    .orderBy(desc(webhookAttempts.generation), desc(webhookAttempts.attempt))
    .limit(attempts)
    .as('logged')
  const found = await db
    .select()
    .from(shown)
    .leftJoinLateral(logged, sql`true`)
    .orderBy(desc(shown.id), desc(logged.attemptedAt))
  const deliveries = new Map<string, DeliveryStatus>()
  for (const { shown: delivery, logged: attempt } of found) {
    const known = deliveries.get(delivery.id) ?? { ...delivery, attemptsLog: [] }
    deliveries.set(delivery.id, known)
    if (attempt !== null) known.attemptsLog.push(attempt)
  }
  return [...deliveries.values()]
}
