import { lines } from '../../platform/multiline.ts'
import {
  foldedWords,
  formLength,
  formPart,
  hasForm,
  isCommonForm,
  isShouted,
  WORDS_MAX,
  type Word,
  wordsOf,
} from './forms-in-words.ts'
import {
  isAlsoOrdinaryWord,
  isEndingLegalForm,
  isStartingLegalForm,
  LEGAL_FORM_WORDS_MAX,
  mayBeginStartingForm,
} from './legal-forms.ts'
import { trimmed, withoutUnclosedBracket } from './name-edges.ts'
import {
  ABBREVIATED,
  ANNOUNCING,
  CONNECTIVE,
  DOCUMENT_WORDS,
  HELD_TOGETHER,
  KEPT_FULL_STOP,
  LEADING,
  MARKUP,
  NO_NAME,
  PARTICLES,
  QUOTED,
  SENTENCE,
  SENTENCE_START,
} from './name-words.ts'
import { HAN_COMPANY, HAN_COMPANY_BEHIND_A_VERB, unspacedStart } from './unspaced-names.ts'

export const NAME_LENGTH_MAX = 200
/** A lower-case word belongs to a name if a legal form follows within this number of words. */
const FORM_DISTANCE_MAX = 4
const WINDOW_LENGTH = 400

const LEADING_ROUNDS_MAX = 3

export const withoutAnnouncement = (text: string): string => text.replace(ANNOUNCING, '')

/** Short names with an exclamation mark, which does not end the name: "OK!" in "OK! Verlag". */
const EXCLAIMED = /^(?:\p{Lu}{1,4}|Yahoo)!$/u

