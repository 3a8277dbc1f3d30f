import type { Database } from '../platform/db/client.ts'
import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { type AttemptResult, type AttemptServices, attemptDelivery } from './attempt-delivery.ts'
import { judge, type Verdict } from './attempt-verdict.ts'
import { QUEUE_DELAY_SECONDS_MAX } from './delivery-limits.ts'
import { renderEvent, type SubjectRenderers } from './event-body.ts'
import * as deliveries from './queries.ts'
import { attemptsMax } from './retry-schedule.ts'
import { openWebhookSecret, signedHeaders } from './webhook-secret.ts'

type DeliverServices = AttemptServices & Pick<Services, 'requestId' | 'db' | 'randomBytes' | 'enqueue' | 'sendHints'>

/** The right to one attempt at a delivery. */
export interface ClaimedAttempt {
  token: string
  delivery: deliveries.ClaimedDelivery
  sealedSecret: string | null
}

/**
 * Claims the next attempt at a delivery; null when there is none to make now: not due, under way elsewhere, ended, or put off for want of a
 * free slot, in which case the attempt that frees one, or the sweep, sends it again. Throws when Postgres is out of reach.
 */
export async function claimAttempt(
  { requestId, db, env }: Pick<Services, 'requestId' | 'db' | 'env'>,
  deliveryId: string,
): Promise<ClaimedAttempt | null> {
  const token = crypto.randomUUID()
  const claim = await deliveries.claim(db, deliveryId, token, attemptsMax(env.WEBHOOK_RETRY_SECONDS))
  if (claim.outcome === 'claimed') {
    return { token, delivery: claim.delivery, sealedSecret: claim.secret }
  }
  log({ event: 'delivery.not_claimed', request_id: requestId, delivery_id: deliveryId, outcome: claim.outcome })
  return null
}

/**
 * Makes a claimed attempt, records its result and sends what is next: this delivery after its wait, and the deliveries that waited for the
 * slot. Safe to lose at any point: the lease runs out and the sweep sends the delivery again, under the same id. Throws when it cannot be
 * recorded.
 */
export async function performAttempt(
  services: DeliverServices,
  renderers: SubjectRenderers,
  claimed: ClaimedAttempt,
): Promise<void> {
  const { delivery } = claimed
  const result = await attempt(services, renderers, claimed)
  const random = new DataView(services.randomBytes(4).buffer).getUint32(0) / 2 ** 32
  const verdict: Verdict = judge(services.env.WEBHOOK_RETRY_SECONDS, delivery.attempts, result, random)
  log({
    event: 'delivery.attempted',
    request_id: services.requestId,
    delivery_id: delivery.id,
    subject_id: delivery.subject_id,
    attempt: delivery.attempts,
    status_code: result.status,
    duration_ms: result.durationMs,
    then: verdict.then,
    error: result.error,
  })
  const recorded = await deliveries.record(services.db, delivery, claimed.token, result, verdict)
  await services.sendHints(recorded.hints)
  await sendAgain(services, delivery.id, recorded)
}

async function attempt(
  services: DeliverServices,
  renderers: SubjectRenderers,
  { delivery, sealedSecret }: ClaimedAttempt,
): Promise<AttemptResult> {
  const failed = (error: string, forbidden = false): AttemptResult => ({
    status: null,
    timedOut: false,
    forbidden,
    retryAfterSeconds: null,
    error,
    excerpt: null,
    durationMs: 0,
  })
  const body = delivery.body ?? (await freezeBody(services.db, renderers, delivery))
  if (body === null) return failed('What it tells of no longer exists.', true)
  const headers = await sign(services, delivery, sealedSecret, body)
  if (headers === null) return failed('It could not be signed.')
  return attemptDelivery(services, delivery.url, body, headers)
}

/** Renders the event and stores its bytes, unless somebody stored them first; all attempts send those. */
async function freezeBody(
  db: Database,
  renderers: SubjectRenderers,
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
  services: Pick<Services, 'env' | 'now'>,
  delivery: deliveries.ClaimedDelivery,
  sealedSecret: string | null,
  body: string,
): Promise<Record<string, string> | null> {
  if (sealedSecret === null) return null
  try {
    const secret = await openWebhookSecret(services.env.SEAL_KEYS, delivery.account_id, sealedSecret)
    return await signedHeaders(secret, delivery.id, services.now(), body)
  } catch (error) {
    log({ event: 'delivery.unsigned', delivery_id: delivery.id, error: describeError(error) })
    return null
  }
}

/** Best effort: a delivery that cannot be sent, or is due later than a queue can wait, is found by the sweep. */
async function sendAgain(services: DeliverServices, deliveryId: string, recorded: deliveries.Recorded): Promise<void> {
  const waitSeconds = Math.ceil((recorded.wait_ms ?? 0) / 1_000)
  try {
    if (recorded.outcome === 'recorded' && recorded.state === 'pending' && waitSeconds <= QUEUE_DELAY_SECONDS_MAX) {
      await services.enqueue('webhooks', [deliveryId], waitSeconds)
    }
  } catch (error) {
    log({
      event: 'delivery.not_sent',
      request_id: services.requestId,
      delivery_id: deliveryId,
      error: describeError(error),
    })
  }
}
