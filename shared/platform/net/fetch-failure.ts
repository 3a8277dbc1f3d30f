import { onAbort } from '../on-abort.ts'
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
  /** The name servers of the host gave no answer. */
  | 'unresolved'
  /** Our DNS services failed, so nothing is known about the host. */
  | 'dns_unavailable'
  /** The time was over before the DNS answered, so it is unknown who failed. */
  | 'dns_timeout'

/** The message is one sentence that is shown to people. */
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

/** Errors of `fetch` and sockets have no code, so the words of the message decide. */
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

// The words of an error and of its cause. One level is enough, because Node's HTTP client (undici)
// wraps the original error only once.
function errorWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 500)
  const cause = error.cause instanceof Error ? error.cause.message : ''
  return `${error.message} ${cause}`.slice(0, 500)
}

/** Rejects as soon as `signal` aborts, because some functions of the runtime ignore signals. */
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
