import type { OpenAPIHono } from '@hono/zod-openapi'
import type {
  OpenAPIObject,
  OperationObject,
  PathsObject,
  RequestBodyObject,
  ResponseObject,
} from 'openapi3-ts/oas31'
import { API_VERSION } from '../../shared/platform/http/api-version.ts'
import { refused } from '../../shared/platform/http/envelope.ts'
import { ERRORS } from '../../shared/platform/http/errors.ts'
import { HEADERS, PARAMETERS, SECURITY_SCHEMES } from './components.ts'
import { CONVENTIONS, TAGS } from './document-text.ts'
import { exampleOf, type Schemas } from './examples.ts'

const INVALID_FIELD = refused('VALIDATION_ERROR', 'domain: is required', [
  { path: 'domain', message: 'is required' },
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

function complete(operation: Operation, schemas: Schemas): void {
  const { parameters = [], requestBody, responses } = operation
  const own = parameters.flatMap((parameter) => ('schema' in parameter ? [parameter] : []))
  for (const parameter of own)
    if (parameter.in === 'path')
      parameter.example ??= exampleOf(parameter.schema ?? {}, schemas, parameter.name)
  operation.parameters = [...own, ...parameters.filter((parameter) => !('schema' in parameter))]
  for (const body of [requestBody, ...Object.values(responses)]) {
    const json = body?.content?.['application/json']
    if (json?.schema === undefined) continue
    const value = exampleOf(json.schema, schemas)
    if (json.examples === undefined) json.example ??= value
    else if ('anyOf' in json.schema) json.examples = { answer: { value }, ...json.examples }
  }
}

export function openApiDocument(
  app: Pick<OpenAPIHono, 'getOpenAPI31Document'>,
  serverUrl: string,
): OpenAPIObject {
  const head = {
    openapi: '3.1.0',
    info: { title: 'Domain Attribution Service', version: API_VERSION, description: CONVENTIONS },
    servers: [{ url: serverUrl }],
    tags: [...TAGS],
  }
  const { components: { schemas = {} } = {}, paths = {} } = app.getOpenAPI31Document(head)
  for (const { operation } of operationsOf(paths)) complete(operation, schemas)
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
  return { ...head, components: { securitySchemes: SECURITY_SCHEMES, ...components }, paths }
}
