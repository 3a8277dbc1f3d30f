import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Doer } from '../platform/actor.ts'
import { callFunction, type Database, rows } from '../platform/db/client.ts'
import { Hints } from '../platform/services/hints.ts'
import { Tier } from '../platform/tier.ts'
import type { AttemptResult } from './attempt-delivery.ts'
import type { Verdict } from './attempt-verdict.ts'
import {
  DEFERRAL_SECONDS,
  FAILURES_TOLERATED,
  IN_FLIGHT_PER_ACCOUNT,
  IN_FLIGHT_PER_ORIGIN,
  LEASE_SECONDS,
} from './delivery-limits.ts'
import type { SealedSecret } from './webhook-secret.ts'

const SLOTS = { per_account: IN_FLIGHT_PER_ACCOUNT, per_origin: IN_FLIGHT_PER_ORIGIN }

export const DELIVERY_STATES = ['pending', 'delivered', 'dead_lettered'] as const

const ClaimedDelivery = z.object({
  id: z.string(),
  account_id: z.string(),
  subject_id: z.string(),
  url: z.string(),
  event_type: z.string(),
  tier: Tier,
  body: z.string().nullable(),
  /** Attempts begun, this one included. */
  attempts: z.number().int().min(1),
  generation: z.number().int(),
})
export type ClaimedDelivery = z.infer<typeof ClaimedDelivery>

const Claim = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('claimed'), delivery: ClaimedDelivery, secret: z.string().nullable() }),
  z.object({ outcome: z.enum(['held', 'not_due', 'busy', 'deferred', 'ended', 'unknown']) }),
])

/** Gives the next attempt at a delivery to the holder of `token`; the same token claims again after a lost reply. */
export async function claim(
  db: Database,
  id: string,
  token: string,
  maxAttempts: number,
): Promise<z.infer<typeof Claim>> {
  return callFunction(
    db,
    'claim_delivery',
    { id, token, lease_seconds: LEASE_SECONDS, max_attempts: maxAttempts, ...SLOTS },
    Claim,
  )
}

/** Stores the body the first time and returns the one that is stored. */
export async function freezeBody(db: Database, id: string, body: string): Promise<string | null> {
  const [row] = await rows(
    db,
    sql`select freeze_delivery_body(${id}, ${body}) as body`,
    z.object({ body: z.string().nullable() }),
  )
  return row?.body ?? null
}

const Recorded = z.object({
  /** late: the claim had been lost to another. */
  outcome: z.enum(['recorded', 'late', 'unknown']),
  state: z.enum(DELIVERY_STATES).optional(),
  wait_ms: z.number().nullish(),
  /** Other deliveries, which get the slots that this attempt frees. Its own next attempt is due after `wait_ms`. */
  ...Hints,
})
export type Recorded = z.infer<typeof Recorded>

/** Writes down an attempt and moves the delivery on; repeating it changes nothing. */
export async function record(
  db: Database,
  { id, generation, attempts }: ClaimedDelivery,
  token: string,
  result: AttemptResult,
  verdict: Verdict,
): Promise<Recorded> {
  const attempt = {
    id,
    token,
    generation,
    attempt: attempts,
    then: verdict.then,
    delay_ms: verdict.then === 'retry' ? verdict.delayMs : null,
    response_code: result.status,
    duration_ms: result.durationMs,
    error: result.error,
    response_excerpt: result.excerpt,
    origin_failed: !result.forbidden,
    failures_tolerated: FAILURES_TOLERATED,
    deferral_seconds: DEFERRAL_SECONDS,
    ...SLOTS,
  }
  return callFunction(db, 'record_delivery_attempt', attempt, Recorded)
}

/** Deliveries that are due and that nobody is about to attempt; each is handed out once per `quietSeconds`. */
export async function takeDue(
  db: Database,
  graceSeconds: number,
  quietSeconds: number,
  limit: number,
): Promise<string[]> {
  const query = sql`select id from take_due_deliveries(make_interval(secs => ${graceSeconds}), make_interval(secs => ${quietSeconds}),
    ${IN_FLIGHT_PER_ORIGIN}, ${limit})`
  return (await rows(db, query, z.object({ id: z.string() }))).map(({ id }) => id)
}

const LoggedAttempt = z.object({
  attempt: z.number().int(),
  attempted_at: z.string(),
  response_code: z.number().int().nullable(),
  duration_ms: z.number().int(),
  error: z.string().nullable(),
  response_excerpt: z.string().nullable(),
})

const DeliveryStatus = z.object({
  id: z.string(),
  subject_id: z.string(),
  url: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number().int(),
  next_attempt_at: z.string().nullable(),
  last_attempt_at: z.string().nullable(),
  last_response_code: z.number().int().nullable(),
  last_error: z.string().nullable(),
  delivered_at: z.string().nullable(),
  delivery_ids: z.array(z.string()),
  attempts_log: z.array(LoggedAttempt),
})
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/** Entries of the attempts log shown, the newest ones. */
const LOGGED_ATTEMPTS_MAX = 100

