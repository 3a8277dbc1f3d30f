import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { document } from './document.ts'

/** Where the document is kept, so that a change of the interface is seen in review. */
export const SNAPSHOT = fileURLToPath(new URL('../structure/openapi.json', import.meta.url))

/** Where its types are kept, so that the type check holds the typed client's flows against the document. */
export const TYPES = fileURLToPath(new URL('openapi-types.d.ts', import.meta.url))

/** The document as it is kept. */
export const documentText = (): string => `${JSON.stringify(document, null, 1)}\n`

/** Of a response, only its content has a type that a client reads; of a schema, no text for people. */
const WITHOUT_TYPE = new Set(['description', 'summary', 'example', 'examples', 'headers'])

function typed(value: unknown, namesFields = false): unknown {
  if (Array.isArray(value)) return value.map((part) => typed(part))
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).filter(([name]) => namesFields || !WITHOUT_TYPE.has(name))
  return Object.fromEntries(parts.map(([name, part]) => [name, typed(part, name === 'properties')]))
}

// The generator needs the compiler's interface, which TypeScript 7 has no more: `typescript` is 5 for it, `typescript-7` checks types.
/** The types of all routes, as openapi-typescript makes them of the document. A field with a default may be left out. */
export const typesText = async (): Promise<string> =>
  astToString(await openapiTypes(typed(document) as OpenAPI3, { defaultNonNullable: false }))

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(SNAPSHOT, documentText())
  writeFileSync(TYPES, await typesText())
}
