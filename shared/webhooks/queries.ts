import { and, asc, desc, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { accounts } from '../accounts/tables.ts'
import { callFunction, type Database, rows } from '../platform/db/client.ts'
import { rowOf } from '../platform/db/columns.ts'
import type { RequestOrigin } from '../platform/request-origin.ts'
import { Hints } from '../platform/services/hints.ts'
import type { AttemptResult } from './attempt-delivery.ts'
import {
  BUSY_SECONDS,
  DEFERRAL_SECONDS,
  FAILURES_TOLERATED,
  IN_FLIGHT_PER_ACCOUNT,
  IN_FLIGHT_PER_ACCOUNT_AT_ORIGIN,
  IN_FLIGHT_PER_ORIGIN,
  LEASE_SECONDS,
} from './delivery-limits.ts'
import type { EventType } from './event-types.ts'
import type { Verdict } from './retry-schedule.ts'
import { type ShownState, statesShownAs, webhookAttempts, webhookDeliveries } from './tables.ts'
import type { SealedSecret } from './webhook-secret.ts'

type DeliveryRow = typeof webhookDeliveries.$inferSelect

/** A leased delivery. `attempts` includes the attempt that was just leased. */
const ClaimedDelivery = rowOf(webhookDeliveries).transform(
  ({ eventType, tier, ...row }, context) => {
    if (eventType !== null && tier !== null) return { ...row, eventType, tier }
    context.addIssue({ code: 'custom', message: 'a due delivery without an event type or tier' })
    return z.NEVER
  },
)
export type ClaimedDelivery = z.infer<typeof ClaimedDelivery>

const Claim = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('claimed'),
    delivery: ClaimedDelivery,
    /** Sealed, the newest first. */
    secrets: z.array(z.string()),
  }),
  z.object({ outcome: z.literal('busy'), wait_ms: z.number() }),
  z.object({ outcome: z.enum(['held', 'not_due', 'deferred', 'ended', 'unknown']) }),
])

/**
 * Leases the next attempt for LEASE_SECONDS. A repeated call with the same `token` returns the same
 * result.
 */
export async function claim(
  db: Database,
  id: string,
  token: string,
  maxAttempts: number,
): Promise<z.infer<typeof Claim>> {
  const argument = {
    id,
    token,
    lease_seconds: LEASE_SECONDS,
    busy_seconds: BUSY_SECONDS,
    max_attempts: maxAttempts,
    per_account: IN_FLIGHT_PER_ACCOUNT,
    per_account_at_origin: IN_FLIGHT_PER_ACCOUNT_AT_ORIGIN,
    per_origin: IN_FLIGHT_PER_ORIGIN,
  }
  return callFunction(db, 'claim_delivery', argument, Claim)
}

/**
 * Stores the body of a delivery if none is stored yet, so that all attempts send the same body.
 * Returns the stored body, or null for an unknown delivery.
 */
export async function freezeBody(db: Database, id: string, body: string): Promise<string | null> {
  const [row] = await db
    .update(webhookDeliveries)
    .set({ body: sql`coalesce(${webhookDeliveries.body}, ${body})` })
    .where(eq(webhookDeliveries.id, id))
    .returning({ body: webhookDeliveries.body })
  return row?.body ?? null
}

export interface EndedAttempt {
  delivery: Pick<ClaimedDelivery, 'id' | 'generation' | 'attempts'>
  token: string
  result: AttemptResult
  verdict: Verdict
}

const Recorded = z.object({
  /** `late`: the result came after the lease and was not a success, so it changed no state. */
  outcome: z.enum(['recorded', 'late', 'unknown']),
  state: z.string().optional(),
  wait_ms: z.number().default(0),
})

/** Records the result of an attempt. A repeated call changes nothing. */
export async function record(
  db: Database,
  { delivery, token, result, verdict }: EndedAttempt,
): Promise<z.infer<typeof Recorded>> {
  const argument = {
    id: delivery.id,
    token,
    generation: delivery.generation,
    attempt: delivery.attempts,
    verdict: verdict.then,
    delay_ms: verdict.then === 'retry' ? verdict.delayMs : null,
    response_code: result.status,
    duration_ms: result.durationMs,
    error: result.error,
    response_excerpt: result.excerpt,
    origin_failed: !result.forbidden,
    failures_tolerated: FAILURES_TOLERATED,
    deferral_seconds: DEFERRAL_SECONDS,
  }
  return callFunction(db, 'record_delivery_attempt', argument, Recorded)
}

/**
 * Due deliveries whose queue message is probably lost: see the SQL function take_due_deliveries.
 */
export async function takeDue(
  db: Database,
  graceSeconds: number,
  perReceiver: number,
  limit: number,
): Promise<string[]> {
  const query = sql`select id from
    take_due_deliveries(make_interval(secs => ${graceSeconds}), ${perReceiver}, ${limit})`
  return (await rows(db, query, z.object({ id: z.string() }))).map(({ id }) => id)
}

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

const DEAD_LETTER = {
  id: webhookDeliveries.id,
  subjectId: webhookDeliveries.subjectId,
  url: webhookDeliveries.url,
  attempts: webhookDeliveries.attempts,
  lastResponseCode: webhookDeliveries.lastResponseCode,
  lastError: webhookDeliveries.lastError,
  // Never null here: the database constraint webhook_deliveries_dead_check requires the time for a
  // dead letter.
  deadLetteredAt: sql<string>`${webhookDeliveries.deadLetteredAt}`,
}
export type DeadLetter = Pick<DeliveryRow, Exclude<keyof typeof DEAD_LETTER, 'deadLetteredAt'>> & {
  deadLetteredAt: string
}

/**
 * Dead letters, newest first, at most `limit` + 1 rows; the additional one shows that a next page
 * exists.
 */
export async function deadLetters(
  db: Database,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<DeadLetter[]> {
  return db
    .select(DEAD_LETTER)
    .from(webhookDeliveries)
    .where(
      and(eq(webhookDeliveries.accountId, accountId), eq(webhookDeliveries.state, 'dead_lettered')),
    )
    .orderBy(desc(webhookDeliveries.deadLetteredAt))
    .limit(limit + 1)
    .offset(offset)
}

const Retried = z.object({ outcome: z.enum(['retried', 'not_dead_lettered', 'unknown']), ...Hints })

/**
 * Makes a dead letter pending again. A repeated call with the same `token` returns the same result.
 */
export async function retry(
  db: Database,
  doer: RequestOrigin,
  id: string,
  token: string,
): Promise<z.infer<typeof Retried>> {
  return callFunction(db, 'retry_delivery', { ...doer, id, token }, Retried)
}

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

export async function purgeAttempts(db: Database, days: number, limit: number): Promise<number> {
  const query = sql`select
    purge_webhook_attempts(make_interval(days => ${days}), ${limit}) as purged`
  const [row] = await rows(db, query, z.object({ purged: z.number().int() }))
  return row?.purged ?? 0
}
