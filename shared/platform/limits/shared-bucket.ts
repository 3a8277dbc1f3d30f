import { Ratelimit } from '@upstash/ratelimit'
import { describeError, log } from '../log.ts'
import { type CacheSettings, cache } from '../redis.ts'
import { type BucketRule, tokenBuckets } from './token-bucket.ts'

const KEYS_IN_MEMORY_MAX = 5_000
const inMemory = tokenBuckets(KEYS_IN_MEMORY_MAX)

export interface SharedToken {
  allowed: boolean
  left: number
  refillsInMs: number
}

/**
 * Takes a token from a bucket in Redis, which all isolates share. If Redis is unreachable, each
 * isolate uses its own bucket, so more requests than the limit are allowed in total.
 */
export async function takeSharedToken(
  settings: CacheSettings,
  requestId: string,
  key: string,
  rule: BucketRule,
  now: number,
): Promise<SharedToken> {
  const limiter = new Ratelimit({
    redis: cache(settings, requestId),
    limiter: Ratelimit.tokenBucket(rule.refill, `${rule.intervalMs} ms`, rule.capacity),
    prefix: 'rate',
    ephemeralCache: false,
    timeout: 0,
  })
  try {
    const { success, remaining, reset } = await limiter.limit(key)
    return { allowed: success, left: remaining, refillsInMs: reset - now }
  } catch (error) {
    log({ event: 'cache.unreachable', request_id: requestId, error: describeError(error) })
    const bucket = inMemory(key, rule)
    const { allowed } = bucket.take(now)
    return { allowed, left: bucket.left(now), refillsInMs: rule.intervalMs }
  }
}
