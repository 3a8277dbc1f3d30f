import type { CollectedEvidence } from '../attribution/evidence.ts'
import { MINUTE_MS } from '../platform/clock.ts'
import type { QueueName } from '../platform/queue-messages.ts'
import { isMissing } from './conclude-job.ts'
import { LIST_QUEUES } from './job.ts'
import type { JobRow } from './queries.ts'

/**
 * Reason on our side for which a run has no answer: our DNS services failed, or a registry limits
 * our questions. `afterMs`: time until our turn at the registry comes.
 */
export type OwnFailure = { of: 'DNS' } | { of: 'registry'; afterMs: number }

// Below the time after which the sweep takes a queued job for lost (QUIET_SECONDS).
const SECONDS_MAX = 40
// Seconds until the next run; the last delay repeats. After an outage of the DNS the first runs
// come soon, because most outages are short.
const DNS_DELAYS = [2, 4, 8, 15]
const REGISTRY_DELAYS = [3, 6, 12, 24, SECONDS_MAX]
// If its turn at a registry comes within this time after its first start, a job waits for it.
// Otherwise it ends without the registration. A list waits until a closed registry opens again.
const SINGLE_MS_MAX = 10 * MINUTE_MS
const LISTED_MS_MAX = 20 * MINUTE_MS

const delayOf = (delays: readonly number[], putBacks: number): number =>
  delays[Math.min(putBacks, delays.length - 1)] ?? 0

/** The client of a quick analysis that is not in a list waits for the answer. */
export const mayBePutBack = ({ depth, bulkJobId }: Pick<JobRow, 'depth' | 'bulkJobId'>): boolean =>
  depth === 'deep' || bulkJobId !== null

/**
 * Seconds until the job should run again, or null if it must end now. `ageMs`: time since its first
 * run began. No job waits for a registry that never answers us: its `afterMs` is infinite.
 */
export function putBackSeconds(
  failure: OwnFailure,
  { ageMs, putBacks, isListed }: { ageMs: number; putBacks: number; isListed: boolean },
  deadlineMs: number,
): number | null {
  if (failure.of === 'DNS') {
    const seconds = delayOf(DNS_DELAYS, putBacks)
    return ageMs + seconds * 1_000 < deadlineMs ? seconds : null
  }
  const { afterMs } = failure
  const half = Math.min(SECONDS_MAX, Math.ceil(afterMs / 2_000))
  const seconds = Math.max(delayOf(REGISTRY_DELAYS, putBacks), half)
  const waitMs = Math.max(afterMs, seconds * 1_000)
  return ageMs + waitMs < (isListed ? LISTED_MS_MAX : SINGLE_MS_MAX) ? seconds : null
}

export const queueOf = ({ depth, bulkJobId }: Pick<JobRow, 'depth' | 'bulkJobId'>): QueueName =>
  bulkJobId === null ? 'analysis' : LIST_QUEUES[depth]

/** Null if the evidence of a stage lacks nothing because of us. */
export function ownFailure(
  collected: readonly CollectedEvidence[],
  isDnsDown: boolean,
): OwnFailure | null {
  if (isDnsDown) return { of: 'DNS' }
  const waits = collected.flatMap(({ again_after_ms: afterMs }) => afterMs ?? [])
  return waits.length === 0 ? null : { of: 'registry', afterMs: Math.max(...waits) }
}

/**
 * True if the next run must collect the evidence again. Without the DNS, even evidence with the
 * status "ok" may lack facts. Evidence of a later stage may have been paid, so what succeeded is
 * kept.
 */
export const isLost = (evidence: CollectedEvidence, stage: string, { of }: OwnFailure): boolean =>
  of === 'registry'
    ? evidence.again_after_ms !== undefined
    : stage === 'gathering' || isMissing(evidence)
