import { lines } from '../multiline.ts'

// An undeclared charset is accepted if at least this share of the letters looks plausible in it,
// for example stands beside letters of the same script.
const PLAUSIBLE = 0.9
const KANA_SHARE_MIN = 0.2
// If a text has this number of valid UTF-8 characters outside ASCII, any other declared charset is
// wrong.
const SEVERAL = 3
// Charsets with one byte per character. A text in one of them is practically never valid UTF-8 by
// chance.
const ONE_BYTE = /^(?:windows-|iso-8859-|koi8-|macintosh|ibm866|x-mac-)/

interface Count {
  errors: number
  wide: number
}

function decoded(bytes: Uint8Array, charset: string): string {
  // With `stream`, a character that is cut at the end is not an error. Without `stream`, Node 20
  // also decodes the bytes 0x80 to 0x9f wrongly.
  return new TextDecoder(charset).decode(bytes, { stream: true })
}

function countOf(text: string): Count {
  const errors = text.split('\ufffd').length - 1
  return { errors, wide: text.replace(/[\0-\x7f]+/gu, '').length - errors }
}

/**
 * Returns the charset of a body. Many servers and templates declare a wrong charset, so the bytes
 * decide if `label` cannot be right. `bytes` begins at the first byte outside ASCII.
 */
export function charsetOf(bytes: Uint8Array, label: string | null): string {
  const named = nameOf(label)
  const { errors, wide } = countOf(decoded(bytes, 'utf-8'))
  const isLikelyUtf8 = named === null || named === 'utf-8'
  // The body ends with its only byte outside ASCII, which says nothing about the charset.
  if (errors + wide === 0) return named ?? 'utf-8'
  // A few invalid bytes are damage in a UTF-8 text, for example because a database has cut a text
  // inside a character.
  if (errors === 0 ? isLikelyUtf8 || ONE_BYTE.test(named) || wide >= SEVERAL : wide > 10 * errors)
    return 'utf-8'
  if (named === null || named === 'utf-8' || named === 'windows-1252') return guessedCharset(bytes)
  const declared = countOf(decoded(bytes, named))
  if (CASED.test(named) && isCyrillic(bytes)) return lowerCaseCharset(bytes, named)
  const isOther =
    declared.errors * 10 > declared.wide || mixesScripts(decoded(bytes, named), declared.wide)
  return isOther ? guessedCharset(bytes) : named
}

// Charsets of Cyrillic and Greek. These scripts have capital letters, and a word is rarely mixed
// with ASCII letters.
const CASED = /^(?:windows-125[13]|koi8-)/

// A letter of another script directly beside an ASCII letter. Many of them mean that a text in
// Latin script has a wrong label.
const MIXED = new RegExp(
  lines`
    [a-z](?=[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}])|
    [\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}](?=[a-z])
  `,
  'gu',
)
const mixesScripts = (text: string, wide: number): boolean => 2 * lettersIn(text, MIXED) > wide

function nameOf(label: string | null): string | null {
  try {
    return label === null ? null : new TextDecoder(label).encoding
  } catch {
    return null
  }
}

/** Returns the charset in which the letters look plausible, or windows-1252 if there is none. */
function guessedCharset(bytes: Uint8Array): string {
  if (isCyrillic(bytes))
    return isHebrew(bytes) ? 'windows-1255' : lowerCaseCharset(bytes, 'windows-1251')
  const fits = (charset: string, letters: RegExp, share: number): boolean => {
    const text = decoded(bytes, charset).replace(
      /[\0-\x7f\u3000-\u303f\uff01-\uff0f\uff1a-\uff20]+/gu,
      '',
    )
    const others = text.replace(/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/gu, '').length
    return (
      text !== '' &&
      others <= (1 - PLAUSIBLE) * text.length &&
      share * text.length <= lettersIn(text, letters)
    )
  }
  if (fits('shift_jis', /[\u3040-\u30ff]/gu, KANA_SHARE_MIN)) return 'shift_jis'
  if (!isPaired(bytes)) return latinCharset(bytes)
  if (fits('euc-jp', /[\u3040-\u30ff]/gu, KANA_SHARE_MIN)) return 'euc-jp'
  if (fits('euc-kr', /[\uac00-\ud7a3]/gu, PLAUSIBLE)) return 'euc-kr'
  return fits('gb18030', /[\u4e00-\u9fff]/gu, PLAUSIBLE) ? 'gb18030' : 'windows-1252'
}

const lettersIn = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0

const isHigh = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0xa1 && byte !== 0xff

// True if bytes outside ASCII come in pairs, as in East Asian charsets. In windows-1252, most of
// them stand beside ASCII letters.
function isPaired(bytes: Uint8Array): boolean {
  let paired = 0
  let single = 0
  for (let at = 0; at < bytes.length; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue
    if (isHigh(bytes[at]) && isHigh(bytes[at + 1])) {
      if (isAsciiLetter(bytes[at - 1]) || isAsciiLetter(bytes[at + 2])) single += 1
      else paired += 1
      at += 1
    } else if (at + 1 < bytes.length) single += 1
  }
  return paired > 0 && single <= (1 - PLAUSIBLE) * paired
}

const isAsciiLetter = (byte: number | undefined): boolean =>
  byte !== undefined && ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a))
