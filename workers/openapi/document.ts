import type { OpenAPIHono } from '@hono/zod-openapi'
import { encode } from '@toon-format/toon'
import { API_VERSION } from '../../shared/platform/http/api-version.ts'
import { refused } from '../../shared/platform/http/envelope.ts'
import { ERROR_STATUS, type ErrorCode } from '../../shared/platform/http/errors.ts'
import { CONVENTIONS, TAGS } from './document-text.ts'
import { ERROR_MEANINGS } from './error-meanings.ts'
import { exampleOf } from './examples.ts'
import {
  type Document,
  type MediaType,
  type Operation,
  type ResponseDescription,
  resolved,
  type Schema,
} from './schema.ts'

const SECURITY_SCHEMES = {
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
} as const

const HEADERS: NonNullable<Document['components']['headers']> = {
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

const PARAMETERS: NonNullable<Document['components']['parameters']> = {
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

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_STATUS, code)
const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` })

/** The envelope of a refusal with one of these codes. */
export function refusalSchema(codes: readonly string[]): Schema {
  const details: Schema = {
    type: 'array',
    description: 'Each offending field, with VALIDATION_ERROR.',
    items: { $ref: '#/components/schemas/ErrorDetail' },
  }
  const error: Schema = {
    type: 'object',
    properties: { code: { type: 'string', enum: [...codes] }, message: { type: 'string' }, details },
    required: ['code', 'message'],
  }
  return {
    type: 'object',
    properties: { data: { type: 'null' }, error, meta: { type: 'null' } },
    required: ['data', 'error', 'meta'],
  }
}

/** A reference to the envelope of these codes, kept in the schemas under a name such as `NotFoundRefusal`. */
function refusalRef(codes: readonly string[], schemas: Record<string, Schema>): Schema {
  const words = codes.flatMap((code) => code.toLowerCase().split('_'))
  const name = `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Refusal`
  schemas[name] ??= refusalSchema(codes)
  return { $ref: `#/components/schemas/${name}` }
}

/** `getJobsByJobId` for GET /jobs/{job_id}. */
function operationIdOf(method: string, path: string): string {
  const words = path
    .replace(/\{([^}]+)\}/g, 'by_$1')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
  return method + words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('')
}

/** Examples of a refusal: one for each code, referred to. */
function refusalExamples(codes: readonly string[]): NonNullable<MediaType['examples']> {
  return Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]))
}

