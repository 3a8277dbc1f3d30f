import { isGarbled } from '../../names/fold.ts'

/** A normal record with its terms of use has a few kilobytes, so text after this is ignored. */
export const RESPONSE_BYTES_MAX = 64 * 1024
export const LINE_CHARACTERS_MAX = 1_000
export const LINES_MAX = 4_000
export const NAME_CHARACTERS_MAX = 200

// Character sets by top-level domain, for responses that are not UTF-8. Names of the WHATWG
// Encoding Standard.
const LEGACY_CHARSETS: Readonly<Record<string, string>> = {
  jp: 'euc-jp',
  kr: 'euc-kr',
  cn: 'gb18030',
  tw: 'big5',
  hk: 'big5',
  tr: 'windows-1254',
  pl: 'iso-8859-2',
  cz: 'iso-8859-2',
  sk: 'iso-8859-2',
  hu: 'iso-8859-2',
  si: 'iso-8859-2',
  hr: 'iso-8859-2',
  rs: 'iso-8859-2',
  ro: 'iso-8859-2',
  il: 'windows-1255',
  gr: 'windows-1253',
  th: 'windows-874',
  lv: 'windows-1257',
  lt: 'windows-1257',
  ee: 'windows-1257',
}
const CYRILLIC_TLDS = new Set([
  'ru',
  'su',
  'ua',
  'by',
  'kz',
  'bg',
  'mk',
  'xn--p1ai',
  'xn--90ais',
  'xn--j1amh',
])
const UTF8_ERRORS_MAX = 2

function decodeAs(charset: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    // The platform does not know the character set. Labels are ASCII, so windows-1252 at least
    // keeps them readable.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

// Normal text has more small letters than capitals. The bytes of small letters in KOI8 are capitals
// in windows-1251, so the more frequent half of the bytes shows the character set.
function cyrillicCharset(bytes: Uint8Array, tld: string): string {
  let low = 0
  let high = 0
  for (const byte of bytes) {
    if (byte >= 0xc0 && byte <= 0xdf) low += 1
    else if (byte >= 0xe0) high += 1
  }
  if (low <= high) return 'windows-1251'
  return tld === 'ua' ? 'koi8-u' : 'koi8-r'
}

/**
 * RFC 3912 defines no character set. In this order, the response is read as ISO-2022-JP if it has
 * its escape sequences (RFC 1468), as UTF-8, in the character set of the top-level domain, or as
 * windows-1252.
 */
export function decodeResponse(response: Uint8Array, tld: string): string {
  const bytes = response.subarray(0, RESPONSE_BYTES_MAX)
  const ascii = bytes.every((byte) => byte < 0x80)
  if (ascii) {
    const text = decodeAs('utf-8', bytes)
    return text.includes('\u001b$') ? decodeAs('iso-2022-jp', bytes) : text
  }
  const text = decodeAs('utf-8', bytes)
  // The length limit may have cut the last character in two, so a few errors are accepted.
  const errors = count(text, '\ufffd')
  if (errors === 0) return text
  const letters = text.replace(/[\u0000-\u007f\ufffd]/g, '').length
  if (errors <= UTF8_ERRORS_MAX && letters > errors) return text
  if (CYRILLIC_TLDS.has(tld)) return decodeAs(cyrillicCharset(bytes, tld), bytes)
  return decodeAs(LEGACY_CHARSETS[tld] ?? 'windows-1252', bytes)
}

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/**
 * Removes control characters, characters that change the writing direction, and HTML. The result
 * has at most NAME_CHARACTERS_MAX characters. It is empty if letters were lost or decoded wrongly.
 */
export function cleanValue(value: string): string {
  let text = value.slice(0, LINE_CHARACTERS_MAX).normalize('NFC')
  if (isGarbled(text)) return ''
  text = text
    .replace(/&(amp|quot|apos|nbsp);/g, (_, name: string) => NAMED_ENTITIES[name] ?? ' ')
    .replace(/&#0?39;/g, "'")
  text = text
    // "<data not disclosed>" is a note and not an HTML tag, so only its angle brackets are removed.
    .replace(/^\s*<(\p{L}{2,20}(?: \p{L}{2,20}){1,5})>\s*$/u, ' $1 ')
    .replace(/<[^<>]{0,200}>/g, ' ')
    .replace(/[<>]/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  return text.length <= NAME_CHARACTERS_MAX
    ? text
    : [...text]
        .slice(0, NAME_CHARACTERS_MAX - 1)
        .join('')
        .slice(0, NAME_CHARACTERS_MAX - 1)
        .replace(/[\ud800-\udbff]$/, '')
        .trim()
}
