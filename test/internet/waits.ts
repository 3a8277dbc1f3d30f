import type { SampleRequest } from './messages.ts'
import { NetworkFailure } from './network-failure.ts'

/**
 * Waits. Rejects with a NetworkFailure of kind `closed` if the caller disconnects or the simulated
 * internet is closed.
 */
export type Wait = (ms: number) => Promise<void>

export class Waits {
  readonly #pending = new Set<() => void>()

  /**
   * Returns a function that waits for this request. The request's abort signal is read only when
   * the function is called, because few requests wait.
   */
  of(request: Pick<SampleRequest, 'url'> & Partial<Pick<SampleRequest, 'signal'>>): Wait {
    return (ms) =>
      new Promise((resolve, reject) => {
        const { url, signal } = request
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
