import { foldLetters } from './fold.ts'
import { hasAttachedLegalForm, legalFormAtEnd, legalFormAtStart, withoutAttachedLegalForms } from './legal-forms.ts'

export type EntityType = 'organization' | 'person' | 'unknown'

export const ENTITY_NAME_LENGTH_MAX = 120
const LEGAL_FORM_ROUNDS_MAX = 3
const TOKENS_MAX = 24

const CONJUNCTIONS = new Set(['&', '+', 'and', 'und', 'et', 'og', 'och', 'ja', 'u'])
const UNIFYING_WORDS = new Set([
  'of',
  'the',
  'de',
  'des',
  'du',
  'da',
  'do',
  'dos',
  'der',
  'die',
  'das',
  'for',
  'for',
  'la',
  'le',
  'el',
  'y',
  'e',
  'en',
  'van',
  'von',
  'di',
  'del',
  'della',
])

/**
 * Cleans a name from the evidence: control characters, invisible characters and markup brackets become spaces, and repeated spaces are
 * removed. Returns at most 120 characters, or an empty string for a text without letters.
 */
export function cleanName(raw: string): string {
  const text = raw
    .slice(0, ENTITY_NAME_LENGTH_MAX * 4)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}<>{}\\`]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, ENTITY_NAME_LENGTH_MAX)
    .trim()
  return /\p{L}/u.test(text) ? text.toWellFormed() : ''
}

/**
 * Returns the words of a name in lower case, without accents and punctuation. Initials with full stops become one word: "J.P." gives "jp".
 */
export function nameTokens(name: string): string[] {
  return withoutAttachedLegalForms(foldLetters(name.slice(0, ENTITY_NAME_LENGTH_MAX * 2)))
    .replace(/['’‘`´]/gu, '')
    .replace(/[&+]/gu, ' & ')
    .replace(/(?<=(?:^|[^\p{L}\p{N}])\p{L})\.(?=\p{L}(?:[^\p{L}\p{N}]|$))/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}&]+/gu, ' ')
    .split(' ')
    .filter((token) => token !== '')
    .slice(0, TOKENS_MAX)
}

interface NameParts {
  /** Words of the name without a legal form such as "Ltd", without words for "and", and without "the" at the start. */
  readonly core: readonly string[]
  readonly hasLegalForm: boolean
}

/**
 * Cache for the results of `nameParts`. The scoring compares all names for a domain with each other, so each result is needed many times.
 */
const namePartsCache = new Map<string, NameParts>()
const NAME_PARTS_CACHE_MAX = 2_000

/**
 * Splits a name into words and removes legal forms such as "GmbH" from both ends. A name that consists only of legal forms is not
 * shortened.
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
  const all = nameTokens(name)
  let tokens = all.filter((token) => !CONJUNCTIONS.has(token))
  let hasLegalForm = hasAttachedLegalForm(name.normalize('NFKC'))
  for (let round = 0; round < LEGAL_FORM_ROUNDS_MAX; round += 1) {
    const ending = legalFormAtEnd(tokens)
    const starting = ending > 0 ? 0 : legalFormAtStart(tokens)
    if (ending + starting === 0) break
    hasLegalForm = true
    tokens = ending > 0 ? tokens.slice(0, -ending) : tokens.slice(starting)
  }
  if (tokens.length > 1 && tokens[0] === 'the') tokens = tokens.slice(1)
  return { core: tokens.length > 0 ? tokens : all, hasLegalForm }
}

/**
 * Normalises a name so that different spellings of one company are equal: `Müller & Söhne GmbH` and `MULLER UND SOHNE` give `muller sohne`.
 * Removes accents of Latin letters, legal forms, "the", words for "and", and punctuation.
 */
export function normalizeEntityName(name: string): string {
  return nameParts(name).core.join(' ')
}

/** Normalises a name and removes the spaces, because domain names contain no spaces: "Wells Fargo Ltd" gives "wellsfargo". */
export const compactName = (name: string): string => nameParts(name).core.join('')

/** Long spellings of legal forms that certificates and registers write out. */
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

function legalFormOf(name: string): string {
  const core = new Set(nameParts(name).core)
  const words = nameTokens(name).filter((word) => !core.has(word) && !CONJUNCTIONS.has(word) && word !== 'the')
  return SHORT_FORMS[words.join('')] ?? words.map((word) => SHORT_FORMS[word] ?? word).join('')
}

/**
 * Returns true for two spellings of one company's name. Two names that differ only in their legal
 * forms, such as "Kork GmbH" and "Kork LLC", can be two companies.
 */
export function isSameCompany(a: string, b: string): boolean {
  if (compactName(a) !== compactName(b)) return false
  const [first, second] = [legalFormOf(a), legalFormOf(b)]
  return first === '' || second === '' || first === second
}

export const hasLegalForm = (name: string): boolean => nameParts(name).hasLegalForm

/**
 * Returns the first letters of the words of a name, or null if the name has fewer than three words. Words such as "of" are left out and not
 * counted.
 */
export function initialsOf(core: readonly string[]): string | null {
  const words = core.filter((token) => !UNIFYING_WORDS.has(token))
  if (words.length < 3) return null
  return words.map((word) => [...word][0] ?? '').join('')
}

const SHORT_NAME_LENGTH_MIN = 4
const SAME_SPELLING_LENGTH_MIN = 10

/**
 * Returns true when two names that were found for the same domain probably mean the same company or person. For example, one name contains
 * the other name or is the initials of the other name. Names from different domains need a stricter comparison.
 */
export function sameEntity(a: string, b: string): boolean {
  const left = nameParts(a).core
  const right = nameParts(b).core
  const order = left.length - right.length || left.join('').length - right.join('').length
  return order <= 0 ? sameCore(left, right) : sameCore(right, left)
}