/** Most Cyrillic letters of windows-1251 and KOI8 are bytes from 0xc0 on. */
const isCyrillicLetter = (byte: number | undefined): boolean => byte !== undefined && byte >= 0xc0
/** Bytes of windows-1251 for signs that occur in ordinary text, and for the letters ё and Ё. */
const SIGNS = new Set([0xa0, 0xa3, 0xa7, 0xa8, 0xa9, 0xab, 0xb0, 0xb3, 0xb7, 0xb8, 0xb9, 0xbb])
const WORD_LETTERS_MIN = 2.5

// Cyrillic words have several letters outside ASCII in a row. In a Western text, an accented letter
// stands alone and has ASCII letters beside it.
function isCyrillic(bytes: Uint8Array): boolean {
  let letters = 0
  let words = 0
  let odd = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const [before, byte = 0, after] = [bytes[at - 1], bytes[at], bytes[at + 1]]
    if (isCyrillicLetter(byte)) {
      letters += 1
      if (!isCyrillicLetter(before)) words += 1
      if (isAsciiLetter(before) || isAsciiLetter(after)) odd += 1
    } else if (byte >= 0xa0 && !SIGNS.has(byte)) odd += 1
  }
  return words > 0 && letters >= WORD_LETTERS_MIN * words && odd <= (1 - PLAUSIBLE) * letters
}

// Returns the charset that gives the fewest capitals inside words, because such capitals show a
// wrong charset. If several charsets are equal, `likely` is returned.
function lowerCaseCharset(bytes: Uint8Array, likely: string): string {
  const inside = (charset: string): number => lettersIn(decoded(bytes, charset), /\p{Ll}\p{Lu}/gu)
  const ranked = [likely, 'windows-1251', 'koi8-r', 'windows-1253'].map((charset) => ({
    charset,
    errors: inside(charset),
  }))
  return ranked.sort((a, b) => a.errors - b.errors)[0]?.charset ?? likely
}

// Hebrew has no capitals, so only the bytes of small letters occur. The frequent letters shin and
// tav have bytes that are rare letters in Cyrillic.
const isHebrew = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => byte < 0xc0 || (byte >= 0xe0 && byte <= 0xfa)) &&
  bytes.some((byte) => byte >= 0xf9)

// Signs of windows-1252 that never occur inside a word. In charsets of Central Europe, the same
// bytes are letters.
const SIGN_IN_WORD = /(?<=\p{L})[£¥³¹¿¶¯±¼¾¦¡¬](?=[a-z])|(?<!\p{L})[£¶¯¦¬](?=\p{Ll}{2})/gu
const ISO_ONLY = /[¶±¼]/gu
const WINDOWS_ONLY = /[¹œŸŒ]/gu

// Letters that no Western language uses together. They show that the bytes are Turkish, Czech,
// Hungarian or Romanian. `never`: letters that do not occur in this language, so a text with one of
// them is not in it.
const OTHER_LANGUAGES: readonly { charset: string; always: readonly RegExp[]; never: RegExp }[] = [
  { charset: 'windows-1254', always: [/[ýÝ]/gu, /[þÞðÐ]/gu], never: /[áéíóúæåøàèìòùãõ]/iu },
  { charset: 'windows-1250', always: [/ø/gu, /[èìù]/gu, /[áíý]/gu], never: /[åæäãõàâêç]/iu },
  { charset: 'windows-1250', always: [/[õû]/gu, /[áé]/gu, /[öü]/gu], never: /[ãçàèêäåøßñ]/iu },
  { charset: 'windows-1250', always: [/þ/gu, /[ãº]/gu], never: /[ðáéóúæõåø]/iu },
]
// A text needs this number of letters from `always`, because a few may come from a foreign name.
const OTHER_LETTERS_MIN = 4

function latinCharset(bytes: Uint8Array): string {
  const text = decoded(bytes, 'windows-1252')
  const other = OTHER_LANGUAGES.find(({ always, never }) => {
    const counts = always.map((letters) => lettersIn(text, letters))
    const sum = counts.reduce((total, count) => total + count, 0)
    return !counts.includes(0) && sum >= OTHER_LETTERS_MIN && !never.test(text)
  })
  if (other !== undefined) return other.charset
  if (
    2 * lettersIn(text, SIGN_IN_WORD) < lettersIn(text, /\p{L}/gu) / 50 ||
    text.search(SIGN_IN_WORD) < 0
  )
    return 'windows-1252'
  return lettersIn(text, ISO_ONLY) > lettersIn(text, WINDOWS_ONLY) ? 'iso-8859-2' : 'windows-1250'
}

// The byte of each character of windows-1252 from 0x80 on. Bytes that have no character there are
// decoded as control characters.
const BYTES: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 0x80 }, (_, index) => {
    const byte = 0x80 + index
    return [decoded(Uint8Array.of(byte), 'windows-1252'), byte] as const
  }),
)
const TWICE = /[\u00c2-\u00f4][\u0080-\u00bf\u0152-\u02dc\u2013-\u2122]/gu

/**
 * Repairs a UTF-8 text that was read as windows-1252 and encoded as UTF-8 again. Changes nothing
 * unless every character outside ASCII shows this error, so a text that only quotes a garbled word
 * is kept.
 */
export function repairTwiceEncoded(text: string): string {
  if (lettersIn(text, TWICE) < 2) return text
  const bytes = new Uint8Array(text.length)
  let length = 0
  for (const character of text) {
    const code = character.charCodeAt(0)
    const byte =
      code < 0x80 || (code < 0xa0 && character.length === 1) ? code : BYTES.get(character)
    if (byte === undefined) return text
    bytes[length] = byte
    length += 1
  }
  try {
    const whole = bytes.subarray(0, length)
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(whole, {
      stream: true,
    })
  } catch {
    return text
  }
}
