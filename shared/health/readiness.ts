import { ping } from '../cache/redis.ts'
import type { Database } from '../db/client.ts'
import { reach } from '../db/reach.ts'
import { describeError, log } from '../log.ts'

/** Asks database and cache at once. Which of them is missing goes to the log, never to the caller. */
export async function readiness(
  db: Database,
  cache: { UPSTASH_REDIS_REST_URL: string; UPSTASH_REDIS_REST_TOKEN: string },
  requestId: string,
): Promise<'ready' | 'unavailable'> {
  const checks = { database: reach(db), cache: ping(cache, requestId) }
  const failures = await Promise.all(
    Object.entries(checks).map(([part, check]) =>
      check.then(
        () => null,
        (error: unknown) => ({ part, error: describeError(error) }),
      ),
    ),
  )
  const missing = failures.filter((failure) => failure !== null)
  for (const { part, error } of missing) log({ event: 'health.out_of_reach', request_id: requestId, part, error })
  return missing.length === 0 ? 'ready' : 'unavailable'
}
