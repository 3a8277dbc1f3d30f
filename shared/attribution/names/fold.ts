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

/** Unicode normalization NFKC and NFKD would turn these signs into the letters "tm" and "sm". */
const withoutTradeMarks = (text: string): string => text.replace(/[™℠]/gu, ' ')

/** Lower case with accents kept. Ligatures and full-width letters become plain letters. */
export const lowerLetters = (text: string): string =>
  withoutTradeMarks(text).normalize('NFKC').toLowerCase()

/**
 * Lower case without accents on Latin letters. Other scripts keep their accents, because a word
 * without them is another word there. With `expandUmlauts`, ä becomes ae, as in German host names.
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

// Unicode normal forms (UAX #15). NFKD replaces ligatures and full-width letters with plain
// letters; NFD keeps them.
type Decomposition = 'NFD' | 'NFKD'

/** Removes accents of any script. Letters such as ł stay, because Unicode does not split them. */
export const withoutMarks = (text: string, form: Decomposition = 'NFKD'): string =>
  withoutTradeMarks(text)
    .normalize(form)
    .toLowerCase()
    .replace(/\p{M}+/gu, '')

/** Words in lower case without accents and punctuation, separated by single spaces. */
export const foldWords = (text: string): string =>
  withoutMarks(text)
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Lower case; removes everything but letters and digits. */
export const foldToLetters = (text: string, form: Decomposition = 'NFKD'): string =>
  withoutTradeMarks(text)
    .normalize(form)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Second and later bytes of a UTF-8 character, if read as windows-1252 or ISO-8859-1. */
const TAIL = '[\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]'
/** Second and later bytes of a UTF-8 character, if read as windows-1251. */
const CYRILLIC_TAIL = '[\\u00a0-\\u00bfЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—™љ›њќћџЎўЈҐЁЄЇІіґё№єјЅѕї]'
// Matches UTF-8 text that was read as windows-1252 or windows-1251. A capital letter and a sign
// such as ® can also stand together in a correct name. So some of these pairs count only beside a
// small letter.
const GARBLED = new RegExp(
  [
    '\ufffd',
    `[\u00c2\u00c3]${TAIL}(?=\\p{Ll})`,
    `(?<=\\p{Ll})[\u00c2\u00c3]${TAIL}`,
    `[\u00c3-\u00c5\u00d0\u00d1][\u0080-\u009f¡¢£¤¥¦¨¬¯±´µ¶¸¹¼½¾¿ŒœŸƒˆ˜†‡‰€‚]`,
    `(?:[\u00ce\u00cf\u00d0\u00d1\u00d7\u00d8\u00d9]${TAIL}){2}`,
    `[\u00e0-\u00ef]${TAIL}{2}(?=[\u00e0-\u00ef]${TAIL}{2})`,
    '\u00ef\u00bf\u00bd',
    // No language writes four accented Latin letters in a row, so these are wrongly decoded letters
    // of another script.
    '[\u00c0-\u00ff]{4}',
    '\u00e2\u20ac',
    '\u00c3[–“…‡‹](?=\\p{L})|[\u00c2-\u00c5]\u00a0(?=\\p{Ll})',
    `(?:[РС]${CYRILLIC_TAIL}){2}`,
  ].join('|'),
  'u',
)

/** True for lost or wrongly decoded letters, such as "TÃ¶pferei". */
export const isGarbled = (text: string): boolean => GARBLED.test(text)
