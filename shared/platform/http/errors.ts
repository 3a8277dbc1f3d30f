/** One code, one status (the table of the contract). Whatever is not here reaches nobody. */
export const ERROR_STATUS = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  TIER_REQUIRED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  JOB_IN_PROGRESS: 409,
  ACCOUNT_CLOSED: 410,
  SUBSCRIPTIONS_DISCONTINUED: 410,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  VALIDATION_ERROR: 422,
  INVALID_DOMAIN: 422,
  INVALID_COMBINATION: 400,
  UNSUPPORTED_PROVIDER: 400,
  NO_PAYMENT_METHOD: 400,
  INVALID_AUTO_RECHARGE: 400,
  NO_BILLING_CUSTOMER: 400,
  MALFORMED_JSON: 400,
  INVALID_IDEMPOTENCY_KEY: 400,
  INVALID_SIGNATURE: 400,
  LLM_KEY_REJECTED: 422,
  KEY_LIMIT_REACHED: 422,
  INSUFFICIENT_CREDITS: 402,
  QUOTA_EXCEEDED: 402,
  RATE_LIMITED: 429,
  IDEMPOTENCY_MISMATCH: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  TEMPLATE_EXISTS: 409,
  NOT_DEAD_LETTERED: 409,
  LINK_INVALID: 403,
  LINK_EXPIRED: 410,
  DISPATCH_FAILED: 503,
  REVERSE_WHOIS_UNAVAILABLE: 503,
  UNAVAILABLE: 503,
  INTERNAL: 500,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** When to ask again after a 503 whose cause says nothing of it. */
const RETRY_AFTER_SECONDS = 30

export interface ErrorDetail {
  path: string
  message: string
}

/** A refusal that the caller may read: its message carries nothing of our inside. */
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
    const later = ERROR_STATUS[code] === 503 ? { 'retry-after': String(RETRY_AFTER_SECONDS) } : {}
    this.headers = { ...later, ...more.headers }
  }

  get status(): (typeof ERROR_STATUS)[ErrorCode] {
    return ERROR_STATUS[this.code]
  }
}

/** The one answer to a credential that is missing, wrong, revoked or of a closed account. */
export function unauthorized(): PublicError {
  return new PublicError('UNAUTHORIZED', 'Credentials are missing or invalid.')
}
