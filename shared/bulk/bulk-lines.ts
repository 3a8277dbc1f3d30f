import { utf8 } from '../platform/crypto/encodings.ts'
import { storable } from '../platform/db/storable.ts'
import { domainProblem, parseListedDomain } from '../platform/domain-name.ts'
import type { NewBulkItem } from './queries.ts'

/**
 * The first cell of a line. If its bytes are not valid in the encoding of the list, `text` is null
 * and `shown` contains them as readable text. `beside` is the start of the other cells: a customer
 * may have put the domain there by mistake.
 */
export type Line = { text: string; beside?: string } | { text: null; shown: string }

const SHOWN_CHARACTERS_MAX = 300
// Header texts of the first column. None of them is a domain, so a first line with such a text is
// skipped.
const HEADER =
  /^#?\s{0,3}(?:(?:list of|company|customer|site|website|web)[\s_-])?(?:domains?|(?:domain|host|site)[\s_-]?names?|fqdns?|hosts?|web[\s_-]?sites?|sites?|(?:web|internet)[\s_-]?(?:address(?:es)?|pages?)|urls?|links?|domaines?|noms? de domaine|sites? web|dom(?:ä|ae?)nen?(?:name)?n?|webseiten?|domini[oi]s?|domein(?:naam|namen)?|domeny?|домены?|доменное имя|сайты?|域名|网址|網域|网站|ドメイン名?|サイト|도메인)\s?:?$/iu
/** A line such as `sep=;`. Some spreadsheet programs write it first, to name the delimiter. */
const DELIMITER_LINE = /^sep=.?$/iu

const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE, QUOTE, COMMA, SEMICOLON] = [
  0x09, 0x0a, 0x0d, 0x20, 0x22, 0x2c, 0x3b,
]
const UTF8_MARK = [0xef, 0xbb, 0xbf]

/**
 * The first column of a CSV body (RFC 4180), without the optional header line and blank lines.
 * Accepts UTF-8, and UTF-16 with a byte order mark. If a line contains invalid bytes, its `text` is
 * null. Reading stops after `linesMax` + 1 lines, so that the caller sees a list that is too long.
 */
export function csvLines(body: Uint8Array, linesMax: number): Line[] {
  const lines: Line[] = []
  let isFirst = true
  for (const cell of firstCells(asUtf8(body))) {
    const line = decodeCell(cell)
    const text = line.text?.trim() ?? ''
    if (isFirst && DELIMITER_LINE.test(text)) continue
    const isHeader = isFirst && HEADER.test(text)
    isFirst = false
    if (!isHeader) lines.push(line)
    if (lines.length > linesMax) break
  }
  return lines
}

function asUtf8(body: Uint8Array): Uint8Array {
  if (body[0] === 0xff && body[1] === 0xfe) return utf8(new TextDecoder('utf-16le').decode(body))
  if (body[0] === 0xfe && body[1] === 0xff) return utf8(new TextDecoder('utf-16be').decode(body))
  return UTF8_MARK.every((byte, index) => body[index] === byte)
    ? body.subarray(UTF8_MARK.length)
    : body
}

interface Cell {
  bytes: Uint8Array
  quoted: boolean
  /** The first bytes of the other cells of the line. Not set if there are no other cells. */
  beside?: Uint8Array
}

const BESIDE_BYTES_MAX = 300

// Reads only the first cell of each line. A library that parses whole records would need gigabytes
// for a list of four million commas. The time is linear in the length of the list.
function* firstCells(list: Uint8Array): Generator<Cell> {
  for (let start = 0; start < list.length; ) {
    const quotedEnd = list[start] === QUOTE ? closingQuoteEnd(list, start) : -1
    const quoted = quotedEnd > 0
    const cellEnd = quoted ? quotedEnd : plainEnd(list, start)
    const lineEnd = endOfLine(list, cellEnd)
    if (quoted && !isBlank(list, start, lineEnd))
      yield* linesOfQuoted(list.subarray(start + 1, cellEnd - 1))
    else if (!isBlank(list, start, lineEnd)) {
      const beside = list.subarray(cellEnd, Math.min(lineEnd, cellEnd + BESIDE_BYTES_MAX))
      yield {
        bytes: list.subarray(start, cellEnd),
        quoted,
        ...(beside.length > 1 ? { beside } : {}),
      }
    }
    start = afterLineBreak(list, lineEnd)
  }
}

// A spreadsheet program can store several domains, one for each line, in one quoted cell. So each
// line within the cell counts as a line of the list.
function* linesOfQuoted(content: Uint8Array): Generator<Cell> {
  if (!content.some(isLineBreak)) yield { bytes: content, quoted: true }
  else yield* linesWithin(content)
}

