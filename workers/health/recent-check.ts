const FRESH_MS = 5_000
// While one request checks, other requests wait for its result, but at most this long.
const CHECK_LIMIT_MS = 6_000
const POLL_INTERVAL_MS = 25

interface Tools {
  now(): number
  wait(milliseconds: number): Promise<void>
  background(work: Promise<unknown>): void
}

/**
 * Keeps the latest result of a check for some seconds. Otherwise anybody could flood the database
 * and the identity provider with checks, because the route needs no credential. On Workers, a
 * request cannot await a promise of another request, so it asks for the result again and again.
 */
export function createRecentCheck<Result>() {
  let latest: { result: Result; at: number } | undefined
  let runningSince: number | undefined

  const fresh = (now: number) =>
    latest !== undefined && now - latest.at < FRESH_MS ? latest : undefined
  const isRunning = (now: number) =>
    runningSince !== undefined && now - runningSince < CHECK_LIMIT_MS

  async function run(check: () => Promise<Result>, now: () => number): Promise<Result> {
    const startedAt = now()
    runningSince = startedAt
    try {
      const result = await check()
      latest = { result, at: now() }
      return result
    } finally {
      if (runningSince === startedAt) runningSince = undefined
    }
  }

  return async (
    check: () => Promise<Result>,
    { now, wait, background }: Tools,
  ): Promise<Result> => {
    while (fresh(now()) === undefined && isRunning(now())) await wait(POLL_INTERVAL_MS)
    const found = fresh(now())
    if (found !== undefined) return found.result
    const running = run(check, now)
    // If this client disconnects, the check must still continue, because other requests wait for
    // its result.
    background(running)
    return running
  }
}
