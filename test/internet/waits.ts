import { NetworkFailure } from './network-failure.ts'

/** Waits for a time; rejects with a closed NetworkFailure as soon as the asker hangs up or the internet is closed. */
export type Wait = (ms: number) => Promise<void>

/** The pauses that are going on, so that closing the internet ends them all. */
export class Waits {
  readonly #pending = new Set<() => void>()

  /** A wait bound to one request. */
  of(url: string, signal?: AbortSignal): Wait {
    return (ms) =>
      new Promise((resolve, reject) => {
        const stop = (settle: () => void) => () => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', closed)
          this.#pending.delete(closed)
          settle()
        }
        const closed = stop(() => reject(new NetworkFailure('closed', url)))
        const timer = setTimeout(stop(resolve), ms)
        if (signal?.aborted) return closed()
        signal?.addEventListener('abort', closed)
        this.#pending.add(closed)
      })
  }

  endAll(): void {
    for (const closed of this.#pending) closed()
  }
}