/** A pronoun behind "and" starts a new clause, so the name ends before it: "Ada Lind and I’m". */
const PRONOUN = /^I(?:['’](?:m|ve|d|ll))?$/u

const isCapitalised = (word: string): boolean =>
  /^["'“„«(]?(?:[dlDL]['’])?[\p{Lu}\p{N}\p{Lo}]/u.test(word) || /^\p{Ll}{1,3}\p{Lu}/u.test(word)
const bare = (word: string): string =>
  word
    .replace(/^[("'“„«]+/u, '')
    .replace(/(?<![)"'”“»,;:.])[)"'”“»,;:.]+$/u, '')
    .toLowerCase()

/** "the Foo & Bar Ltd, whose office ..." gives "Foo & Bar Ltd". Null for no name. */
export function nameAtStart(text: string): string | null {
  let rest = trimmed(text.slice(0, WINDOW_LENGTH))
  for (let round = 0; round < LEADING_ROUNDS_MAX; round += 1) {
    const shorter = rest.replace(ANNOUNCING, '').replace(LEADING, '')
    if (shorter === rest || shorter === '') break
    rest = shorter
  }
  if (
    /^\P{L}{0,3}[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(rest)
  )
    return plausibleName(unspacedStart(rest))
  const quoted = QUOTED.exec(rest)?.[0]
  if (quoted !== undefined && !MARKUP.test(quoted)) return quoted
  const words = wordsOf(rest, WORDS_MAX)
  const together = HELD_TOGETHER.exec(rest)?.[0].trimEnd().split(' ').length ?? 0
  const name = plausibleName(
    rest.slice(0, findNameEnd(words, Math.max(together, startingForm(words) + 1))),
  )
  // Texts such as "third parties" and "our partners", without capital and legal form, are no names.
  return name !== null && !isCapitalised(name) && !hasForm(name) ? null : name
}

function startingForm(words: readonly Word[]): number {
  const [first] = words
  if (first === undefined || !mayBeginStartingForm(formPart(first).folded)) return 0
  for (let length = Math.min(LEGAL_FORM_WORDS_MAX, words.length - 1); length > 1; length -= 1)
    if (isStartingLegalForm(foldedWords(words, 0, length))) return length
  return 0
}

// Returns the position behind the last character of the name at the start: behind "Ltd" in "Foo
// Ltd, whose office", behind "Foo" in "Foo is". The first `held` words always belong to the name.
function findNameEnd(words: readonly Word[], held: number): number {
  let end = 0
  for (let index = 0; index < words.length; ) {
    const { taken, isLast } =
      index < held - 1 ? { taken: 1, isLast: false } : takePart(words, index)
    if (taken === 0) break
    index += taken
    end = words[index - 1]?.end ?? end
    if (isLast) break
  }
  return end
}

// `taken`: number of words from `index` on that belong to the name: those of a legal form, one
// word, or none.
function takePart(words: readonly Word[], index: number): { taken: number; isLast: boolean } {
  const text = words[index]?.text ?? ''
  if (index === 0) return { taken: 1, isLast: endsName(words, index) }
  if (startsParenthesis(words, index) === 'stops') return { taken: 0, isLast: true }
  const form = formLength(words, index)
  if (form > 0) return { taken: form, isLast: endsBehindForm(words, index, form) }
  const isOutside =
    /^[–—―|•·/\-:;,]/u.test(text) || (!isCapitalised(text) && !continuesName(words, index))
  return isOutside ? { taken: 0, isLast: true } : { taken: 1, isLast: endsName(words, index) }
}

// False if the name goes on behind a legal form that is also an ordinary word: "Company" in
// "Company Foods Ltd".
function endsBehindForm(words: readonly Word[], index: number, length: number): boolean {
  const last = words[index + length - 1]?.text ?? ''
  if (/[,;:]$/u.test(last)) return true
  const next = words[index + length]?.text ?? ''
  const folded = foldedWords(words, index, index + length)
  const goesOn =
    (isAlsoOrdinaryWord(folded) || !isCommonForm(folded, isShouted(words, index))) &&
    !(last.endsWith('.') && !ABBREVIATED.test(last)) &&
    isCapitalised(next) &&
    !next.startsWith('(')
  return !goesOn && formLength(words, index + length) === 0
}

function endsName(words: readonly Word[], index: number): boolean {
  const text = words[index]?.text ?? ''
  const formFollows = formLength(words, index + 1) > 0
  if (text.endsWith(')')) return false
  if (text.endsWith(',')) return !formFollows
  if (/[;:!?|”"»]$/u.test(text)) return !EXCLAIMED.test(text)
  return text.endsWith('.') && !formFollows && !ABBREVIATED.test(text)
}

function continuesName(words: readonly Word[], index: number): boolean {
  const word = words[index]?.text ?? ''
  const next = words[index + 1]
  if (formFollowsSoon(words, index)) return true
  if (!PARTICLES.has(bare(word)) || /[,;.]$/u.test(word)) return false
  const following = next !== undefined && PARTICLES.has(bare(next.text)) ? words[index + 2] : next
  return following !== undefined && isCapitalised(following.text) && !PRONOUN.test(following.text)
}

function formFollowsSoon(words: readonly Word[], index: number): boolean {
  for (let ahead = 0; ahead < FORM_DISTANCE_MAX; ahead += 1) {
    const text = words[index + ahead]?.text
    if (text === undefined || SENTENCE.test(text) || CONNECTIVE.test(text)) return false
    const isForm = formLength(words, index + ahead + 1) > 0
    if (/[,;:.()!?|]/u.test(isForm ? text.replace(/,$/u, '') : text)) return false
    if (isForm) return true
  }
  return false
}

/** A parenthesis ends the name, unless a legal form is in it or follows it: "Foo (UK) Ltd". */
function startsParenthesis(words: readonly Word[], index: number): 'stops' | 'goes on' {
  const text = words[index]?.text ?? ''
  if (!text.startsWith('(')) return 'goes on'
  for (let last = index; last < Math.min(index + 3, words.length); last += 1)
    if (/\)[,.]?$/u.test(words[last]?.text ?? ''))
      return formLength(words, last + 1) > 0 ||
        isEndingLegalForm(foldedWords(words, index, last + 1))
        ? 'goes on'
        : 'stops'
  return 'stops'
}

// A legal form with the name in quotation marks at the end of a text. The quoted name may have
// small letters.
const QUOTED_AT_END = new RegExp(
  lines`
    (?:^|\s)((?:\p{Lu}{2,6}|(?:Обществ|Акционерн|Товариств|Некоммерческ|
    Автономн)\p{L}{1,5}(?:\s\p{L}{1,20}){1,5})\s[«„"][^«»„“”"]{2,80}[»“”"])$
  `,
  'u',
)

/** "... describes how Foo & Bar, Inc." gives "Foo & Bar, Inc.". Null for no name. */
export function nameAtEnd(text: string): string | null {
  const window = text.slice(-WINDOW_LENGTH).replace(/(?<![\s(（「“"',;:])[\s(（「“"',;:]+$/u, '')
  const unspaced =
    /(?:^|[、。，\s「」()（）]|[はがの](?=\p{Script=Han}))([^、。，\s「」()（）]{2,40})$/u.exec(
      window,
    )
  if (/[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]$/u.test(window))
    return plausibleName(HAN_COMPANY_BEHIND_A_VERB.exec(window)?.[1] ?? unspaced?.[1] ?? '')
  const quoted = QUOTED_AT_END.exec(window)?.[1]
  if (quoted !== undefined) return plausibleName(quoted)
  const words = wordsOf(window, Number.MAX_SAFE_INTEGER).slice(-WORDS_MAX)
  let start = words.length
  for (let index = words.length - 1; index >= 0; index -= 1) {
    const word = words[index]
    if (word === undefined || !belongsBefore(words, index)) break
    start = index
  }
  while (
    start < words.length &&
    !isCapitalised(words[start]?.text ?? '') &&
    formLength(words, start + 1) === 0
  )
    start += 1
  const from = words[start]?.start
  return from === undefined ? null : plausibleName(afterDocumentWords(window.slice(from)))
}

function belongsBefore(words: readonly Word[], index: number): boolean {
  const { text } = words[index] ?? { text: '' }
  const isLast = index === words.length - 1
  if (!isLast) {
    if (/[;:!?|]$/u.test(text) && !EXCLAIMED.test(text)) return false
    const formFollows = formLength(words, index + 1) > 0
    if (text.endsWith(',') && !formFollows) return false
    const isEnd =
      /\.[”"]?$/u.test(text) && !ABBREVIATED.test(text) && formLength(words, index) === 0
    if (isEnd && (!formFollows || beginsSentence(words, index + 1))) return false
  }
  if (/^[–—|•·]$/u.test(text)) return false
  return (
    isCapitalised(text) ||
    PARTICLES.has(bare(text)) ||
    formLength(words, index) > 0 ||
    /^[\d(]/u.test(text)
  )
}

// True if the word behind a full stop begins a new sentence and no legal form: "Company" in "Kork.
// Company number 1234".
function beginsSentence(words: readonly Word[], index: number): boolean {
  const length = formLength(words, index)
  return isAlsoOrdinaryWord(foldedWords(words, index, index + length))
}

/** "Privacy Policy of Foo Ltd" gives "Foo Ltd". */
const afterDocumentWords = (text: string): string =>
  text.replace(DOCUMENT_WORDS, '').replace(SENTENCE_START, '')

/** Returns the name without punctuation around it. Null for a text that cannot be a name. */
export function plausibleName(text: string): string | null {
  const cut = trimmed(withoutUnclosedBracket(trimmed(text.slice(0, NAME_LENGTH_MAX * 2))))
    .replace(/(?<!\.)\.{2,}$/u, '.')
    .trim()
  const name = cut.endsWith('.') && !KEPT_FULL_STOP.test(cut) ? cut.slice(0, -1).trim() : cut
  if (name.length < 2 || name.length > NAME_LENGTH_MAX) return null
  if (!/\p{L}\P{L}*\p{L}/u.test(name)) return null
  if (MARKUP.test(name) || NO_NAME.test(name)) return null
  if (!hasForm(name) && (SENTENCE.test(name) || name.split(' ').length > 10)) return null
  return name
}

const FORMS_MAX = 6
/** Limits the work: an attacker could fill a line with legal forms that end no name. */
const FORMS_TRIED_MAX = 12
// With at most this number of words before a legal form, all of them may belong to the name:
// "Albert Česká republika, s.r.o.".
const WORDS_BEFORE_FORM_MAX = 7
/**
 * Returns the names that have a legal form. If lower-case words before the form hide the start of a
 * name, returns a short and a long name.
 */
export function namesWithForm(text: string): string[] {
  const window = text.slice(0, WINDOW_LENGTH)
  const words = wordsOf(window, WINDOW_LENGTH)
  const names = [...window.matchAll(HAN_COMPANY)].map((match) => match[0])
  let tried = 0
  for (
    let index = 1;
    index < words.length && names.length < FORMS_MAX && tried < FORMS_TRIED_MAX;
    index += 1
  ) {
    const length = formLength(words, index)
    if (length === 0) continue
    tried += 1
    const upTo = window.slice(0, words[index + length - 1]?.end)
    const name = nameAtEnd(upTo)
    if (name !== null && hasForm(name)) names.push(name)
    const whole = index <= WORDS_BEFORE_FORM_MAX ? plausibleName(upTo) : null
    if (whole !== null && whole !== name && !/[:：;/]/u.test(whole) && hasForm(whole))
      names.push(whole)
    index += length - 1
  }
  return names
}
