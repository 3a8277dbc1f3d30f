import entityWords from './entity-words.json' with { type: 'json' }
import { foldLetters, isGarbled, lowerLetters } from './fold.ts'
import {
  hasAttachedLegalForm,
  legalFormAtEnd,
  legalFormAtStart,
  withoutAttachedLegalForms,
} from './legal-forms.ts'
import { spellingsOf } from './spellings.ts'

const CONJUNCTIONS = new Set(['&', '+', 'and', 'und', 'et', 'og', 'och', 'ja', 'u'])
const WEB_SUFFIXES = new Set('com net org io de fr es it nl pl fm co app ai jp'.split(' '))

const setOf = (lists: readonly string[]): ReadonlySet<string> => new Set(lists.join(' ').split(' '))
const UNIFYING_WORDS = setOf(entityWords.unifying)
// Words such as "bank", which begin many names. If two names share only such a word, they are not
// one organisation.
const GENERIC_FIRST_WORDS = setOf(entityWords.generic_first)
const ORGANIZATION_WORDS = setOf(entityWords.organization)

export type EntityType = 'organization' | 'person' | 'unknown'

export const ENTITY_NAME_LENGTH_MAX = 120
const LEGAL_FORM_ROUNDS_MAX = 3
const TOKENS_MAX = 24

/**
 * Removes control and invisible characters, markup brackets and repeated spaces. Returns at most
 * 120 characters; a longer name ends in "…" after a whole word. Returns '' for a text without
 * letters or with wrongly decoded letters.
 */
export function cleanName(raw: string): string {
  const stated = raw.slice(0, ENTITY_NAME_LENGTH_MAX * 4).normalize('NFC')
  // The test for wrongly decoded letters must come before the replacements below: these letters are
  // often control characters, which the replacements remove.
  if (isGarbled(stated)) return ''
  const text = stated
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}<>{}\\`]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  return /\p{L}/u.test(text) ? shortened(text.toWellFormed()) : ''
}

// A name of a script without blanks, and one whose last blank is far from the limit, is cut between
// two letters.
const KEPT_LENGTH_MIN = ENTITY_NAME_LENGTH_MAX / 2

function shortened(name: string): string {
  if (name.length <= ENTITY_NAME_LENGTH_MAX) return name
  const blank = name.lastIndexOf(' ', ENTITY_NAME_LENGTH_MAX - 1)
  const end = blank >= KEPT_LENGTH_MIN ? blank : ENTITY_NAME_LENGTH_MAX - 1
  const kept = name
    .slice(0, end)
    .replace(/[\ud800-\udbff]$|[,;:&]$/u, '')
    .trimEnd()
  // "…" is also a wrongly decoded byte, so behind some letters the name would look garbled.
  return isGarbled(`${kept}…`) ? kept : `${kept}…`
}

/** Lower case, without accents and punctuation. "J.P." gives "jp". */
export const nameTokens = (name: string): string[] =>
  markedTokens(name).map((word) => foldLetters(word))

function markedTokens(name: string): string[] {
  return withoutAttachedLegalForms(lowerLetters(name.slice(0, ENTITY_NAME_LENGTH_MAX * 2)))
    .replace(/['’‘`´]/gu, '')
    .replace(/[&+]/gu, ' & ')
    .replace(/(?<=(?:^|[^\p{L}\p{N}])\p{L})\.(?=\p{L}(?:[^\p{L}\p{N}]|$))/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}&]+/gu, ' ')
    .split(' ')
    .filter((token) => token !== '')
    .slice(0, TOKENS_MAX)
}

interface NameParts {
  /** Words of the name without the legal form, without "and" and without a "the" at the start. */
  readonly core: readonly string[]
  readonly marked: readonly string[]
  /** Spellings of the core without accents: "ö" can become "o" or "oe". The first one is `core`. */
  readonly spellings: readonly (readonly string[])[]
  readonly hasLegalForm: boolean
  /** Short spelling of the legal form, such as "ltd". Empty if the name has no legal form. */
  readonly legalForm: string
}

/** The scoring compares all names of a domain with each other, so each name is split only once. */
const namePartsCache = new Map<string, NameParts>()
const NAME_PARTS_CACHE_MAX = 2_000

/**
 * Splits a name into its parts. A name that consists only of legal forms keeps them as its core.
 */
