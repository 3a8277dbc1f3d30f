import { describeError, log } from '../../shared/platform/log.ts'

/** Runs the checks of all parts together and returns the parts whose check failed. The reasons go to the log, never to the caller. */
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
      log({ event: 'health.out_of_reach', request_id: requestId, part, error: describeError(error) })
    }
  }
  await Promise.all(Object.entries(checks).map(check))
  return failed
}
