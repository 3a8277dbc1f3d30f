import type { SealKeys } from '../platform/crypto/seal.ts'
import type { Database } from '../platform/db/client.ts'
import { describeError, log } from '../platform/log.ts'
import { type AttemptDependencies, type AttemptResult, attemptDelivery } from './attempt-delivery.ts'
import { judge, type Verdict } from './attempt-verdict.ts'
import { QUEUE_DELAY_SECONDS_MAX } from './delivery-limits.ts'
import { renderEvent, type SubjectRenderers } from './event-body.ts'
import * as deliveries from './queries.ts'
import { attemptsMax, type RetrySchedule } from './retry-schedule.ts'
import { openWebhookSecret, signedHeaders } from './webhook-secret.ts'

export interface DeliverDependencies extends AttemptDependencies {
  db: Database
  sealKeys: SealKeys
  renderers: SubjectRenderers
  schedule: RetrySchedule
  /** From [0, 1). */
  random(): number
  newToken(): string
  /** Hands deliveries to the queue. */
  send(deliveryIds: string[], delaySeconds: number): Promise<void>
}

/** The right to one attempt at a delivery. */
export interface ClaimedAttempt {
  token: string
  delivery: deliveries.ClaimedDelivery
  sealedSecret: string | null
}

/**
 * Claims the next attempt at a delivery; null when there is none to make now: not due, under way elsewhere, ended, or put off for want of a
 * free slot, in which case whoever frees one, or the sweep, sends it again. Throws when Postgres is out of reach.
 */
export async function claimAttempt(deps: DeliverDependencies, deliveryId: string): Promise<ClaimedAttempt | null> {
  const token = deps.newToken()
  const claim = await deliveries.claim(deps.db, deliveryId, token, attemptsMax(deps.schedule))
  if (claim.outcome === 'claimed') {
    return { token, delivery: claim.delivery, sealedSecret: claim.secret }
  }
  log({ event: 'delivery.not_claimed', request_id: deps.db.requestId, delivery_id: deliveryId, outcome: claim.outcome })
  return null
}

/**
 * Makes a claimed attempt, writes down what became of it and sends what is next: this delivery after its wait, and whoever waited for the
 * slot. Safe to lose at any point: the lease runs out and the sweep sends the delivery again, under the same id. Throws when it cannot be
 * written down.
 */
export async function performAttempt(deps: DeliverDependencies, claimed: ClaimedAttempt): Promise<void> {
  const { delivery } = claimed
  const result = await attempt(deps, claimed)
  const verdict: Verdict = judge(deps.schedule, delivery.attempts, result, deps.random())
  log({
    event: 'delivery.attempted',
    request_id: deps.db.requestId,
    delivery_id: delivery.id,
    subject_id: delivery.subject_id,
    attempt: delivery.attempts,
    status_code: result.status,
    duration_ms: result.durationMs,
    then: verdict.then,
    error: result.error,
  })
  const recorded = await deliveries.record(deps.db, delivery, claimed.token, result, verdict)
  await sendNext(deps, delivery.id, recorded)
}

async function attempt(deps: DeliverDependencies, { delivery, sealedSecret }: ClaimedAttempt): Promise<AttemptResult> {
  const failed = (error: string, forbidden = false): AttemptResult => ({
    status: null,
    timedOut: false,
    forbidden,
    retryAfterSeconds: null,
    error,
    excerpt: null,
    durationMs: 0,
  })
  const body = delivery.body ?? (await freezeBody(deps, delivery))
  if (body === null) return failed('What it tells of no longer exists.', true)
  const headers = await sign(deps, delivery, sealedSecret, body)
  if (headers === null) return failed('It could not be signed.')
  return attemptDelivery(delivery.url, body, headers, deps)
}

/** Renders the event and stores its bytes, unless somebody stored them first; all attempts send those. */
async function freezeBody(
  { db, renderers }: DeliverDependencies,
  delivery: deliveries.ClaimedDelivery,
): Promise<string | null> {
  const subject = {
    accountId: delivery.account_id,
    subjectId: delivery.subject_id,
    eventType: delivery.event_type,
    tier: delivery.tier,
  }
  const rendered = await renderEvent(db, subject, renderers)
  return rendered === null ? null : deliveries.freezeBody(db, delivery.id, rendered)
}

/** The signature under the account's secret of this moment; null without a secret that can be read: nothing leaves unsigned. */
async function sign(
  deps: DeliverDependencies,
  delivery: deliveries.ClaimedDelivery,
  sealedSecret: string | null,
  body: string,
): Promise<Record<string, string> | null> {
  if (sealedSecret === null) return null
  try {
    const secret = await openWebhookSecret(deps.sealKeys, delivery.account_id, sealedSecret)
    return await signedHeaders(secret, delivery.id, deps.now(), body)
  } catch (error) {
    log({ event: 'delivery.unsigned', delivery_id: delivery.id, error: describeError(error) })
    return null
  }
}

/** Best effort: what cannot be sent, or is due later than a queue can wait, is found by the sweep. */
async function sendNext(deps: DeliverDependencies, deliveryId: string, recorded: deliveries.Recorded): Promise<void> {
  const waitSeconds = Math.ceil((recorded.wait_ms ?? 0) / 1_000)
  try {
    if (recorded.next.length > 0) await deps.send(recorded.next, 0)
    if (recorded.outcome === 'recorded' && recorded.state === 'pending' && waitSeconds <= QUEUE_DELAY_SECONDS_MAX) {
      await deps.send([deliveryId], waitSeconds)
    }
  } catch (error) {
    log({
      event: 'delivery.not_sent',
      request_id: deps.db.requestId,
      delivery_id: deliveryId,
      error: describeError(error),
    })
  }
}
