import { withoutMarks } from './fold.ts'
import {
  ATTACHED_LEGAL_FORMS,
  ENDING_LEGAL_FORMS,
  LOWER_CASE_LEGAL_FORMS,
  ORDINARY_WORD_LEGAL_FORMS,
  STARTING_LEGAL_FORMS,
} from './legal-form-lists.ts'

/**
 * Replacements for letters such as ł. Unicode does not define these letters as letters with an
 * accent, so normalisation does not change them.
 */
const LETTER_FOLDS: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', æ: 'ae', ı: 'i', ß: 'ss' }

const ASCII = /^[ -~]*$/u
const PLAIN_WORD = /^[A-Za-z\d]*$/u

/**
 * Most words are ASCII. They have no accents, and the normalisation would take most of the time of
 * a search for names.
 */
const foldMarks = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : withoutMarks(text, 'NFD').replace(/[łøæıß]/gu, (letter) => LETTER_FOLDS[letter] ?? letter)

/** Full stop between two initials. */
const INITIAL_STOP = /(?<=(?:^|[^\p{L}\p{N}])\p{L})\.(?=\p{L}(?:[^\p{L}\p{N}]|$))/gu

/**
 * Normalises a legal form: lower case, no accents, single spaces, and no full stops between
 * initials ("S.A." gives "sa").
 */
export function foldLegalForm(text: string): string {
  if (PLAIN_WORD.test(text)) return text.toLowerCase()
  const letters = foldMarks(text)
  const initials = letters.includes('.') ? letters.replace(INITIAL_STOP, '') : letters
  return initials.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

const folded = (forms: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...forms].map(foldLegalForm))

const ENDING = folded(ENDING_LEGAL_FORMS)
const STARTING = folded(STARTING_LEGAL_FORMS)
const ORDINARY_WORDS = folded(ORDINARY_WORD_LEGAL_FORMS)
const LOWER_CASE = folded(LOWER_CASE_LEGAL_FORMS)

export const LEGAL_FORM_WORDS_MAX = Math.max(
  ...[...ENDING, ...STARTING].map((form) => form.split(' ').length),
)

const FORM_WORD_LENGTH_MAX = 40
const FIRST_WORDS: ReadonlySet<string> = new Set(
  [...ENDING].map((form) => form.split(' ')[0] ?? ''),
)

const HASHES = 0x1_0000
/** Latin letters and punctuation end before this code unit. */
const LATIN_END = 0x2100
const SPACE = 1
const UNKNOWN = 2
/**
 * Folded form of each code unit: an ASCII letter or digit, 0 for a sign that is left out, SPACE, or
 * UNKNOWN for anything else.
 */
const FOLDED_UNITS = Uint8Array.from({ length: LATIN_END }, (_, unit) =>
  foldedUnit(String.fromCharCode(unit)),
)

function foldedUnit(character: string): number {
  if (/\s/u.test(character)) return SPACE
  const folded = foldMarks(character).replace(/[^\p{L}\p{N}]+/gu, '')
  return folded === '' ? 0 : /^[a-z\d]$/u.test(folded) ? folded.charCodeAt(0) : UNKNOWN
}

const nextHash = (hash: number, unit: number): number => (Math.imul(hash, 31) + unit) & (HASHES - 1)

/** Hashes of the words that may begin a legal form. Several words may have one hash. */
const FIRST_WORD_HASHES = new Uint8Array(HASHES)
for (const word of FIRST_WORDS)
  FIRST_WORD_HASHES[[...word].reduce((hash, letter) => nextHash(hash, letter.charCodeAt(0)), 0)] = 1

/**
 * Returns true when a word may begin a legal form, such as "private" in "private limited company".
 * With this fast check, a search for legal forms can skip most words of a text.
 */
export function mayBeginForm(word: string): boolean {
  if (word.length > FORM_WORD_LENGTH_MAX) return false
  let hash = 0
  for (let index = 0; index < word.length; index += 1) {
    const unit = FOLDED_UNITS[word.charCodeAt(index)] ?? UNKNOWN
    if (unit === UNKNOWN) return beginsForm(word)
    if (unit > SPACE) hash = nextHash(hash, unit)
  }
  return FIRST_WORD_HASHES[hash] === 1 && beginsForm(word)
}

