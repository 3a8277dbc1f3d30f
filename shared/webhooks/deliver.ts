import { describeError, log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { type AttemptResult, type AttemptServices, attemptDelivery } from './attempt-delivery.ts'
import { judge } from './attempt-verdict.ts'
import {
  ATTEMPTS_PER_INVOCATION_MAX,
  INVOCATION_MS_MAX,
  QUEUE_DELAY_SECONDS_MAX,
  RECORD_WAIT_MS,
} from './delivery-limits.ts'
import type { SubjectRenderers } from './event-body.ts'
import { freezeBodies } from './freeze-bodies.ts'
import { type GroupedCalls, groupCalls } from './group-calls.ts'
import * as deliveries from './queries.ts'
import { attemptsMax } from './retry-schedule.ts'
import { createSigner, type Signer } from './webhook-secret.ts'

type DeliverServices = AttemptServices &
  Pick<Services, 'requestId' | 'db' | 'randomBytes' | 'enqueue' | 'sendHints'>

/**
 * A reserved attempt at a webhook delivery: only the caller may make this attempt. The caller needs
 * `token` to record the result of the attempt.
 */
export interface ClaimedAttempt {
  token: string
  delivery: deliveries.ClaimedDelivery
  sealedSecret: string | null
}

/** A reserved attempt with its body, or null if the subject of the event no longer exists. */
interface ReadyAttempt extends ClaimedAttempt {
  body: string | null
}

/**
 * Reserves the next attempt at each of the webhook deliveries for the caller. A delivery is left
 * out if no attempt is allowed now, for example because too many attempts are running; in this case
 * a later queue message tries again. Throws if Postgres is not reachable.
 */
export async function claimAttempts(
  { requestId, db, env }: Pick<Services, 'requestId' | 'db' | 'env'>,
  ids: readonly string[],
): Promise<ClaimedAttempt[]> {
  const token = crypto.randomUUID()
  const claims = await deliveries.claim(db, ids, token, attemptsMax(env.WEBHOOK_RETRY_SECONDS))
  return claims.flatMap((claim) => {
    if (claim.outcome === 'claimed')
      return [{ token, delivery: claim.delivery, sealedSecret: claim.secret }]
    log({
      event: 'delivery.not_claimed',
      request_id: requestId,
      delivery_id: claim.id,
      outcome: claim.outcome,
    })
    return []
  })
}

/** State that the attempts of one invocation share. */
interface Round {
  services: DeliverServices
  renderers: SubjectRenderers
  sign: Signer
  recording: GroupedCalls<deliveries.EndedAttempt, ReadyAttempt | null>
  /** Number of attempts that run now. */
  running: number
  /** Number of attempts that may still start in this invocation. */
  startsLeft: number
  /** Time after which this invocation starts no further attempt. */
  until: number
}

/**
 * Makes reserved attempts at webhook deliveries at the same time and records their results. After
 * each of them, a delivery that waited for its end follows without a queue message, so the number
 * of concurrent attempts never grows. Sends queue messages for all other deliveries that may start,
 * and for the next attempts. After a crash, the task that runs every minute sends the webhooks
 * again with the same ids.
 */
export async function performAttempts(
  services: DeliverServices,
  renderers: SubjectRenderers,
  claimed: readonly ClaimedAttempt[],
): Promise<void> {
  const round: Round = {
    services,
    renderers,
    sign: createSigner(services.env.SEAL_KEYS),
    recording: groupCalls(RECORD_WAIT_MS, (ended) => recordTogether(round, ended)),
    running: 0,
    startsLeft: ATTEMPTS_PER_INVOCATION_MAX - claimed.length,
    until: services.now().getTime() + INVOCATION_MS_MAX,
  }
  const ready = await makeReady(round, claimed)
  await Promise.all(ready.map((attempt) => attemptInTurn(round, attempt)))
}

/** Makes an attempt and then, one after the other, the attempts that its end allows. */
async function attemptInTurn(round: Round, first: ReadyAttempt): Promise<void> {
  let next: ReadyAttempt | null = first
  while (next !== null) {
    const current: ReadyAttempt = next
    round.running += 1
    const ended = await attempt(round, current)
    round.running -= 1
    const recorded = round.recording.call(ended)
    // No other result can arrive soon, so this one need not wait for it.
    if (round.running === 0) round.recording.flush()
    next = await recorded.catch((error: unknown) => {
      logFailure(round, 'delivery.not_recorded', [current.delivery.id], error)
      return null
    })
  }
}

async function attempt(
  { services, sign }: Round,
  { body, ...claimed }: ReadyAttempt,
): Promise<deliveries.EndedAttempt> {
  const { delivery, token } = claimed
  const result = await send(services, sign, claimed, body)
  const random = new DataView(services.randomBytes(4).buffer).getUint32(0) / 2 ** 32
  const verdict = judge(services.env.WEBHOOK_RETRY_SECONDS, delivery.attempts, result, random)
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
  return { delivery, token, result, verdict }
}

async function send(
  services: DeliverServices,
  sign: Signer,
  { delivery, sealedSecret }: ClaimedAttempt,
  body: string | null,
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
  if (body === null) return failed('The subject of the event no longer exists.', true)
  // A webhook must not be sent without a signature.
  if (sealedSecret === null) return failed('The delivery could not be signed.')
  let headers: Record<string, string>
  try {
    headers = await sign(delivery.accountId, sealedSecret, delivery.id, services.now(), body)
  } catch (error) {
    log({ event: 'delivery.not_signed', delivery_id: delivery.id, error: describeError(error) })
    return failed('The delivery could not be signed.')
  }
  return attemptDelivery(services, delivery.url, body, headers)
}

/**
 * Records results and returns, for each of them, an attempt that may start in its place, or null.
 * Throws if they cannot be recorded.
 */
async function recordTogether(
  round: Round,
  ended: readonly deliveries.EndedAttempt[],
): Promise<(ReadyAttempt | null)[]> {
  const { services } = round
  const recorded = await deliveries.record(services.db, ended)
  const freed = recorded.flatMap(({ hints }) => hints)
  const startable =
    services.now().getTime() < round.until ? Math.min(ended.length, round.startsLeft) : 0
  const [following] = await Promise.all([
    startFollowing(round, freed.slice(0, startable)),
    services.sendHints(freed.slice(startable)),
    ...ended.map(({ delivery }, index) => sendAgain(round, delivery.id, recorded[index])),
  ])
  return ended.map((_, index) => following[index] ?? null)
}

/**
 * Reserves deliveries that may start now. If this fails, sends them as queue messages, so that
 * another invocation can start them.
 */
async function startFollowing(
  round: Round,
  hints: deliveries.Recorded['hints'],
): Promise<ReadyAttempt[]> {
  if (hints.length === 0) return []
  round.startsLeft -= hints.length
  const ids = hints.map(({ id }) => id)
  try {
    return await makeReady(round, await claimAttempts(round.services, ids))
  } catch (error) {
    logFailure(round, 'delivery.not_started', ids, error)
    await round.services.sendHints(hints)
    return []
  }
}

/**
 * Adds the bodies to reserved attempts. An attempt without a body is left out; it is due again when
 * its reservation has ended.
 */
async function makeReady(
  round: Round,
  claimed: readonly ClaimedAttempt[],
): Promise<ReadyAttempt[]> {
  const { services, renderers } = round
  const unsent = claimed.map(({ delivery }) => delivery)
  const bodies = await freezeBodies(services, renderers, unsent).catch((error: unknown) => {
    logFailure(
      round,
      'delivery.not_started',
      unsent.map(({ id }) => id),
      error,
    )
    return new Map<string, string | null>()
  })
  return claimed.flatMap((one) => {
    const body = bodies.get(one.delivery.id)
    return body === undefined ? [] : [{ ...one, body }]
  })
}

/**
 * Sends a queue message for the next attempt at a delivery. An error is only logged, because the
 * task that runs every minute finds deliveries without a message. That task also sends deliveries
 * whose wait is longer than a queue message can be delayed.
 */
async function sendAgain(
  round: Round,
  deliveryId: string,
  recorded: deliveries.Recorded | undefined,
): Promise<void> {
  const waitSeconds = Math.ceil((recorded?.wait_ms ?? 0) / 1_000)
  try {
    if (
      recorded?.outcome === 'recorded' &&
      recorded.state === 'pending' &&
      waitSeconds <= QUEUE_DELAY_SECONDS_MAX
    ) {
      await round.services.enqueue('webhooks', [deliveryId], waitSeconds)
    }
  } catch (error) {
    logFailure(round, 'delivery.not_sent', [deliveryId], error)
  }
}

function logFailure(
  { services }: Round,
  event: string,
  deliveryIds: readonly string[],
  error: unknown,
): void {
  for (const id of deliveryIds) {
    log({ event, request_id: services.requestId, delivery_id: id, error: describeError(error) })
  }
}
