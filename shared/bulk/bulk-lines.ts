import { type Options, parse } from 'csv-parse/sync'
import { storable } from '../platform/db/storable.ts'
import { parseDomain } from '../platform/domain-name.ts'
import type { NewBulkItem } from './queries.ts'

/** One line of a list as it came: its text, or null when its bytes are no text in the list's encoding. */
export type Line = { text: string } | { text: null; shown: string }

/** What of a wrong line is kept and shown. */
const SHOWN_CHARACTERS_MAX = 300
const HEADER = 'domain'

const CSV: Options = {
  // Lists come from spreadsheets of all countries; a domain contains none of these.
  delimiter: [',', ';', '\t'],
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: false,
}

/**
 * The lines of a CSV body (RFC 4180): the first column of each record, without the optional header. UTF-8, or UTF-16 with a byte order
 * mark; a record whose bytes are neither keeps its place. Quotes that do not close are taken as they stand, so that no line is lost.
 */
export function csvLines(bytes: Uint8Array): Line[] {
  const marked = textWithMark(bytes)
  // One character a byte: whatever the encoding, delimiters and quotes are ASCII, and every field is decoded by itself afterwards.
  const fields = firstFields(marked ?? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'))
  const lines = marked === null ? fields.map(decoded) : fields.map((text) => ({ text }))
  const [first] = lines
  return first?.text?.trim().toLowerCase() === HEADER ? lines.slice(1) : lines
}

/** The whole text when a byte order mark says how to read it; null without one. A UTF-8 mark is no more than skipped. */
function textWithMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return null
}

const UTF8_MARK_IN_LATIN1 = '\u00ef\u00bb\u00bf'

function firstFields(text: string): string[] {
  const content = text.startsWith(UTF8_MARK_IN_LATIN1) ? text.slice(UTF8_MARK_IN_LATIN1.length) : text
  // A stray quote swallows line breaks: what it swallowed were lines of the list.
  return records(content).flatMap(([field = '']) => field.split(/\r\n|\n|\r/))
}

function records(text: string): string[][] {
  try {
    return parse(text, CSV) as string[][]
  } catch {
    return parse(text, { ...CSV, quote: null }) as string[][]
  }
}

function decoded(field: string): Line {
  const bytes = Buffer.from(field, 'latin1')
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { text: null, shown: new TextDecoder('windows-1252').decode(bytes) }
  }
}

/** The lines of a list as they are stored, one for each, in order: valid, repeating an earlier one, or wrong with what is wrong. */
export function bulkItems(lines: readonly Line[], sandboxDomain: string): { items: NewBulkItem[]; accepted: number } {
  const firstLineOf = new Map<string, number>()
  let accepted = 0
  const items = lines.map((line, index): NewBulkItem => {
    if (line.text === null) return wrong(line.shown, 'is not valid UTF-8')
    const parsed = parseDomain(line.text, sandboxDomain)
    if (!parsed.ok) return wrong(line.text, parsed.message)
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

function wrong(text: string, message: string): NewBulkItem {
  const error = { code: 'INVALID_DOMAIN', message: `The domain ${message}.` }
  return storable({ domain: text.slice(0, SHOWN_CHARACTERS_MAX), error })
}
