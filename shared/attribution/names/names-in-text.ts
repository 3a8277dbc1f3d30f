import {
  foldLegalForm,
  hasAttachedLegalForm,
  isAlsoOrdinaryWord,
  isEndingLegalForm,
  isFormInLowerCase,
  isStartingLegalForm,
  LEGAL_FORM_WORDS_MAX,
  mayBeginForm,
  mayBeginStartingForm,
  mayContainForm,
} from './legal-forms.ts'
import { trimmed } from './name-edges.ts'
import {
  ABBREVIATED,
  ANNOUNCING,
  CONNECTIVE,
  HELD_TOGETHER,
  KEPT_FULL_STOP,
  LEADING,
  MARKUP,
  NO_NAME,
  PARTICLES,
  QUOTED,
  SENTENCE,
} from './name-words.ts'

export const NAME_LENGTH_MAX = 200
const WORDS_MAX = 16
/**
 * A lower-case word belongs to a name if a legal form such as "Ltd" follows within this number of
 * words.
 */
const FORM_DISTANCE_MAX = 4
const WINDOW_LENGTH = 400

const LEADING_ROUNDS_MAX = 3
interface Word {
  text: string
  start: number
  end: number
  /**
   * The word as a part of a legal form. Computed once, because each word is compared with legal
   * forms of several lengths.
   */
  part?: FormPart
}

interface FormPart {
  isPart: boolean
  isEnd: boolean
  folded: string
}

/** Words that were read last. Pages repeat a small vocabulary, so most words are found here. */
const knownWords = new Map<string, FormPart>()
const KNOWN_WORDS_MAX = 8_192
const KNOWN_WORD_LENGTH_MAX = 40

const formPart = (word: Word): FormPart => {
  word.part ??= knownWords.get(word.text) ?? learnWord(word.text)
  return word.part
}

function learnWord(text: string): FormPart {
  const part = {
    isPart: /[\p{L}&+]/u.test(text),
    isEnd: text.endsWith(';') || text.endsWith(':'),
    folded: foldLegalForm(text),
  }
  if (text.length > KNOWN_WORD_LENGTH_MAX) return part
  if (knownWords.size >= KNOWN_WORDS_MAX) knownWords.clear()
  knownWords.set(text, part)
  return part
}

