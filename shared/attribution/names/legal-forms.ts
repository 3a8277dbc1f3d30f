import { withoutMarks } from './fold.ts'
import forms from './legal-form-lists.json' with { type: 'json' }
import { listed } from './pattern-code.ts'

// Unicode does not split these letters into a letter and an accent, so normalization keeps them.
const LETTER_FOLDS: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', æ: 'ae', ı: 'i', ß: 'ss' }

const ASCII = /^[ -~]*$/u
const PLAIN_WORD = /^[A-Za-z\d]*$/u

/** A fast path for ASCII words, which are most words: normalization is slow. */
const foldMarks = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : withoutMarks(text, 'NFD').replace(/[łøæıß]/gu, (letter) => LETTER_FOLDS[letter] ?? letter)

const INITIAL_STOP = /(?<=(?:^|[^\p{L}\p{N}])\p{L})\.(?=\p{L}(?:[^\p{L}\p{N}]|$))/gu

/** "S.A." gives "sa", "GmbH & Co. KG" gives "gmbh co kg". */
export function foldLegalForm(text: string): string {
  if (PLAIN_WORD.test(text)) return text.toLowerCase()
  const letters = foldMarks(text)
  const initials = letters.includes('.') ? letters.replace(INITIAL_STOP, '') : letters
  return initials.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

const folded = (list: readonly string[]): ReadonlySet<string> => new Set(list.map(foldLegalForm))

// Legal forms in lower case without accents and punctuation. Left out: forms that are mainly
// ordinary words or codes. Sources: the laws in the keys of the lists, and GLEIF's list of ISO
// 20275.
const ENDING = folded(listed(forms.ending))
const STARTING = folded(listed(forms.starting))
// Legal forms that are also ordinary words, such as "company". The name may continue behind them.
const ORDINARY_WORDS = folded(forms.ordinaryWords)
// Legal forms that count also in lower case. All other forms need a capital letter, because in
// lower case they may be ordinary words.
const LOWER_CASE = folded(listed(forms.lowerCase))

export const LEGAL_FORM_WORDS_MAX = Math.max(
  ...[...ENDING, ...STARTING].map((form) => form.split(' ').length),
)

const FORM_WORD_LENGTH_MAX = 40
const FIRST_WORDS: ReadonlySet<string> = new Set(
  [...ENDING].map((form) => form.split(' ')[0] ?? ''),
)

// Letters of scripts other than Latin. A word in such a script is always checked for a legal form.
const OTHER_SCRIPT = /[^\u0000-\u024f\u2000-\u20ff]/u

export const mayBeginForm = (word: string): boolean =>
  word.length <= FORM_WORD_LENGTH_MAX &&
  FIRST_WORDS.has(foldMarks(word).replace(/[^\p{L}\p{N}]+/gu, ''))

/** False when no word can begin a legal form. The first word does not count. */
export const mayContainForm = (text: string): boolean =>
  OTHER_SCRIPT.test(text) || text.trim().split(/\s+/u).slice(1).some(mayBeginForm)

const FIRST_STARTING_WORDS: ReadonlySet<string> = new Set(
  [...STARTING].map((form) => form.split(' ')[0] ?? ''),
)

/**
 * True if a legal form that stands before names may begin so. Also true for '': a word that
 * consists only of signs gives '' when it is folded.
 */
export const mayBeginStartingForm = (folded: string): boolean =>
  folded === '' || FIRST_STARTING_WORDS.has(folded.split(' ', 1)[0] ?? '')

export const isEndingLegalForm = (words: string): boolean => ENDING.has(words)

export const isStartingLegalForm = (words: string): boolean => STARTING.has(words)

export const isAlsoOrdinaryWord = (words: string): boolean => ORDINARY_WORDS.has(words)

/** True for "gmbh", false for the English word "as". Hebrew forms count: Hebrew has no capitals. */
export const isFormInLowerCase = (words: string): boolean =>
  LOWER_CASE.has(words) || /^\p{Lo}/u.test(words)

const foldWord = (word: string): string => (/^[a-z\d]*$/u.test(word) ? word : foldLegalForm(word))

/** Number of words in the longest legal form at the end, or 0. At least one word is before it. */
export function legalFormAtEnd(words: readonly string[]): number {
  const last = words.slice(-longestForm(words)).map(foldWord)
  for (let length = longestForm(words); length > 0; length -= 1)
    if (ENDING.has(last.slice(-length).join(' '))) return length
  return 0
}

/** Number of words in the longest legal form at the start, or 0. At least one word follows it. */
export function legalFormAtStart(words: readonly string[]): number {
  const first = words.slice(0, longestForm(words)).map(foldWord)
  for (let length = first.length; length > 0; length -= 1)
    if (STARTING.has(first.slice(0, length).join(' '))) return length
  return 0
}

const longestForm = (words: readonly string[]): number =>
  Math.max(0, Math.min(LEGAL_FORM_WORDS_MAX, words.length - 1))

const attachedSpelling = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Longer forms come first, because 医療法人 is also the start of 医療法人社団. */
const ATTACHED = new RegExp(
  listed(forms.attached)
    .map((form) => attachedSpelling(form).replace(/[()]/gu, '\\$&'))
    .sort((a, b) => b.length - a.length)
    .join('|'),
  'gu',
)

// Letters of Thai and of all scripts that follow it in Unicode. Legal forms without a space exist
// only in these scripts.
const UNSPACED_SCRIPT = /[\u0e00-\uffff]/

/** True for a legal form that is written without a space beside the name, such as 株式会社. */
export const hasAttachedLegalForm = (name: string): boolean =>
  UNSPACED_SCRIPT.test(name) && attachedSpelling(name).search(ATTACHED) >= 0

export const withoutAttachedLegalForms = (name: string): string => name.replace(ATTACHED, ' ')
