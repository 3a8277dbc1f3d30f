import { bulkItems } from '../../../shared/bulk/bulk-lines.ts'
import { tooManyLines } from '../../../shared/bulk/submit-bulk.ts'
import { csvRequest, jsonRequest, requireJsonSize } from '../../../workers/bulk/contract.ts'

export interface HostileList {
  kind: string
  type: 'text/csv' | 'application/json'
  body: Uint8Array<ArrayBuffer>
}

const LINES_MAX = 10_000

/** Repeats `unit` until the text has about `bytes` bytes, including `before` and `after`. */
const filled = (bytes: number, unit: string, before = '', after = '') => {
  const units = Math.floor((bytes - before.length - after.length) / Buffer.byteLength(unit))
  return Uint8Array.from(Buffer.from(before + unit.repeat(Math.max(1, units)) + after))
}

/**
 * A list of the largest size with 10,000 lines has lines of this length. A second column fills the
 * line, because a longer domain would be refused without being read.
 */
const line = (name: string) => {
  const bytes = Math.ceil((4 * 1024 * 1024) / LINES_MAX) + 1
  return `${`${name},`.padEnd(bytes - Buffer.byteLength(name) + name.length - 1, 'x')}\n`
}

const rare = (count: number) =>
  Array.from({ length: count }, (_, n) => String.fromCodePoint(0x4e00 + n * 7)).join('')

const CSV: Record<string, (bytes: number) => Uint8Array<ArrayBuffer>> = {
  'line feeds': (bytes) => filled(bytes, '\n'),
  'carriage returns': (bytes) => filled(bytes, '\r'),
  'line feeds in UTF-16': (bytes) =>
    Uint8Array.from(Buffer.from(`\ufeff${'\n'.repeat(bytes / 2 - 1)}`, 'utf16le')),
  'short lines': (bytes) => filled(bytes, 'a\n'),
  'one line': (bytes) => filled(bytes, 'a'),
  'one line of blanks': (bytes) => filled(bytes, ' '),
  commas: (bytes) => filled(bytes, ','),
  'commas after a name': (bytes) => filled(bytes, ',', 'a.com'),
  'empty quoted cells': (bytes) => filled(bytes, '"",'),
  'one open quotation mark': (bytes) => filled(bytes, 'a\n', '"'),
  'quotation marks alone': (bytes) => filled(bytes, '"'),
  'open quotation marks': (bytes) => filled(bytes, 'a,"b\n'),
  'open quotation marks in cells': (bytes) => filled(bytes, ',"x'),
  'open and doubled quotation marks': (bytes) => filled(bytes, ',"""", "'),
  'line feeds in a quoted cell': (bytes) => filled(bytes, '\n', '"', '"'),
  'line feeds in a later quoted cell': (bytes) => filled(bytes, '\n', 'a.com,"', '"'),
  'invalid UTF-8': (bytes) =>
    filled(bytes, '\u00ff').map((byte, index) => (index % 430 === 0 ? 0x0a : byte & 0xbf)),
  'valid domains': (bytes) =>
    filled(
      bytes,
      line(`${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com`),
    ),
  'names of dots and a colon': (bytes) => filled(bytes, line(`${'a.'.repeat(200)}a:x`)),
  'long names of dots and a colon': (bytes) => filled(bytes, `${'a.'.repeat(1_020)}:x@\n`),
  'names of colons': (bytes) => filled(bytes, line(`${':'.repeat(410)}x`)),
  'names of rare characters': (bytes) => filled(bytes, line(`${rare(135)}.com`)),
  'labels of rare characters': (bytes) => filled(bytes, line(`${rare(55)}.${rare(55)}.com`)),
  'long labels of rare characters': (bytes) => filled(bytes, `${rare(680)}.com\n`),
  'short labels of umlauts': (bytes) => filled(bytes, line(`${'\u00fc.'.repeat(125)}com`)),
  'names of real Punycode': (bytes) => filled(bytes, line(`${'xn--tda.'.repeat(31)}com`)),
  'labels of umlauts': (bytes) =>
    filled(bytes, line(`${'\u00fc'.repeat(56)}.${'\u00e9'.repeat(56)}.${'\u00e4'.repeat(56)}.com`)),
  'names of Punycode': (bytes) => filled(bytes, line(`${'xn--a.'.repeat(40)}com`)),
  'long labels of Punycode': (bytes) => filled(bytes, line(`xn--${'a9'.repeat(200)}.com`)),
  'characters that expand': (bytes) =>
    filled(bytes, line(`${'\ufdfa'.repeat(60)}.${'\ufdfa'.repeat(60)}.com`)),
  'characters that become words': (bytes) =>
    filled(bytes, line(`${'\u3316'.repeat(60)}.${'\u3316'.repeat(60)}.com`)),
  'ignored characters': (bytes) => filled(bytes, line(`\u00fc${'\u00ad'.repeat(200)}.com`)),
  'combining marks in runs': (bytes) =>
    filled(bytes, line(`${`a${'\u0323\u0301'.repeat(15)}`.repeat(6)}.com`)),
  'combining marks': (bytes) => filled(bytes, line(`a${'\u0323\u0301'.repeat(100)}.com`)),
}

