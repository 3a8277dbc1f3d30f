import { warningTitle } from '../attribution/answer/verdict.ts'
import { BASIS_LABELS } from '../attribution/scoring/answer-words.ts'
import type { Warning } from '../attribution/scoring/scoring-result.ts'
import { printable } from '../platform/printable.ts'
import { unicodeOf } from '../platform/unicode-domain.ts'
import { type EmailRow, oneLine } from './email-layout.ts'
import type { MailedAnswer } from './email-payload.ts'

export const shownNumber = (value: number): string => value.toLocaleString('en-US')

export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${shownNumber(value)} ${value === 1 ? one : many}`

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u
const ISOLATE = '\u2068'
const END_OF_ISOLATE = '\u2069'

/** A text from outside. A name in Hebrew or Arabic cannot turn the words around it. */
export function shownText(text: string, charactersMax = 200): string {
  const shown = printable(oneLine(text, charactersMax).toWellFormed())
  return RIGHT_TO_LEFT.test(shown) ? `${ISOLATE}${shown}${END_OF_ISOLATE}` : shown
}

export const isHigh = ({ severity }: Warning): boolean => severity === 'high'

/**
 * Mail programs turn a domain into a link. One that deceives people is written with [.], so that
 * nobody opens it from our email.
 */
export function shownDomain(domain: string, warnings: readonly Warning[] = []): string {
  const unicode = unicodeOf(domain)
  const both = unicode === domain ? domain : `${unicode} (${domain})`
  return shownText(warnings.some(isHigh) ? both.replaceAll('.', '[.]') : both, 600)
}

/** Mail programs turn an address or domain inside a text into a link, so it is defanged. */
export const shownUnlinked = (text: string): string =>
  shownText(text.replaceAll('://', '[:]//').replace(/\.(?=[\p{L}\p{N}])/gu, '[.]'))

function shownOperator(entity: string | null, isAlarming: boolean): string {
  if (entity === null) return 'Nobody could be named'
  return isAlarming ? shownUnlinked(entity) : shownText(entity)
}

/** "Acme GmbH (verified)", and the warnings as further lines. */
export function answerRow({ domain, entity, basis, warnings }: MailedAnswer): EmailRow {
  const known = warnings ?? []
  const isAlarming = known.some(isHigh)
  const label = basis == null ? '' : ` (${BASIS_LABELS[basis].toLowerCase()})`
  return {
    title: shownDomain(domain, known),
    lines: [`${shownOperator(entity, isAlarming)}${label}`, ...warningLines(known)],
    isAlarming,
  }
}

/** Warnings of severity "info" stay out: an email shows only what somebody should read. */
export const warningLines = (warnings: readonly Warning[]): string[] =>
  warnings
    .filter(({ severity }) => severity !== 'info')
    .map((warning) => shownText(warningTitle(warning)))
