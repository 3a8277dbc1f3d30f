import type { RegistryLimits } from '../attribution/collectors/registration/look-up-registration.ts'
import { tokenBucket } from '../platform/limits/token-bucket.ts'
import { type WaitingBucket, waitingBucket } from '../platform/limits/waiting-bucket.ts'

interface Clock {
  now(): Date
  wait(milliseconds: number): Promise<void>
}

/**
 * Limit on the outgoing requests of all checks. Batches run one after the other, so one limit in
 * the memory of each batch limits all checks.
 */
export interface RequestLimit {
  count(): void
  counted(): number
  /** Waits until the requests counted so far are within the limit. */
  untilAllowed(): Promise<void>
}

export function requestLimit(perSecond: number, { now, wait }: Clock): RequestLimit {
  const bucket = tokenBucket({ capacity: 1, refill: 1, intervalMs: 1_000 / perSecond })
  const leftMs = () => bucket.retryAfterMs(now().getTime())
  let counted = 0
  return {
    count() {
      counted += 1
      bucket.spend(now().getTime())
    },
    counted: () => counted,
    async untilAllowed() {
      for (let left = leftMs(); left > 0; left = leftMs()) await wait(left)
    },
  }
}

/**
 * Pause for a server that refused requests. `refusals` is the number of refusals so far. It starts
 * again at zero one hour after the end of the latest pause.
 */
export interface RegistryPause {
  host: string
  paused_until: string
  refusals: number
}

export interface BatchRegistryLimits extends RegistryLimits {
  /** Returns the pauses that began during this batch, so that they can be stored. */
  newPauses(): RegistryPause[]
}

const INTERVAL_MS = 1_000
const PAUSE_MS_MIN = 60_000
const PAUSE_MS_MAX = 3_600_000
// Longest wait for one request. It is shorter than every pause, so that no request waits for the
// end of a pause.
const WAIT_MS_MAX = PAUSE_MS_MIN - 1

/**
 * Allows one request in a second to each RDAP or WHOIS server, and none during the pause after a
 * refusal. The first pause takes one minute, and each further refusal doubles it, up to one hour.
 * The first request of a batch waits too, because the batch before may just have asked the server.
 */
export function registryLimits(
  pauses: readonly RegistryPause[],
  { now, wait }: Clock,
): BatchRegistryLimits {
  const nowMs = () => now().getTime()
  const startedAt = nowMs()
  const buckets = new Map<string, WaitingBucket>()
  const known = new Map(pauses.map((pause) => [pause.host, pause]))
  const begun = new Map<string, RegistryPause>()
  const isPaused = (host: string) => Date.parse(known.get(host)?.paused_until ?? '') > nowMs()
  const bucketOf = (host: string) => {
    const found = buckets.get(host) ?? waitingBucket({ now: nowMs, wait }, startedAt + INTERVAL_MS)
    buckets.set(host, found)
    return found
  }
  return {
    async take(host) {
      if (isPaused(host)) return null
      const askedAt = nowMs()
      const token = await bucketOf(host).take('ordinary', WAIT_MS_MAX, INTERVAL_MS)
      return token.allowed ? nowMs() - askedAt : null
    },
    refused(host) {
      if (isPaused(host)) return
      const refusals = (known.get(host)?.refusals ?? 0) + 1
      const pauseMs = Math.min(PAUSE_MS_MAX, PAUSE_MS_MIN * 2 ** Math.min(refusals - 1, 10))
      const pausedUntil = new Date(bucketOf(host).pause(pauseMs)).toISOString()
      const pause = { host, paused_until: pausedUntil, refusals }
      known.set(host, pause)
      begun.set(host, pause)
    },
    newPauses: () => [...begun.values()],
  }
}