const beginsForm = (word: string): boolean =>
  FIRST_WORDS.has(foldMarks(word).replace(/[^\p{L}\p{N}]+/gu, ''))

/**
 * Returns false when no word behind the first word of a text begins a legal form. This fast check
 * reads each letter once. Most texts of a page contain no legal form.
 */
export function mayContainForm(text: string): boolean {
  let words = 0
  let hash = 0
  let isWord = false
  for (let index = 0; index <= text.length; index += 1) {
    const unit = index < text.length ? (FOLDED_UNITS[text.charCodeAt(index)] ?? UNKNOWN) : SPACE
    if (unit === UNKNOWN) return true
    if (unit !== SPACE) {
      isWord = true
      if (unit !== 0) hash = nextHash(hash, unit)
    } else if (isWord) {
      words += 1
      if (words > 1 && FIRST_WORD_HASHES[hash] === 1) return true
      hash = 0
      isWord = false
    }
  }
  return false
}

const FIRST_STARTING_WORDS: ReadonlySet<string> = new Set(
  [...STARTING].map((form) => form.split(' ')[0] ?? ''),
)

/**
 * Returns true when a normalised word may begin a legal form before a name. Also true for a word of
 * signs only.
 */
export const mayBeginStartingForm = (folded: string): boolean =>
  folded === '' || FIRST_STARTING_WORDS.has(folded.split(' ', 1)[0] ?? '')

export const isEndingLegalForm = (words: string): boolean => ENDING.has(words)

export const isStartingLegalForm = (words: string): boolean => STARTING.has(words)

export const isAlsoOrdinaryWord = (words: string): boolean => ORDINARY_WORDS.has(words)

/**
 * Returns true when a legal form is also recognised in lower case: "gmbh" is, but "as" is not,
 * because it is an English word. Legal forms in scripts without capital letters, such as Hebrew,
 * are always recognised.
 */
export const isFormInLowerCase = (words: string): boolean =>
  LOWER_CASE.has(words) || /^\p{Lo}/u.test(words)

const foldWord = (word: string): string => (/^[a-z\d]*$/u.test(word) ? word : foldLegalForm(word))

/**
 * Returns the number of words of the longest legal form at the end of a name, or 0 for a name
 * without a legal form. At least one other word must precede the legal form.
 */
export function legalFormAtEnd(words: readonly string[]): number {
  const last = words.slice(-longestForm(words)).map(foldWord)
  for (let length = longestForm(words); length > 0; length -= 1)
    if (ENDING.has(last.slice(-length).join(' '))) return length
  return 0
}

/**
 * Returns the number of words of the longest legal form at the start of a name, or 0 for a name
 * without a legal form. At least one other word must follow the legal form.
 */
export function legalFormAtStart(words: readonly string[]): number {
  const first = words.slice(0, longestForm(words)).map(foldWord)
  for (let length = first.length; length > 0; length -= 1)
    if (STARTING.has(first.slice(0, length).join(' '))) return length
  return 0
}

const longestForm = (words: readonly string[]): number =>
  Math.max(0, Math.min(LEGAL_FORM_WORDS_MAX, words.length - 1))

const attachedSpelling = (text: string): string => text.normalize('NFKC').toLowerCase()

/**
 * Longer legal forms come first in the pattern. Otherwise only 医療法人 at the start of 医療法人社団 would
 * match.
 */
const ATTACHED = new RegExp(
  [...ATTACHED_LEGAL_FORMS]
    .map((form) => attachedSpelling(form).replace(/[()]/gu, '\\$&'))
    .sort((a, b) => b.length - a.length)
    .join('|'),
  'gu',
)

/** Each attached legal form has letters of Thai or of a script behind it in Unicode. */
const UNSPACED_SCRIPT = /[\u0e00-\uffff]/

/** Returns true when a name contains a legal form that is written without a space, such as 株式会社. */
export const hasAttachedLegalForm = (name: string): boolean =>
  UNSPACED_SCRIPT.test(name) && attachedSpelling(name).search(ATTACHED) >= 0

export const withoutAttachedLegalForms = (name: string): string => name.replace(ATTACHED, ' ')
