import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import * as correlations from './queries.ts'

// A correlation without an update for this time may have lost its queue message, so the message is
// sent again.
const QUIET_SECONDS = 45
const CORRELATIONS_PER_SWEEP_MAX = 500

/** Sends lost queue messages of correlations again. Concurrent and repeated calls are safe. */
export async function sweepCorrelations(
  services: Pick<Services, 'requestId' | 'db' | 'enqueue'>,
): Promise<void> {
  const stale = await correlations.takeStale(services.db, QUIET_SECONDS, CORRELATIONS_PER_SWEEP_MAX)
  await services.enqueue('correlation', stale)
  log({ event: 'correlations.swept', request_id: services.requestId, sent: stale.length })
}
