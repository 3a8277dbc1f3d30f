import { describeError, log } from '../../shared/platform/log.ts'

/**
 * Runs all health checks at the same time and returns the names of the failed checks. The reasons
 * are only logged, because API callers must not see them.
 */
export async function checkParts(
  requestId: string,
  checks: Record<string, () => Promise<unknown>>,
): Promise<ReadonlySet<string>> {
  const failed = new Set<string>()
  const check = async ([part, work]: [string, () => Promise<unknown>]) => {
    try {
      await work()
    } catch (error) {
      failed.add(part)
      log({
        event: 'health.check_failed',
        request_id: requestId,
        part,
        error: describeError(error),
      })
    }
  }
  await Promise.all(Object.entries(checks).map(check))
  return failed
}
