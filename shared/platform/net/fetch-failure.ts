import { onAbort } from './on-abort.ts'
import { hostOf } from './url.ts'

export type FetchFailureReason =
  | 'forbidden'
  | 'no_address'
  | 'refused'
  | 'timeout'
  | 'tls_error'
  | 'redirect_loop'
  | 'not_text'
  | 'circuit_open'
  | 'unresolved'

/**
 * Error for a failed outgoing request. Its message is one sentence for people. The functions that
 * gather the evidence of an analysis (collectors) catch this error and report it.
 */
export class FetchFailure extends Error {
  readonly reason: FetchFailureReason
  readonly redirects: readonly Redirect[]

  constructor(
    reason: FetchFailureReason,
    message: string,
    options: ErrorOptions & { redirects?: readonly Redirect[] } = {},
  ) {
    super(message, options)
    this.name = 'FetchFailure'
    this.reason = reason
    this.redirects = options.redirects ?? []
  }
}

export interface Redirect {
  from: string
  to: string
  status: number
}

const TLS_WORDS = /\b(?:tls|ssl|certificate|cert|handshake|self[- ]signed)\b/iu
const TIMEOUT_WORDS = /\b(?:timeout|timed out|abort(?:ed)?)\b/iu

/**
 * Converts an error of `fetch` or of a socket to a FetchFailure. Such an error has no code, so the
 * words of its message decide the failure reason.
 */
export function fetchFailure(error: unknown, url: string): FetchFailure {
  if (error instanceof FetchFailure) return error
  const host = hostOf(url)
  const name = error instanceof Error ? error.name : ''
  const words = errorWords(error)
  if (name === 'TimeoutError' || name === 'AbortError' || TIMEOUT_WORDS.test(words))
    return new FetchFailure('timeout', `${host} did not answer in time.`, { cause: error })
  if (TLS_WORDS.test(words))
    return new FetchFailure('tls_error', `${host} has no valid TLS certificate or handshake.`, {
      cause: error,
    })
  return new FetchFailure('refused', `${host} refused or dropped the connection.`, { cause: error })
}

/**
 * Returns the messages of an error and of its direct cause. Node's HTTP client (undici) wraps the
 * original error only once, so deeper causes are not needed.
 */
function errorWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 500)
  const cause = error.cause instanceof Error ? error.cause.message : ''
  return `${error.message} ${cause}`.slice(0, 500)
}

/**
 * Returns the result of a promise, or rejects with the reason of `signal` if the signal aborts
 * first. Needed for functions of the runtime that ignore signals. If the promise rejects after the
 * abort, this rejection is not reported as unhandled.
 */
export function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const remove = onAbort(signal, () => reject(signal.reason))
    promise.then(
      (value) => {
        remove()
        resolve(value)
      },
      (error: unknown) => {
        remove()
        reject(error)
      },
    )
  })
}
