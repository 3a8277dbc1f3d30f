import type { SampleRequest } from './messages.ts'
import { NetworkFailure } from './network-failure.ts'

/**
 * Waits. Rejects with a NetworkFailure of kind `closed` if the caller disconnects or the simulated
 * internet is closed.
 */
export type Wait = (ms: number) => Promise<void>

export class Waits {
  readonly #pending = new Set<() => void>()

  /** Few requests wait, so the abort signal of the request is read only when one waits. */
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
