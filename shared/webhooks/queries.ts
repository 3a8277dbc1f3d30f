import { and, asc, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { accounts } from '../accounts/tables.ts'
import { callFunction, type Database, rows } from '../platform/db/client.ts'
import { rowOf } from '../platform/db/columns.ts'
import type { RequestOrigin } from '../platform/request-origin.ts'
import { Hints } from '../platform/services/hints.ts'
import type { AttemptResult } from './attempt-delivery.ts'
import type { Verdict } from './attempt-verdict.ts'
import {
  DEFERRAL_SECONDS,
  FAILURES_TOLERATED,
  IN_FLIGHT_PER_ACCOUNT,
  IN_FLIGHT_PER_ACCOUNT_AT_ORIGIN,
  IN_FLIGHT_PER_ORIGIN,
  LEASE_SECONDS,
} from './delivery-limits.ts'
import { DELIVERY_STATES, webhookAttempts, webhookDeliveries } from './tables.ts'
import type { SealedSecret } from './webhook-secret.ts'

const SLOTS = {
  per_account: IN_FLIGHT_PER_ACCOUNT,
  per_account_at_origin: IN_FLIGHT_PER_ACCOUNT_AT_ORIGIN,
  per_origin: IN_FLIGHT_PER_ORIGIN,
}

type DeliveryRow = typeof webhookDeliveries.$inferSelect

/**
 * A webhook delivery for which an attempt is reserved. `attempts` includes this attempt. The event
 * type and the tier are set when a delivery becomes due, so they are not null here.
 */
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
    id: z.string(),
    outcome: z.literal('claimed'),
    delivery: ClaimedDelivery,
    secret: z.string().nullable(),
  }),
  z.object({
    id: z.string(),
    outcome: z.enum(['held', 'not_due', 'busy', 'deferred', 'ended', 'unknown']),
  }),
])
export type Claim = z.infer<typeof Claim>

/**
 * Reserves the next attempt at each of the webhook deliveries for the caller with this `token`. A
 * repeated call with the same token returns the same result.
 */
export async function claim(
  db: Database,
  ids: readonly string[],
  token: string,
  maxAttempts: number,
): Promise<Claim[]> {
  const argument = { ids, token, lease_seconds: LEASE_SECONDS, max_attempts: maxAttempts, ...SLOTS }
  return callFunction(db, 'claim_deliveries', argument, z.array(Claim))
}

const StoredBody = z.object({ id: z.string(), body: z.string().nullable() })

/**
 * Stores the body of each webhook delivery that has none yet. Returns the stored bodies, so that
 * all attempts send the same body. The body of an unknown delivery is null.
 */
export async function freezeBodies(
  db: Database,
  bodies: readonly { id: string; body: string }[],
): Promise<z.infer<typeof StoredBody>[]> {
  return callFunction(db, 'freeze_delivery_bodies', { bodies }, z.array(StoredBody))
}

/**
 * Result of one attempt at a webhook delivery. `token` is the token with which the attempt was
 * reserved.
 */
export interface EndedAttempt {
  delivery: ClaimedDelivery
  token: string
  result: AttemptResult
  verdict: Verdict
}

const Recorded = z.object({
  /**
   * `late` means that the result came after the time limit, when another attempt already had the
   * exclusive right to the delivery.
   */
  outcome: z.enum(['recorded', 'late', 'unknown']),
  state: z.enum(DELIVERY_STATES).optional(),
  wait_ms: z.number().nullish(),
  /**
   * A finished attempt can allow other deliveries to start. The `hints` contain the ids of these
   * deliveries, and the caller must start them or send each id as a queue message.
   */
  ...Hints,
})
export type Recorded = z.infer<typeof Recorded>

/**
 * Records the results of attempts at webhook deliveries and changes the states of the deliveries,
 * in one transaction. Returns one outcome for each attempt, in the same order. A repeated call
 * changes nothing.
 */
export async function record(db: Database, ended: readonly EndedAttempt[]): Promise<Recorded[]> {
  const argument = {
    attempts: ended.map(attemptOf),
    failures_tolerated: FAILURES_TOLERATED,
    deferral_seconds: DEFERRAL_SECONDS,
    ...SLOTS,
  }
  return callFunction(
    db,
    'record_delivery_attempts',
    argument,
    z.array(Recorded).length(ended.length),
  )
}

const attemptOf = ({ delivery, token, result, verdict }: EndedAttempt) => ({
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
})

/**
 * Returns the ids of webhook deliveries that need a new queue message. Such a delivery became due
 * more than `graceSeconds` ago and has no running attempt. After a delivery was returned, it is not
 * returned again for `quietSeconds`, so that the new message can be handled.
 */
export async function takeDue(
  db: Database,
  graceSeconds: number,
  quietSeconds: number,
  limit: number,
): Promise<string[]> {
  const query = sql`select id from take_due_deliveries(make_interval(secs => ${graceSeconds}), make_interval(secs => ${quietSeconds}),
    ${IN_FLIGHT_PER_ACCOUNT_AT_ORIGIN}, ${limit})`
  return (await rows(db, query, z.object({ id: z.string() }))).map(({ id }) => id)
}

/**
 * A webhook delivery with the log of its attempts. `deliveryIds` contains the ids of all deliveries
 * for the same job, bulk job or correlation (comparison of several domains). The log and the ids
 * are sorted, newest first.
 */
