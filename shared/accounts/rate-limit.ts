import type { Caller } from '../platform/caller.ts'
import { MINUTE_MS } from '../platform/clock.ts'
import { PublicError } from '../platform/http/errors.ts'
import { takeSharedToken } from '../platform/limits/shared-bucket.ts'
import type { BucketRule } from '../platform/limits/token-bucket.ts'
import type { CacheSettings } from '../platform/redis.ts'
import type { Tier } from '../platform/tier.ts'

export interface RateLimitSettings extends CacheSettings {
  RATE_LIMITS_PER_MINUTE: Record<Tier, number>
}

const WINDOW_SECONDS = 60
const REFILLS_PER_MINUTE_MAX = 600

function perMinute(limit: number): BucketRule {
  const refill = Math.ceil(limit / REFILLS_PER_MINUTE_MAX)
  return { capacity: limit, refill, intervalMs: Math.round((MINUTE_MS * refill) / limit) }
}

/**
 * Counts one request against the account's limit of requests per minute. Returns the rate-limit
 * headers of the response (draft-ietf-httpapi-ratelimit-headers). Throws PublicError RATE_LIMITED
 * with Retry-After if the limit is exceeded.
 */
export async function countRequest(
  settings: RateLimitSettings,
  { accountId, tier }: Caller,
  now: number,
  requestId: string,
): Promise<Record<string, string>> {
  const limit = settings.RATE_LIMITS_PER_MINUTE[tier]
  const token = await takeSharedToken(settings, requestId, accountId, perMinute(limit), now)
  const resetSeconds = Math.max(1, Math.ceil(token.refillsInMs / 1_000))
  const headers = {
    'ratelimit-policy': `"default";q=${limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"default";r=${Math.max(0, token.left)};t=${resetSeconds}`,
  }
  if (token.allowed) return headers
  throw new PublicError('RATE_LIMITED', `More than ${limit} requests a minute.`, {
    headers: { ...headers, 'retry-after': String(resetSeconds) },
  })
}