function wordsOf(text: string, limit: number): Word[] {
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

/** Returns the words from `from` to before `to` as a legal form is written in the lists. */
const foldedWords = (words: readonly Word[], from: number, to: number): string =>
  words
    .slice(from, to)
    .map((word) => formPart(word).folded)
    .filter((folded) => folded !== '')
    .join(' ')

/**
 * A short word with an accent is a legal form only in capital letters: "OÜ" is an Estonian legal
 * form, but "Cà" is an Italian word.
 */
const accentedWord = (word: string): boolean =>
  word.length <= 3 && /\p{Ll}/u.test(word) && /\p{M}/u.test(word.normalize('NFD'))

const writtenAsForm = (word: string): boolean =>
  !accentedWord(word) &&
  (/\p{Lu}/u.test(word) || /\p{L}\.\s?\p{L}/u.test(word) || isFormInLowerCase(foldLegalForm(word)))

/** Removes words such as "Published by" from the start of a text. */
export const withoutAnnouncement = (text: string): string => text.replace(ANNOUNCING, '')

/**
 * Matches initials such as "o.o." in the Polish legal form "sp. z o.o.". A legal form with such
 * initials is recognised even without a capital letter.
 */
const DOTTED = /^\p{L}\.\s?\p{L}\./u

/** Initial before a conjunction: "Lupi A. e F." names partners, and no Greek company ("A.E."). */
const INITIAL = /^\p{Lu}\.$/u
const isConjunction = (word: string): boolean => /^[eiouy]$/u.test(word)

function formLength(words: readonly Word[], index: number): number {
  const first = words[index]
  if (first === undefined || !mayBeginForm(first.text)) return 0
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

/**
 * Matches a short word with an exclamation mark that belongs to a name, such as "OK!" in "OK!
 * Verlag".
 */
const EXCLAIMED = /^(?:\p{Lu}{1,4}|Yahoo)!$/u

/** Pronoun of a sentence that goes on behind a name: "Ada Lind and I’m". */
const PRONOUN = /^I(?:['’](?:m|ve|d|ll))?$/u

const isCapitalised = (word: string): boolean =>
  /^["'“„«(]?(?:[dlDL]['’])?[\p{Lu}\p{N}\p{Lo}]/u.test(word) || /^\p{Ll}{1,3}\p{Lu}/u.test(word)
const bare = (word: string): string =>
  word
    .replace(/^[("'“„«]+/u, '')
    .replace(/(?<![)"'”“»,;:.])[)"'”“»,;:.]+$/u, '')
    .toLowerCase()

/**
 * Returns the name at the start of a text, or null if the text does not start with a name. "the Foo
 * & Bar Ltd, whose office ..." gives "Foo & Bar Ltd".
 */
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
    return unspacedName(rest)
  const quoted = QUOTED.exec(rest)?.[0]
  if (quoted !== undefined && !MARKUP.test(quoted)) return quoted
  const words = wordsOf(rest, WORDS_MAX)
  const together = HELD_TOGETHER.exec(rest)?.[0].trimEnd().split(' ').length ?? 0
  const name = plausibleName(
    rest.slice(0, nameEnd(words, Math.max(together, startingForm(words) + 1))),
  )
  // Lower-case words without a legal form such as "Ltd" are not a name: "third parties", "our
  // partners".
  return name !== null && !isCapitalised(name) && !hasForm(name) ? null : name
}

function startingForm(words: readonly Word[]): number {
  const [first] = words
  if (first === undefined || !mayBeginStartingForm(formPart(first).folded)) return 0
  for (let length = Math.min(LEGAL_FORM_WORDS_MAX, words.length - 1); length > 1; length -= 1)
    if (isStartingLegalForm(foldedWords(words, 0, length))) return length
  return 0
}

function nameEnd(words: readonly Word[], held: number): number {
  let end = 0
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index]
    if (word === undefined) break
    if (index < held - 1) {
      end = word.end
      continue
    }
    const { text } = word
    if (index > 0 && startsParenthesis(words, index) === 'stops') break
    const form = index === 0 ? 0 : formLength(words, index)
    if (form > 0) {
      end = words[index + form - 1]?.end ?? end
      const next = words[index + form]
      const last = words[index + form - 1]?.text ?? ''
      const closed = /[,;:]$/u.test(last) || (last.endsWith('.') && !ABBREVIATED.test(last))
      const folded = foldedWords(words, index, index + form)
      const goesOn =
        (isAlsoOrdinaryWord(folded) || !isCommonForm(folded, isShouted(words, index))) &&
        next !== undefined &&
        !closed &&
        isCapitalised(next.text) &&
        !next.text.startsWith('(')
      if (!goesOn && (/[,;:]$/u.test(last) || formLength(words, index + form) === 0)) break
      index += form - 1
      continue
    }
    if (index > 0 && /^[–—―|•·/\-:;,]/u.test(text)) break
    if (index > 0 && !isCapitalised(text) && !continuesName(words, index)) break
    end = word.end
    if ((/[,;:!?|]$/u.test(text) && !EXCLAIMED.test(text)) || /[”"»)]$/u.test(text)) {
      if (formLength(words, index + 1) > 0 && text.endsWith(',')) continue
      if (text.endsWith(')')) continue
      break
    }
    if (text.endsWith('.') && formLength(words, index + 1) === 0 && !ABBREVIATED.test(text)) break
  }
  return end
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

/**
 * A parenthesis belongs to a name if a legal form such as "Ltd" follows: "Foo (UK) Ltd". Any other
 * parenthesis ends the name.
 */
function startsParenthesis(words: readonly Word[], index: number): 'stops' | 'goes on' {
  const text = words[index]?.text ?? ''
  if (!text.startsWith('(')) return 'goes on'
  for (let last = index; last < Math.min(index + 3, words.length); last += 1)
    if (/\)[,.]?$/u.test(words[last]?.text ?? ''))
      return formLength(words, last + 1) > 0 || insideForm(words, index, last) ? 'goes on' : 'stops'
  return 'stops'
}

const insideForm = (words: readonly Word[], from: number, to: number): boolean =>
  isEndingLegalForm(foldedWords(words, from, to + 1))

/** Label of what follows a name: "某学校 地址：". */
const LABEL_BEHIND = /(?<=\S)\s\S{2,6}$/u

function unspacedName(text: string): string | null {
  const match = /^(?:[^、。，．；：:;,|｜「」『』（(【】\n]|[（(][주유株有同][）)]){1,60}/u.exec(
    text,
  )
  const found = match?.[0] ?? ''
  const isLabelled = /^\s{0,2}[:：]/u.test(text.slice(found.length))
  const cut =
    (isLabelled ? found.replace(LABEL_BEHIND, '') : found).split(
      /(?:(?<!\s)\s+)?(?:以下|\s代表|が運営|が、|は、|及び|および|による|の公式|所在地|代表者|電話|〒|TEL)/u,
    )[0] ?? ''
  return plausibleName(companyFirst(cut))
}

/** Returns the company at the start of a text: "有限会社某工務店 建設業許可 第123号". */
function companyFirst(text: string): string {
  const [first = ''] = text.split(/\s/u, 1)
  const isForm =
    isStartingLegalForm(foldLegalForm(first)) || isEndingLegalForm(foldLegalForm(first))
  return !isForm && !/\p{Script=Hangul}/u.test(first) && hasAttachedLegalForm(first) ? first : text
}

/**
 * Matches a Chinese company name after a verb, so that the verb does not become part of the name:
 * 系指北京…有限公司 ("means Beijing ... Limited").
 */
const HAN_COMPANY_BEHIND_A_VERB =
  /[了指是由与和为在向即](?!.*[了指是由与和为在向即])(\p{Script=Han}[\p{Script=Han}（）()]{2,30}公司)$/u

/** Legal form before a name in quotation marks, in which small letters may stand. */
const QUOTED_AT_END =
  /(?:^|\s)((?:\p{Lu}{2,6}|(?:Обществ|Акционерн|Товариств|Некоммерческ|Автономн)\p{L}{1,5}(?:\s\p{L}{1,20}){1,5})\s[«„"][^«»„“”"]{2,80}[»“”"])$/u

/**
 * Returns the name at the end of a text, or null if the text does not end with a name. "...
 * describes how Foo & Bar, Inc." gives "Foo & Bar, Inc.".
 */
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

/** True for a form that is a word of the next sentence: "Kork. Company number 1234". */
function beginsSentence(words: readonly Word[], index: number): boolean {
  const length = formLength(words, index)
  return isAlsoOrdinaryWord(foldedWords(words, index, index + length))
}

/** Removes the title of a document before a name: "Privacy Policy of Foo Ltd" gives "Foo Ltd". */
function afterDocumentWords(text: string): string {
  const match =
    /^.{0,80}?\b(?:policy|notice|statement|terms|conditions|agreement|site|website|services?|here|welcome|contract)\b.{0,30}?\b(?:of|by|with|from|to|at|for)\s+(?=\p{Lu})/iu.exec(
      text,
    )
  const rest = match === null ? text : text.slice(match[0].length)
  return rest.replace(
    /^(?:(?:(?:In |On |Since |As of )?(?:(?:January|February|March|April|May|June|July|August|September|October|November|December) )?(?:19|20)\d\d,?|The|Our|Your|This|These|At|By|In|When|While|If|We|Us|Please|Contact|About|Welcome|To|And|For|Through|With|Between|Wir|Die|Der|Das|Bei|Chez|La société|La|El|Il|De|Het|A|O)\s+)(?=\p{Lu})/u,
    (word) => (/^(?:The|La|El|Il|De|Het|A|O)\s/u.test(word) ? word : ''),
  )
}

/**
 * Removes the punctuation around a possible name. Returns null if the text cannot be the name of an
 * organisation or person.
 */
export function plausibleName(text: string): string | null {
  const cut = trimmed(text.slice(0, NAME_LENGTH_MAX * 2))
    .replace(/(?<!\.)\.{2,}$/u, '.')
    .trim()
  const name = cut.endsWith('.') && !KEPT_FULL_STOP.test(cut) ? cut.slice(0, -1).trim() : cut
  if (name.length < 2 || name.length > NAME_LENGTH_MAX) return null
  if (!/\p{L}\P{L}*\p{L}/u.test(name)) return null
  if (MARKUP.test(name) || NO_NAME.test(name)) return null
  if (!hasForm(name) && (SENTENCE.test(name) || name.split(' ').length > 10)) return null
  return name
}

/**
 * Returns true when a name ends with a legal form such as "Ltd" or contains one that is written
 * without a space, such as 株式会社.
 */
export function hasForm(name: string): boolean {
  return endsWithForm(name) || hasAttachedLegalForm(name)
}

function endsWithForm(name: string): boolean {
  if (!mayContainForm(name)) return false
  const words = wordsOf(name, WORDS_MAX)
  for (let index = 1; index < words.length; index += 1) {
    const length = formLength(words, index)
    if (length > 0 && index + length === words.length) return true
  }
  return false
}

/**
 * Forms in capitals that running text has often enough. "co" is left out: it is a state and a
 * prefix.
 */
const COMMON_IN_CAPITALS = new Set(
  'sa sl slu se as a s ou sia uab ad ood eood dooel corp company ооо зао оао ао пао тов прат'.split(
    ' ',
  ),
)
const SHOUTED_WORDS_MIN = 3

/**
 * Returns true for a name whose legal form is no chance in running text: the rare forms of the
 * lists are words of some language ("Réglez Vos"), and in a slogan in capitals "SA" is one too.
 */
export function hasCommonForm(name: string): boolean {
  if (hasAttachedLegalForm(name)) return true
  const words = wordsOf(name, WORDS_MAX)
  for (let index = 1; index < words.length; index += 1) {
    const length = formLength(words, index)
    if (length === 0 || index + length !== words.length) continue
    return isCommonForm(foldedWords(words, index, words.length), isShouted(words, index))
  }
  return false
}

function isCommonForm(folded: string, shouted: boolean): boolean {
  const [first = ''] = folded.split(' ')
  if (isFormInLowerCase(first) && (first.length > 1 || folded.length > 2)) return true
  return COMMON_IN_CAPITALS.has(first) && !shouted
}

const isShouted = (words: readonly Word[], index: number): boolean =>
  index >= SHOUTED_WORDS_MIN &&
  words.slice(0, index).every(({ text }) => text === text.toUpperCase())

/** Removes the legal form at the end of a name: "Foo, Inc." gives "Foo". */
export function withoutForm(name: string): string {
  const words = wordsOf(name, WORDS_MAX)
  for (let index = 1; index < words.length; index += 1) {
    const length = formLength(words, index)
    if (length > 0 && index + length === words.length)
      return name.slice(0, words[index]?.start ?? name.length).replace(/(?<![\s,])[\s,]+$/u, '')
  }
  return name
}

const FORMS_MAX = 6
/**
 * An attacker could fill a line with legal forms that end no name, so only this number of legal
 * forms of a line is tried.
 */
const FORMS_TRIED_MAX = 12
/**
 * Maximum number of words before a legal form for which the whole text up to the legal form counts
 * as a possible name, even if it contains lower-case words: "Albert Česká republika, s.r.o.".
 */
const WORDS_BEFORE_FORM_MAX = 7
const HAN_COMPANY =
  /[\p{Script=Han}（）()]{2,30}?(?:股份有限公司|有限责任公司|有限責任公司|有限公司|有限合夥)/gu

/**
 * Returns all names in a text that end with a legal form such as "Ltd". If lower-case words stand
 * before the legal form, the start of the name is unclear, so a short and a long name are returned.
 */
export function namesWithForm(text: string): string[] {
  const window = text.slice(0, WINDOW_LENGTH)
  if (!mayContainForm(window)) return []
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