function* linesWithin(content: Uint8Array): Generator<Cell> {
  for (let start = 0; start < content.length; ) {
    let end = start
    while (end < content.length && !isLineBreak(content[end])) end += 1
    if (!isBlank(content, start, end)) yield { bytes: content.subarray(start, end), quoted: true }
    start = afterLineBreak(content, end)
  }
}

const isLineBreak = (byte: number | undefined) => byte === LINE_FEED || byte === CARRIAGE_RETURN

// Comma, semicolon and tab all end a cell, because spreadsheet programs of different countries use
// different delimiters, and no domain contains one.
const endsCell = (byte: number | undefined) =>
  byte === undefined || isLineBreak(byte) || byte === COMMA || byte === SEMICOLON || byte === TAB

// Position after a quoted cell. The closing quotation mark must stand before a delimiter, a line
// break or the end of the list. Otherwise returns -1: the opening mark is then ordinary text, so
// that no line is lost.
function closingQuoteEnd(list: Uint8Array, start: number): number {
  for (let at = list.indexOf(QUOTE, start + 1); at !== -1; at = list.indexOf(QUOTE, at + 2)) {
    if (list[at + 1] !== QUOTE) return endsCell(list[at + 1]) ? at + 1 : -1
  }
  return -1
}

function plainEnd(list: Uint8Array, start: number): number {
  let at = start
  while (!endsCell(list[at])) at += 1
  return at
}

function endOfLine(list: Uint8Array, cellEnd: number): number {
  let at = cellEnd
  while (at < list.length && !isLineBreak(list[at])) {
    const start = at + 1
    const quotedEnd = list[start] === QUOTE ? closingQuoteEnd(list, start) : -1
    at = quotedEnd > 0 ? quotedEnd : plainEnd(list, start)
  }
  return at
}

const afterLineBreak = (list: Uint8Array, at: number) =>
  list[at] === CARRIAGE_RETURN && list[at + 1] === LINE_FEED ? at + 2 : at + 1

/** True if the line has no text. Spreadsheet programs write an empty row as delimiters only. */
function isBlank(list: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = list[at] ?? 0
    if (byte > ASCII_MAX) return BLANK.test(LOOSE_UTF8.decode(list.subarray(start, end)))
    if (byte > SPACE && byte !== QUOTE && byte !== COMMA && byte !== SEMICOLON) return false
  }
  return true
}

const ASCII_MAX = 0x7f
// Matches a line without visible text. Word processors write blank lines with spaces outside ASCII,
// such as U+00A0 and U+3000.
const BLANK = /^[\s\p{Cc}\p{Cf}",;]*$/u
const LOOSE_UTF8 = new TextDecoder('utf-8')

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const WINDOWS_1252 = new TextDecoder('windows-1252')

function decodeCell({ bytes, quoted, beside }: Cell): Line {
  try {
    const text = UTF8.decode(bytes)
    const more = beside === undefined ? {} : { beside: LOOSE_UTF8.decode(beside) }
    return { text: quoted ? text.replaceAll('""', '"') : text, ...more }
  } catch {
    return { text: null, shown: WINDOWS_1252.decode(bytes) }
  }
}

/** Items in the order of the lines. `accepted` is the number of lines with a valid domain. */
export function bulkItems(
  lines: readonly Line[],
  sandboxDomain: string,
): { items: NewBulkItem[]; accepted: number } {
  const firstLineOf = new Map<string, number>()
  let accepted = 0
  const items = lines.map((line, index): NewBulkItem => {
    if (line.text === null) return invalidItem(line.shown, 'is not valid UTF-8')
    const parsed = parseListedDomain(line.text, sandboxDomain)
    if (!parsed.ok)
      return invalidItem(
        line.text,
        parsed.message + columnHint(line, parsed.message, sandboxDomain),
      )
    accepted += 1
    const { domain, registrableDomain, sandbox } = parsed.name
    const first = firstLineOf.get(domain)
    if (first === undefined) firstLineOf.set(domain, index)
    return {
      domain,
      registrable_domain: registrableDomain,
      ...(sandbox === null ? {} : { sandbox }),
      ...(first === undefined ? {} : { same_as: first }),
    }
  })
  return { items, accepted }
}

// If another column of the line contains a domain, names it in the error, because only the first
// column is read.
function columnHint(
  { beside = '' }: Line & { beside?: string },
  message: string,
  sandboxDomain: string,
): string {
  if (message.endsWith('?')) return ''
  const other = beside
    .split(/[,;\t"\s]+/u, CELLS_MAX)
    .find((cell) => parseListedDomain(cell, sandboxDomain).ok)
  return other === undefined
    ? ''
    : `; the domain must stand in the first column, did you mean ${other}?`
}

const CELLS_MAX = 20

function invalidItem(text: string, message: string): NewBulkItem {
  return storable({
    domain: text.slice(0, SHOWN_CHARACTERS_MAX),
    error_code: 'INVALID_DOMAIN',
    error_message: domainProblem(message),
  })
}
