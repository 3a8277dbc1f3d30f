import { inOnePlace, listed } from '../../names/pattern-code.ts'
import labels from './legal-label-words.json' with { type: 'json' }
import { foldedPattern } from './letter-case.ts'

// Labels and headings before the name of the responsible company or person ("Betreiber:"), by
// language and law. They are regular expressions for texts in small letters (`foldCase`).
// - General words such as "company" are left out if tables about cookies have them as column
// headings.
// - Greek capitals have no accents, so the list has both letters: [έε].
// - The label of a contractor counts only with a register number, because order forms for customers
// and credits have the same label.
const either = (list: keyof typeof labels): string =>
  inOnePlace(`(?:${[...new Set(listed(labels[list]))].join('|')})`)

const pattern = foldedPattern

const OF_SITE = [
  String.raw`(?:\s+(?:of|dieser|der|des|unserer|av|af|du|de la|de|del|di|van|do|da|`,
  `deste|questo|this|the|ce|cette|este|esta|la|le|el|il|deze|o|a|`,
  String.raw`présent)\s+[\p{L} ’'-]{2,40})?`,
].join('')

const NUMBERED = [
  String.raw`(?:(?:§|art(?:icle|ikel|ículo|icolo)?\.?)?\s{0,2}\d{1,2}`,
  String.raw`(?:\.\d{1,2})?[.)]?\s{0,3}(?:[–—-]\s{0,2})?)?`,
].join('')

const OPERATOR = either('operator')
const CONTROLLER = either('controller')
const NAME = either('name')
const UNSPACED_OPERATOR = either('unspacedOperator')
const UNSPACED_CONTROLLER = either('unspacedController')

// Words for "and". They stand between lookarounds, because `\b` knows only ASCII letters and would
// miss words such as "и" and "és".
const AND = '(?:,|/|&|(?<!\\p{L})(?:und|and|et|y|e|en|og|och|i|a|ja|ve|és|и|і|та|και)(?!\\p{L}))'

// A law may follow in brackets: "Medieninhaber, Herausgeber und Verleger (MedienG)".
// Up to four more roles may follow the first. With a lower limit, V8 would copy the list of words
// for each role.
const OPERATOR_ROLES = [
  String.raw`(?:${NAME}\s{0,2}${AND}\s{0,2})?${OPERATOR}(?:\s{0,2}${AND}\s{0,2}`,
  String.raw`(?:${OPERATOR}|${NAME})){0,4}${OF_SITE}(?:\s?\([^()]{2,40}\))?`,
].join('')

const CONTROLLER_ROLES = [
  String.raw`(?:${NAME}\s{0,2}${AND}\s{0,2})?${CONTROLLER}`,
  String.raw`(?:\s{0,2}${AND}\s{0,2}${NAME})?`,
].join('')

export const OPERATOR_LABEL = pattern(
  `^${NUMBERED}(?:${OPERATOR_ROLES}|${UNSPACED_OPERATOR})\\s{0,3}[:：]?$`,
)
export const CONTROLLER_LABEL = pattern(
  `^${NUMBERED}(?:${CONTROLLER_ROLES}|${UNSPACED_CONTROLLER})\\s{0,3}[:：]?$`,
)

/** Matches the label before a name, not the name: "Betreiber: " in "Betreiber: Kork GmbH". */
export const OPERATOR_INLINE = pattern(
  [
    String.raw`(?:^|[|•·;.\n]\s{0,2}|[–—]\s)${NUMBERED}`,
    String.raw`(?:${OPERATOR_ROLES}\s{0,3}[:：]|`,
    String.raw`${UNSPACED_OPERATOR}\s{0,3}[:：\s])\s{0,3}(?=\S)`,
  ].join(''),
)
export const CONTROLLER_INLINE = pattern(
  [
    String.raw`(?:^|[|•·;.\n]\s{0,2}|[–—]\s)${NUMBERED}`,
    String.raw`(?:${CONTROLLER_ROLES}\s{0,3}[:：]|`,
    String.raw`${UNSPACED_CONTROLLER}\s{0,3}[:：\s])\s{0,3}(?=\S)`,
  ].join(''),
)

export const NAME_LABEL = pattern(`^${NUMBERED}${NAME}\\s{0,3}[:：]?$`)
export const NAME_INLINE = pattern(`^${NUMBERED}${NAME}\\s{0,3}[:：]\\s{0,3}(?=\\S)`)
export const CONTRACTOR_INLINE = pattern(
  `^${NUMBERED}${either('contractor')}\\s{0,3}[:：]\\s{0,3}(?=\\S)`,
)

export const HOST_LABEL = pattern(
  [
    `^${NUMBERED}(?:(?:the|our|der|unser|le|el|il|de|a|`,
    String.raw`az)\s+)?${either('host')}${OF_SITE}(?:\s?\([^()]{2,40}\))?\s{0,3}(?:$|`,
    `[:：])`,
  ].join(''),
)

export const IMPRINT_ANNOUNCEMENT = pattern(`^${NUMBERED}${either('imprint')}`)
export const CONTROLLER_ANNOUNCEMENT = pattern(
  `^${NUMBERED}(?:(?:${either('controllerStart')}\\s+)?${CONTROLLER}|${UNSPACED_CONTROLLER})`,
)
export const CONTACT_ANNOUNCEMENT = pattern(`^${NUMBERED}${either('contact')}\\s{0,3}[:：]?$`)

export const OTHER_PARTY = pattern(either('otherParty'))
