import hiding from '../data/hiding-words.json' with { type: 'json' }
import { foldLetters, foldWords } from './fold.ts'

type HidingClass = keyof typeof hiding.words
type Classes = ReadonlySet<HidingClass>
interface Lexicon {
  words: ReadonlyMap<string, Classes>
  stems: readonly (readonly [string, HidingClass])[]
}

/** Lower case, without accents in any script. Letters such as ł become plain letters (l). */
export const foldPhrase = (text: string): string => foldWords(foldLetters(text))

// Lists of words: a final * marks a stem, _ joins the words of a phrase. All languages of a class
// are one list, because a text may mix them. Words of the class "weak state" are also ordinary
// names, so they never count alone. Pinyin is without tones, as Chinese registrars print it.
function compile(lists: Readonly<Partial<Record<HidingClass, readonly string[]>>>): Lexicon {
  const words = new Map<string, Set<HidingClass>>()
  const stems: [string, HidingClass][] = []
  for (const [name, list] of Object.entries(lists) as [HidingClass, string[]][])
    for (const entry of list) {
      const folded = foldPhrase(entry.replace('*', '').replaceAll('_', ' '))
      if (folded === '') continue
      if (entry.endsWith('*')) stems.push([folded, name])
      else words.set(folded, (words.get(folded) ?? new Set()).add(name))
    }
  return { words, stems }
}

const WORDS = compile(hiding.words)
const PINYIN = compile(hiding.pinyin)
const PHRASE_WORDS_MAX = 3
const WORDS_MAX = 16
const UNSPACED_LETTERS_MAX = 60
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
// Minimum length of a text that consists only of words for "no". A shorter one, such as the
// Romanian "nu", may be a name.
const DENIAL_LETTERS_MIN = 4
const ARTICLE = /^(?:the|an?|le|la|les|l|el|los|las|il|lo|gli|der|die|das|de|het|os?|as|den|det)$/u

function classesOf(word: string): Classes | null {
  if (/^\d+$/u.test(word)) return new Set<HidingClass>(['filler'])
  const found = new Set<HidingClass>(WORDS.words.get(word))
  for (const [stem, name] of WORDS.stems) if (word.startsWith(stem)) found.add(name)
  return found.size === 0 ? null : found
}

/** A sentence still says that data is hidden if at most this share of its words is in no list. */
const UNLISTED_SHARE_MAX = 2 / 5
const UNLISTED_SHARE_OF_OWNER_MAX = 1 / 2
const KNOWN_WORDS_MIN = 3
const UNLISTED: Classes = new Set<HidingClass>()

// Returns the classes of each word or fixed phrase. Returns null if a word is in no list. Only the
// words in `inSentence`, the lower-case words of a sentence, may be in no list, because the words
// of a name begin with capitals.
function readWords(words: readonly string[], inSentence: ReadonlySet<string>): Classes[] | null {
  const read: Classes[] = []
  for (let at = 0; at < words.length; ) {
    let length = PHRASE_WORDS_MAX
    let classes: Classes | null = null
    for (; length > 0 && classes === null; length -= 1) {
      const phrase = words.slice(at, at + length)
      if (phrase.length < length) continue
      classes =
        length > 1 ? (WORDS.words.get(phrase.join(' ')) ?? null) : classesOf(phrase[0] ?? '')
    }
    const word = words[at] ?? ''
    if (classes === null && !inSentence.has(word)) return null
    read.push(classes ?? UNLISTED)
    at += classes === null ? 1 : length + 1
  }
  return read
}

// Splits a text without spaces into listed words, the longest first, and returns their classes.
// Null if some letters belong to no listed word.
function readLetters(text: string, { words }: Lexicon): Classes[] | null {
  if (text.length > UNSPACED_LETTERS_MAX) return null
  const longest = Math.max(...[...words.keys()].map((word) => word.length))
  const read: Classes[] = []
  for (let at = 0; at < text.length; ) {
    let length = Math.min(longest, text.length - at)
    while (length > 0 && !words.has(text.slice(at, at + length))) length -= 1
    const classes = words.get(text.slice(at, at + length))
    if (classes === undefined) return null
    read.push(classes)
    at += length
  }
  return read
}

