// Format: master files (RFC 1035, section 5), as ICANN's CZDS and registries give them.

/** A name directly below the apex of its zone. */
export interface ZoneName {
  /** The label of the name in lower case: "example" in "example.com". */
  label: string
  /** Its name servers in lower case and in order, each once, with spaces between them. */
  nameServers: string
}

/** The message is one sentence for the person who gave the file. */
export class ZoneFileError extends Error {}

/** State of the parser between two pieces of a file. */
export interface ZoneReading {
  readonly zone: string
  /** Serial number of the zone's SOA. Null before it was read. */
  serial: number | null
  /** True if the apex has name servers. */
  hasNameServers: boolean
  /** True if the last record was the zone's SOA, which ends the files of ICANN's CZDS. */
  endsWithSoa: boolean
  origin: string
  line: number
  /** Owner of the last record as the file writes it. */
  owner: string
  /** Label of that owner: empty for the apex, null for any name that is not directly below it. */
  label: string | null
  /** Name whose name servers are being read. */
  open: string | null
  servers: string[]
  /** Text after the last complete record. */
  rest: string
}

/** Longest record, so that a file without line ends is refused before it fills the memory. */
const RECORD_CHARACTERS_MAX = 64 * 1024

const [NEWLINE, SPACE, QUOTE, DOLLAR] = [10, 32, 34, 36] as const
const [OPEN, CLOSE, ZERO, NINE, SEMICOLON, BACKSLASH] = [40, 41, 48, 57, 59, 92] as const

/** Starts to read the file of a zone, for example of "com". */
export function startZone(zone: string): ZoneReading {
  const apex = zone.toLowerCase()
  return {
    zone: apex,
    serial: null,
    hasNameServers: false,
    endsWithSoa: false,
    origin: apex,
    line: 0,
    owner: '',
    label: '',
    open: null,
    servers: [],
    rest: '',
  }
}

/**
 * Reads the next piece of the file, decoded as Latin-1, and returns the names that are complete. A
 * name whose records are in several places of the file is returned several times. Throws a
 * `ZoneFileError` that names the line.
 */
export function parseZone(piece: string, reading: ZoneReading): ZoneName[] {
  const text = reading.rest + piece.toLowerCase()
  const found: ZoneName[] = []
  let start = 0
  let bracket = text.indexOf('(')
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    if (bracket >= 0 && bracket < start) bracket = text.indexOf('(', start)
    if (bracket >= 0 && bracket < end) {
      const record = joinLines(text, start)
      if (record === null) break
      readRecord(record.text, 0, record.text.length, reading, found)
      reading.line += record.lines
      start = record.end
    } else {
      readRecord(text, start, end, reading, found)
      reading.line += 1
      start = end + 1
    }
  }
  reading.rest = text.slice(start)
  if (reading.rest.length > RECORD_CHARACTERS_MAX) throw failure(reading, 'the record is too long')
  return found
}

/** Returns the last names of the file. */
export function endZone(reading: ZoneReading): ZoneName[] {
  const found = parseZone('\n', reading)
  if (reading.rest !== '') throw failure(reading, 'a parenthesis is not closed')
  closeName(reading, found)
  return found
}

const failure = ({ line }: ZoneReading, what: string): ZoneFileError =>
  new ZoneFileError(`Line ${line + 1}: ${what}.`)

/**
 * Joins the lines of a record with parentheses, without them and without comments. Null if the
 * record does not end in this text.
 */
function joinLines(
  text: string,
  start: number,
): { text: string; lines: number; end: number } | null {
  let joined = ''
  let depth = 0
  let lines = 0
  for (let at = start; at < text.length; ) {
    const end = pieceEnd(text, at)
    joined += text.slice(at, end)
    const code = text.charCodeAt(end)
    at = end + 1
    if (code === SEMICOLON) {
      at = text.indexOf('\n', end)
      if (at < 0) return null
    } else if (code === NEWLINE) {
      lines += 1
      if (depth <= 0) return { text: joined, lines, end: at }
      joined += ' '
    } else if (code === OPEN || code === CLOSE) {
      depth += code === OPEN ? 1 : -1
      joined += ' '
    }
  }
  return null
}

