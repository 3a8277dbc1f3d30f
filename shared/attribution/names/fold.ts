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

/** Removes trademark signs, because Unicode normalisation (NFKC, NFKD) would turn them into the letters "tm" and "sm". */
const withoutTradeMarks = (text: string): string => text.replace(/[™℠]/gu, ' ')

/**
 * Returns a text in lower case, without accents on Latin letters. In other scripts accents are kept, because a word without its accents
 * would be a different word. With `expandUmlauts`, ä becomes ae, as in German host names.
 */
export function foldLetters(text: string, expandUmlauts = false): string {
  const lower = withoutTradeMarks(text).normalize('NFKC').toLowerCase()
  const expanded = expandUmlauts
    ? lower.replace(/[äöü]/gu, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter] ?? letter)
    : lower
  return expanded
    .replace(/[ßæœøđðłþıħŀŋ]/gu, (letter) => LETTER_FOLDS[letter] ?? letter)
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
}

/** Unicode normalisation forms (UAX #15). NFKD replaces ligatures and full-width letters with plain letters. NFD keeps them. */
type Decomposition = 'NFD' | 'NFKD'

/**
 * Returns a text in lower case without accents, in any script: "Café" gives "cafe". Letters such as ł are kept, because Unicode defines
 * them as separate letters and not as letters with an accent.
 */
export const withoutMarks = (text: string, form: Decomposition = 'NFKD'): string =>
  withoutTradeMarks(text)
    .normalize(form)
    .toLowerCase()
    .replace(/\p{M}+/gu, '')

/**
 * Returns a text in lower case without accents and punctuation, so that different spellings of a name are equal. Single spaces separate the
 * words.
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
