/** The parts of an OpenAPI 3.1 document that this service's document is made of; schemas are JSON Schema 2020-12. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  example?: unknown
  default?: unknown
  format?: string
  pattern?: string
  description?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  prefixItems?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

export interface MediaType {
  schema?: Schema
  example?: unknown
  examples?: Record<string, { $ref: string } | { summary?: string; value: unknown }>
}

export interface ResponseDescription {
  description: string
  headers?: Record<string, { $ref: string } | { description?: string; schema: Schema }>
  content?: Record<string, MediaType>
  'x-error-codes'?: readonly string[]
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
  example?: unknown
}

export interface Operation {
  operationId?: string
  tags?: string[]
  summary?: string
  description?: string
  security?: Record<string, string[]>[]
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { required?: boolean; content: Record<string, MediaType> }
  responses: Record<string, ResponseDescription>
}

export interface Document {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags?: { name: string; description: string }[]
  components: {
    schemas: Record<string, Schema>
    headers?: Record<string, { description: string; schema: Schema; example?: unknown }>
    parameters?: Record<string, Parameter>
    examples?: Record<string, { summary: string; value: unknown }>
    securitySchemes: Record<string, object>
  }
  paths: Record<string, Record<string, Operation>>
}

/** The schema that a reference into the document's schemas names; any other schema as it is. */
export function resolved(schema: Schema, schemas: Record<string, Schema>): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (schemas[name] ?? {})
}
