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
 * A Worker isolate reserves several requests of an account in Redis with one call, and then counts
 * these requests in memory. One call reserves this share of the account's limit per minute, but at
 * least one request: for a limit of 1,200, two requests. The limit stays exact.
 */
const LEASE_SHARE = 1 / 600
/**
 * A Worker isolate reserves several requests of an account's rate limit in Redis at once and counts
 * them down in memory. After this time it discards the rest, because Redis by then allows the
 * account new requests.
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

/**
 * Requests that an account may still send, counted in this isolate's memory. `at` is the time of
 * the last count.
 */
interface Bucket {
  tokens: number
  at: number
}

const buckets = new Map<string, Bucket>()

/**
 * Returns the rate-limit headers of a response, as in the IETF draft
 * draft-ietf-httpapi-ratelimit-headers.
 */
function headersOf(limit: number, remaining: number, resetSeconds: number): Record<string, string> {
  return {
    'ratelimit-policy': `"default";q=${limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"default";r=${Math.max(0, remaining)};t=${resetSeconds}`,
  }
}

/**
 * Counts one request of the account against its limit of requests per minute and returns the
 * rate-limit headers of the response. If Redis is unreachable, the requests are counted in the
 * memory of this isolate. Throws PublicError RATE_LIMITED with Retry-After.
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
  if (answer === null) return takeFromMemory(caller.accountId, limit, now)
  const resetSeconds = Math.max(1, Math.ceil((answer.reset - now) / 1_000))
  if (!answer.success) throw limited(limit, answer.remaining, resetSeconds)
  remember(leases, caller.accountId, {
    tokens: wanted - 1,
    remaining: answer.remaining,
    resetSeconds,
    expiresAt: now + LEASE_MS,
  })
  return headersOf(limit, answer.remaining + wanted - 1, resetSeconds)
}

const limited = (limit: number, remaining: number, resetSeconds: number) =>
  new PublicError('RATE_LIMITED', `More than ${limit} requests a minute.`, {
    headers: { ...headersOf(limit, remaining, resetSeconds), 'retry-after': String(resetSeconds) },
  })

/**
 * Counts a request without Redis. Each isolate counts for itself, so the account may send more
 * requests in all.
 */
function takeFromMemory(accountId: string, limit: number, now: number): Record<string, string> {
  const perMs = limit / (WINDOW_SECONDS * 1_000)
  const known = buckets.get(accountId)
  const tokens =
    known === undefined ? limit : Math.min(limit, known.tokens + (now - known.at) * perMs)
  const refillSeconds = Math.ceil(WINDOW_SECONDS / limit)
  if (tokens < 1) {
    remember(buckets, accountId, { tokens, at: now })
    throw limited(limit, 0, refillSeconds)
  }
  remember(buckets, accountId, { tokens: tokens - 1, at: now })
  return headersOf(limit, Math.floor(tokens - 1), refillSeconds)
}

function remember<Entry>(entries: Map<string, Entry>, accountId: string, entry: Entry): void {
  entries.delete(accountId)
  entries.set(accountId, entry)
  for (const oldest of entries.keys()) {
    if (entries.size <= ACCOUNTS_REMEMBERED_MAX) break
    entries.delete(oldest)
  }
}

async function ask(
  settings: RateLimitSettings,
  accountId: string,
  limit: number,
  wanted: number,
  requestId: string,
) {
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
