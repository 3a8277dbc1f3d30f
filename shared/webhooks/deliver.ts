import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { type AttemptResult, type AttemptServices, attemptDelivery } from './attempt-delivery.ts'
import { QUEUE_DELAY_SECONDS_MAX } from './delivery-limits.ts'
import { eventBody, type SubjectRenderers } from './event-body.ts'
import * as deliveries from './queries.ts'
import { attemptsMax, judge } from './retry-schedule.ts'
import { openSigningSecrets, signedHeaders } from './webhook-secret.ts'

type DeliverServices = AttemptServices &
  Pick<Services, 'requestId' | 'db' | 'randomBytes' | 'enqueue'>

/** An attempt that this Worker has leased. `token` identifies it when its result is recorded. */
interface ClaimedAttempt {
  token: string
  delivery: deliveries.ClaimedDelivery
  sealedSecrets: readonly string[]
}

/**
 * Leases the next attempt at a delivery. Returns null if no attempt is allowed now. If a limit
 * (delivery-limits.ts) refuses the attempt, the delivery gets a new queue message: a retry of the
 * old one would count against max_retries of the queue. Throws if Postgres is not reachable.
 */
export async function claimAttempt(
  services: Pick<Services, 'requestId' | 'db' | 'env' | 'enqueue'>,
  id: string,
): Promise<ClaimedAttempt | null> {
  const { requestId, db, env } = services
  const token = crypto.randomUUID()
  const claim = await deliveries.claim(db, id, token, attemptsMax(env.WEBHOOK_RETRY_SECONDS))
  if (claim.outcome === 'claimed')
    return { token, delivery: claim.delivery, sealedSecrets: claim.secrets }
  const { outcome } = claim
  log({ event: 'delivery.not_claimed', request_id: requestId, delivery_id: id, outcome })
  if (claim.outcome === 'busy')
    await services.enqueue('webhooks', [id], Math.ceil(claim.wait_ms / 1_000))
  return null
}

/** Never throws: after an error, the sweep finds the delivery when its lease has ended. */
export async function performAttempt(
  services: DeliverServices,
  renderers: SubjectRenderers,
  claimed: ClaimedAttempt,
): Promise<void> {
  const { requestId, db } = services
  const { delivery, token } = claimed
  let failure = 'delivery.not_started'
  try {
    const body = await frozenBody(services, renderers, delivery)
    failure = 'delivery.not_recorded'
    const result = await send(services, claimed, body)
    const verdict = judge(
      services.env.WEBHOOK_RETRY_SECONDS,
      delivery.attempts,
      result,
      randomFraction(services),
    )
    log({
      event: 'delivery.attempted',
      request_id: requestId,
      delivery_id: delivery.id,
      subject_id: delivery.subjectId,
      attempt: delivery.attempts,
      status_code: result.status,
      duration_ms: result.durationMs,
      then: verdict.then,
      error: result.error,
    })
    const recorded = await deliveries.record(db, { delivery, token, result, verdict })
    failure = 'delivery.not_sent'
    await sendAgain(services, delivery.id, recorded)
  } catch (error) {
    const why = describeError(error)
    log({ event: failure, request_id: requestId, delivery_id: delivery.id, error: why })
  }
}

const randomFraction = (services: Pick<Services, 'randomBytes'>): number =>
  new DataView(services.randomBytes(4).buffer).getUint32(0) / 2 ** 32

// Body of the delivery. It is stored before the first attempt, so that all attempts send the same
// body.
async function frozenBody(
  { db }: Pick<Services, 'db'>,
  renderers: SubjectRenderers,
  delivery: deliveries.ClaimedDelivery,
): Promise<string | null> {
  if (delivery.body !== null) return delivery.body
  const body = await eventBody(db, renderers, delivery)
  return body === null ? null : deliveries.freezeBody(db, delivery.id, body)
}

async function send(
  services: DeliverServices,
  { delivery, sealedSecrets }: ClaimedAttempt,
  body: string | null,
): Promise<AttemptResult> {
  if (body === null) return failed('The subject of the event no longer exists.', true)
  // Without a secret the attempt fails, because a webhook must not be sent without a signature.
  if (sealedSecrets.length === 0) return failed('The delivery could not be signed.')
  let headers: Record<string, string>
  try {
    const { SEAL_KEYS } = services.env
    const secrets = await openSigningSecrets(SEAL_KEYS, delivery.accountId, sealedSecrets)
    headers = await signedHeaders(secrets, delivery.id, services.now(), body)
  } catch (error) {
    log({ event: 'delivery.not_signed', delivery_id: delivery.id, error: describeError(error) })
    return failed('The delivery could not be signed.')
  }
  return attemptDelivery(services, delivery.url, body, headers)
}

const failed = (error: string, forbidden = false): AttemptResult => ({
  status: null,
  timedOut: false,
  forbidden,
  retryAfterSeconds: null,
  error,
  excerpt: null,
  durationMs: 0,
})

async function sendAgain(
  services: Pick<Services, 'enqueue'>,
  id: string,
  { outcome, state, wait_ms }: Awaited<ReturnType<typeof deliveries.record>>,
): Promise<void> {
  const waitSeconds = Math.ceil(wait_ms / 1_000)
  if (outcome === 'recorded' && state === 'pending' && waitSeconds <= QUEUE_DELAY_SECONDS_MAX)
    await services.enqueue('webhooks', [id], waitSeconds)
}
