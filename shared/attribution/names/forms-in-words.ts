import {
  foldLegalForm,
  hasAttachedLegalForm,
  isEndingLegalForm,
  isFormInLowerCase,
  LEGAL_FORM_WORDS_MAX,
  mayBeginForm,
} from './legal-forms.ts'

/** Largest number of words of a name. */
export const WORDS_MAX = 16

export interface Word {
  text: string
  start: number
  end: number
  // Computed once for each word, because a word is compared with legal forms of several lengths.
  part?: FormPart
}

interface FormPart {
  isPart: boolean
  isEnd: boolean
  mayBegin: boolean
  folded: string
}

/** Cache of words: the words of a page repeat often. */
const knownWords = new Map<string, FormPart>()
const KNOWN_WORDS_MAX = 8_192
const KNOWN_WORD_LENGTH_MAX = 40

export const formPart = (word: Word): FormPart => {
  word.part ??= knownWords.get(word.text) ?? learnWord(word.text)
  return word.part
}

function learnWord(text: string): FormPart {
  const part = {
    isPart: /[\p{L}&+]/u.test(text),
    isEnd: text.endsWith(';') || text.endsWith(':'),
    mayBegin: mayBeginForm(text),
    folded: foldLegalForm(text),
  }
  if (text.length > KNOWN_WORD_LENGTH_MAX) return part
  if (knownWords.size >= KNOWN_WORDS_MAX) knownWords.clear()
  knownWords.set(text, part)
  return part
}

export function wordsOf(text: string, limit: number): Word[] {
  const words: Word[] = []
  let start = -1
  for (let index = 0; index <= text.length && words.length < limit; index += 1) {
    const isWord = index < text.length && !isSpace(text.charCodeAt(index))
    if (isWord && start < 0) start = index
    if (isWord || start < 0) continue
    words.push({ text: text.slice(start, index), start, end: index })
    start = -1
  }
  return words
}

const SPACE = 0x20
const LAST_ASCII = 0x7f
const isSpace = (unit: number): boolean =>
  unit === SPACE ||
  (unit >= 9 && unit <= 13) ||
  (unit > LAST_ASCII && /\s/u.test(String.fromCharCode(unit)))

export const foldedWords = (words: readonly Word[], from: number, to: number): string =>
  words
    .slice(from, to)
    .map((word) => formPart(word).folded)
    .filter((folded) => folded !== '')
    .join(' ')

// True for a short accented word with a small letter, such as the Italian "Cà", which is no legal
// form. False for "OÜ", an Estonian legal form.
const accentedWord = (word: string): boolean =>
  word.length <= 3 && /\p{Ll}/u.test(word) && /\p{M}/u.test(word.normalize('NFD'))

const writtenAsForm = (word: string): boolean =>
  !accentedWord(word) &&
  (/\p{Lu}/u.test(word) || /\p{L}\.\s?\p{L}/u.test(word) || isFormInLowerCase(foldLegalForm(word)))

/** Dotted initials, as in "sp. z o.o.", are a legal form even without a capital letter. */
const DOTTED = /^\p{L}\.\s?\p{L}\./u

// An initial before "e" in "Lupi A. e F." belongs to the name of a partner. Without this rule, "A.
// e" would match the Greek legal form "A.E.".
const INITIAL = /^\p{Lu}\.$/u
const isConjunction = (word: string): boolean => /^[eiouy]$/u.test(word)

export function formLength(words: readonly Word[], index: number): number {
  const first = words[index]
  if (first === undefined || !formPart(first).mayBegin) return 0
  let longest = 0
  let folded = ''
  for (let length = 1; length <= LEGAL_FORM_WORDS_MAX + 1; length += 1) {
    const word = words[index + length - 1]
    if (word === undefined || !formPart(word).isPart) break
    if (length > 1 && isConjunction(word.text) && INITIAL.test(first.text)) break
    folded = `${folded} ${formPart(word).folded}`.trim()
    if (isEndingLegalForm(folded) && (writtenAsForm(first.text) || DOTTED.test(word.text)))
      longest = length
    if (formPart(word).isEnd) break
  }
  return longest
}

/** True for a name with a legal form at its end, or with one that needs no space, such as 株式会社. */
export function hasForm(name: string): boolean {
  const words = wordsOf(name, WORDS_MAX)
  return formAtEnd(words) > 0 || hasAttachedLegalForm(name)
}

/** Index of the first word of the legal form at the end of a name, or -1 without a legal form. */
const formAtEnd = (words: readonly Word[]): number =>
  words.findIndex((_, index) => {
    const length = index === 0 ? 0 : formLength(words, index)
    return length > 0 && index + length === words.length
  })

// Legal forms that are common if written with a capital letter, but ordinary words in a text all in
// capitals. "co" is left out, because it is also the code of a state and a prefix.
const COMMON_IN_CAPITALS = new Set(
  'sa sl slu se as a s ou sia uab ad ood eood dooel corp company ооо зао оао ао пао тов прат'.split(
    ' ',
  ),
)
const SHOUTED_WORDS_MIN = 3

/**
 * True if the legal form is a common one, so that it is hardly an ordinary word. A rare form may be
 * an ordinary word ("vos" in "Réglez Vos"), and so may "SA" in a slogan in capitals.
 */
export function hasCommonForm(name: string): boolean {
  if (hasAttachedLegalForm(name)) return true
  const words = wordsOf(name, WORDS_MAX)
  const at = formAtEnd(words)
  return at > 0 && isCommonForm(foldedWords(words, at, words.length), isShouted(words, at))
}

export function isCommonForm(folded: string, shouted: boolean): boolean {
  const [first = ''] = folded.split(' ')
  if (isFormInLowerCase(first) && (first.length > 1 || folded.length > 2)) return true
  return COMMON_IN_CAPITALS.has(first) && !shouted
}

export const isShouted = (words: readonly Word[], index: number): boolean =>
  index >= SHOUTED_WORDS_MIN &&
  words.slice(0, index).every(({ text }) => text === text.toUpperCase())

/** Removes the legal form: "Foo, Inc." gives "Foo". */
export function withoutForm(name: string): string {
  const words = wordsOf(name, WORDS_MAX)
  const start = words[formAtEnd(words)]?.start
  return start === undefined ? name : name.slice(0, start).replace(/(?<![\s,])[\s,]+$/u, '')
}
