import { describeError, log } from '../../shared/platform/log.ts'

/**
 * Runs all parts at the same time. If one part fails, its error is logged and the other parts
 * continue. Throws at the end if any part failed.
 */
export async function runParts(
  requestId: string,
  parts: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> {
  const failed: string[] = []
  await Promise.all(
    Object.entries(parts).map(async ([part, work]) => {
      try {
        await work()
      } catch (error) {
        failed.push(part)
        log({ event: 'cron.part_failed', request_id: requestId, part, error: describeError(error) })
      }
    }),
  )
  if (failed.length > 0) throw new Error(`failed: ${failed.join(', ')}`)
}
