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

/** Signs of trade marks, which compatibility forms write as the letters "tm" and "sm". */
const withoutTradeMarks = (text: string): string => text.replace(/[™℠]/gu, ' ')

/**
 * Lower case without diacritics, in Latin script only: vowel signs and voicing marks of other scripts make other words.
 * `expandUmlauts` writes ä as ae, as German hosts do.
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

/** NFKD also writes ligatures, full-width letters and signs such as ™ as plain letters; NFD leaves them (Unicode, UAX #15). */
type Decomposition = 'NFD' | 'NFKD'

/** Lower case without marks, in any script: "Café" gives "cafe". Letters that are not made of a base and a mark, such as ł, stay. */
export const withoutMarks = (text: string, form: Decomposition = 'NFKD'): string =>
  withoutTradeMarks(text)
    .normalize(form)
    .toLowerCase()
    .replace(/\p{M}+/gu, '')

/** Words without marks, case and punctuation, parted by single spaces: two spellings of one name are equal. */
export const foldWords = (text: string): string =>
  withoutMarks(text)
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Letters and digits alone, without marks and case: for comparing words, never for showing them. */
export const foldToLetters = (text: string, form: Decomposition = 'NFKD'): string =>
  withoutTradeMarks(text)
    .normalize(form)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
