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
import { foldedPattern } from './triggers/letter-case.ts'

/**
 * Regular expressions for labels and headings that introduce the name of the responsible company or person, for example "Betreiber:". They
 * match texts in small letters (`foldCase`).
 */

const either = (words: readonly string[]): string => `(?:${[...new Set(words)].join('|')})`

const pattern = foldedPattern

const OF_SITE =
  "(?:\\s+(?:of|dieser|der|des|unserer|av|af|du|de la|de|del|di|van|do|da|deste|questo|this|the|ce|cette|este|esta|la|le|el|il|deze|o|a|présent)\\s+[\\p{L} ’'-]{2,40})?"

const NUMBERED =
  '(?:(?:§|art(?:icle|ikel|ículo|icolo)?\\.?)?\\s{0,2}\\d{1,2}(?:\\.\\d{1,2})?[.)]?\\s{0,3}(?:[–—-]\\s{0,2})?)?'

const OPERATOR = either(OPERATOR_WORDS)
const CONTROLLER = either(CONTROLLER_WORDS)
const UNSPACED_OPERATOR = either(UNSPACED_OPERATOR_WORDS)
const UNSPACED_CONTROLLER = either(UNSPACED_CONTROLLER_WORDS)

/**
 * Word or sign between two roles (such as publisher and editor) in one label, for example "und" in "Herausgeber und Verleger". A lookbehind
 * replaces `\b`, because `\b` knows only ASCII letters and would miss words such as "и" and "és".
 */
const AND = '(?:,|/|&|(?<!\\p{L})(?:und|and|et|y|e|en|og|och|i|a|ja|ve|és|и|і|та|και)(?!\\p{L}))'

/**
 * Label that contains one to three roles, such as publisher and editor. The name of the law that requires the label may follow in
 * parentheses: "Medieninhaber, Herausgeber und Verleger (MedienG)".
 */
const OPERATOR_ROLES = `${OPERATOR}(?:\\s{0,2}${AND}\\s{0,2}${OPERATOR}){0,2}${OF_SITE}(?:\\s?\\([^()]{2,40}\\))?`

/** Table cell or line that contains only a label for the operator or the controller. */
export const OPERATOR_LABEL = pattern(`^${NUMBERED}(?:${OPERATOR_ROLES}|${UNSPACED_OPERATOR})\\s{0,3}[:：]?$`)
export const CONTROLLER_LABEL = pattern(`^${NUMBERED}(?:${CONTROLLER}|${UNSPACED_CONTROLLER})\\s{0,3}[:：]?$`)

/** Label of the operator with its value in the same line: "Betreiber: Kork GmbH". The match ends before the name. */
export const OPERATOR_INLINE = pattern(
  `(?:^|[|•·;.\\n]\\s{0,2}|[–—]\\s)${NUMBERED}(?:${OPERATOR_ROLES}\\s{0,3}[:：]|${UNSPACED_OPERATOR}\\s{0,3}[:：\\s])\\s{0,3}(?=\\S)`,
)
export const CONTROLLER_INLINE = pattern(
  `(?:^|[|•·;.\\n]\\s{0,2}|[–—]\\s)${NUMBERED}(?:${CONTROLLER}\\s{0,3}[:：]|${UNSPACED_CONTROLLER}\\s{0,3}[:：\\s])\\s{0,3}(?=\\S)`,
)

export const IMPRINT_ANNOUNCEMENT = pattern(`^${NUMBERED}${either(IMPRINT_HEADINGS)}`)
export const CONTROLLER_ANNOUNCEMENT = pattern(
  `^${NUMBERED}(?:(?:${either(CONTROLLER_HEADING_STARTS)}\\s+)?${CONTROLLER}|${UNSPACED_CONTROLLER})`,
)
export const CONTACT_ANNOUNCEMENT = pattern(`^${NUMBERED}${either(CONTACT_HEADINGS)}\\s{0,3}[:：]?$`)

export const OTHER_PARTY = pattern(either(OTHER_PARTY_WORDS))
