import { Parser } from 'htmlparser2'
import { DocumentReader } from './document-reader.ts'
import type { PageDocument } from './page-document.ts'

/**
 * Maximum nesting depth of HTML elements, the same as in the browser engine Blink. A page with deeper nesting is probably an attack, so
 * the parser stops.
 */
const DEPTH_MAX = 512
/** Number of characters that the HTML parser receives at a time. The nesting depth of HTML elements is checked after each such portion. */
const CHUNK_CHARACTERS = 16_384

/** Parses an HTML page. Hidden elements are left out. Never throws. The time is linear in the length of the HTML. */
export function readDocument(html: string): PageDocument {
  const reader = new DocumentReader()
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      onclosetag: (name) => reader.close(name),
      ontext: (text) => reader.text(text),
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  )
  for (let start = 0; start < html.length && reader.depth <= DEPTH_MAX; start += CHUNK_CHARACTERS)
    parser.write(html.slice(start, start + CHUNK_CHARACTERS))
  if (reader.depth <= DEPTH_MAX) parser.end()
  return reader.finished()
}