function completeBody(response: ResponseDescription, schemas: Record<string, Schema>): void {
  const { content, 'x-error-codes': said } = response
  const codes = said === undefined ? undefined : [...said].sort()
  delete response['x-error-codes']
  for (const [type, media] of Object.entries(content ?? {})) {
    if (type === 'application/toon') media.schema = { $ref: '#/components/schemas/Toon' }
    else if (type !== 'application/json' || media.schema === undefined) continue
    else if (codes === undefined) media.example ??= exampleOf(media.schema, schemas)
    else if (media.schema.$ref?.endsWith('/ErrorEnvelope')) {
      media.schema = refusalRef(codes, schemas)
      media.examples = refusalExamples(codes)
    } else {
      media.examples = { answer: { value: exampleOf(media.schema, schemas) }, ...refusalExamples(codes) }
      media.schema = { anyOf: [media.schema, refusalRef(codes, schemas)] }
    }
  }
  if (codes !== undefined && response.description === said?.join(', '))
    response.description = codes
      .map((code) => `\`${code}\`: ${isErrorCode(code) ? ERROR_MEANINGS[code] : ''}`)
      .join('\n')
  else if (codes !== undefined) response.description += ` Or ${codes.map((code) => `\`${code}\``).join(', ')}.`
}

const FILE_TYPES = ['text/csv', 'application/pdf', 'application/x-ndjson']

/** Which of the house's headers an answer of that status can carry. */
function headersOf(status: number, limited: boolean, idempotent: boolean): string[] {
  return [
    'X-Request-Id',
    ...(limited ? ['RateLimit', 'RateLimit-Policy'] : []),
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
    ...(idempotent && ![402, 429].includes(status) && status < 500 ? ['Idempotency-Replayed'] : []),
  ]
}

/** What every route has and no contract says: names, headers, the enumeration of codes, examples. */
function complete(
  operation: Operation,
  route: { method: string; path: string; idempotent: boolean; limited: boolean },
  schemas: Record<string, Schema>,
): void {
  operation.operationId = operationIdOf(route.method, route.path)
  for (const parameter of operation.parameters ?? []) {
    if ('schema' in parameter && parameter.in === 'path')
      parameter.example ??= exampleOf(parameter.schema, schemas, parameter.name)
  }
  operation.parameters = [
    ...(operation.parameters ?? []),
    { $ref: '#/components/parameters/X-Request-Id' },
    ...(route.idempotent ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : []),
  ]
  const sent = operation.requestBody?.content['application/json']
  if (sent?.schema !== undefined) sent.example ??= exampleOf(sent.schema, schemas)
  for (const [status, response] of Object.entries(operation.responses)) {
    completeBody(response, schemas)
    const isFile = FILE_TYPES.some((type) => response.content?.[type] !== undefined)
    const names = [
      ...headersOf(Number(status), route.limited, route.idempotent),
      ...(isFile ? ['Content-Disposition'] : []),
    ]
    response.headers = { ...response.headers, ...Object.fromEntries(names.map((name) => [name, headerRef(name)])) }
  }
}

function errorExamples(used: ReadonlySet<string>): NonNullable<Document['components']['examples']> {
  const meanings = Object.entries(ERROR_MEANINGS).filter(([code]) => used.has(code))
  const entries = meanings.map(([code, meaning]) => {
    const details = code === 'VALIDATION_ERROR' ? [{ path: 'domain', message: 'is required' }] : undefined
    return [
      code,
      { summary: meaning, value: refused(code, details === undefined ? meaning : 'domain: is required', details) },
    ]
  })
  return Object.fromEntries(entries)
}

/** An extended schema as one object: a composition of objects says the same, and few readers and generators take it as one. */
function flattenExtended(schemas: Record<string, Schema>): void {
  for (const [name, schema] of Object.entries(schemas)) {
    if (schema.allOf === undefined) continue
    const parts = schema.allOf.map((part) => resolved(part, schemas))
    schemas[name] = {
      type: 'object',
      properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
      required: [...new Set(parts.flatMap(({ required = [] }) => required))],
    }
  }
}

/** The generator writes a pattern's flag `u` behind it; patterns of JSON Schema are Unicode without saying so. */
function dropPatternFlags(part: unknown): void {
  if (typeof part !== 'object' || part === null) return
  if ('pattern' in part && typeof part.pattern === 'string') part.pattern = part.pattern.replace(/\/u$/, '')
  for (const inner of Object.values(part)) dropPatternFlags(inner)
}

type Described = Pick<OpenAPIHono, 'openAPIRegistry' | 'getOpenAPI31Document'>

/** The OpenAPI 3.1 document of an application, generated from its routes and completed by what holds for all of them. */
export function openApiDocument(app: Described, serverUrl: string): Document {
  for (const [name, scheme] of Object.entries(SECURITY_SCHEMES))
    app.openAPIRegistry.registerComponent('securitySchemes', name, scheme)
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Domain Attribution Service', version: API_VERSION, description: CONVENTIONS },
    servers: [{ url: serverUrl }],
    tags: [...TAGS],
  }) as unknown as Document & { webhooks?: object }
  delete document.webhooks
  dropPatternFlags(document)
  const { components } = document
  flattenExtended(components.schemas)
  components.headers = HEADERS
  components.parameters = { ...components.parameters, ...PARAMETERS }
  const responses = Object.values(document.paths).flatMap((path) =>
    Object.values(path).flatMap((operation) => Object.values(operation.responses)),
  )
  components.examples = errorExamples(new Set(responses.flatMap((response) => response['x-error-codes'] ?? [])))
  delete components.schemas.ErrorEnvelope
  components.schemas.ErrorDetail = {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'The field, as `domains.3`.' },
      message: { type: 'string' },
    },
    required: ['path', 'message'],
  }
  components.schemas.Toon = {
    type: 'string',
    description: 'The same body as application/json, in TOON (Token-Oriented Object Notation).',
    example: encode(refused('NOT_FOUND', ERROR_MEANINGS.NOT_FOUND)),
  }
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const codes = operation.responses['400']?.['x-error-codes'] ?? []
      const idempotent = codes.includes('INVALID_IDEMPOTENCY_KEY')
      const limited = (operation.security ?? []).length > 0
      complete(operation, { method, path, idempotent, limited }, components.schemas)
    }
  }
  return document
}