export function nameParts(whole: string): NameParts {
  const name = whole.slice(0, ENTITY_NAME_LENGTH_MAX * 2)
  const known = namePartsCache.get(name)
  if (known !== undefined) return known
  if (namePartsCache.size >= NAME_PARTS_CACHE_MAX) namePartsCache.clear()
  const parts = computeNameParts(name)
  namePartsCache.set(name, parts)
  return parts
}

function computeNameParts(name: string): NameParts {
  const all = markedTokens(name).map((marked) => ({ marked, folded: foldLetters(marked) }))
  let tokens = all.filter(({ folded }) => !CONJUNCTIONS.has(folded))
  let hasLegalForm = hasAttachedLegalForm(name.normalize('NFKC'))
  for (let round = 0; round < LEGAL_FORM_ROUNDS_MAX; round += 1) {
    const words = tokens.map(({ folded }) => folded)
    const ending = legalFormAtEnd(words)
    const starting = ending > 0 ? 0 : legalFormAtStart(words)
    if (ending + starting === 0) break
    hasLegalForm = true
    tokens = ending > 0 ? tokens.slice(0, -ending) : tokens.slice(starting)
  }
  if (tokens.length > 1 && tokens[0]?.folded === 'the') tokens = tokens.slice(1)
  const kept = tokens.length > 0 ? tokens : all
  const core = kept.map(({ folded }) => folded)
  const marked = kept.map((token) => token.marked)
  const words = all.map(({ folded }) => folded)
  return {
    core,
    marked,
    spellings: spellingsOf(marked, core),
    hasLegalForm,
    legalForm: shortForm(words, core),
  }
}

/** `Müller & Söhne GmbH` and `MULLER UND SOHNE` give `muller sohne`. */
export function normalizeEntityName(name: string): string {
  return nameParts(name).core.join(' ')
}

/** "Wells Fargo Ltd" gives "wellsfargo". */
export const compactName = (name: string): string => nameParts(name).core.join('')

/** "Jørgensen" gives "jorgensen" and "joergensen". */
export const compactSpellings = (name: string): string[] =>
  nameParts(name).spellings.map((words) => words.join(''))

export const normalizedSpellings = (name: string): string[] =>
  nameParts(name).spellings.map((words) => words.join(' '))

/** Equal names apart from legal forms and spellings; but "Bauer" and "Baur" are two names. */
export function isSameName(a: string, b: string): boolean {
  const others = compactSpellings(b)
  return compactSpellings(a).some((spelling) => spelling !== '' && others.includes(spelling))
}

/** Short spellings of legal forms that certificates and registers often print in full. */
const SHORT_FORMS: Readonly<Record<string, string>> = {
  limited: 'ltd',
  incorporated: 'inc',
  corporation: 'corp',
  company: 'co',
  aktiengesellschaft: 'ag',
  aktiebolag: 'ab',
  publiclimitedcompany: 'plc',
  limitedliabilitycompany: 'llc',
  gesellschaftmitbeschrankterhaftung: 'gmbh',
}

function shortForm(all: readonly string[], core: readonly string[]): string {
  const words = all.filter(
    (word) => !core.includes(word) && !CONJUNCTIONS.has(word) && word !== 'the',
  )
  return SHORT_FORMS[words.join('')] ?? words.map((word) => SHORT_FORMS[word] ?? word).join('')
}

function haveOtherForms(a: string, b: string): boolean {
  const [first, second] = [nameParts(a).legalForm, nameParts(b).legalForm]
  return first !== '' && second !== '' && first !== second
}

/** False if the legal forms differ: "Kork GmbH" and "Kork LLC" can be two companies. */
export function isSameCompany(a: string, b: string): boolean {
  return isSameName(a, b) && !haveOtherForms(a, b)
}

export const hasLegalForm = (name: string): boolean => nameParts(name).hasLegalForm

/** Null for fewer than three words. Words such as "of" do not count. */
export function initialsOf(core: readonly string[]): string | null {
  const words = core.filter((token) => !UNIFYING_WORDS.has(token))
  if (words.length < 3) return null
  return words.map((word) => [...word][0] ?? '').join('')
}

const SHORT_NAME_LENGTH_MIN = 4
const SAME_SPELLING_LENGTH_MIN = 10

