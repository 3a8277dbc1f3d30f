import type { Database } from '../platform/db/client.ts'
import { log } from '../platform/log.ts'
import * as correlations from './queries.ts'

export interface SweepCorrelationsDependencies {
  db: Database
  send(correlationIds: readonly string[]): Promise<void>
}

/** A correlation that nobody has looked at for this long may have lost the message of its last child. */
const QUIET_SECONDS = 45
const CORRELATIONS_PER_SWEEP_MAX = 500

/** Has unfinished correlations looked at again. Safe to run twice at once or an hour late. */
export async function sweepCorrelations({ db, send }: SweepCorrelationsDependencies): Promise<void> {
  const stale = await correlations.takeStale(db, QUIET_SECONDS, CORRELATIONS_PER_SWEEP_MAX)
  if (stale.length > 0) await send(stale)
  log({ event: 'sweep.correlations', request_id: db.requestId, sent: stale.length })
}
