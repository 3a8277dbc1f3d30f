const error = <const Status extends number>(status: Status, meaning: string) => ({
  status,
  meaning,
})

export const ERRORS = {
  UNAUTHORIZED: error(401, 'Credentials are missing or invalid.'),
  FORBIDDEN: error(403, 'This credential is not allowed to use the route.'),
  CADENCE_NOT_ALLOWED: error(403, 'The tier of the account does not include checks this often.'),
  TIER_REQUIRED: error(403, 'The tier of the account does not include this feature.'),
  NOT_FOUND: error(404, 'The resource does not exist or belongs to another account.'),
  METHOD_NOT_ALLOWED: error(
    405,
    'The route does not accept this method; the Allow header lists the accepted methods.',
  ),
  JOB_IN_PROGRESS: error(409, 'The analysis has not finished yet.'),
  LIST_ENDED: error(409, 'The list has already ended, so it cannot be stopped.'),
  ACCOUNT_CLOSED: error(410, 'The account is closed.'),
  SUBSCRIPTIONS_DISCONTINUED: error(
    410,
    'New subscriptions are no longer sold; buy a credit pack instead.',
  ),
  PAYLOAD_TOO_LARGE: error(413, 'The request body is larger than the limit of the route.'),
  UNSUPPORTED_MEDIA_TYPE: error(
    415,
    'The route does not accept the media type of the request body.',
  ),
  VALIDATION_ERROR: error(422, 'A parameter or field is not valid; `details` lists each one.'),
  INVALID_DOMAIN: error(422, 'The text is not a domain name under a public suffix.'),
  INVALID_COMBINATION: error(400, 'Two settings of the request exclude each other.'),
  UNSUPPORTED_PROVIDER: error(
    400,
    'The service does not accept keys of this language-model provider.',
  ),
  NO_PAYMENT_METHOD: error(400, 'The account has no saved card; save a card first.'),
  INVALID_AUTO_RECHARGE: error(400, 'A setting of auto-recharge is out of range.'),
  NO_BILLING_CUSTOMER: error(400, 'The account has never bought anything.'),
  MALFORMED_JSON: error(400, 'The request body is not valid JSON.'),
  INVALID_IDEMPOTENCY_KEY: error(
    400,
    'Idempotency-Key is not 1 to 255 printable ASCII characters.',
  ),
  INVALID_SIGNATURE: error(400, 'The signature of the event is not valid.'),
  LLM_KEY_REJECTED: error(422, 'The provider does not accept this key.'),
  MONITOR_LIMIT_REACHED: error(
    422,
    'The account has reached its limit of monitors and has no credit.',
  ),
  REGISTRY_FULL: error(
    422,
    'The registry of the domain cannot carry the checks of one more domain.',
  ),
  SHARE_LIMIT_REACHED: error(422, 'The account has reached its limit of live shares.'),
  KEY_LIMIT_REACHED: error(422, 'The account has reached its limit of API keys.'),
  INSUFFICIENT_CREDITS: error(402, 'The account does not have enough credits.'),
  QUOTA_EXCEEDED: error(402, 'The monthly quota is used up and the account has no credits.'),
  RATE_LIMITED: error(
    429,
    'Too many requests; the Retry-After header contains the seconds to wait.',
  ),
  IDEMPOTENCY_MISMATCH: error(
    409,
    'This Idempotency-Key was already used with a different request.',
  ),
  IDEMPOTENCY_IN_PROGRESS: error(
    409,
    'The first request with this Idempotency-Key is still running.',
  ),
  TEMPLATE_EXISTS: error(409, 'The account already has a template with this name.'),
  FEEDBACK_ACCEPTED: error(409, 'The report has been accepted and can no longer change.'),
  NOT_DEAD_LETTERED: error(409, 'The delivery is not a dead letter.'),
  LINK_INVALID: error(403, 'The link has no valid signature.'),
  LINK_EXPIRED: error(410, 'The link has expired.'),
  DISPATCH_FAILED: error(503, 'The analysis could not be queued; nothing was charged.'),
  REVERSE_WHOIS_UNAVAILABLE: error(
    503,
    'The provider of WHOIS records is not reachable or not configured; nothing was charged.',
  ),
  UNAVAILABLE: error(503, 'A system that the service needs is not reachable; try again shortly.'),
  INTERNAL: error(500, 'An internal error occurred.'),
} as const

export type ErrorCode = keyof typeof ERRORS

const RETRY_AFTER_SECONDS = 30

export interface ErrorDetail {
  path: string
  message: string
  /** A value, or the name of a field or parameter, that the service would accept. */
  suggestion?: string
}

/**
 * Details of status 402: credits that the request costs and the account has, and the time (ISO
 * 8601) at which the next quota begins.
 */
export interface PaymentDetails {
  required: number
  balance: number
  period_end: string
}

export type Details = ErrorDetail[] | PaymentDetails

/** The message is sent to the caller, so it must not contain internal details. */
export class PublicError extends Error {
  readonly code: ErrorCode
  readonly details: Details | undefined
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    message: string,
    more: { details?: Details; headers?: Record<string, string> } = {},
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
 * The error is the same for every reason, so an attacker cannot learn if a credential is missing,
 * wrong, revoked or of a closed account.
 */
export function unauthorized(): PublicError {
  return new PublicError('UNAUTHORIZED', 'Credentials are missing or invalid.')
}

/** `seconds`: time after which a new request can succeed. */
export function rateLimited(message: string, seconds: number): PublicError {
  return new PublicError('RATE_LIMITED', message, {
    headers: { 'retry-after': String(Math.max(1, seconds)) },
  })
}

export const feedbackLimited = (seconds: number): PublicError =>
  rateLimited('The account has given as much feedback as it may in 24 hours.', seconds)
