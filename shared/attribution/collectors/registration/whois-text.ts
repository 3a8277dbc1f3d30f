/** The longest response that is read, in bytes. Longer ones are cut: a record is a few kilobytes, disclaimers included. */
export const RESPONSE_BYTES_MAX = 64 * 1024
/** The longest line that is read, in characters. */
export const LINE_CHARACTERS_MAX = 1_000
export const LINES_MAX = 4_000
/** The longest name that leaves this folder, in characters. */
export const NAME_CHARACTERS_MAX = 200

/** Character sets of registries that answer in something other than UTF-8, by top-level domain (WHATWG labels). */
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
const CYRILLIC_TLDS = new Set(['ru', 'su', 'ua', 'by', 'kz', 'bg', 'mk', 'xn--p1ai', 'xn--90ais', 'xn--j1amh'])
const UTF8_ERRORS_MAX = 2

function decodeAs(charset: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    // A runtime without that table still shows the ASCII part, which carries the labels.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

/** In running text small letters outnumber capitals, and KOI8 has them where windows-1251 has the capitals. */
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
 * The text of a WHOIS response. RFC 3912 names no character set: UTF-8 when it is valid, ISO-2022-JP by its escape sequences
 * (RFC 1468), else what registries of that top-level domain are known to use, else windows-1252, which no byte sequence fails.
 */
export function decodeResponse(response: Uint8Array, tld: string): string {
  const bytes = response.subarray(0, RESPONSE_BYTES_MAX)
  const ascii = bytes.every((byte) => byte < 0x80)
  if (ascii) {
    const text = decodeAs('utf-8', bytes)
    return text.includes('\u001b$') ? decodeAs('iso-2022-jp', bytes) : text
  }
  const text = decodeAs('utf-8', bytes)
  // The cut at the limit may split one character, and a registry may have cut a field inside one.
  const errors = count(text, '\ufffd')
  if (errors === 0) return text
  const letters = text.replace(/[\u0000-\u007f\ufffd]/g, '').length
  if (errors <= UTF8_ERRORS_MAX && letters > errors) return text
  if (CYRILLIC_TLDS.has(tld)) return decodeAs(cyrillicCharset(bytes, tld), bytes)
  return decodeAs(LEGACY_CHARSETS[tld] ?? 'windows-1252', bytes)
}

const NAMED_ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", nbsp: ' ' }

/**
 * One value as a person reads it: no control or direction characters, no markup, white space folded, at most
 * NAME_CHARACTERS_MAX characters. An empty string when nothing is left.
 */
export function cleanValue(value: string): string {
  let text = value.slice(0, LINE_CHARACTERS_MAX).normalize('NFC')
  text = text
    .replace(/&(amp|quot|apos|nbsp);/g, (_, name: string) => NAMED_ENTITIES[name] ?? ' ')
    .replace(/&#0?39;/g, "'")
  text = text
    // A whole value in angle brackets is a note such as "<data not disclosed>", not markup.
    .replace(/^\s*<(\p{L}{2,20}(?: \p{L}{2,20}){1,5})>\s*$/u, ' $1 ')
    .replace(/<[^<>]{0,200}>/g, ' ')
    .replace(/[<>]/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029\ufffd]/gu, ' ')
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
