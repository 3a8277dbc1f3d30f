import type { OpenAPIObject } from 'openapi3-ts/oas31'
import { type Listed, openApiDocument, operationsOf } from '../../workers/openapi/document.ts'
import type { Schemas } from '../../workers/openapi/examples.ts'
import { app } from '../structure/endpoints.ts'

/** The document as the service serves it, under the address of the deployed service. */
export const document: OpenAPIObject = openApiDocument(app, 'https://api.attribution.example')
export const operations: Listed[] = operationsOf(document.paths)
export const schemas: Schemas = document.components?.schemas ?? {}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What stands under these is data and not schema. */
const DATA = new Set(['example', 'examples', 'enum', 'const', 'default'])

/** The document with every object closed, so that a field which it does not name is a mismatch. */
export function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (!isRecord(value)) return value
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, DATA.has(key) && !isRecord(part) ? part : closed(part)]),
  )
  const describesObject = isRecord(copy.properties) && [copy.type].flat().includes('object')
  if (describesObject && copy.additionalProperties === undefined) copy.additionalProperties = false
  return copy
}