const HOST_NAME =
  /(?<![\p{L}\p{N}.-])(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}-]{1,62}\.?(?![\p{L}\p{N}])/gu

const SMALL_WORD = /(?<![\p{L}\p{N}\p{M}])\p{Ll}[\p{L}\p{M}]*/gu
const SENTENCE = /^[^\p{L}]*\p{Lu}/u

function readPhrase(text: string): Classes[] | null {
  const folded = foldPhrase(text.replace(HOST_NAME, ' '))
  if (folded === '') return null
  if (UNSPACED.test(folded)) return readLetters(folded.replaceAll(' ', ''), WORDS)
  const words = folded.split(' ')
  if (words.length > WORDS_MAX) return null
  const small = SENTENCE.test(text) ? text.match(SMALL_WORD) : null
  return readWords(words, new Set(small?.flatMap((word) => foldPhrase(word).split(' '))))
}

// Recognises Chinese written in Latin letters. A single word may be a person's name, so it counts
// only if it means privacy.
function hidesInPinyin(text: string): boolean {
  const letters = foldPhrase(text).replaceAll(' ', '')
  if (!/^[a-z]{5,60}$/u.test(letters)) return false
  const read = readLetters(letters, PINYIN)
  return (
    (read?.some((classes) => classes.has('state')) ?? false) &&
    (/^yinsi|gongkai$|^yincang$/u.test(letters) || read?.length !== 1)
  )
}

// A sentence that does not name the owner needs more known words, because a title such as "Names
// without numbers" looks similar.
function hidesInSentence(read: readonly Classes[]): boolean {
  const countOf = (...names: HidingClass[]): number =>
    read.filter((classes) => names.some((name) => classes.has(name))).length
  const known = read.filter((classes) => classes !== UNLISTED).length
  const share = 1 - known / read.length
  const things = countOf('party', 'subject')
  const isHidden = things > 0 && countOf('state', 'weak state', 'request') > 0
  if (isHidden && countOf('party') > 0) return share <= UNLISTED_SHARE_OF_OWNER_MAX
  const isDenied =
    countOf('negation') > 0 && (things > 1 || (things > 0 && countOf('available') > 0))
  return share <= UNLISTED_SHARE_MAX && (isDenied || (isHidden && known >= KNOWN_WORDS_MIN))
}

/**
 * Returns "hidden" for a text which says that data is hidden or missing: "owner hidden", "no data".
 * Returns "label" for a text that only repeats a role: "owner of example.com".
 * Returns null for anything else. "Hidden Valley" stays a name: every word must be in a list,
 * except lower-case words of a sentence.
 */
export function readHidingPhrase(text: string): 'hidden' | 'label' | null {
  if (hidesInPinyin(text)) return 'hidden'
  const read = readPhrase(text)
  if (read === null) return null
  const has = (...names: HidingClass[]): boolean =>
    read.some((classes) => names.some((name) => classes.has(name)))
  const isArticled = ARTICLE.test(foldPhrase(text).split(' ')[0] ?? '') && read.length === 2
  const subject = has('party', 'subject')
  if (read.includes(UNLISTED)) return hidesInSentence(read) ? 'hidden' : null
  if (has('state') && (subject || !isArticled)) return 'hidden'
  if (has('weak state') && subject) return 'hidden'
  if (has('request') && has('available', 'weak state', 'party', 'subject')) return 'hidden'
  if (has('negation') && has('available', 'party', 'subject') && read.length > 1) return 'hidden'
  const isDenial =
    read.every((classes) => classes.has('negation')) &&
    foldPhrase(text).length >= DENIAL_LETTERS_MIN
  if (isDenial) return 'hidden'
  return has('party') && !isArticled ? 'label' : null
}
