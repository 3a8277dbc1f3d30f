import { withoutMarks } from './fold.ts'
import {
  ATTACHED_LEGAL_FORMS,
  ENDING_LEGAL_FORMS,
  LOWER_CASE_LEGAL_FORMS,
  ORDINARY_WORD_LEGAL_FORMS,
  STARTING_LEGAL_FORMS,
} from './legal-form-lists.ts'

/** Words in the longest form that ends or starts a name. */
export const LEGAL_FORM_WORDS_MAX = Math.max(
  ...[...ENDING_LEGAL_FORMS, ...STARTING_LEGAL_FORMS].map((form) => form.split(' ').length),
)

/** Words as the lists write them: folded, parted by single spaces, the dots of initials closed up ("S.A." is "sa"). */
export function foldLegalForm(text: string): string {
  return withoutMarks(text, 'NFD')
    .replaceAll('ł', 'l')
    .replace(/(?<=(?:^|[^\p{L}\p{N}])\p{L})\.(?=\p{L}(?:[^\p{L}\p{N}]|$))/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** True for folded words that are a form at the end of names. */
export const isEndingLegalForm = (folded: string): boolean => ENDING_LEGAL_FORMS.has(folded)

/** True for folded words that are a form at the start of names. */
export const isStartingLegalForm = (folded: string): boolean => STARTING_LEGAL_FORMS.has(folded)

/** True for a folded form that is also an ordinary word, so that a name may go on behind it. */
export const isAlsoOrdinaryWord = (folded: string): boolean => ORDINARY_WORD_LEGAL_FORMS.has(folded)

/** True for a folded form that is one in lower case too: "gmbh" is, "as" is a word. */
export const isFormInLowerCase = (folded: string): boolean => LOWER_CASE_LEGAL_FORMS.has(folded)

/** The number of folded words at the end of a name that are its longest legal form; 0 for none. One word is always left to the name. */
export function legalFormAtEnd(words: readonly string[]): number {
  for (let length = longestForm(words); length > 0; length -= 1)
    if (ENDING_LEGAL_FORMS.has(words.slice(-length).join(' '))) return length
  return 0
}

/** The number of folded words at the start of a name that are its longest legal form; 0 for none. One word is always left to the name. */
export function legalFormAtStart(words: readonly string[]): number {
  for (let length = longestForm(words); length > 0; length -= 1)
    if (STARTING_LEGAL_FORMS.has(words.slice(0, length).join(' '))) return length
  return 0
}

const longestForm = (words: readonly string[]): number => Math.min(LEGAL_FORM_WORDS_MAX, words.length - 1)

/** True when a form is attached to the name without a space, as 株式会社 is. */
export const hasAttachedLegalForm = (name: string): boolean => ATTACHED_LEGAL_FORMS.some((form) => name.includes(form))

/** The name with a space in place of each attached form. */
export function withoutAttachedLegalForms(name: string): string {
  let text = name
  for (const form of ATTACHED_LEGAL_FORMS) text = text.replaceAll(form, ' ')
  return text
}
