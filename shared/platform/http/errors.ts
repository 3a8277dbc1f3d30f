/** One code, one status (the table of the contract); its meaning is for the document. Whatever is not here reaches nobody. */
export const ERRORS = {
  UNAUTHORIZED: { status: 401, meaning: 'Credentials are missing or invalid.' },
  FORBIDDEN: { status: 403, meaning: 'This credential may not do that.' },
  TIER_REQUIRED: { status: 403, meaning: 'The account needs another tier for this.' },
  NOT_FOUND: { status: 404, meaning: 'There is no such thing, or it belongs to another account.' },
  METHOD_NOT_ALLOWED: { status: 405, meaning: 'The route does not take this method; Allow names those that it takes.' },
  JOB_IN_PROGRESS: { status: 409, meaning: 'The analysis has not finished yet.' },
  ACCOUNT_CLOSED: { status: 410, meaning: 'The account is closed.' },
  SUBSCRIPTIONS_DISCONTINUED: { status: 410, meaning: 'New subscriptions are no longer sold; credit packs are.' },
  PAYLOAD_TOO_LARGE: { status: 413, meaning: 'The body is larger than the route takes.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, meaning: 'The body is not of a media type that the route takes.' },
  VALIDATION_ERROR: { status: 422, meaning: 'A parameter or field is not valid; details names each.' },
  INVALID_DOMAIN: { status: 422, meaning: 'The text is not the name of a registrable domain.' },
  INVALID_COMBINATION: { status: 400, meaning: 'Two settings of the request exclude each other.' },
  UNSUPPORTED_PROVIDER: { status: 400, meaning: 'Keys of this language-model provider are not taken.' },
  NO_PAYMENT_METHOD: { status: 400, meaning: 'No card is saved; set one up first.' },
  INVALID_AUTO_RECHARGE: { status: 400, meaning: 'A setting of the auto-recharge is out of range.' },
  NO_BILLING_CUSTOMER: { status: 400, meaning: 'The account has never bought anything.' },
  MALFORMED_JSON: { status: 400, meaning: 'The body is not valid JSON.' },
  INVALID_IDEMPOTENCY_KEY: { status: 400, meaning: 'Idempotency-Key is not 1 to 255 printable ASCII characters.' },
  INVALID_SIGNATURE: { status: 400, meaning: 'The signature of the event does not verify.' },
  LLM_KEY_REJECTED: { status: 422, meaning: 'The provider does not accept this key.' },
  KEY_LIMIT_REACHED: { status: 422, meaning: 'The account holds as many keys as it may.' },
  INSUFFICIENT_CREDITS: { status: 402, meaning: 'The credits do not suffice.' },
  QUOTA_EXCEEDED: { status: 402, meaning: 'The quota of this month is used up and there are no credits.' },
  RATE_LIMITED: { status: 429, meaning: 'Too many requests; Retry-After says when to try again.' },
  IDEMPOTENCY_MISMATCH: { status: 409, meaning: 'This Idempotency-Key was used with another request.' },
  IDEMPOTENCY_IN_PROGRESS: { status: 409, meaning: 'The first request with this Idempotency-Key is still running.' },
  TEMPLATE_EXISTS: { status: 409, meaning: 'The account has a template of this name.' },
  NOT_DEAD_LETTERED: { status: 409, meaning: 'The delivery has not been given up.' },
  LINK_INVALID: { status: 403, meaning: 'The link is not as it was signed.' },
  LINK_EXPIRED: { status: 410, meaning: 'The link has expired.' },
  DISPATCH_FAILED: { status: 503, meaning: 'The analysis could not be queued; nothing was charged.' },
  REVERSE_WHOIS_UNAVAILABLE: {
    status: 503,
    meaning: 'The provider of WHOIS records cannot be asked; nothing was charged.',
  },
  UNAVAILABLE: { status: 503, meaning: 'Something the service depends on is out of reach; try again shortly.' },
  INTERNAL: { status: 500, meaning: 'Something went wrong on our side.' },
} as const

export type ErrorCode = keyof typeof ERRORS

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
    const later = ERRORS[code].status === 503 ? { 'retry-after': String(RETRY_AFTER_SECONDS) } : {}
    this.headers = { ...later, ...more.headers }
  }

  get status(): (typeof ERRORS)[ErrorCode]['status'] {
    return ERRORS[this.code].status
  }
}

/** The one answer to a credential that is missing, wrong, revoked or of a closed account. */
export function unauthorized(): PublicError {
  return new PublicError('UNAUTHORIZED', 'Credentials are missing or invalid.')
}
