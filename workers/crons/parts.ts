import { describeError, log } from '../../shared/platform/log.ts'

/** What one schedule does, part by part: a part that fails is logged by its name and stops none of the others. Throws when any failed. */
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
