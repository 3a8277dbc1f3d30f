import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { document } from './document.ts'

/**
 * Path of the OpenAPI document. It is stored in the repository, so that reviewers see each change
 * of the API.
 */
export const SNAPSHOT = fileURLToPath(new URL('../structure/openapi.json', import.meta.url))

export const documentText = (): string => `${JSON.stringify(document, null, 1)}\n`

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(SNAPSHOT, documentText())
