import type { Database } from '../../shared/platform/db/client.ts'
import { reach } from '../../shared/platform/db/client.ts'
import { configurationProblems } from '../../shared/platform/environment.ts'
import { describeError, log } from '../../shared/platform/log.ts'
import { ping } from '../../shared/platform/redis.ts'

/** Asks database and cache at once, and looks at every var. Which of them is wrong goes to the log, never to the caller. */
export async function readiness(
  db: Database,
  settings: { UPSTASH_REDIS_REST_URL: string; UPSTASH_REDIS_REST_TOKEN: string },
  requestId: string,
): Promise<'ready' | 'unavailable'> {
  const checks = { database: reach(db), cache: ping(settings, requestId), configuration: configured(settings) }
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

async function configured(settings: object): Promise<void> {
  const problems = configurationProblems(settings)
  if (problems !== null) throw new Error(problems)
}
