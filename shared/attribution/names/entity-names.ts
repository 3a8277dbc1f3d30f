import { foldLetters } from './fold.ts'
import { hasAttachedLegalForm, legalFormAtEnd, legalFormAtStart, withoutAttachedLegalForms } from './legal-forms.ts'

export type EntityType = 'organization' | 'person' | 'unknown'

/** Longest operator name that is kept, in UTF-16 code units. */
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
 * Removes what a name cannot hold: control, format and bidirectional characters, markup brackets, runs of white space.
 * Returns at most 120 characters, or an empty string when no letter is left.
 */
export function cleanName(raw: string): string {
  const text = raw
    .slice(0, ENTITY_NAME_LENGTH_MAX * 4)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}<>{}\\`]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, ENTITY_NAME_LENGTH_MAX)
    .trim()
  return /\p{L}/u.test(text) ? text.toWellFormed() : ''
}

/** Words of a name, folded, without punctuation; initials with dots are one word. */
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
  /** Tokens without legal form, article and conjunctions. */
  readonly core: readonly string[]
  readonly hasLegalForm: boolean
}

/** Names of one run meet each other many times; what was taken apart once is kept for the next comparison. */
const takenApart = new Map<string, NameParts>()
const TAKEN_APART_MAX = 2_000

/** Takes legal forms off both ends of a name. When nothing would be left, the name keeps its words. */
export function nameParts(whole: string): NameParts {
  const name = whole.slice(0, ENTITY_NAME_LENGTH_MAX * 2)
  const known = takenApart.get(name)
  if (known !== undefined) return known
  if (takenApart.size >= TAKEN_APART_MAX) takenApart.clear()
  const parts = takeApart(name)
  takenApart.set(name, parts)
  return parts
}

function takeApart(name: string): NameParts {
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
 * The form under which two spellings of one entity are equal: NFKC, lower case, Latin diacritics, legal forms, "the", conjunctions
 * and punctuation taken off. `Müller & Söhne GmbH` and `MULLER UND SOHNE` give `muller sohne`. Non-Latin letters are kept.
 */
export function normalizeEntityName(name: string): string {
  return nameParts(name).core.join(' ')
}

/** The normalised name without spaces: what a host name would hold. */
export const compactName = (name: string): string => nameParts(name).core.join('')

export const hasLegalForm = (name: string): boolean => nameParts(name).hasLegalForm

/** First letters of the words that carry meaning, at least three of them, else null. */
export function initialsOf(core: readonly string[]): string | null {
  const words = core.filter((token) => !UNIFYING_WORDS.has(token))
  if (words.length < 3) return null
  return words.map((word) => [...word][0] ?? '').join('')
}

const SHORT_NAME_LENGTH_MIN = 4
const SAME_SPELLING_LENGTH_MIN = 10

/**
 * Whether two names, in the evidence about one domain, mean one entity: the same letters, one a part of the other, the initials,
 * or one letter apart in a long name.
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

/** "bol.com" as a name is "bol" on the web. */
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
  // One word may be cut short or compounded: "De Waal Fietsen" is "Fietsenmakerij De Waal".
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

/** Equal but for one replaced, added or missing letter, in names long enough for that to be a slip. */
function sameLetters(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < SAME_SPELLING_LENGTH_MIN || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  return Math.max(a.length, b.length) - start - end <= 1
}

/** First words that many unrelated organisations share. */
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

/** A guess from the name alone: a legal form or a word such as "studio" makes an organisation, two to four capitalised words a person. */
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
