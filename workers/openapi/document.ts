import type { OpenAPIHono } from '@hono/zod-openapi'
import type {
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  PathsObject,
  RequestBodyObject,
  ResponseObject,
  SchemaObject,
} from 'openapi3-ts/oas31'
import { API_VERSION } from '../../shared/platform/http/api-version.ts'
import { refused } from '../../shared/platform/http/envelope.ts'
import { ERRORS } from '../../shared/platform/http/errors.ts'
import { HEADERS, PARAMETERS, SECURITY_SCHEMES } from './components.ts'
import { CONVENTIONS, TAGS } from './document-text.ts'
import { exampleOf, type Schema, type Schemas } from './examples.ts'

const INVALID_FIELD = refused('VALIDATION_ERROR', 'domain: is missing', [
  { path: 'domain', message: 'is missing' },
])

export interface Operation extends OperationObject {
  responses: Record<string, ResponseObject>
  requestBody?: RequestBodyObject
}

export interface Listed {
  path: string
  method: string
  operation: Operation
}

export const operationsOf = (paths: PathsObject = {}): Listed[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

const REFUSAL = '#/components/schemas/Refusal'
const REFUSAL_ERROR = '#/components/schemas/RefusalError'

/** Lists the codes of a refusal beside its reference (JSON Schema 2020-12 allows siblings). */
function restrictCodes(schema: Schema, codes: readonly string[]): Schema {
  if (schema.$ref === REFUSAL) {
    const error = { $ref: REFUSAL_ERROR, properties: { code: { enum: [...codes] } } }
    return { ...schema, properties: { error } } as Schema
  }
  const { anyOf } = schema as SchemaObject
  return anyOf === undefined
    ? schema
    : { ...schema, anyOf: anyOf.map((choice) => restrictCodes(choice, codes)) }
}

// A prefix of three letters, an underscore and 26 characters (TypeID).
const IDENTIFIER_LENGTH = 30

// Zod compares the names of headers in lower case. The document writes them as HTTP does.
const headerName = (name: string): string =>
  name.startsWith('webhook-')
    ? name
    : name.replace(/\b(?:llm|api|id)\b|\b[a-z]/g, (part) => part.toUpperCase())

function completeParameter(parameter: ParameterObject, schemas: Schemas): void {
  if (parameter.in === 'header') parameter.name = headerName(parameter.name)
  if (parameter.in !== 'path') return
  parameter.example ??= exampleOf(parameter.schema ?? {}, schemas, parameter.name)
  if (parameter.name.endsWith('_id'))
    parameter.schema = { ...parameter.schema, maxLength: IDENTIFIER_LENGTH }
}

function complete(operation: Operation, schemas: Schemas): void {
  const { parameters = [], requestBody, responses } = operation
  const own = parameters.flatMap((parameter) => ('schema' in parameter ? [parameter] : []))
  for (const parameter of own) completeParameter(parameter, schemas)
  operation.parameters = [...own, ...parameters.filter((parameter) => !('schema' in parameter))]
  for (const body of [requestBody, ...Object.values(responses)]) {
    const json = body?.content?.['application/json']
    if (json?.schema === undefined) continue
    const value = exampleOf(json.schema, schemas)
    if (json.examples === undefined) {
      json.example ??= value
      continue
    }
    const codes = Object.keys(json.examples)
    if ('anyOf' in json.schema) json.examples = { answer: { value }, ...json.examples }
    json.schema = restrictCodes(json.schema, codes)
  }
}

/**
 * Replaces each `enum` with null by a choice (`anyOf`), because code generators read such an enum
 * in different ways.
 */
function withoutNullEnums(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNullEnums)
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).map(([name, part]) => [name, withoutNullEnums(part)])
  const copy: Record<string, unknown> = Object.fromEntries(parts)
  const { type, enum: values, ...rest } = copy
  if (!Array.isArray(type) || !Array.isArray(values) || !values.includes(null)) return copy
  const choice = {
    type: type.find((one) => one !== 'null'),
    enum: values.filter((one) => one !== null),
  }
  return { ...rest, anyOf: [choice, { type: 'null' }] }
}

export function openApiDocument(
  app: Pick<OpenAPIHono, 'getOpenAPI31Document'>,
  serverUrl: string,
): OpenAPIObject {
  const head = {
    openapi: '3.1.0',
    info: {
      title: 'Domain Attribution Service',
      version: API_VERSION,
      description: CONVENTIONS,
      contact: { name: 'Domain Attribution Service', url: new URL('/bot', serverUrl).href },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: [...TAGS],
  }
  const {
    components: { schemas = {} } = {},
    paths = {},
    webhooks = {},
  } = withoutNullEnums(app.getOpenAPI31Document(head)) as OpenAPIObject
  for (const { operation } of [...operationsOf(paths), ...operationsOf(webhooks)])
    complete(operation, schemas)
  const text = JSON.stringify(paths)
  const examples = Object.entries(ERRORS).flatMap(([code, { meaning }]) => {
    const value = code === 'VALIDATION_ERROR' ? INVALID_FIELD : refused(code, meaning)
    return text.includes(`/examples/${code}"`) ? [[code, { summary: meaning, value }] as const] : []
  })
  const components = {
    schemas,
    parameters: PARAMETERS,
    headers: HEADERS,
    examples: Object.fromEntries(examples),
  }
  return {
    ...head,
    components: { securitySchemes: SECURITY_SCHEMES, ...components },
    paths,
    webhooks,
  }
}
