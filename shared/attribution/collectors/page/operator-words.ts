import { inOnePlace, listed, oneOf } from '../../names/pattern-code.ts'
import words from './operator-words.json' with { type: 'json' }

type Nouns = ReadonlyMap<string, string>

// Words of sentences about the operator of a site by language (ISO 639-1). They are regular
// expressions for texts in small letters. In them, "~" stands for `JOINED` and a space, and "<run>"
// and "<within>" stand for the patterns below.
const wordsByLanguage = (table: Readonly<Record<string, string | readonly string[]>>): Nouns =>
  new Map(
    Object.entries(table).map(([code, source]) => [
      code,
      inOnePlace(`(?:${typeof source === 'string' ? source : source.join('|')})`),
    ]),
  )

const any = (sources: Iterable<string>): string => inOnePlace(`(?:${[...sources].join('|')})`)

const byLanguage = (table: Parameters<typeof wordsByLanguage>[0]): string =>
  any(wordsByLanguage(table).values())

// Words between "operated" and "by" that belong to the verb: "owned and maintained by". Any word of
// up to 4 letters counts as "and". V8 would need megabytes of code for a list of the words for
// "and" at each of its positions.
const JOINED = inOnePlace(String.raw`(?:\s{0,2}(?:,|&|/|\s\p{L}{1,4})\s{1,2}[\p{L}-]{2,20}){0,4}?`)

const joined = (table: Parameters<typeof wordsByLanguage>[0]): string =>
  byLanguage(table).replaceAll('~', `${JOINED}\\s{1,3}`).replaceAll('<run>', any(words.run))

export const SITE = byLanguage(words.site)

/** Matches "This site is operated by X" and other sentences with the site as subject or object. */
export const OPERATED_BY = joined(words.operatedBy)

export const OPERATOR = wordsByLanguage(words.operator)

/**
 * Matches the start of "Responsible for this site is X". The word for the site must follow, because
 * a page also says what its readers are responsible for.
 */
export const RESPONSIBLE_FOR = `${oneOf(words.responsibleFor)}(?=\\s)`

const IS = wordsByLanguage(words.is)
/** Languages in which a dash may replace "is". */
const DASHED = new Set(['pl', 'cs', 'bg', 'ru', 'uk', 'hr'])

const isIn = (code: string): string => {
  const dash = DASHED.has(code) ? String.raw`|\s[–—-]\s` : ''
  return String.raw`(?:\s{1,3}(?:${IS.get(code) ?? '='})\s{0,2}:?\s{1,3}${dash})`
}
export const anyOf = (nouns: Nouns): string => any(nouns.values())

/** Noun and "is" have one language: "este" means "is" in Romanian, but "this" in Spanish. */
export const nounIs = (nouns: Nouns, between: string): string =>
  any([...nouns].map(([code, noun]) => String.raw`${noun}(?!\p{L})${between}${isIn(code)}`))

const ARTICLE = String.raw`(?:${oneOf(words.articles)}\s{1,3}|l[’']){0,2}`

/**
 * Matches "is" and then a noun with its article, all in one language. All languages share one list
 * of articles, because V8 makes megabytes of code from a list for each language.
 */
export const isNoun = (nouns: Nouns): string => {
  const pairs = [...nouns].map(
    ([code, noun]) => String.raw`(?:${IS.get(code) ?? '='})\s[^.:;]{0,24}?${noun}(?!\p{L})`,
  )
  const spaced = [...nouns.keys()].map((code) => IS.get(code) ?? '=')
  return String.raw`\s{1,3}(?=${any(pairs)})${any(spaced)}\s{1,3}${ARTICLE}${anyOf(nouns)}(?!\p{L})`
}

export const OPERATES = joined(words.operates)

// Text inside one sentence. A full stop ends the sentence, unless it belongs to an abbreviation or
// a domain name.
const WITHIN = String.raw`(?:[^.:;،。]|\.(?=\S)|(?<=(?<!\p{L})\p{L}{1,4})\.)`

/** Phrases around the name of the operator, which is a capturing group: "wird von X betrieben". */
export const ENCLOSED = listed(words.enclosed).map((phrase) =>
  phrase.replaceAll('<within>', WITHIN),
)

/** Phrases in which the name comes before the verb and the site: "Xが運営する当サイト". */
export const ENCLOSED_BEFORE = listed(words.enclosedBefore)

/** Phrases in which the name comes before the verb: "X tarafından işletilmektedir". */
export const NAME_THEN_VERB = byLanguage(words.nameThenVerb)

export const WITHOUT_IS = byLanguage(words.withoutIs)
export const CONTROLLER_WITHOUT_IS = byLanguage(words.controllerWithoutIs)

/** Matches "is a project of" and "is a brand of". The name of the operator follows. */
export const PROJECT_OF = byLanguage(words.projectOf)

/** Matches "is a subsidiary of" and "is part of". The name of the group follows. */
export const PART_OF = byLanguage(words.partOf)

export const TRADEMARK_OF = byLanguage(words.trademarkOf)
export const CONTROLLER = wordsByLanguage(words.controller)

/** Matches "Kork Ltd (hereinafter "the Seller")". */
export const HEREINAFTER = byLanguage(words.hereinafter)

/** Short names that a contract gives to its author, not to its reader or a third party. */
export const AUTHOR = byLanguage(words.author)

/** Matches words that say that the site only uses a service: "uses", "links", "third party". */
export const USES = byLanguage(words.uses)