export interface DeliveryStatus
  extends Pick<
    DeliveryRow,
    | 'id'
    | 'subjectId'
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

/**
 * Returns the newest webhook delivery for a job, bulk job or correlation of the account. Returns
 * null for an unknown id and for an id of another account.
 */
export async function ofSubject(
  db: Database,
  accountId: string,
  subjectId: string,
): Promise<DeliveryStatus | null> {
  const every = alias(webhookDeliveries, 'every')
  const everyId = db
    .select({ id: every.id })
    .from(every)
    .where(and(eq(every.subjectId, subjectId), eq(every.accountId, accountId)))
    .orderBy(desc(every.id))
  const newest = db
    .select({
      id: webhookDeliveries.id,
      subjectId: webhookDeliveries.subjectId,
      url: webhookDeliveries.url,
      state: webhookDeliveries.state,
      attempts: webhookDeliveries.attempts,
      nextAttemptAt: webhookDeliveries.nextAttemptAt,
      lastAttemptAt: webhookDeliveries.lastAttemptAt,
      lastResponseCode: webhookDeliveries.lastResponseCode,
      lastError: webhookDeliveries.lastError,
      deliveredAt: webhookDeliveries.deliveredAt,
      deliveryIds: sql<string[]>`array(${everyId})`.as('delivery_ids'),
    })
    .from(webhookDeliveries)
    .where(
      and(eq(webhookDeliveries.subjectId, subjectId), eq(webhookDeliveries.accountId, accountId)),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(1)
    .as('newest')
  const logged = db
    .select()
    .from(webhookAttempts)
    .where(eq(webhookAttempts.deliveryId, newest.id))
    .orderBy(desc(webhookAttempts.generation), desc(webhookAttempts.attempt))
    .limit(LOGGED_ATTEMPTS_MAX)
    .as('logged')
  const found = await db
    .select()
    .from(newest)
    .leftJoinLateral(logged, sql`true`)
    .orderBy(desc(logged.attemptedAt))
  const [first] = found
  return first === undefined
    ? null
    : { ...first.newest, attemptsLog: found.flatMap(({ logged: attempt }) => attempt ?? []) }
}

const DEAD_LETTER = {
  id: webhookDeliveries.id,
  subjectId: webhookDeliveries.subjectId,
  url: webhookDeliveries.url,
  attempts: webhookDeliveries.attempts,
  lastResponseCode: webhookDeliveries.lastResponseCode,
  lastError: webhookDeliveries.lastError,
  // Every dead-lettered delivery (a delivery without further attempts) has a value in the column
  // dead_lettered_at, so the type excludes null.
  deadLetteredAt: sql<string>`${webhookDeliveries.deadLetteredAt}`,
}
export type DeadLetter = Pick<DeliveryRow, Exclude<keyof typeof DEAD_LETTER, 'deadLetteredAt'>> & {
  deadLetteredAt: string
}

/**
 * Returns the account's dead-lettered webhook deliveries (deliveries without further attempts),
 * newest first. One row more than `limit` is read, so that the caller knows if there is a next
 * page.
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
 * Makes a dead-lettered webhook delivery (a delivery without further attempts) pending again. A
 * repeated call with the same `token` returns the same result.
 */
export async function retry(
  db: Database,
  doer: RequestOrigin,
  id: string,
  token: string,
): Promise<z.infer<typeof Retried>> {
  return callFunction(db, 'retry_delivery', { ...doer, id, token }, Retried)
}

/**
 * Returns the first characters of the account's webhook signing secret, or null if the account has
 * no secret.
 */
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
  auditId: string,
): Promise<z.infer<typeof Rotated>['outcome']> {
  return (
    await callFunction(
      db,
      'rotate_webhook_secret',
      { ...doer, ...secret, audit_id: auditId },
      Rotated,
    )
  ).outcome
}

/**
 * Returns accounts whose webhook secret is encrypted with one of the given versions of the master
 * key. The accounts are sorted by id, and the list starts after the id `after`.
 */
export async function secretsSealedUnder(
  db: Database,
  versions: readonly string[],
  after: string,
  limit: number,
): Promise<{ id: string; sealed: string }[]> {
  const { id, webhookSecretSealed: sealed } = accounts
  const found = await db
    .select({ id, sealed })
    .from(accounts)
    .where(and(inArray(sql`split_part(${sealed}, ':', 2)`, [...versions]), gt(id, after)))
    .orderBy(asc(id))
    .limit(limit)
  return found.flatMap((row) => (row.sealed === null ? [] : [{ id: row.id, sealed: row.sealed }]))
}

/**
 * Replaces an account's encrypted webhook secret if the stored value still equals `was`. Returns
 * false if the secret was changed in the meantime.
 */
export async function resealSecret(
  db: Database,
  accountId: string,
  was: string,
  sealed: string,
): Promise<boolean> {
  const replaced = await db
    .update(accounts)
    .set({ webhookSecretSealed: sealed })
    .where(and(eq(accounts.id, accountId), eq(accounts.webhookSecretSealed, was)))
    .returning({ id: accounts.id })
  return replaced.length > 0
}

export async function purgeAttempts(db: Database, days: number, limit: number): Promise<number> {
  const query = sql`select purge_webhook_attempts(make_interval(days => ${days}), ${limit}) as purged`
  const [row] = await rows(db, query, z.object({ purged: z.number().int() }))
  return row?.purged ?? 0
}
