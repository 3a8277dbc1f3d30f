import { chargedNames } from '../../parts/sandbox-names.ts'

export const NAMES_MIN = 2
export const NAMES_MAX = 100

/**
 * Largest number of characters of a pasted text that are read. This is enough for 100 addresses of
 * 2,000 characters.
 */
export const PASTED_CHARACTERS_MAX = 200_000
const REFUSED_MAX = 100
// Largest number of characters of one name or address. A longer one is refused at once, because the
// conversion of an international name is slow. A valid name is always shorter.
const PIECE_CHARACTERS_MAX = 2_048
const HOST_CHARACTERS_MAX = 253

// A dot within the word, or an address.
const NAMELIKE = /[.。．@][^.。．]|:\/\/|\[dot\]/i

export interface RefusedName {
  text: string
  reason: string
}

export interface PastedNames {
  names: readonly string[]
  refused: readonly RefusedName[]
  /** Number of names in the text that repeat an earlier name. */
  repeated: number
  /**
   * True if the text was longer than PASTED_CHARACTERS_MAX, or if it had more refused names than
   * the page shows.
   */
  isCut: boolean
}

type ReadName = { name: string } | { reason: string }

/**
 * Reads names that are separated by white space, commas or semicolons. Of a web address or an email
 * address, only the host counts, also if it is written as `hxxps://a[.]example`. A word without a
 * dot is the text around the names, so it is not refused.
 * Returns each name once, in lower case and in ASCII (UTS 46). The service checks the names again.
 */
export function readPastedNames(text: string): PastedNames {
  const pieces = text.slice(0, PASTED_CHARACTERS_MAX).split(/[\s,;]+/)
  const names = new Set<string>()
  const refused = new Map<string, RefusedName>()
  let repeated = 0
  let isCut = text.length > PASTED_CHARACTERS_MAX
  for (const piece of pieces) {
    if (!NAMELIKE.test(piece)) continue
    const read = readName(piece)
    if ('name' in read) {
      if (names.has(read.name)) repeated += 1
      names.add(read.name)
    } else if (refused.size < REFUSED_MAX) {
      refused.set(piece, { text: piece, reason: read.reason })
    } else isCut = true
  }
  return { names: [...names], refused: [...refused.values()], repeated, isCut }
}

/**
 * Returns the highest possible price. The real price is lower if the service has recent analyses of
 * some names.
 */
export function highestCost(names: readonly string[]): number {
  const charged = chargedNames(names)
  return charged === 0 ? 0 : charged + 1
}

function readName(piece: string): ReadName {
  if (piece.length > PIECE_CHARACTERS_MAX) return { reason: 'is too long for a domain name' }
  const host = hostWithin(piece)
  if (host.startsWith('[') || /^[\d.]+$/.test(host))
    return { reason: 'is an IP address, not a domain name' }
  const ascii = asciiHost(host)
  if (ascii === null) return { reason: 'is not a valid domain name' }
  if (/^[\d.]+$/.test(ascii)) return { reason: 'is an IP address, not a domain name' }
  if (ascii.length > HOST_CHARACTERS_MAX) return { reason: 'is longer than 253 characters' }
  const labels = ascii.split('.')
  if (labels.length < 2) return { reason: 'has no dot, so it is not a domain name' }
  const isValid = labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label))
  return isValid ? { name: ascii } : { reason: 'has characters that a domain name cannot have' }
}

// Removes quotes and brackets around a text, and takes the host out of a web or email address.
function hostWithin(piece: string): string {
  const plain = piece
    .replaceAll(/\[\.\]|\(\.\)|\[dot\]/gi, '.')
    .replace(/^["'<(]{1,10}/, '')
    .replace(/["'>)]{1,10}$/, '')
  const schemeEnd = plain.indexOf('://')
  const rest = schemeEnd === -1 ? plain : plain.slice(schemeEnd + 3)
  const authority = rest.split(/[/?#\\]/, 1)[0] ?? ''
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  return host.replace(/:\d{0,5}$/, '').replace(/\.$/, '')
}

// Converts a name to ASCII in the way in which the browser reads addresses (WHATWG URL). Null for
// an invalid name.
function asciiHost(host: string): string | null {
  if (/[\s%:@]/.test(host)) return null
  try {
    const { hostname } = new URL(`http://${host}/`)
    return hostname === '' ? null : hostname
  } catch {
    return null
  }
}
