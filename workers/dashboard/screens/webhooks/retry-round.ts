import { failureOf } from '../../api/failure.ts'

interface RetryRound {
  sent: number
  failed: number
  /** The last failure. Null if every retry succeeded. */
  failure: unknown
}

// After one of these statuses, every further retry would fail too. 0: offline, 401: signed out,
// 429: rate limit, 500 and above: the service does not work.
const isHopeless = (status: number) =>
  status === 0 || status === 401 || status === 429 || status >= 500

/**
 * Retries one delivery after the other, so that a long page does not use up the rate limit at once.
 * `onProgress` gets the number of deliveries that are done.
 * If one delivery cannot be retried, the others are still tried. The round ends early only after a
 * status that makes every further retry fail.
 */
export async function retryEach(
  ids: readonly string[],
  retry: (id: string) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<RetryRound> {
  const round: RetryRound = { sent: 0, failed: 0, failure: null }
  for (const [place, id] of ids.entries()) {
    try {
      await retry(id)
      round.sent += 1
    } catch (error) {
      round.failed += 1
      round.failure = error
      if (isHopeless(failureOf(error).status)) return round
    }
    onProgress(place + 1)
  }
  return round
}

export function roundInWords({ sent, failed }: RetryRound): string {
  const waiting = `${sent} ${sent === 1 ? 'delivery waits' : 'deliveries wait'} for a new attempt.`
  return failed === 0 ? waiting : `${waiting} ${failed} could not be retried.`
}
