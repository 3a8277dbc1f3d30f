import { type Options, parse } from 'csv-parse/sync'
import { storable } from '../platform/db/storable.ts'
import { parseDomain } from '../platform/domain-name.ts'
import type { NewBulkItem } from './queries.ts'

/**
 * One line of a submitted list of domains. `text` is null if the bytes of the line are not valid in the encoding of the list. In this case
 * `shown` contains the bytes as readable text.
 */
export type Line = { text: string } | { text: null; shown: string }

const SHOWN_CHARACTERS_MAX = 300
const HEADER = 'domain'

const CSV: Options = {
  // Possible delimiters of CSV columns, because spreadsheets in different countries use different delimiters. No domain contains one of
  // these characters.
  delimiter: [',', ';', '\t'],
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: false,
}

/**
 * Returns the first column of a CSV body (RFC 4180), without the optional header line. Accepts UTF-8, and UTF-16 with a byte order mark. A
 * line with invalid bytes gets null text. An unclosed quote counts as ordinary text, so that no line is lost.
 */
export function csvLines(bytes: Uint8Array): Line[] {
  const marked = decodeMarked(bytes)
  // Latin-1 maps each byte to one character, so the CSV parser can split a list that contains invalid UTF-8. The text of each line is
  // decoded later.
  const fields = firstFields(marked ?? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'))
  const lines = marked === null ? fields.map(decodeField) : fields.map((text) => ({ text }))
  const [first] = lines
  return first?.text?.trim().toLowerCase() === HEADER ? lines.slice(1) : lines
}

function decodeMarked(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return null
}

const UTF8_MARK_IN_LATIN1 = '\u00ef\u00bb\u00bf'

function firstFields(text: string): string[] {
  const content = text.startsWith(UTF8_MARK_IN_LATIN1) ? text.slice(UTF8_MARK_IN_LATIN1.length) : text
  // After an unclosed quotation mark, the CSV parser may return several lines of the list as one field.
  return records(content).flatMap(([field = '']) => field.split(/\r\n|\n|\r/))
}

function records(text: string): string[][] {
  try {
    return parse(text, CSV) as string[][]
  } catch {
    return parse(text, { ...CSV, quote: null }) as string[][]
  }
}

function decodeField(field: string): Line {
  const bytes = Buffer.from(field, 'latin1')
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { text: null, shown: new TextDecoder('windows-1252').decode(bytes) }
  }
}

/** Returns the database rows for the lines of a bulk list, in order. `accepted` is the number of lines with a valid domain. */
export function bulkItems(lines: readonly Line[], sandboxDomain: string): { items: NewBulkItem[]; accepted: number } {
  const firstLineOf = new Map<string, number>()
  let accepted = 0
  const items = lines.map((line, index): NewBulkItem => {
    if (line.text === null) return invalidItem(line.shown, 'is not valid UTF-8')
    const parsed = parseDomain(line.text, sandboxDomain)
    if (!parsed.ok) return invalidItem(line.text, parsed.message)
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

function invalidItem(text: string, message: string): NewBulkItem {
  return storable({
    domain: text.slice(0, SHOWN_CHARACTERS_MAX),
    error_code: 'INVALID_DOMAIN',
    error_message: `The domain ${message}.`,
  })
}
