import {
  CONTACT_HEADINGS,
  CONTROLLER_HEADING_STARTS,
  CONTROLLER_WORDS,
  IMPRINT_HEADINGS,
  OPERATOR_WORDS,
  OTHER_PARTY_WORDS,
  UNSPACED_CONTROLLER_WORDS,
  UNSPACED_OPERATOR_WORDS,
} from './legal-label-words.ts'

/**
 * Expressions for the words that announce who answers for a site, matched without regard to case, and used as a label
 * ("Betreiber: …", a table's first cell) or as a heading over a block.
 */

const either = (words: readonly string[]): string => `(?:${[...new Set(words)].join('|')})`

const pattern = (source: string): RegExp => new RegExp(source, 'iu')

const OF_SITE =
  "(?:\\s+(?:of|dieser|der|des|unserer|av|af|du|de la|de|del|di|van|do|da|deste|questo|this|the|ce|cette|este|esta|la|le|el|il|deze|o|a|présent)\\s+[\\p{L} ’'-]{2,40})?"

const NUMBERED =
  '(?:(?:§|art(?:icle|ikel|ículo|icolo)?\\.?)?\\s{0,2}\\d{1,2}(?:\\.\\d{1,2})?[.)]?\\s{0,3}(?:[–—-]\\s{0,2})?)?'

const OPERATOR = either(OPERATOR_WORDS)
const CONTROLLER = either(CONTROLLER_WORDS)
const UNSPACED_OPERATOR = either(UNSPACED_OPERATOR_WORDS)
const UNSPACED_CONTROLLER = either(UNSPACED_CONTROLLER_WORDS)

/** Between two roles of one label. `\b` knows ASCII letters alone, so it does not part "и" and "és" from other words. */
const AND = '(?:,|/|&|(?<!\\p{L})(?:und|and|et|y|e|en|og|och|i|a|ja|ve|és|и|і|та|και)(?!\\p{L}))'

/** One label may give several roles and the law that asks for it: "Medieninhaber, Herausgeber und Verleger (§ 25 MedienG)". */
const OPERATOR_ROLES = `${OPERATOR}(?:\\s{0,2}${AND}\\s{0,2}${OPERATOR}){0,2}${OF_SITE}(?:\\s?\\([^()]{2,40}\\))?`

/** A whole cell or line that is such a label. */
export const OPERATOR_LABEL = pattern(`^${NUMBERED}(?:${OPERATOR_ROLES}|${UNSPACED_OPERATOR})\\s{0,3}[:：]?$`)
export const CONTROLLER_LABEL = pattern(`^${NUMBERED}(?:${CONTROLLER}|${UNSPACED_CONTROLLER})\\s{0,3}[:：]?$`)

/** A label with its value behind it in the same line. The name follows the match. */
export const OPERATOR_INLINE = pattern(
  `(?:^|[|•·;.\\n]\\s{0,2}|[–—]\\s)${NUMBERED}(?:${OPERATOR_ROLES}\\s{0,3}[:：]|${UNSPACED_OPERATOR}\\s{0,3}[:：\\s])\\s{0,3}(?=\\S)`,
)
export const CONTROLLER_INLINE = pattern(
  `(?:^|[|•·;.\\n]\\s{0,2}|[–—]\\s)${NUMBERED}(?:${CONTROLLER}\\s{0,3}[:：]|${UNSPACED_CONTROLLER}\\s{0,3}[:：\\s])\\s{0,3}(?=\\S)`,
)

/** Headings and lead-ins over the block that names the operator. */
export const IMPRINT_ANNOUNCEMENT = pattern(`^${NUMBERED}${either(IMPRINT_HEADINGS)}`)
export const CONTROLLER_ANNOUNCEMENT = pattern(
  `^${NUMBERED}(?:(?:${either(CONTROLLER_HEADING_STARTS)}\\s+)?${CONTROLLER}|${UNSPACED_CONTROLLER})`,
)
export const CONTACT_ANNOUNCEMENT = pattern(`^${NUMBERED}${either(CONTACT_HEADINGS)}\\s{0,3}[:：]?$`)

/** Headings over text about somebody else: hosts, makers, processors, authorities. */
export const OTHER_PARTY = pattern(either(OTHER_PARTY_WORDS))