/**
 * True if the names are equal, if one contains the other, or if one is the initials of the other.
 * Use it only for two names of one domain: names of different domains need a stricter comparison.
 */
export function sameEntity(a: string, b: string): boolean {
  if (isSameName(a, b)) return true
  const [one, other] = [nameParts(a), nameParts(b)]
  const pairs = [
    ...one.spellings.map((words) => [words, other.core] as const),
    ...other.spellings.slice(1).map((words) => [one.core, words] as const),
  ]
  // With different legal forms the names are two companies, even if one name contains the other.
  const mayExtend = !haveOtherForms(a, b)
  return pairs.some(([left, right]) => {
    const order = left.length - right.length || left.join('').length - right.join('').length
    return order <= 0 ? sameCore(left, right, mayExtend) : sameCore(right, left, mayExtend)
  })
}

function sameCore(
  shorter: readonly string[],
  longer: readonly string[],
  mayExtend: boolean,
): boolean {
  const short = shorter.join('')
  const long = longer.join('')
  if (short === '' || long === '') return false
  if (short === long || withoutWebSuffix(shorter) === withoutWebSuffix(longer)) return true
  if (shorter.length === 1) {
    const isFirst = longer[0] === short && !GENERIC_FIRST_WORDS.has(short)
    if (mayExtend && isFirst && [...short].length >= SHORT_NAME_LENGTH_MIN) return true
    return isInitialism(short, longer) || isInitialism(long, shorter)
  }
  if (shorter.every((token) => [...token].length === 1) && isInitialism(short, longer)) return true
  if (mayExtend && long.startsWith(short) && [...short].length >= SAME_SPELLING_LENGTH_MIN)
    return true
  if (mayExtend && isSubset(shorter, longer)) return true
  return sameLetters(short, long)
}

function withoutWebSuffix(core: readonly string[]): string {
  const last = core.at(-1) ?? ''
  return core.length > 1 && WEB_SUFFIXES.has(last) ? core.slice(0, -1).join('') : core.join('')
}

function isSubset(shorter: readonly string[], longer: readonly string[]): boolean {
  const rest = [...longer]
  const significant = shorter.filter((token) => !UNIFYING_WORDS.has(token))
  if (significant.length < 2) return false
  // Each word of the longer name can match only once: "Hill & Hill" is not part of "Hill Holdings".
  const missing = significant.filter((token) => {
    const at = rest.indexOf(token)
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
  // One word may be the start of a longer word: "De Waal Fietsen" and "Fietsenmakerij De Waal"
  // match.
  return (
    missing.length === 0 ||
    (missing.length === 1 && missing.every((token) => isStemOf(token, rest)))
  )
}

const STEM_LENGTH_MIN = 5
const isStemOf = (token: string, words: readonly string[]): boolean =>
  token.length >= STEM_LENGTH_MIN &&
  words.some(
    (word) => word.startsWith(token) || (word.length >= STEM_LENGTH_MIN && token.startsWith(word)),
  )

function isInitialism(short: string, longer: readonly string[]): boolean {
  if (short.length < 2 || short.length > 8) return false
  if (longer.length === 2 && short.length === 2)
    return short === longer.map((word) => [...word][0] ?? '').join('')
  const initials = initialsOf(longer)
  return initials === short || (short.length >= 3 && initials?.startsWith(short) === true)
}

function sameLetters(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < SAME_SPELLING_LENGTH_MIN || Math.abs(a.length - b.length) > 1)
    return false
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  return Math.max(a.length, b.length) - start - end <= 1
}

export function guessEntityType(name: string): EntityType {
  const { core, hasLegalForm: legal } = nameParts(name)
  if (legal || core.some((token) => ORGANIZATION_WORDS.has(token))) return 'organization'
  if (/[&@/\d]/u.test(name)) return 'organization'
  const words = name.split(' ')
  const capitalised = words.every((word) =>
    /^\p{Lu}[\p{Ll}\p{M}'’.-]*(?:\p{Lu}[\p{Ll}\p{M}]+)*\.?$/u.test(word),
  )
  return capitalised &&
    words.length >= 2 &&
    words.length <= 4 &&
    !/^(?:The|A)$/u.test(words[0] ?? '')
    ? 'person'
    : 'unknown'
}
