/** `isReadable` is false if the bytes of the line are not valid UTF-8 (or UTF-16). */
export interface ListLine {
  text: string
  isReadable: boolean
  /** Second column of the line, empty if it has none. */
  note: string
}

/** Largest list that the service accepts, in bytes. */
export const LIST_BYTES_MAX = 4 * 1024 * 1024
/**
 * Usual limit of lines (BULK_MAX_DOMAINS). A deployment may have another limit, so the service has
 * the last word.
 */
export const LIST_LINES_MAX = 10_000

const HEADER = 'domain'
const REPLACEMENT = '\ufffd'

/**
 * Decodes UTF-8, or UTF-16 if the list begins with a byte order mark. Invalid bytes become U+FFFD.
 */
export function decodeList(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return new TextDecoder('utf-8').decode(bytes)
}

/**
 * Reads a list as the service reads a CSV body (RFC 4180): only the first column, without the
 * optional header and blank lines.
 * Stops after `linesMax` + 1 lines. The time is linear in the length of the list.
 */
export function listLines(list: string, linesMax: number): ListLine[] {
  const lines: ListLine[] = []
  let isFirst = true
  for (const { text, note } of firstCells(list)) {
    const isReadable = !text.includes(REPLACEMENT)
    const isHeader = isFirst && isReadable && text.trim().toLowerCase() === HEADER
    isFirst = false
    if (!isHeader) lines.push({ text, isReadable, note })
    if (lines.length > linesMax) break
  }
  return lines
}

interface Cells {
  text: string
  note: string
}

function* firstCells(list: string): Generator<Cells> {
  for (let start = 0; start < list.length; ) {
    const quotedEnd = closingQuoteEnd(list, start)
    const cellEnd = quotedEnd ?? endOfCell(list, start)
    const lineEnd = endOfLine(list, cellEnd)
    if (!isBlank(list.slice(start, lineEnd))) {
      const note = cellEnd < lineEnd ? cellAt(list, cellEnd + 1) : ''
      if (quotedEnd === null) yield { text: list.slice(start, cellEnd), note }
      else yield* linesOfQuoted(list.slice(start + 1, quotedEnd - 1), note)
    }
    start = afterLineBreak(list, lineEnd)
  }
}

// A spreadsheet program can store several names in one quoted cell, one on each line, so each of
// its lines counts as a line of the list.
function* linesOfQuoted(content: string, note: string): Generator<Cells> {
  const parts = content.split(/\r\n|\r|\n/)
  for (const part of parts)
    if (parts.length === 1 || !isBlank(part)) yield { text: part.replaceAll('""', '"'), note }
}

const NOTE_CHARACTERS_MAX = 200

function cellAt(list: string, start: number): string {
  const quotedEnd = closingQuoteEnd(list, start)
  const text =
    quotedEnd === null
      ? list.slice(start, endOfCell(list, start))
      : list.slice(start + 1, quotedEnd - 1).replaceAll('""', '"')
  return text.trim().slice(0, NOTE_CHARACTERS_MAX)
}

const LINE_BREAKS = '\r\n'
// Characters that end a cell. Spreadsheet programs of different countries use different delimiters,
// and no domain contains one of them.
const CELL_ENDS = `${LINE_BREAKS},;\t`

// Position after the quoted cell that begins at `start`. Null if the cell has no closing quotation
// mark before a delimiter, a line break or the end. The first quotation mark is then ordinary text,
// so that no line is lost.
function closingQuoteEnd(list: string, start: number): number | null {
  if (list[start] !== '"') return null
  for (let at = list.indexOf('"', start + 1); at !== -1; at = list.indexOf('"', at + 2)) {
    const next = list[at + 1]
    if (next !== '"') return next === undefined || CELL_ENDS.includes(next) ? at + 1 : null
  }
  return null
}

function endOfCell(list: string, start: number): number {
  let at = start
  while (at < list.length && !CELL_ENDS.includes(list.charAt(at))) at += 1
  return at
}

function endOfLine(list: string, cellEnd: number): number {
  let at = cellEnd
  while (at < list.length && !LINE_BREAKS.includes(list.charAt(at))) {
    at = closingQuoteEnd(list, at + 1) ?? endOfCell(list, at + 1)
  }
  return at
}

const afterLineBreak = (list: string, at: number) => (list.startsWith('\r\n', at) ? at + 2 : at + 1)

// A line that consists only of these characters counts as blank. Word processors write spaces that
// are not in ASCII, and spreadsheet programs write empty cells.
const BLANK = /^[\s\p{Cc}\p{Cf}",;]*$/u
const INK = /[^\0- ",;]/
const ASCII_MAX = 0x7f

function isBlank(line: string): boolean {
  const ink = line.search(INK)
  return ink === -1 || (line.charCodeAt(ink) > ASCII_MAX && BLANK.test(line))
}