/** The newest delivery of the account's subject, with its newest attempts first, or null: not there and not theirs look alike. */
export async function ofSubject(db: Database, accountId: string, subjectId: string): Promise<DeliveryStatus | null> {
  const query = sql`select d.id, d.subject_id, d.url, d.state, d.attempts, d.next_attempt_at::text, d.last_attempt_at::text,
      d.last_response_code, d.last_error, d.delivered_at::text,
      (select jsonb_agg(every.id order by every.id desc) from webhook_deliveries every
        where every.subject_id = d.subject_id and every.account_id = d.account_id) as delivery_ids,
      (select coalesce(jsonb_agg(to_jsonb(a) order by a.attempted_at desc), '[]') from (
        select attempt, attempted_at, response_code, duration_ms, error, response_excerpt from webhook_attempts
          where delivery_id = d.id order by generation desc, attempt desc limit ${LOGGED_ATTEMPTS_MAX}) a) as attempts_log
    from webhook_deliveries d where d.subject_id = ${subjectId} and d.account_id = ${accountId} order by d.id desc limit 1`
  const [row] = await rows(db, query, DeliveryStatus)
  return row ?? null
}

const DeadLetter = z.object({
  id: z.string(),
  subject_id: z.string(),
  url: z.string(),
  attempts: z.number().int(),
  last_response_code: z.number().int().nullable(),
  last_error: z.string().nullable(),
  dead_lettered_at: z.string(),
})
export type DeadLetter = z.infer<typeof DeadLetter>

/** The account's dead letters, newest first, one more than asked for when there is a further page. */
export async function deadLetters(
  db: Database,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<DeadLetter[]> {
  const query = sql`select id, subject_id, url, attempts, last_response_code, last_error, dead_lettered_at::text from webhook_deliveries
    where account_id = ${accountId} and state = 'dead_lettered' order by dead_lettered_at desc limit ${limit + 1} offset ${offset}`
  return rows(db, query, DeadLetter)
}

const Retried = z.object({ outcome: z.enum(['retried', 'not_dead_lettered', 'unknown']), ...Hints })

/** Puts the account's dead letter back to pending, once for each `token`. */
export async function retry(db: Database, doer: Doer, id: string, token: string): Promise<z.infer<typeof Retried>> {
  return callFunction(db, 'retry_delivery', { ...doer, id, token }, Retried)
}

/** The hint of the account's signing secret, or null when it has none. */
export async function secretHint(db: Database, accountId: string): Promise<string | null> {
  const query = sql`select webhook_secret_hint as hint from accounts where id = ${accountId} and webhook_secret_sealed is not null`
  const [row] = await rows(db, query, z.object({ hint: z.string() }))
  return row?.hint ?? null
}

const Rotated = z.object({ outcome: z.enum(['rotated', 'closed']) })

/** Replaces the account's signing secret. */
export async function rotateSecret(
  db: Database,
  doer: Doer,
  secret: SealedSecret,
  auditId: string,
): Promise<z.infer<typeof Rotated>['outcome']> {
  return (await callFunction(db, 'rotate_webhook_secret', { ...doer, ...secret, audit_id: auditId }, Rotated)).outcome
}

const SealedSecretRow = z.object({ id: z.string(), sealed: z.string() })

/** Accounts whose signing secret is sealed under one of the given versions, in the order of their ids after `after`. */
export async function secretsSealedUnder(
  db: Database,
  versions: readonly string[],
  after: string,
  limit: number,
): Promise<z.infer<typeof SealedSecretRow>[]> {
  const query = sql`select id, webhook_secret_sealed as sealed from accounts
    where split_part(webhook_secret_sealed, ':', 2) in (select jsonb_array_elements_text(${JSON.stringify(versions)}::jsonb))
      and id > ${after} order by id limit ${limit}`
  return rows(db, query, SealedSecretRow)
}

/** Replaces the account's sealed secret, unless it is no longer the one that was read. */
export async function resealSecret(db: Database, accountId: string, was: string, sealed: string): Promise<boolean> {
  const query = sql`update accounts set webhook_secret_sealed = ${sealed} where id = ${accountId} and webhook_secret_sealed = ${was} returning id`
  return (await rows(db, query, z.object({ id: z.string() }))).length > 0
}

/** Forgets attempts older than `days`, at most `limit`. Returns how many went. */
export async function purgeAttempts(db: Database, days: number, limit: number): Promise<number> {
  const query = sql`select purge_webhook_attempts(make_interval(days => ${days}), ${limit}) as gone`
  const [row] = await rows(db, query, z.object({ gone: z.number().int() }))
  return row?.gone ?? 0
}
