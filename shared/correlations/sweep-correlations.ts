import { log } from '../platform/log.ts'
import type { Services } from '../platform/services/index.ts'
import * as correlations from './queries.ts'

/** A correlation that nobody has looked at for this long may have lost the message of its last child. */
const QUIET_SECONDS = 45
const CORRELATIONS_PER_SWEEP_MAX = 500

/** Has unfinished correlations looked at again. Safe to run twice at once or an hour late. */
export async function sweepCorrelations(services: Pick<Services, 'requestId' | 'db' | 'enqueue'>): Promise<void> {
  const stale = await correlations.takeStale(services.db, QUIET_SECONDS, CORRELATIONS_PER_SWEEP_MAX)
  await services.enqueue('correlation', stale)
  log({ event: 'sweep.correlations', request_id: services.requestId, sent: stale.length })
}