/** End of the text before the next comment, line end or parenthesis that is not in quotes. */
function pieceEnd(text: string, start: number): number {
  let isQuoted = false
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at += 1
    else if (code === QUOTE) isQuoted = !isQuoted
    else if (code === NEWLINE) return at
    else if (!isQuoted && (code === SEMICOLON || code === OPEN || code === CLOSE)) return at
  }
  return text.length
}

function readRecord(
  text: string,
  start: number,
  end: number,
  reading: ZoneReading,
  found: ZoneName[],
): void {
  let at = start
  const first = at < end ? text.charCodeAt(at) : SEMICOLON
  if (first === SEMICOLON) return
  if (first === DOLLAR) {
    readDirective(text.slice(start, end), reading)
    return
  }
  reading.endsWithSoa = false
  if (!isBlank(first)) {
    at = wordEnd(text, start, end)
    const { owner } = reading
    if (owner.length !== at - start || !text.startsWith(owner, start)) {
      reading.owner = text.slice(start, at)
      reading.label = labelOf(fullName(reading.owner, reading.origin), reading.zone)
    }
  }
  if (reading.label === null) return
  let type: number
  do {
    type = wordStart(text, at, end)
    at = wordEnd(text, type, end)
  } while (isTtlOrClass(text, type, at))
  if (at - type === 2 && text.startsWith('ns', type)) {
    const server = wordStart(text, at, end)
    readServer(text.slice(server, wordEnd(text, server, end)), reading, found)
  } else if (reading.label === '' && at - type === 3 && text.startsWith('soa', type)) {
    const serial = Number(
      text
        .slice(at, end)
        .trim()
        .split(/[ \t]+/, 3)[2],
    )
    if (!Number.isInteger(serial)) throw failure(reading, 'the SOA has no serial number')
    reading.serial = serial
    reading.endsWithSoa = true
  }
}

function readServer(word: string, reading: ZoneReading, found: ZoneName[]): void {
  if (word === '') throw failure(reading, 'an NS record names no server')
  if (reading.label === '') {
    reading.hasNameServers = true
    return
  }
  if (reading.label !== reading.open) {
    closeName(reading, found)
    reading.open = reading.label
  }
  reading.servers.push(fullName(word, reading.origin))
}

function closeName(reading: ZoneReading, found: ZoneName[]): void {
  const { open, servers } = reading
  if (open === null) return
  found.push({ label: open, nameServers: joinServers(servers) })
  reading.open = null
  reading.servers = []
}

/** The name servers in order, each once. */
export const joinServers = (servers: readonly string[]): string =>
  servers.length === 1 ? (servers[0] ?? '') : [...new Set(servers)].sort().join(' ')

function readDirective(line: string, reading: ZoneReading): void {
  const text = line.split(';', 1)[0] ?? ''
  const [directive, value = ''] = text.trim().split(/[ \t]+/, 2)
  if (directive === '$origin') {
    if (value === '') throw failure(reading, '$origin names no domain')
    reading.origin = fullName(value, reading.origin)
    // The same owner now stands for another name.
    reading.owner = ''
  } else if (directive !== '$ttl') throw failure(reading, `${directive} is not supported`)
}

function fullName(word: string, origin: string): string {
  if (word.charCodeAt(word.length - 1) === 46) return word.slice(0, -1)
  if (word === '@') return origin
  return origin === '' ? word : `${word}.${origin}`
}

function labelOf(name: string, zone: string): string | null {
  if (name === zone) return ''
  const length = name.length - zone.length - 1
  if (length < 1 || name.indexOf('.') !== length) return null
  return name.endsWith(zone) ? name.slice(0, length) : null
}

/** Control characters too: in a label, `sort` would order them before the tab of the list. */
const isBlank = (code: number): boolean => code <= SPACE

function wordStart(text: string, from: number, end: number): number {
  let at = from
  while (at < end && isBlank(text.charCodeAt(at))) at += 1
  return at
}

function wordEnd(text: string, from: number, end: number): number {
  let at = from
  for (; at < end; at += 1) {
    const code = text.charCodeAt(at)
    if (isBlank(code) || code === SEMICOLON) break
  }
  return at
}

function isTtlOrClass(text: string, start: number, end: number): boolean {
  if (start === end) return false
  const first = text.charCodeAt(start)
  return (first >= ZERO && first <= NINE) || (end - start === 2 && text.startsWith('in', start))
}
