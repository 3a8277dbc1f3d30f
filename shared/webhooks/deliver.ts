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

/**
 * A reserved attempt at a webhook delivery: only the caller may make this attempt. The caller needs `token` to record the result of the
 * attempt.
 */
export interface ClaimedAttempt {
  token: string
  delivery: deliveries.ClaimedDelivery
  sealedSecret: string | null
}

/**
 * Reserves the next attempt at a webhook delivery for the caller. Returns null if no attempt is allowed now, for example because too many
 * attempts are running; in this case a later queue message tries again. Throws if Postgres is not reachable.
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
 * Makes a reserved attempt at a webhook delivery and records its result. Sends queue messages for the next attempt and for deliveries that
 * waited for this attempt. After a crash, the task that runs every minute sends the webhook again with the same id. Throws if the result
 * cannot be recorded.
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
    subject_id: delivery.subjectId,
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
  if (body === null) return failed('The subject of the event no longer exists.', true)
  const headers = await sign(services, delivery, sealedSecret, body)
  if (headers === null) return failed('The delivery could not be signed.')
  return attemptDelivery(services, delivery.url, body, headers)
}

async function freezeBody(
  db: Database,
  renderers: SubjectRenderers,
  delivery: deliveries.ClaimedDelivery,
): Promise<string | null> {
  const subject = {
    accountId: delivery.accountId,
    subjectId: delivery.subjectId,
    eventType: delivery.eventType,
    tier: delivery.tier,
  }
  const rendered = await renderEvent(db, subject, renderers)
  return rendered === null ? null : deliveries.freezeBody(db, delivery.id, rendered)
}

/**
 * Returns the HTTP headers with the signature of a webhook. Returns null if the account's secret is missing or cannot be decrypted, because
 * a webhook must not be sent without a signature.
 */
async function sign(
  services: Pick<Services, 'env' | 'now'>,
  delivery: deliveries.ClaimedDelivery,
  sealedSecret: string | null,
  body: string,
): Promise<Record<string, string> | null> {
  if (sealedSecret === null) return null
  try {
    const secret = await openWebhookSecret(services.env.SEAL_KEYS, delivery.accountId, sealedSecret)
    return await signedHeaders(secret, delivery.id, services.now(), body)
  } catch (error) {
    log({ event: 'delivery.not_signed', delivery_id: delivery.id, error: describeError(error) })
    return null
  }
}

/**
 * Sends a queue message for the next attempt at a delivery. An error is only logged, because the task that runs every minute finds
 * deliveries without a message. That task also sends deliveries whose wait is longer than a queue message can be delayed.
 */
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
