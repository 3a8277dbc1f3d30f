import type { RegistryLimits } from '../attribution/collectors/registration/look-up-registration.ts'
import { tokenBucket } from '../platform/limits/token-bucket.ts'
import { type WaitingBucket, waitingBucket } from '../platform/limits/waiting-bucket.ts'

interface Clock {
  now(): Date
  wait(milliseconds: number): Promise<void>
}

/**
 * Limit on the outgoing requests of all checks. Batches run one after the other, so a limit in the
 * memory of a batch limits all.
 */
export interface RequestLimit {
  count(): void
  counted(): number
  /** Waits until the requests so far keep to the limit. */
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
 * Pause of a server that refused requests. `refusals` counts the refusals since the server was last
 * asked for an hour without one.
 */
export interface RegistryPause {
  host: string
  paused_until: string
  refusals: number
}

export interface BatchRegistryLimits extends RegistryLimits {
  /** Returns the pauses that began during this batch. */
  newPauses(): RegistryPause[]
}

const INTERVAL_MS = 1_000
const PAUSE_MS_MIN = 60_000
const PAUSE_MS_MAX = 3_600_000
/** Shorter than each pause, so that nobody waits for its end. */
const WAIT_MS_MAX = PAUSE_MS_MIN - 1

/**
 * One request in a second to each RDAP or WHOIS server, and none to a server that refused requests.
 * The pause is one minute, and doubles with each refusal. The first request waits too, because the
 * batch before may just have asked the server.
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
