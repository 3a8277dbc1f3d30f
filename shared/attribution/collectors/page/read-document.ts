import { Parser } from 'htmlparser2'
import { DocumentReader } from './document-reader.ts'
import { elementKind } from './element-kinds.ts'
import type { LeftOut, PageDocument } from './page-document.ts'
import { createPageLimits, type PageLimits } from './page-limits.ts'
import { atOnce, createSlice, type SlicedWork } from './slices/sliced-work.ts'

// The browser engine Blink has the same limit. A page with deeper nesting is probably an attack.
const DEPTH_MAX = 512
// The HTML is read in portions of this length. The depth and the limits are checked after each
// portion.
const CHUNK_CHARACTERS = 16_384
const CHARACTERS_PER_UNIT = 80
// Length of the part at the end that is read if a page exceeds a limit. It usually contains the
// copyright line.
const TAIL_CHARACTERS = 32 * 1024

/** Never throws. Time is linear in the length of the HTML. */
export const readDocument = (html: string): PageDocument =>
  atOnce(documentOf(html, createPageLimits()()))

/** If a page exceeds a limit, only its beginning and its end are read. */
export function* documentOf(html: string, limits: PageLimits): SlicedWork<PageDocument> {
  const reader = new DocumentReader(limits)
  const head = yield* readPart(html, reader, (markup) =>
    reader.depth > DEPTH_MAX ? 'nesting' : limits.take('markup', markup) ? null : 'markup',
  )
  if (head.exceeded !== null) {
    yield
    reader.interrupt(head.exceeded)
    const tail = html.slice(tailStart(html, head.end))
    yield
    yield* readPart(tail, reader, () => null)
    yield
  }
  return yield* reader.finished()
}

// Reads until the end or until a limit is exceeded. Returns the limit and the position where the
// reading ended.
function* readPart(
  html: string,
  reader: DocumentReader,
  limitOf: (markup: number) => LeftOut | null,
): SlicedWork<{ end: number; exceeded: LeftOut | null }> {
  let attributesRead = 0
  const parser: Parser = new Parser({
    onattribute: () => {
      attributesRead += 1
    },
    onopentag: (name, attributes) => {
      const source = html.slice(parser.startIndex + 1 + name.length, parser.endIndex)
      reader.open(elementKind(name), attributes, source)
    },
    onclosetag: (name) => reader.close(elementKind(name)),
    ontext: (text) => reader.text(text),
  })
  const slice = createSlice()
  for (let start = 0; start < html.length; start += CHUNK_CHARACTERS) {
    const chunk = html.slice(start, start + CHUNK_CHARACTERS)
    attributesRead = 0
    parser.write(chunk)
    const markup = attributesRead + marksIn(chunk)
    const exceeded = limitOf(markup)
    if (exceeded !== null) return { end: start + chunk.length, exceeded }
    if (slice.isFull(markup + chunk.length / CHARACTERS_PER_UNIT)) yield
  }
  parser.end()
  return { end: html.length, exceeded: null }
}

// Counts the signs that begin tags and character references. Comments and closing tags without an
// element are included, because they also cost time.
const marksIn = (chunk: string): number => occurrences(chunk, '<') + occurrences(chunk, '&')

function occurrences(text: string, character: string): number {
  let count = 0
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count += 1
  return count
}

// The end of a page must not begin inside of a script, a style sheet or a comment. Otherwise its
// code would be read as text.
const NOT_TEXT = [
  ['<script', '</script'],
  ['<style', '</style'],
  ['<!--', '-->'],
] as const

function tailStart(html: string, from: number): number {
  let start = Math.max(from, html.length - TAIL_CHARACTERS)
  for (const [opening, closing] of NOT_TEXT) {
    const opened = html.lastIndexOf(opening, start)
    const closed = opened < 0 ? start : html.indexOf(closing, opened)
    if (closed > start) start = closed
  }
  const tag = html.indexOf('<', start)
  return tag < 0 ? start : tag
}
