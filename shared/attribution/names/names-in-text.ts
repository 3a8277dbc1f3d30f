import { lines } from '../../platform/multiline.ts'
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
/** A lower-case word belongs to a name if a legal form follows within this number of words. */
const FORM_DISTANCE_MAX = 4
const WINDOW_LENGTH = 400

const LEADING_ROUNDS_MAX = 3

interface Word {
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

const formPart = (word: Word): FormPart => {
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

const foldedWords = (words: readonly Word[], from: number, to: number): string =>
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

export const withoutAnnouncement = (text: string): string => text.replace(ANNOUNCING, '')

/** Dotted initials, as in "sp. z o.o.", are a legal form even without a capital letter. */
const DOTTED = /^\p{L}\.\s?\p{L}\./u

// An initial before "e" in "Lupi A. e F." belongs to the name of a partner. Without this rule, "A.
// e" would match the Greek legal form "A.E.".
const INITIAL = /^\p{Lu}\.$/u
const isConjunction = (word: string): boolean => /^[eiouy]$/u.test(word)

function formLength(words: readonly Word[], index: number): number {
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
    return unspacedName(rest)
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

// A label at the end of the text before a colon, such as 地址 ("address") in "某学校 地址：". It is no part
// of the name.
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

// Returns the first word if it contains a legal form: 有限会社某工務店 from "有限会社某工務店 建設業許可 第123号".
// Otherwise returns the text unchanged.
function companyFirst(text: string): string {
  const [first = ''] = text.split(/\s/u, 1)
  const isForm =
    isStartingLegalForm(foldLegalForm(first)) || isEndingLegalForm(foldLegalForm(first))
  return !isForm && !/\p{Script=Hangul}/u.test(first) && hasAttachedLegalForm(first) ? first : text
}

// A Chinese company name behind a verb. The verb in 系指北京…有限公司 ("means Beijing ... Limited") is no
// part of the name.
const HAN_COMPANY_BEHIND_A_VERB =
  /[了指是由与和为在向即](?!.*[了指是由与和为在向即])(\p{Script=Han}[\p{Script=Han}（）()]{2,30}公司)$/u

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

const DOCUMENT_WORDS = new RegExp(
  lines`
    ^.{0,80}?\b(?:policy|notice|statement|terms|conditions|agreement|site|website|services?|
    here|welcome|contract)\b.{0,30}?\b(?:of|by|with|from|to|at|for)\s+(?=\p{Lu})
  `,
  'iu',
)
const SENTENCE_START = new RegExp(
  lines`
    ^(?:(?:(?:In |On |Since |As of )?(?:(?:January|February|March|April|May|June|July|August|
    September|October|November|December) )?(?:19|20)\d\d,?|Our|Your|This|These|At|By|In|When|
    While|If|We|Us|Please|Contact|About|Welcome|To|And|For|Through|With|Between|Wir|Die|Der|Das|
    Bei|Chez)\s+)(?=\p{Lu})
  `,
  'u',
)

/** "Privacy Policy of Foo Ltd" gives "Foo Ltd". */
const afterDocumentWords = (text: string): string =>
  text.replace(DOCUMENT_WORDS, '').replace(SENTENCE_START, '')

/** Returns the name without punctuation around it. Null for a text that cannot be a name. */
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

function isCommonForm(folded: string, shouted: boolean): boolean {
  const [first = ''] = folded.split(' ')
  if (isFormInLowerCase(first) && (first.length > 1 || folded.length > 2)) return true
  return COMMON_IN_CAPITALS.has(first) && !shouted
}

const isShouted = (words: readonly Word[], index: number): boolean =>
  index >= SHOUTED_WORDS_MIN &&
  words.slice(0, index).every(({ text }) => text === text.toUpperCase())

/** Removes the legal form: "Foo, Inc." gives "Foo". */
export function withoutForm(name: string): string {
  const words = wordsOf(name, WORDS_MAX)
  const start = words[formAtEnd(words)]?.start
  return start === undefined ? name : name.slice(0, start).replace(/(?<![\s,])[\s,]+$/u, '')
}

const FORMS_MAX = 6
/** Limits the work: an attacker could fill a line with legal forms that end no name. */
const FORMS_TRIED_MAX = 12
// With at most this number of words before a legal form, all of them may belong to the name:
// "Albert Česká republika, s.r.o.".
const WORDS_BEFORE_FORM_MAX = 7
const HAN_COMPANY =
  /[\p{Script=Han}（）()]{2,30}?(?:股份有限公司|有限责任公司|有限責任公司|有限公司|有限合夥)/gu

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
