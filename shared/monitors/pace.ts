import type { Fetch } from '../platform/net/fetch.ts'

/**
 * Pace of the outgoing requests of all checks. Batches run one after the other, so one pace in
 * memory is the pace of all.
 */
export interface Pace {
  /** Sends a request and counts it. */
  fetch: Fetch
  /** Number of requests so far. */
  sent(): number
  /** Waits until the requests so far keep to the pace. */
  settled(): Promise<void>
  /** Counts a request that is not sent with `fetch`, for example to a WHOIS server. */
  count(): void
}

export interface Clock {
  now(): Date
  wait(milliseconds: number): Promise<void>
}

/** Creates the pace of one batch: on average at most `perSecond` outgoing requests. */
export function createPace(fetch: Fetch, perSecond: number, { now, wait }: Clock): Pace {
  const intervalMs = 1_000 / perSecond
  let freeAt = now().getTime()
  let sent = 0
  const count = () => {
    sent += 1
    freeAt = Math.max(freeAt, now().getTime()) + intervalMs
  }
  return {
    fetch(url, init) {
      count()
      return fetch(url, init)
    },
    count,
    sent: () => sent,
    async settled() {
      for (let left = freeAt - now().getTime(); left > 0; left = freeAt - now().getTime())
        await wait(left)
    },
  }
}
