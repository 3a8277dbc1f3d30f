import { parse } from 'tldts'
import { checkDomain, withoutWww } from './domain-check.ts'
import { plainPiecesOf, REFANGED } from './pasted-pieces.ts'
import { isSandbox } from './sandbox-names.ts'

export const PASTED_CHARACTERS_MAX = 200_000
export const PASTED_NAMES_MAX = 10_000
const ADDRESSES_MAX = 1_000
const REJECTED_MAX = 20
/** Longest part of a text that stands beside the name found in it. */
const FROM_CHARACTERS_MAX = 120
const HOST_CHARACTERS_MAX = 1_012

interface PastedName {
  /** In lower case and in ASCII (A-labels). */
  domain: string
  from: string
}

export interface RejectedText {
  text: string
  reason: string
}

export interface PastedNames {
  /** In the order of the text. Each name stands here once. */
  names: readonly PastedName[]
  /** IP addresses. */
  addresses: readonly string[]
  rejected: readonly RejectedText[]
  /** True if the text is one name, address or email address, and nothing else. */
  isWhole: boolean
  /** True if the text has more characters or names than are read. */
  isCut: boolean
}

// Nobody writes a URL, an email address or a defanged name by accident. A dot in a sentence,
// however, need not be part of a domain.
interface Candidate {
  host: string
  isCertain: boolean
  /** True if the host is all that was written. */
  isPlain: boolean
}

type Reading = { domain: string } | { address: string } | { reason: string } | null

/**
 * Finds the domains in any text, for example a ticket, the headers of an email or a CSV file.
 * Undoes defanging (`hxxp`, `[.]`). Of `www.` hosts, only the site counts, unless the name is the
 * whole text.
 */
export function pastedNames(text: string): PastedNames {
  const pieces = plainPiecesOf(text.slice(0, PASTED_CHARACTERS_MAX))
  const isAlone = pieces.length === 1 && !/\s/.test(text.trim())
  const isList = !/\S[^\S\n]+\S/.test(text.slice(0, PASTED_CHARACTERS_MAX))
  const names = new Map<string, string>()
  const addresses = new Set<string>()
  const rejected = new Map<string, string>()
  let isCut = text.length > PASTED_CHARACTERS_MAX
  for (const piece of new Set(pieces)) {
    const from = piece
      .slice(0, FROM_CHARACTERS_MAX)
      .replaceAll(REFANGED, '.')
      .replace(/[.:!?]{1,9}$/, '')
    for (const candidate of candidatesOf(piece)) {
      const read = readHost(candidate, isAlone, isList)
      if (read === null) continue
      if ('reason' in read) {
        if (rejected.size < REJECTED_MAX) rejected.set(from, read.reason)
      } else if ('address' in read) {
        if (addresses.size < ADDRESSES_MAX) addresses.add(read.address)
      } else if (names.size >= PASTED_NAMES_MAX && !names.has(read.domain)) isCut = true
      else if (!names.has(read.domain)) names.set(read.domain, from)
    }
  }
  return {
    names: Array.from(names, ([domain, from]) => ({ domain, from })),
    addresses: [...addresses],
    rejected: Array.from(rejected, ([found, reason]) => ({ text: found, reason })),
    isWhole: isAlone && names.size === 1 && addresses.size === 0,
    isCut,
  }
}

