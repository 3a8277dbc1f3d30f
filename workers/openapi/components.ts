import type { HeaderObject, ParameterObject, SecuritySchemeObject } from 'openapi3-ts/oas31'

export const SECURITY_SCHEMES = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description:
      'An API key of the account, from POST /auth/keys. `Authorization: Bearer dak_…` is the ' +
      'same. If a request contains both credentials, the service uses the API key.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'An access token of the identity provider, from POST /auth/verify-token or the ' +
      "provider's own sign-in.",
  },
} satisfies Record<string, SecuritySchemeObject>

export const HEADERS: Record<string, HeaderObject> = {
  'X-Request-Id': {
    description:
      'Identifies this request in our logs. Include this id when you contact us about a request.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
    example: 'req_01jz3c9m4wf5h8x2q6t7v0n1ke',
  },
  RateLimit: {
    description:
      'Requests left now (r) and seconds until more requests are allowed (t), as in ' +
      'draft-ietf-httpapi-ratelimit-headers. Absent if no limit was checked.',
    schema: { type: 'string' },
    example: '"default";r=58;t=1',
  },
  'RateLimit-Policy': {
    description: 'Number of allowed requests (q) in a window of seconds (w).',
    schema: { type: 'string' },
    example: '"default";q=60;w=60',
  },
  'Retry-After': {
    description:
      'Seconds to wait before the next attempt. In an answer about unfinished work: before the ' +
      'next question about it.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '5',
  },
  Location: {
    description: 'The path where the outcome of the request can be polled.',
    schema: { type: 'string' },
    example: '/jobs/job_01jz3c9m4wf5h8x2q6t7v0n1ke',
  },
  'Content-Disposition': {
    description: 'The name of the file (RFC 6266).',
    schema: { type: 'string' },
    example: 'inline; filename="example.com_2026-11-26_certificate.csv"',
  },
  'X-LLM-API-Key-Used': {
    description:
      'Present if the request brought an X-LLM-API-Key. `false`: the key is not used, because ' +
      'the job already existed (`deduplicated`), or because quick analyses and sandbox ' +
      'domains use no language model.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  'Idempotency-Replayed': {
    description:
      'Present if this is the stored response to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
}

export const PARAMETERS: Record<string, ParameterObject> = {
  'X-Request-Id': {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'Your own id for this request (8 to 64 characters of A-Z a-z 0-9 _ -). The service ' +
      'replaces an invalid value by a new id.',
    schema: { type: 'string' },
    example: 'import-2026-11-20-0001',
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      '1 to 255 printable ASCII characters. For 24 hours, a repeated request with this key ' +
      'gets the first response and has no further effect.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
    example: 'order-4711',
  },
}
