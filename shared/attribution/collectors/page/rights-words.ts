import { LABELLED_NUMBER } from '../../names/company-data.ts'
import { alternatives, oneOf } from '../../names/pattern-code.ts'
import words from './rights-words.json' with { type: 'json' }

const RESERVED = alternatives(words.reserved)

/**
 * Matches a year, also "202x", "'98", a Roman number and the placeholder of an unfilled template.
 */
export const YEAR = oneOf(words.years)

export const RESERVING_WORDS = new RegExp(
  `(?:(?<![\\s,|–—-])[\\s,|–—-]+)?(?:${RESERVED})[.!]?`,
  'giu',
)

/** For fast tests: `RESERVING_WORDS` is slow, as it also matches signs before the phrase. */
export const RESERVING_PHRASE = new RegExp(RESERVED, 'iu')

const SOFTWARE_WORDS = `(?<!\\p{L})${oneOf(words.software)}(?!\\p{L})`

export const MADE_WITH = new RegExp(SOFTWARE_WORDS, 'iu')

const NAME_LIKE = words.nameLikeCredits.join('|')
/** Matches a credit that may be a part of the holder's name: "© 2026 Webdesign Kork". */
export const NAME_LIKE_CREDIT = new RegExp(
  String.raw`^[^|•·¦\p{L}]*(?:${NAME_LIKE})\s(?!${oneOf(words.creditPrepositions)}\s)\p{L}`,
  'iu',
)

/** Matches an extension of a program and its maker: "Gallery plug-in by Kork™". */
export const EXTENSION_BY = new RegExp(
  `${oneOf(words.extensions)}\\s+${oneOf(words.makerPrepositions)}\\s+(?<maker>\\S.*)$`,
  'iu',
)

export const CREDITING_WORDS = new RegExp(
  `(?:${alternatives(words.credits)}|${SOFTWARE_WORDS}).*`,
  'isu',
)

export const NOTICE_WORDS = new RegExp(
  alternatives(words.notices).replace('<number>', () => LABELLED_NUMBER),
  'iu',
)

export const MENU_WORDS = new RegExp(`(?<![\\p{L}\\p{N}])${oneOf(words.menu)}.*`, 'isu')

export const PORTION_BEFORE = new RegExp(
  `(?:^|[\\s|.,;(-])${oneOf(words.portions)}\\s{0,3}[:,(-]?\\s{0,3}$`,
  'iu',
)

const QUESTION_WORDS = new Set(words.questions)

/**
 * True for a question such as "Hvordan bruker vi KI", which is usually a link to an answer. A
 * second word with a capital makes it a name: "What Hi-Fi".
 */
export function isQuestion(text: string): boolean {
  const [first = '', second = ''] = text.split(' ', 2)
  return QUESTION_WORDS.has(first.toLowerCase()) && /^\p{Ll}/u.test(second)
}

/** Only words in small letters match. In capitals, such a word may be a name: "SALVO". */
export const EXCEPTING = new RegExp(`(?<![\\s,;(])[\\s,;(]+${oneOf(words.exceptions)}\\s.*$`, 'su')

export const PICTURE_LABEL = new RegExp(
  `(?:^|[\\s.(])\\p{L}{0,12}${oneOf(words.pictures)}\\s?:\\s[^|¦•·]*$`,
  'iu',
)

export const SITE_NOUN = new RegExp(
  [
    `^(?:the |la |el |il |le )?${oneOf(words.siteNouns)}(?: (?:web|`,
    String.raw`internet\p{L}{0,3}))?(?: (?:er|är|is|est|è|é|je|jest))?$`,
  ].join(''),
  'iu',
)