const JSON_BODIES: Record<string, (bytes: number) => Uint8Array<ArrayBuffer>> = {
  'short strings': (bytes) => filled(bytes, '"a",', '{"domains":[', '"a"]}'),
  zeros: (bytes) => filled(bytes, '0,', '{"domains":[', '0]}'),
  'bare zeros': (bytes) => filled(bytes, '0,'),
  'empty lists': (bytes) => filled(bytes, '[],', '{"domains":[', '[]]}'),
  'empty objects': (bytes) => filled(bytes, '{},', '{"domains":[', '{}]}'),
  'open lists': (bytes) => filled(bytes, '['),
  'open objects': (bytes) => filled(bytes, '{"a":'),
  'unknown fields': (bytes) =>
    filled(bytes, ' ', `{${Array.from({ length: bytes / 12 }, (_, n) => `"a${n}":0`).join()}`, '}'),
  'ten thousand numbers': (bytes) =>
    filled(bytes, ' ', `{"domains":[${'0,'.repeat(LINES_MAX - 1)}0]`, '}'),
  'one string': (bytes) => filled(bytes, 'a', '{"domains":["', '"]}'),
  'one string of escapes': (bytes) => filled(bytes, '\\u00e9', '{"domains":["', '"]}'),
  'quotation marks': (bytes) => filled(bytes, '"'),
  backslashes: (bytes) => filled(bytes, '\\', '"'),
  blanks: (bytes) => filled(bytes, ' '),
  'long names of colons': (bytes) =>
    filled(bytes, `"${':'.repeat(2_040)}x",`, '{"domains":[', '"a"]}'),
}

/** Lists of about `bytes` bytes that an attacker could send to use much time or memory. */
export const hostileLists = (bytes: number): HostileList[] => [
  ...Object.entries(CSV).map(([kind, body]) => ({
    kind,
    type: 'text/csv' as const,
    body: body(bytes),
  })),
  ...Object.entries(JSON_BODIES).map(([kind, body]) => ({
    kind,
    type: 'application/json' as const,
    body: body(bytes),
  })),
]

const SETTINGS = { depth: 'deep', passive: false } as const

/**
 * Reads a list as the API does before it uses the database. Returns the number of items, or the
 * error message if the list is refused.
 */
export function readList({ type, body }: HostileList): number | string {
  try {
    const { lines } = type === 'text/csv' ? csvRequest(SETTINGS, body, LINES_MAX) : readJson(body)
    if (lines.length > LINES_MAX) throw tooManyLines(LINES_MAX)
    return JSON.stringify(bulkItems(lines, 'sandbox.example').items).length
  } catch (error) {
    return (error as Error).message.slice(0, 200)
  }
}

function readJson(body: Uint8Array) {
  requireJsonSize(body, LINES_MAX)
  return jsonRequest(JSON.parse(new TextDecoder().decode(body)), {})
}
