import type { Caller } from '../platform/caller.ts'
import { rateLimited, unauthorized } from '../platform/http/errors.ts'
import { takePermit } from '../platform/limits/queries.ts'
import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import { type AttemptResult, type AttemptServices, attemptDelivery } from './attempt-delivery.ts'
import { requireCallback } from './create-delivery.ts'
import { SAMPLES_PER_MINUTE } from './delivery-limits.ts'
import type { EventType } from './event-types.ts'
import { signingSecrets } from './queries.ts'
import { sampleEvent } from './sample-events.ts'
import { openSigningSecrets, signedHeaders } from './webhook-secret.ts'

const MINUTE_SECONDS = 60

/**
 * Sends one signed sample of an event and returns the answer of the receiver. Nothing is stored but
 * the account's signing secret, if it has none yet. Throws PublicError VALIDATION_ERROR for an
 * invalid address, RATE_LIMITED, and UNAUTHORIZED for a closed account.
 */
export async function sendSample(
  services: AttemptServices & Pick<Services, 'requestId' | 'db'>,
  { accountId }: Caller,
  callbackUrl: string,
  type: EventType,
): Promise<AttemptResult> {
  const { db, env, requestId, now } = services
  const { id, url, secret_sealed, secret_hint } = await requireCallback(callbackUrl, env, accountId)
  const permit = await takePermit(db, {
    limitName: 'webhook_sample',
    holder: accountId,
    limit: SAMPLES_PER_MINUTE,
    leaseSeconds: MINUTE_SECONDS,
  })
  if (!permit.taken)
    throw rateLimited('No more samples can be sent this minute.', permit.retry_after_seconds)
  const secret = { sealed: secret_sealed, hint: secret_hint }
  const sealed = await signingSecrets(db, accountId, secret)
  if (sealed === null) throw unauthorized()
  const body = JSON.stringify(sampleEvent(type, now()))
  const secrets = await openSigningSecrets(env.SEAL_KEYS, accountId, sealed)
  const headers = await signedHeaders(secrets, id, now(), body)
  const result = await attemptDelivery(services, url, body, headers)
  log({
    event: 'webhook_sample.sent',
    request_id: requestId,
    delivery_id: id,
    type,
    status_code: result.status,
    duration_ms: result.durationMs,
    error: result.error,
  })
  return result
}
