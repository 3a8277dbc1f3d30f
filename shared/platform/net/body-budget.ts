import { onAbort } from './on-abort.ts'

/**
 * Bytes of response bodies that one isolate holds at once, beside one body more. A Worker is ended
 * at 128 MB (Cloudflare documentation, Workers limits), and a page needs several times its own size
 * while it is read.
 */
export const HELD_BYTES_MAX = 6 * 1024 * 1024
/**
 * Time after which a body no longer counts. The runtime can stop a request without running the rest
 * of its code.
 */
const HOLD_MS_MAX = 60_000

/** Memory of one response body, from its first byte until its reader has ended. */
export interface BodyHold {
  /**
   * Resolves when this many further bytes may be held. Rejects with the reason of `signal` if the
   * signal aborts first.
   */
  take(bytes: number, signal: AbortSignal): Promise<void>
}

/**
 * Limit on the bytes of response bodies that are in memory. All requests of an isolate share it,
 * because they share its memory. A body takes its bytes as they arrive, so a slow server holds only
 * what it has sent.
 */
export interface BodyBudget {
  /**
   * Runs a task that reads one body. The task must not wait for another body, because both could
   * wait forever.
   */
  hold<T>(task: (hold: BodyHold) => Promise<T>): Promise<T>
  readonly heldBytes: number
}

interface Holder {
  bytes: number
  endsAt: number
  wanted: { bytes: number; grant(): void } | null
}

/**
 * Creates a budget of `bytesMax`. The oldest body that has to wait may exceed it, one body at a
 * time, so that bodies that are all incomplete cannot wait for each other, and so that a body
 * larger than the budget is read alone. Bodies get free bytes in the order of their age.
 */
export function createBodyBudget(bytesMax: number, now: () => number): BodyBudget {
  /** Oldest first. */
  const holders = new Set<Holder>()
  let held = 0
  let waiting = 0
  let exceeding: Holder | null = null

  const add = (holder: Holder, bytes: number): void => {
    holder.bytes += bytes
    held += bytes
  }
  const drop = (holder: Holder): void => {
    if (!holders.delete(holder)) return
    held -= holder.bytes
    if (exceeding === holder) exceeding = null
  }
  const dropStopped = (): void => {
    for (const holder of holders) if (holder.endsAt <= now()) drop(holder)
  }
  const grantWaiting = (): void => {
    if (waiting === 0) return
    for (const holder of holders) {
      const { wanted } = holder
      if (wanted === null) continue
      if (held + wanted.bytes > bytesMax) {
        if (exceeding !== null) return
        exceeding = holder
      }
      add(holder, wanted.bytes)
      wanted.grant()
    }
  }
  const wait = (holder: Holder, bytes: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        holder.wanted = null
        waiting -= 1
      }
      const remove = onAbort(signal, () => {
        leave()
        reject(signal.reason)
      })
      waiting += 1
      const grant = (): void => {
        leave()
        remove()
        resolve()
      }
      holder.wanted = { bytes, grant }
      dropStopped()
      grantWaiting()
    })

  return {
    async hold(task) {
      const holder: Holder = { bytes: 0, endsAt: now() + HOLD_MS_MAX, wanted: null }
      holders.add(holder)
      try {
        return await task({
          async take(bytes, signal) {
            signal.throwIfAborted()
            const isFree = waiting === 0 && held + bytes <= bytesMax
            if (isFree || holder === exceeding) add(holder, bytes)
            else await wait(holder, bytes, signal)
          },
        })
      } finally {
        drop(holder)
        grantWaiting()
      }
    },
    get heldBytes() {
      return held
    },
  }
}
