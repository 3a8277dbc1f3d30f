import { Ratelimit } from '@upstash/ratelimit'
import type { Caller } from '../platform/caller.ts'
import { PublicError } from '../platform/http/errors.ts'
import { describeError, log } from '../platform/log.ts'
import { type CacheSettings, cache } from '../platform/redis.ts'
import type { Tier } from '../platform/tier.ts'

export interface RateLimitSettings extends CacheSettings {
  RATE_LIMITS_PER_MINUTE: Record<Tier, number>
}

const WINDOW_SECONDS = 60
/**
 * A Worker isolate reserves several requests of an account in Redis with one call, and then counts these requests in memory. One call
 * reserves this share of the account's limit per minute, but at least one request: for a limit of 1,200, two requests. The limit stays
 * exact.
 */
const LEASE_SHARE = 1 / 600
/**
 * A Worker isolate reserves several requests of an account's rate limit in Redis at once and counts them down in memory. After this time it
 * discards the rest, because Redis by then allows the account new requests.
 */
const LEASE_MS = 5_000
const ACCOUNTS_REMEMBERED_MAX = 5_000

interface Lease {
  tokens: number
  remaining: number
  resetSeconds: number
  expiresAt: number
}

const leases = new Map<string, Lease>()

/** Returns the rate-limit headers of a response, as in the IETF draft draft-ietf-httpapi-ratelimit-headers. */
function headersOf(limit: number, remaining: number, resetSeconds: number): Record<string, string> {
  return {
    'ratelimit-policy': `"default";q=${limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"default";r=${Math.max(0, remaining)};t=${resetSeconds}`,
  }
}

/**
 * Counts one request of the account against its limit of requests per minute and returns the rate-limit headers of the response. If Redis
 * is unreachable, requests are not limited and the headers are missing. Throws PublicError RATE_LIMITED with Retry-After.
 */
export async function takeToken(
  settings: RateLimitSettings,
  caller: Caller,
  now: number,
  requestId: string,
): Promise<Record<string, string>> {
  const limit = settings.RATE_LIMITS_PER_MINUTE[caller.tier]
  const held = leases.get(caller.accountId)
  if (held !== undefined && held.tokens > 0 && held.expiresAt > now) {
    held.tokens -= 1
    return headersOf(limit, held.remaining + held.tokens, held.resetSeconds)
  }
  const wanted = Math.max(1, Math.floor(limit * LEASE_SHARE))
  const answer = await ask(settings, caller.accountId, limit, wanted, requestId)
  if (answer === null) return {}
  const resetSeconds = Math.max(1, Math.ceil((answer.reset - now) / 1_000))
  const headers = headersOf(limit, answer.remaining, resetSeconds)
  if (!answer.success) {
    throw new PublicError('RATE_LIMITED', `More than ${limit} requests a minute.`, {
      headers: { ...headers, 'retry-after': String(resetSeconds) },
    })
  }
  remember(caller.accountId, {
    tokens: wanted - 1,
    remaining: answer.remaining,
    resetSeconds,
    expiresAt: now + LEASE_MS,
  })
  return headersOf(limit, answer.remaining + wanted - 1, resetSeconds)
}

function remember(accountId: string, lease: Lease): void {
  leases.delete(accountId)
  leases.set(accountId, lease)
  for (const oldest of leases.keys()) {
    if (leases.size <= ACCOUNTS_REMEMBERED_MAX) break
    leases.delete(oldest)
  }
}

async function ask(settings: RateLimitSettings, accountId: string, limit: number, wanted: number, requestId: string) {
  const refill = Math.max(1, Math.ceil(limit * LEASE_SHARE))
  const intervalMs = Math.max(1, Math.round((WINDOW_SECONDS * 1_000 * refill) / limit))
  const limiter = new Ratelimit({
    redis: cache(settings, requestId),
    limiter: Ratelimit.tokenBucket(refill, `${intervalMs} ms`, limit),
    prefix: 'rate',
    ephemeralCache: false,
    timeout: 0,
  })
  try {
    return await limiter.limit(accountId, { rate: wanted })
  } catch (error) {
    log({ event: 'cache.unreachable', request_id: requestId, error: describeError(error) })
    return null
  }
}
