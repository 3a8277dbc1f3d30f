import { NetworkFailure } from './network-failure.ts'

/**
 * Waits for a number of milliseconds. If the caller disconnects or the simulated internet is closed, rejects with a NetworkFailure of kind
 * `closed`.
 */
export type Wait = (ms: number) => Promise<void>

export class Waits {
  readonly #pending = new Set<() => void>()

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