function sameCore(shorter: readonly string[], longer: readonly string[]): boolean {
  const short = shorter.join('')
  const long = longer.join('')
  if (short === '' || long === '') return false
  if (short === long || withoutWebSuffix(shorter) === withoutWebSuffix(longer)) return true
  if (shorter.length === 1) {
    if ([...short].length >= SHORT_NAME_LENGTH_MIN && longer[0] === short && !GENERIC_FIRST_WORDS.has(short))
      return true
    return isInitialism(short, longer) || isInitialism(long, shorter)
  }
  if (shorter.every((token) => [...token].length === 1) && isInitialism(short, longer)) return true
  if (long.startsWith(short) && [...short].length >= SAME_SPELLING_LENGTH_MIN) return true
  if (isSubset(shorter, longer)) return true
  return sameLetters(short, long)
}

function withoutWebSuffix(core: readonly string[]): string {
  const last = core.at(-1) ?? ''
  return core.length > 1 && WEB_SUFFIXES.has(last) ? core.slice(0, -1).join('') : core.join('')
}
const WEB_SUFFIXES = new Set([
  'com',
  'net',
  'org',
  'io',
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pl',
  'fm',
  'co',
  'app',
  'ai',
  'jp',
])

function isSubset(shorter: readonly string[], longer: readonly string[]): boolean {
  const pool = new Set(longer)
  const significant = shorter.filter((token) => !UNIFYING_WORDS.has(token))
  if (significant.length < 2) return false
  const missing = significant.filter((token) => !pool.has(token))
  // One word of the shorter name may be a longer or shorter form of a word in the longer name. For example, "De Waal Fietsen" and
  // "Fietsenmakerij De Waal" are the same company.
  return (
    missing.length === 0 ||
    (missing.length === 1 && significant.length >= 2 && missing.every((token) => isStemOf(token, longer)))
  )
}

const STEM_LENGTH_MIN = 5
const isStemOf = (token: string, words: readonly string[]): boolean =>
  token.length >= STEM_LENGTH_MIN &&
  words.some((word) => word.startsWith(token) || (word.length >= STEM_LENGTH_MIN && token.startsWith(word)))

function isInitialism(short: string, longer: readonly string[]): boolean {
  if (short.length < 2 || short.length > 8) return false
  if (longer.length === 2 && short.length === 2) return short === longer.map((word) => [...word][0] ?? '').join('')
  const initials = initialsOf(longer)
  return initials !== null && (initials === short || (short.length >= 3 && initials.startsWith(short)))
}

function sameLetters(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < SAME_SPELLING_LENGTH_MIN || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  return Math.max(a.length, b.length) - start - end <= 1
}

/**
 * Words such as "bank" with which the names of many organisations begin. Two names that share only such a word do not mean the same
 * organisation.
 */
const GENERIC_FIRST_WORDS = new Set(
  'agency association bank bureau cafe center centre city club college commission council county department foundation group hotel institute international ministry museum national office school society state studio team town university universitat universite universidad universita royal north south east west best first green blue'.split(
    ' ',
  ),
)

const ORGANIZATION_WORDS: ReadonlySet<string> = new Set(
  `advisors advisory agentur air airlines allstars apparel architects archive artists arts associates association
 atelier atlas authority auto automotive baby bakery bank bar   beach beauty beer bikes blog boats
 books bookshop boutique brewery brewing brothers builders bureau bus business cafe cakes  capital care
 catering center centre ceramics chamber chronicle church city clinic clothing club coffee collective college
 commission company consultants consulting cookies cosmetics council country county courier creamery creative
 daily dairy dance deli dental department design digital distillery divers education electric energy
 engineering enterprises entertainment estate events exchange express farm farms fashion festival films finance
 fitness florist flowers food foods forum foundation fund furniture gallery games garage garden gardens gazette
 gifts goods green grill group groupe grupo gruppe gym health herald holding holdings home homes hospital hotel
 house industries inn institut institute insurance interiors international island jewelry journal kids kitchen
 lab laboratory labs  landscaping law legal library life  logistics magazine maker makers marine
 maritime market media medical  ministry mountain museum music network news newspaper notes nursery online
 optics outdoor outfitters paper partners pediatrics pet pets pharma pharmacy photo photography pizza platform
 plumbing  pottery press productions project properties provisions pub publishers publishing radio rail
 real records recruitment rentals repair resort restaurant review river road roasters roofing salon school
 science security services shop ski soap society software solutions spa space sports state station store street
 studio studios summit supply surf systems tattoo tavern tea team tech technologies technology theater theatre
 times tools tours town toys trade trading transport travel tribune trucks trust tutoring tv universidad
 universidade universita universitat universite university valley ventures verlag  vineyard vintage
 voice water weekly wine winery wines  works yoga`.split(/\s+/u),
)

/**
 * Guesses whether a name belongs to an organisation or a person. A legal form such as "Ltd" or a word such as "studio" means an
 * organisation. Two to four capitalised words without such a word mean a person.
 */
export function guessEntityType(name: string): EntityType {
  const { core, hasLegalForm: legal } = nameParts(name)
  if (legal || core.some((token) => ORGANIZATION_WORDS.has(token))) return 'organization'
  if (/[&@/\d]/u.test(name)) return 'organization'
  const words = name.split(' ')
  const capitalised = words.every((word) => /^\p{Lu}[\p{Ll}\p{M}'’.-]*(?:\p{Lu}[\p{Ll}\p{M}]+)*\.?$/u.test(word))
  return capitalised && words.length >= 2 && words.length <= 4 && !/^(?:The|A)$/u.test(words[0] ?? '')
    ? 'person'
    : 'unknown'
}
