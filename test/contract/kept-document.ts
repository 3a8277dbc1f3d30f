import { readFileSync } from 'node:fs'
import type { OpenAPIObject } from 'openapi3-ts/oas31'
import { type Listed, operationsOf } from '../../workers/openapi/document.ts'

/**
 * The document as the repository keeps it. The tests of the service read it instead of making it, which would load the whole application
 * into each of them and let every change of a source select all of them. openapi.test.ts compares it with the one that the routes make.
 */
export const document: OpenAPIObject = JSON.parse(
  readFileSync(new URL('../structure/openapi.json', import.meta.url), 'utf8'),
)
export const operations: Listed[] = operationsOf(document.paths)

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
