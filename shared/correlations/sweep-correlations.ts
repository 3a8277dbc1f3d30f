import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import * as correlations from './queries.ts'

/**
 * If a correlation (comparison of several domains) had no update for this time, the queue message
 * that starts the comparison may be lost, so the message is sent again.
 */
const QUIET_SECONDS = 45
const CORRELATIONS_PER_SWEEP_MAX = 500

/**
 * Sends a new queue message for each correlation (comparison of several domains) whose previous
 * message may be lost. Concurrent and repeated calls are safe.
 */
export async function sweepCorrelations(
  services: Pick<Services, 'requestId' | 'db' | 'enqueue'>,
): Promise<void> {
  const stale = await correlations.takeStale(services.db, QUIET_SECONDS, CORRELATIONS_PER_SWEEP_MAX)
  await services.enqueue('correlation', stale)
  log({ event: 'correlations.swept', request_id: services.requestId, sent: stale.length })
}
