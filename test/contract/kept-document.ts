import { readFileSync } from 'node:fs'
import type { OpenAPIObject } from 'openapi3-ts/oas31'
import { type Listed, operationsOf } from '../../workers/openapi/document.ts'

/**
 * The OpenAPI document that is stored in the repository. Tests read the stored file, because
 * generating the document would load the whole application. openapi.test.ts checks that the file is
 * current.
 */
export const document: OpenAPIObject = JSON.parse(
  readFileSync(new URL('../structure/openapi.json', import.meta.url), 'utf8'),
)
export const operations: Listed[] = operationsOf(document.paths)

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Values of these JSON Schema keywords are data, not schemas, so `closed` keeps them. */
const DATA = new Set(['example', 'examples', 'enum', 'const', 'default'])

/**
 * Returns a copy in which no object allows additional fields. So the tests find fields of a
 * response that are not documented.
 */
export function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (!isRecord(value)) return value
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      DATA.has(key) && !isRecord(part) ? part : closed(part),
    ]),
  )
  const describesObject = isRecord(copy.properties) && [copy.type].flat().includes('object')
  if (describesObject && copy.additionalProperties === undefined) copy.additionalProperties = false
  return copy
}