const SCHEME = /([a-z][a-z0-9+.-]{0,20}):[\\/]{2,3}([^\\/?#]*)/iu
const NOT_OF_THE_WEB = /^(?:file|cid|data|javascript)$/i
const HEX_ADDRESS = /^[0-9a-f:.]{3,45}(?:\/\d{1,3})?$/i

/** True for an IPv6 address, and for some texts that only look like one. */
const isHexAddress = (text: string): boolean =>
  HEX_ADDRESS.test(text) && /[0-9a-f]/i.test(text) && text.split(':').length > 2

function candidatesOf(piece: string): Candidate[] {
  const address = SCHEME.exec(piece)
  if (address !== null) {
    const [, scheme = '', rest = ''] = address
    if (NOT_OF_THE_WEB.test(scheme)) return []
    return [{ host: authorityOf(rest), isCertain: true, isPlain: false }]
  }
  if (isHexAddress(piece)) return [{ host: piece, isCertain: true, isPlain: true }]
  if (/^[\\/]{2}/.test(piece))
    return [{ host: hostOf(piece.slice(2)), isCertain: false, isPlain: false }]
  // A path of a file system, not of the web.
  if (/^(?:[\\/.~]|[a-z]:[\\/]|cid:)/i.test(piece)) return []
  const parts = piece.split(/[=:&]/).filter((part) => /[.\ue000]/.test(part))
  return parts.map((part) => {
    const host = hostOf(part)
    const isEmail = part.includes('@') && !part.startsWith('@')
    return {
      host,
      isCertain: isEmail || host.includes(REFANGED) || /^www\./i.test(host),
      isPlain: !part.includes('@') && !/[\\/?#]/.test(part),
    }
  })
}

/** Without the path, the user and the port. */
function authorityOf(address: string): string {
  const [authority = ''] = address.split(/[\\/?#]/, 1)
  return upToLetter(authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d{0,5}$/, ''), '-')
}

/** Like `authorityOf`, without the signs around a word in a sentence. */
function hostOf(word: string): string {
  const authority = authorityOf(word)
  const start = authority.search(/[\p{L}\p{N}\p{M}_]/u)
  return start === -1 ? '' : upToLetter(authority.slice(start), '')
}

/** Cuts off the end behind the last letter, digit, mark or `other`. */
function upToLetter(text: string, other: string): string {
  const characters = Array.from(text)
  const last = characters.findLastIndex(
    (character) => character === other || /[\p{L}\p{N}\p{M}]/u.test(character),
  )
  return characters.slice(0, last + 1).join('')
}

/** `isList`: every line of the text is one word, so a name with a wrong ending is worth a mention. */
function readHost(candidate: Candidate, isAlone: boolean, isList: boolean): Reading {
  const host = candidate.host.replaceAll(REFANGED, '.')
  if (host === '' || host.length > HOST_CHARACTERS_MAX) return null
  const address = ipAddressOf(host)
  if (address !== null) return { address }
  if (!host.includes('.')) return null
  if (host.includes('_')) return readUnderscored(host)
  const { isCertain } = candidate
  const reason = isCertain || isAlone ? undefined : reasonOfProse(host)
  if (reason !== undefined) return reason === null ? null : { reason }
  const latin = isCertain ? null : latinPartOf(host)
  if (latin !== null && (!isAlone || !hasEnding(host))) return readName(latin, false)
  const read = readName(host, isCertain || (isList && candidate.isPlain))
  if (read === null || !('domain' in read)) return read
  return { domain: isAlone && candidate.isPlain ? read.domain : withoutWww(read.domain) }
}

function readName(host: string, isCertain: boolean): Reading {
  const { domain, problem } = checkDomain(host)
  if (domain === null) return isCertain || hasEnding(host) ? { reason: problem } : null
  if (isSandbox(domain)) return { domain }
  const known = parse(domain, { allowPrivateDomains: false, validateHostname: false })
  const ending = domain.slice(domain.lastIndexOf('.') + 1)
  // Names below .arpa are those of addresses, not of sites.
  if (known.isIcann !== true || ending === 'arpa')
    return isCertain ? { reason: `The ending .${ending} does not exist.` } : null
  if (known.domain === null)
    return isCertain ? { reason: 'This is an ending, and no domain of somebody.' } : null
  return { domain }
}

const hasEnding = (host: string): boolean =>
  parse(host, { allowPrivateDomains: false, validateHostname: false }).isIcann === true

// Names of services and of mail keys, such as `_dmarc.example.com`, stand below the site.
function readUnderscored(host: string): Reading {
  const below = host.slice(host.lastIndexOf('_')).replace(/^[^.]*\.?/, '')
  const read = below.includes('.') ? readName(below, false) : null
  if (read !== null) return read
  return hasEnding(host)
    ? { reason: 'The domain contains an underscore, which is not allowed.' }
    : null
}

function ipAddressOf(host: string): string | null {
  const four = /^(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})$/.exec(host)?.[1]
  if (four !== undefined) return four.split('.').every((part) => Number(part) <= 255) ? four : null
  if (!isHexAddress(host)) return null
  const plain = host.replace(/\/\d+$/, '')
  return URL.canParse(`http://[${plain}]/`) ? plain.toLowerCase() : null
}

/** Endings of files that are endings of domains too, though few domains have them. */
const FILE_ENDINGS = /\.(?:zip|mov|py|sh|md|rs)$/i
const FILE_STEMS =
  /^(?:readme|changelog|license|contributing|index|main|setup|install|run|build|test|lib|mod)\./i
const ALWAYS_FILES = /\.(?:zip|mov|py)$/i
// "9.am" and "2.in" are a time and a length.
const NUMBER_AND_UNIT = /^\d{1,4}\.(?:am|in|cm|mg|no)$/i
const VERSION = /^v?\d+(?:\.\d+)+\.[a-z]+$/i
// "…the link.It then…": a capital letter begins the next sentence.
const NEXT_SENTENCE = /(?:^|\.)[\p{Ll}\p{N}][^.]*\.\p{Lu}\p{Ll}+$/u
const ABBREVIATION = /^(?:co|dr|inc|mr|mrs|ms|no|prof|pte|pty|pvt|st|vs)\.\p{L}+$/iu

/** Undefined if the text may be a domain. Null if it is none and needs no mention. */
function reasonOfProse(host: string): string | null | undefined {
  const isFile =
    /^[^.]+\.[^.]+$/.test(host) &&
    (ALWAYS_FILES.test(host) || (FILE_ENDINGS.test(host) && FILE_STEMS.test(host)))
  if (isFile) return 'This looks like the name of a file.'
  if (NUMBER_AND_UNIT.test(host) || VERSION.test(host)) return null
  if (NEXT_SENTENCE.test(host)) return null
  return ABBREVIATION.test(host) && /^\p{Lu}/u.test(host) ? null : undefined
}

// Writers of these scripts put no blank between a name in Latin letters and the words around it.
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
const LATIN_NAME = /[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,9}/i

/** The name in Latin letters inside a run of text without blanks. Null if there is none. */
function latinPartOf(host: string): string | null {
  const latin = UNSPACED.test(host) ? LATIN_NAME.exec(host)?.[0] : undefined
  return latin !== undefined && hasEnding(latin) ? latin : null
}
