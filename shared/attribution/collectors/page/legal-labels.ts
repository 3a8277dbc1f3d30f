import { inOnePlace } from '../../names/pattern-code.ts'
import {
  CONTACT_HEADINGS,
  CONTRACTOR_WORDS,
  CONTROLLER_HEADING_STARTS,
  CONTROLLER_WORDS,
  HOST_WORDS,
  IMPRINT_HEADINGS,
  NAME_WORDS,
  OPERATOR_WORDS,
  OTHER_PARTY_WORDS,
  UNSPACED_CONTROLLER_WORDS,
  UNSPACED_OPERATOR_WORDS,
} from './legal-label-words.ts'
import { foldedPattern } from './letter-case.ts'

/**
 * Regular expressions for labels and headings that introduce the name of the responsible company or
 * person, for example "Betreiber:". They match texts in small letters (`foldCase`).
 */

const either = (words: readonly string[]): string =>
  inOnePlace(`(?:${[...new Set(words)].join('|')})`)

const pattern = foldedPattern

const OF_SITE =
  "(?:\\s+(?:of|dieser|der|des|unserer|av|af|du|de la|de|del|di|van|do|da|deste|questo|this|the|ce|cette|este|esta|la|le|el|il|deze|o|a|présent)\\s+[\\p{L} ’'-]{2,40})?"

const NUMBERED =
  '(?:(?:§|art(?:icle|ikel|ículo|icolo)?\\.?)?\\s{0,2}\\d{1,2}(?:\\.\\d{1,2})?[.)]?\\s{0,3}(?:[–—-]\\s{0,2})?)?'

const OPERATOR = either(OPERATOR_WORDS)
const CONTROLLER = either(CONTROLLER_WORDS)
const NAME = either(NAME_WORDS)
const UNSPACED_OPERATOR = either(UNSPACED_OPERATOR_WORDS)
const UNSPACED_CONTROLLER = either(UNSPACED_CONTROLLER_WORDS)

/**
 * Word or sign between two roles (such as publisher and editor) in one label, for example "und" in
 * "Herausgeber und Verleger". A lookbehind replaces `\b`, because `\b` knows only ASCII letters and
 * would miss words such as "и" and "és".
 */
const AND = '(?:,|/|&|(?<!\\p{L})(?:und|and|et|y|e|en|og|och|i|a|ja|ve|és|и|і|та|και)(?!\\p{L}))'

/**
 * Label that contains some roles, such as publisher and editor. The name of the law that requires
 * the label may follow in parentheses: "Medieninhaber, Herausgeber und Verleger (MedienG)". V8
 * copies the words for each role of a limit below four.
 */
const OPERATOR_ROLES = `(?:${NAME}\\s{0,2}${AND}\\s{0,2})?${OPERATOR}(?:\\s{0,2}${AND}\\s{0,2}(?:${OPERATOR}|${NAME})){0,4}${OF_SITE}(?:\\s?\\([^()]{2,40}\\))?`

const CONTROLLER_ROLES = `(?:${NAME}\\s{0,2}${AND}\\s{0,2})?${CONTROLLER}(?:\\s{0,2}${AND}\\s{0,2}${NAME})?`

/** Table cell or line that contains only a label for the operator or the controller. */
export const OPERATOR_LABEL = pattern(
  `^${NUMBERED}(?:${OPERATOR_ROLES}|${UNSPACED_OPERATOR})\\s{0,3}[:：]?$`,
)
export const CONTROLLER_LABEL = pattern(
  `^${NUMBERED}(?:${CONTROLLER_ROLES}|${UNSPACED_CONTROLLER})\\s{0,3}[:：]?$`,
)

/**
 * Label of the operator with its value in the same line: "Betreiber: Kork GmbH". The match ends
 * before the name.
 */
export const OPERATOR_INLINE = pattern(
  `(?:^|[|•·;.\\n]\\s{0,2}|[–—]\\s)${NUMBERED}(?:${OPERATOR_ROLES}\\s{0,3}[:：]|${UNSPACED_OPERATOR}\\s{0,3}[:：\\s])\\s{0,3}(?=\\S)`,
)
export const CONTROLLER_INLINE = pattern(
  `(?:^|[|•·;.\\n]\\s{0,2}|[–—]\\s)${NUMBERED}(?:${CONTROLLER_ROLES}\\s{0,3}[:：]|${UNSPACED_CONTROLLER}\\s{0,3}[:：\\s])\\s{0,3}(?=\\S)`,
)

/** Label for a name without a word for whose name it is: "Nom : Kork". */
export const NAME_LABEL = pattern(`^${NUMBERED}${NAME}\\s{0,3}[:：]?$`)
export const NAME_INLINE = pattern(`^${NUMBERED}${NAME}\\s{0,3}[:：]\\s{0,3}(?=\\S)`)
export const CONTRACTOR_INLINE = pattern(
  `^${NUMBERED}${either(CONTRACTOR_WORDS)}\\s{0,3}[:：]\\s{0,3}(?=\\S)`,
)

/** Label or heading of the host, alone or with its name behind a colon. */
export const HOST_LABEL = pattern(
  `^${NUMBERED}(?:(?:the|our|der|unser|le|el|il|de|a|az)\\s+)?${either(HOST_WORDS)}${OF_SITE}(?:\\s?\\([^()]{2,40}\\))?\\s{0,3}(?:$|[:：])`,
)

export const IMPRINT_ANNOUNCEMENT = pattern(`^${NUMBERED}${either(IMPRINT_HEADINGS)}`)
export const CONTROLLER_ANNOUNCEMENT = pattern(
  `^${NUMBERED}(?:(?:${either(CONTROLLER_HEADING_STARTS)}\\s+)?${CONTROLLER}|${UNSPACED_CONTROLLER})`,
)
export const CONTACT_ANNOUNCEMENT = pattern(
  `^${NUMBERED}${either(CONTACT_HEADINGS)}\\s{0,3}[:：]?$`,
)

export const OTHER_PARTY = pattern(either(OTHER_PARTY_WORDS))
