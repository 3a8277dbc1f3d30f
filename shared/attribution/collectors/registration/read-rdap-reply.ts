import { HOUR_MS } from '../../../platform/clock.ts'
import type { FetchedText } from '../../../platform/net/fetch.ts'
import { retryAfterSeconds } from '../../../platform/net/retry-after.ts'
import type { RegistrationRecord } from '../../registration-record.ts'
import { readDocument } from '../page/read-document.ts'
import type { Reply } from './ask-registries.ts'
import { isObject, listOf } from './jcard.ts'
import { bareRecord } from './merge-records.ts'
import { parseRdap, relatedAddress } from './parse-rdap.ts'
import { areAboutDomain, outcomeOfWords } from './whois-outcome.ts'

export interface RdapAnswer {
  record: RegistrationRecord
  /** Address of the same domain at the registrar. */
  related: string | null
}

const WORDS_CHARACTERS_MAX = 20_000
const STATEMENTS_MAX = 60
const WORDS_DEPTH_MAX = 4
/** A failure at these statuses is often over at the next question. */
const REPEATED_STATUSES = [502, 503, 504]

/**
 * Judges the response of an RDAP server (RFC 7480 section 5). A refusal for too many questions is
 * never an answer about the domain, with any status and in any usual words. Status 403 is such a
 * refusal too, unless its words are about the domain. `server` is the host that was asked.
 */
export function readRdapReply(
  domain: string,
  server: string,
  { status, headers, text }: Pick<FetchedText, 'status' | 'headers' | 'text'>,
  now: Date,
): Reply<RdapAnswer> {
  const retryAfter = retryAfterSeconds(headers.get('retry-after'), now)
  const retryAfterMs = retryAfter === null ? null : Math.min(HOUR_MS, retryAfter * 1_000)
  const refused = { is: 'refused', retryAfterMs } as const
  if (status === 429 || (status === 503 && retryAfterMs !== null)) return refused
  const body = jsonOf(text)
  const record = parseRdap(domain, server, body)
  const { outcome } = record
  if (status === 200 && (outcome === 'registered' || outcome === 'reserved'))
    return { is: 'answered', answer: { record, related: relatedAddress(body) } }
  const words = body === undefined ? linesOf(text) : wordsIn(body)
  if (outcome === 'throttled' || outcomeOfWords(domain, words) === 'throttled') return refused
  if (status === 403 || errorCodeIn(body) === 403)
    return areAboutDomain(words) ? { is: 'silent', isRepeated: false } : refused
  if (status === 404 || (status === 200 && outcome === 'not_found'))
    return {
      is: 'answered',
      answer: { record: bareRecord(domain, 'rdap', [server], 'not_found'), related: null },
    }
  return { is: 'silent', isRepeated: REPEATED_STATUSES.includes(status) }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const errorCodeIn = (body: unknown): number | null =>
  isObject(body) && body.errorCode !== undefined ? Number(body.errorCode) : null

const linesOf = (text: string): string[] =>
  readDocument(text.slice(0, WORDS_CHARACTERS_MAX))
    .lines.slice(0, STATEMENTS_MAX)
    .map((line) => line.text)

// Members that every answer of a server repeats, such as its terms of use.
const TERMS_MEMBERS = new Set(['notices', 'links', 'rdapConformance', 'lang'])

function wordsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value]
  if (depth > WORDS_DEPTH_MAX) return []
  const parts = isObject(value)
    ? Object.entries(value).flatMap(([name, part]) => (TERMS_MEMBERS.has(name) ? [] : [part]))
    : listOf(value)
  return parts.flatMap((part) => wordsIn(part, depth + 1)).slice(0, STATEMENTS_MAX)
}
