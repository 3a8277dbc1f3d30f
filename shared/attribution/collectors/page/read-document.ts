import { Parser } from 'htmlparser2'
import { DocumentReader } from './document-reader.ts'
import type { PageDocument } from './page-document.ts'

/** Browsers stop at this depth too (Blink's limit); deeper trees are built to hurt. Parsing stops there. */
const DEPTH_MAX = 512
/** The parser is fed in pieces, so that a hostile tree is noticed soon after it passes the limit. */
const CHUNK_CHARACTERS = 16_384

/** Reads an HTML page. Never throws; linear in the length of the page. */
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
