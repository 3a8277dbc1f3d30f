import { tokenBucket } from '../platform/limits/token-bucket.ts'

interface Clock {
  now(): Date
  wait(milliseconds: number): Promise<void>
}

/**
 * Limit on the outgoing requests of the checks of one kind of batch. Batches of a kind run one
 * after the other, so one limit in the memory of each batch limits all of them.
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
