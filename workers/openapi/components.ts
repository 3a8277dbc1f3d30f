import type { HeaderObject, ParameterObject, SecuritySchemeObject } from 'openapi3-ts/oas31'

export const SECURITY_SCHEMES = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A key of the account, from POST /auth/keys. On routes that take both credentials the key wins.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      "An access token of the identity provider, from POST /auth/verify-token or the provider's own sign-in.",
  },
} satisfies Record<string, SecuritySchemeObject>

export const HEADERS: Record<string, HeaderObject> = {
  'X-Request-Id': {
    description: 'Names this request in our logs; say it when you ask about one.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
    example: 'req_01jz3c9m4wf5h8x2q6t7v0n1ke',
  },
  RateLimit: {
    description:
      'Requests left now (r) and seconds until more (t), by draft-ietf-httpapi-ratelimit-headers. Absent where no limit was asked.',
    schema: { type: 'string' },
    example: '"default";r=58;t=1',
  },
  'RateLimit-Policy': {
    description: 'Requests (q) in a window of seconds (w).',
    schema: { type: 'string' },
    example: '"default";q=60;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next try.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '5',
  },
  'Content-Disposition': {
    description: 'The name of the file (RFC 6266).',
    schema: { type: 'string' },
    example: 'inline; filename="example.csv"',
  },
  'Idempotency-Replayed': {
    description: 'Set when this is the stored answer to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
}

export const PARAMETERS: Record<string, ParameterObject> = {
  'X-Request-Id': {
    name: 'X-Request-Id',
    in: 'header',
    description: 'A name of your own for this request; any other value is replaced by one of ours.',
    schema: { type: 'string' },
    example: 'import-2026-11-20-0001',
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      '1 to 255 printable ASCII characters. For 24 hours a repetition of the same request gets the first answer and does nothing anew.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
    example: 'order-4711',
  },
}
