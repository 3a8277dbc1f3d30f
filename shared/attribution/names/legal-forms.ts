import { withoutMarks } from './fold.ts'
import {
  ATTACHED_LEGAL_FORMS,
  ENDING_LEGAL_FORMS,
  LOWER_CASE_LEGAL_FORMS,
  ORDINARY_WORD_LEGAL_FORMS,
  STARTING_LEGAL_FORMS,
} from './legal-form-lists.ts'

/** Letters that no base letter and mark make up, as `foldLetters` writes them. */
const LETTER_FOLDS: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', æ: 'ae', ı: 'i', ß: 'ss' }

const foldMarks = (text: string): string =>
  withoutMarks(text, 'NFD').replace(/[łøæıß]/gu, (letter) => LETTER_FOLDS[letter] ?? letter)

/** Words as the lists write them: folded, parted by single spaces, the dots of initials closed up ("S.A." is "sa"). */
export function foldLegalForm(text: string): string {
  return foldMarks(text)
    .replace(/(?<=(?:^|[^\p{L}\p{N}])\p{L})\.(?=\p{L}(?:[^\p{L}\p{N}]|$))/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const folded = (forms: ReadonlySet<string>): ReadonlySet<string> => new Set([...forms].map(foldLegalForm))

const ENDING = folded(ENDING_LEGAL_FORMS)
const STARTING = folded(STARTING_LEGAL_FORMS)
const ORDINARY_WORDS = folded(ORDINARY_WORD_LEGAL_FORMS)
const LOWER_CASE = folded(LOWER_CASE_LEGAL_FORMS)

/** Words in the longest form that ends or starts a name. */
export const LEGAL_FORM_WORDS_MAX = Math.max(...[...ENDING, ...STARTING].map((form) => form.split(' ').length))

/** Letters and signs of the longest word of a form, with room for dots. */
const FORM_WORD_LENGTH_MAX = 40
const FIRST_WORDS: ReadonlySet<string> = new Set([...ENDING].map((form) => form.split(' ')[0] ?? ''))

/** True for a word as written that may begin a form at the end of names: a quick look that spares folding the rest. */
export function mayBeginForm(word: string): boolean {
  if (word.length > FORM_WORD_LENGTH_MAX) return false
  return FIRST_WORDS.has(foldMarks(word).replace(/[^\p{L}\p{N}]+/gu, ''))
}

/** True for folded words that are a form at the end of names. */
export const isEndingLegalForm = (words: string): boolean => ENDING.has(words)

/** True for folded words that are a form at the start of names. */
export const isStartingLegalForm = (words: string): boolean => STARTING.has(words)

/** True for a folded form that is also an ordinary word, so that a name may go on behind it. */
export const isAlsoOrdinaryWord = (words: string): boolean => ORDINARY_WORDS.has(words)

/** True for a folded form that is one in lower case too: "gmbh" is, "as" is a word. Hebrew, Arabic and Hindi have no case. */
export const isFormInLowerCase = (words: string): boolean => LOWER_CASE.has(words) || /^\p{Lo}/u.test(words)

/** Most words need no fold: the callers fold Latin script, and only marks of other scripts and letters such as ł are left. */
const foldWord = (word: string): string => (/^[a-z\d]*$/u.test(word) ? word : foldLegalForm(word))

/** The number of words at the end of a name that are its longest legal form; 0 for none. One word is always left to the name. */
export function legalFormAtEnd(words: readonly string[]): number {
  const last = words.slice(-longestForm(words)).map(foldWord)
  for (let length = longestForm(words); length > 0; length -= 1)
    if (ENDING.has(last.slice(-length).join(' '))) return length
  return 0
}

/** The number of words at the start of a name that are its longest legal form; 0 for none. One word is always left to the name. */
export function legalFormAtStart(words: readonly string[]): number {
  const first = words.slice(0, longestForm(words)).map(foldWord)
  for (let length = first.length; length > 0; length -= 1)
    if (STARTING.has(first.slice(0, length).join(' '))) return length
  return 0
}

/** At most all words but one. */
const longestForm = (words: readonly string[]): number => Math.max(0, Math.min(LEGAL_FORM_WORDS_MAX, words.length - 1))

/** As `nameTokens` writes names: "㈱" and "（株）" are "(株)" in NFKC. */
const attachedSpelling = (text: string): string => text.normalize('NFKC').toLowerCase()

/** One expression for all of them, the longest first, since 農業協同組合 holds 協同組合. */
const ATTACHED = new RegExp(
  [...ATTACHED_LEGAL_FORMS]
    .map((form) => attachedSpelling(form).replace(/[()]/gu, '\\$&'))
    .sort((a, b) => b.length - a.length)
    .join('|'),
  'gu',
)

/** True when a form is attached to the name without a space, as 株式会社 is. */
export const hasAttachedLegalForm = (name: string): boolean => attachedSpelling(name).search(ATTACHED) >= 0

/** The name with a space in place of each attached form. */
export const withoutAttachedLegalForms = (name: string): string => name.replace(ATTACHED, ' ')
