const LETTER_FOLDS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŀ: 'l',
  ŋ: 'n',
}

const ASCII = /^[ -~]*$/u

/**
 * Removes trademark signs, because Unicode normalisation (NFKC, NFKD) would turn them into the
 * letters "tm" and "sm".
 */
const withoutTradeMarks = (text: string): string => text.replace(/[™℠]/gu, ' ')

/**
 * Returns a text in lower case, with its accents. Letters of full width and ligatures become plain
 * letters.
 */
export const lowerLetters = (text: string): string =>
  withoutTradeMarks(text).normalize('NFKC').toLowerCase()

/**
 * Returns a text in lower case, without accents on Latin letters. In other scripts accents are
 * kept, because a word without its accents would be a different word. With `expandUmlauts`, ä
 * becomes ae, as in German host names.
 */
export function foldLetters(text: string, expandUmlauts = false): string {
  const lower = lowerLetters(text)
  if (ASCII.test(lower)) return lower
  const expanded = expandUmlauts
    ? lower.replace(/[äöü]/gu, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter] ?? letter)
    : lower
  return expanded
    .replace(/[ßæœøđðłþıħŀŋ]/gu, (letter) => LETTER_FOLDS[letter] ?? letter)
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
}

/**
 * Unicode normalisation forms (UAX #15). NFKD replaces ligatures and full-width letters with plain
 * letters. NFD keeps them.
 */
type Decomposition = 'NFD' | 'NFKD'

/**
 * Returns a text in lower case without accents, in any script: "Café" gives "cafe". Letters such as
 * ł are kept, because Unicode defines them as separate letters and not as letters with an accent.
 */
export const withoutMarks = (text: string, form: Decomposition = 'NFKD'): string =>
  withoutTradeMarks(text)
    .normalize(form)
    .toLowerCase()
    .replace(/\p{M}+/gu, '')

/**
 * Returns a text in lower case without accents and punctuation, so that different spellings of a
 * name are equal. Single spaces separate the words.
 */
export const foldWords = (text: string): string =>
  withoutMarks(text)
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Returns only the letters and digits of a text, in lower case, for comparisons. */
export const foldToLetters = (text: string, form: Decomposition = 'NFKD'): string =>
  withoutTradeMarks(text)
    .normalize(form)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Bytes of UTF-8 behind the first one, read as windows-1252 or ISO-8859-1. */
const TAIL = '[\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]'
/** Bytes of UTF-8 behind the first one, read as windows-1251. */
const CYRILLIC_TAIL = '[\\u00a0-\\u00bfЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—™љ›њќћџЎўЈҐЁЄЇІіґё№єјЅѕї]'
/**
 * Letter pairs that UTF-8 gives when it is read as windows-1252 or windows-1251. A sign such as ®
 * or a closing quotation mark may follow a capital letter, so a small letter must be next to the
 * pair of a letter that names contain.
 */
const GARBLED = new RegExp(
  [
    '\ufffd',
    `[\u00c2\u00c3]${TAIL}(?=\\p{Ll})`,
    `(?<=\\p{Ll})[\u00c2\u00c3]${TAIL}`,
    `[\u00c3-\u00c5\u00d0\u00d1][\u0080-\u009f¡¢£¤¥¦¨¬¯±´µ¶¸¹¼½¾¿ŒœŸƒˆ˜†‡‰€‚]`,
    `(?:[\u00ce\u00cf\u00d0\u00d1\u00d7\u00d8\u00d9]${TAIL}){2}`,
    `[\u00e0-\u00ef]${TAIL}{2}(?=[\u00e0-\u00ef]${TAIL}{2})`,
    '\u00ef\u00bf\u00bd',
    // No language writes four accented letters in a row: these are bytes of another script.
    '[\u00c0-\u00ff]{4}',
    '\u00e2\u20ac',
    '\u00c3[–“…‡‹](?=\\p{L})|[\u00c2-\u00c5]\u00a0(?=\\p{Ll})',
    `(?:[РС]${CYRILLIC_TAIL}){2}`,
  ].join('|'),
  'u',
)

/** Returns true for a text with letters that were lost or wrongly decoded, such as "TÃ¶pferei". */
export const isGarbled = (text: string): boolean => GARBLED.test(text)
