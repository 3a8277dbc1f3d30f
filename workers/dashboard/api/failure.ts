export interface FieldProblem {
  path: string
  message: string
}

/**
 * `status` is 0 if no answer came, for example offline or after the time limit.
 * `code` is the service's error code, such as `QUOTA_EXCEEDED`.
 * `requestId` names the request in the service's log.
 */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | null
  readonly details: readonly FieldProblem[]
  readonly retryAfterSeconds: number | null

  constructor(failure: {
    status: number
    code: string
    message: string
    requestId: string | null
    details?: readonly FieldProblem[] | undefined
    retryAfterSeconds?: number | null
  }) {
    super(failure.message)
    this.name = 'ApiFailure'
    this.status = failure.status
    this.code = failure.code
    this.requestId = failure.requestId
    this.details = failure.details ?? []
    this.retryAfterSeconds = failure.retryAfterSeconds ?? null
  }
}

export function failureOf(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
  return new ApiFailure({
    status: 0,
    code: isTimeout ? 'TIMEOUT' : 'OFFLINE',
    message: isTimeout
      ? 'The service did not answer in time. Try again.'
      : 'The service cannot be reached. Check your connection and try again.',
    requestId: null,
  })
}
