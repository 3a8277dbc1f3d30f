import { hostOf } from './url.ts'

/** Why an outgoing request brought nothing. */
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

/** An outgoing request that brought nothing, with one sentence a person can read. Expected: collectors turn it into an outcome. */
export class FetchFailure extends Error {
  readonly reason: FetchFailureReason
  /** The redirects that were followed before the request failed. */
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

/** The failure that a thrown fetch or socket error means. The runtime gives no codes, so its words are read. */
export function fetchFailure(error: unknown, url: string): FetchFailure {
  if (error instanceof FetchFailure) return error
  const host = hostOf(url)
  const name = error instanceof Error ? error.name : ''
  const words = errorWords(error)
  if (name === 'TimeoutError' || name === 'AbortError' || TIMEOUT_WORDS.test(words))
    return new FetchFailure('timeout', `${host} did not answer in time.`, { cause: error })
  if (TLS_WORDS.test(words))
    return new FetchFailure('tls_error', `${host} has no valid TLS certificate or handshake.`, { cause: error })
  return new FetchFailure('refused', `${host} refused or dropped the connection.`, { cause: error })
}

/** Messages of an error and of what caused it, two levels deep: undici wraps the cause once. */
function errorWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 500)
  const cause = error.cause instanceof Error ? error.cause.message : ''
  return `${error.message} ${cause}`.slice(0, 500)
}

/**
 * The promise, or the signal's reason as soon as it aborts: for parts of a runtime that do not watch signals. The loser's rejection is
 * taken, so that it never surfaces as unhandled.
 */
export function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
