import { failureOf } from '../../api/failure.ts'

export interface RetryRound {
  sent: number
  failed: number
  /** The last failure, or null if every retry succeeded. */
  failure: unknown
}

/**
 * Statuses after which every further retry would fail too: offline, signed out, rate limit, service
 * out of order.
 */
const isHopeless = (status: number) =>
  status === 0 || status === 401 || status === 429 || status >= 500

/**
 * Deliveries are retried one after the other, so that a long page does not use up the rate limit at
 * once. `onProgress` gets the number of letters that are done. A letter that cannot be retried
 * does not end the round; a status after which no retry can succeed does.
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
