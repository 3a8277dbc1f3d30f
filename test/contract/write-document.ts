import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { document } from './document.ts'

/** Where the document is kept, so that a change of the interface is seen in review. */
export const SNAPSHOT = fileURLToPath(new URL('../structure/openapi.json', import.meta.url))

/** The document as it is kept. */
export const documentText = (): string => `${JSON.stringify(document, null, 1)}\n`

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(SNAPSHOT, documentText())
