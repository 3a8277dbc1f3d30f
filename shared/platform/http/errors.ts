export const ERRORS = {
  UNAUTHORIZED: { status: 401, meaning: 'Credentials are missing or invalid.' },
  FORBIDDEN: { status: 403, meaning: 'This credential is not allowed to use the route.' },
  CADENCE_NOT_ALLOWED: {
    status: 403,
    meaning: 'The tier of the account does not include checks this often.',
  },
  TIER_REQUIRED: { status: 403, meaning: 'The tier of the account does not include this feature.' },
  NOT_FOUND: { status: 404, meaning: 'The resource does not exist or belongs to another account.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The route does not accept this method; the Allow header lists the accepted methods.',
  },
  JOB_IN_PROGRESS: { status: 409, meaning: 'The analysis has not finished yet.' },
  ACCOUNT_CLOSED: { status: 410, meaning: 'The account is closed.' },
  SUBSCRIPTIONS_DISCONTINUED: {
    status: 410,
    meaning: 'New subscriptions are no longer sold; buy a credit pack instead.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    meaning: 'The request body is larger than the limit of the route.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The route does not accept the media type of the request body.',
  },
  VALIDATION_ERROR: {
    status: 422,
    meaning: 'A parameter or field is not valid; `details` lists each one.',
  },
  INVALID_DOMAIN: { status: 422, meaning: 'The text is not a domain name under a public suffix.' },
  INVALID_COMBINATION: { status: 400, meaning: 'Two settings of the request exclude each other.' },
  UNSUPPORTED_PROVIDER: {
    status: 400,
    meaning: 'The service does not accept keys of this language-model provider.',
  },
  NO_PAYMENT_METHOD: { status: 400, meaning: 'The account has no saved card; save a card first.' },
  INVALID_AUTO_RECHARGE: { status: 400, meaning: 'A setting of auto-recharge is out of range.' },
  NO_BILLING_CUSTOMER: { status: 400, meaning: 'The account has never bought anything.' },
  MALFORMED_JSON: { status: 400, meaning: 'The request body is not valid JSON.' },
  INVALID_IDEMPOTENCY_KEY: {
    status: 400,
    meaning: 'Idempotency-Key is not 1 to 255 printable ASCII characters.',
  },
  INVALID_SIGNATURE: { status: 400, meaning: 'The signature of the event is not valid.' },
  LLM_KEY_REJECTED: { status: 422, meaning: 'The provider does not accept this key.' },
  MONITOR_LIMIT_REACHED: {
    status: 422,
    meaning: 'The account has reached its limit of monitors and has no credit.',
  },
  KEY_LIMIT_REACHED: { status: 422, meaning: 'The account has reached its limit of API keys.' },
  INSUFFICIENT_CREDITS: { status: 402, meaning: 'The account does not have enough credits.' },
  QUOTA_EXCEEDED: {
    status: 402,
    meaning: 'The monthly quota is used up and the account has no credits.',
  },
  RATE_LIMITED: {
    status: 429,
    meaning: 'Too many requests; the Retry-After header contains the seconds to wait.',
  },
  IDEMPOTENCY_MISMATCH: {
    status: 409,
    meaning: 'This Idempotency-Key was already used with a different request.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    meaning: 'The first request with this Idempotency-Key is still running.',
  },
  TEMPLATE_EXISTS: { status: 409, meaning: 'The account already has a template with this name.' },
  FEEDBACK_ACCEPTED: {
    status: 409,
    meaning: 'The report has been accepted and can no longer change.',
  },
  NOT_DEAD_LETTERED: { status: 409, meaning: 'The delivery is not a dead letter.' },
  LINK_INVALID: { status: 403, meaning: 'The link has no valid signature.' },
  LINK_EXPIRED: { status: 410, meaning: 'The link has expired.' },
  DISPATCH_FAILED: {
    status: 503,
    meaning: 'The analysis could not be queued; nothing was charged.',
  },
  REVERSE_WHOIS_UNAVAILABLE: {
    status: 503,
    meaning: 'The provider of WHOIS records is not reachable; nothing was charged.',
  },
  UNAVAILABLE: {
    status: 503,
    meaning: 'A system that the service needs is not reachable; try again shortly.',
  },
  INTERNAL: { status: 500, meaning: 'An internal error occurred.' },
} as const

export type ErrorCode = keyof typeof ERRORS

const RETRY_AFTER_SECONDS = 30

export interface ErrorDetail {
  path: string
  message: string
}

/**
 * Error with a code and a message for the API caller. The message must not contain internal
 * details.
 */
export class PublicError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetail[] | undefined
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    message: string,
    more: { details?: ErrorDetail[]; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.name = 'PublicError'
    this.code = code
    this.details = more.details
    const later = ERRORS[code].status === 503 ? { 'retry-after': String(RETRY_AFTER_SECONDS) } : {}
    this.headers = { ...later, ...more.headers }
  }

  get status(): (typeof ERRORS)[ErrorCode]['status'] {
    return ERRORS[this.code].status
  }
}

/**
 * Returns the same error for every invalid credential. An attacker cannot learn if the credential
 * is missing, wrong or revoked, or if its account is closed.
 */
export function unauthorized(): PublicError {
  return new PublicError('UNAUTHORIZED', 'Credentials are missing or invalid.')
}

/**
 * Returns the error for a used-up limit. `seconds` is the time after which the request can succeed.
 */
export function rateLimited(message: string, seconds: number): PublicError {
  return new PublicError('RATE_LIMITED', message, {
    headers: { 'retry-after': String(Math.max(1, seconds)) },
  })
}

/**
 * Returns the error for an account that has given too much feedback. `seconds` is the time after
 * which it may give more.
 */
export const feedbackLimited = (seconds: number): PublicError =>
  rateLimited('The account has given as much feedback as it may in 24 hours.', seconds)
