import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript'

const DOCUMENT = new URL('../structure/openapi.json', import.meta.url)
const TYPES = fileURLToPath(
  new URL('../../workers/dashboard/api/openapi-types.d.ts', import.meta.url),
)

/**
 * Parts of the document that are removed. The test client reads only bodies, so it needs no types
 * of headers and of texts for people.
 */
const WITHOUT_TYPE = new Set(['description', 'summary', 'example', 'examples', 'headers'])

function typed(value: unknown, namesFields = false): unknown {
  if (Array.isArray(value)) return value.map((part) => typed(part))
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).filter(([name]) => namesFields || !WITHOUT_TYPE.has(name))
  return Object.fromEntries(parts.map(([name, part]) => [name, typed(part, name === 'properties')]))
}

// The generator needs the compiler API of TypeScript 5, so version 5 of the package `typescript` is
// installed. The package `typescript-7` checks types.
const types = await openapiTypes(typed(JSON.parse(readFileSync(DOCUMENT, 'utf8'))) as OpenAPI3, {
  // Request fields with a default value stay optional in the types, because clients may leave them
  // out.
  defaultNonNullable: false,
})
writeFileSync(TYPES, astToString(types))
