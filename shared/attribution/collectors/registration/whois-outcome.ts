import { foldWords } from '../../names/fold.ts'
import type { RegistrationRecord } from '../../registration-record.ts'
import phrases from './whois-outcome.json' with { type: 'json' }

export type Outcome = RegistrationRecord['outcome']

const STATEMENT_CHARACTERS_MAX = 300

const anyOf = (list: readonly string[]): RegExp => new RegExp(list.join('|'))
const wordOf = (list: readonly string[], stems: readonly string[] = []): RegExp =>
  anyOf([`\\b(?:${list.join('|')})\\b`, ...stems])
const stateOf = (list: readonly string[]): RegExp => new RegExp(`^(?:${list.join('|')})$`)

// Phrases of servers that refuse a client with too many requests, in lower case. Terms of use that
// only mention a limit do not match.
const THROTTLED = anyOf(phrases.throttled)
const NOT_FOUND = anyOf(phrases.notFound)
const RESERVED = anyOf(phrases.reserved)
const UNAVAILABLE = anyOf(phrases.unavailable)

// A sentence is a refusal if it has a word for the client (CLIENT) and a word for refusing
// (REFUSED), in any order.
const CLIENT = wordOf(phrases.client.words, phrases.client.stems)
const REFUSED = wordOf(phrases.refused.words, phrases.refused.stems)
const WAIT = anyOf(phrases.wait)
// Words that occur in terms of use. Terms only say when a client would be refused, so a sentence
// with such a word is no refusal.
const TERMS = wordOf(phrases.terms)
// Words of a refusal that is due to the domain or the question, and not to the number of questions.
const ABOUT_DOMAIN = anyOf(phrases.aboutDomain)
const AVAILABLE_STATE = stateOf(phrases.availableStates)
const RESERVED_STATE = stateOf(phrases.reservedStates)
const SENTENCE_CHARACTERS_MAX = 400

/** Joins the lines of a sentence that a server has broken into several lines. */
function joinSentences(lines: readonly string[]): string[] {
  const sentences: string[] = []
  for (const line of lines) {
    const last = sentences.at(-1)
    const goesOn = last !== undefined && !/[.!?:]\s*$/.test(last) && /^\p{Ll}/u.test(line)
    if (goesOn && last.length < SENTENCE_CHARACTERS_MAX)
      sentences[sentences.length - 1] = `${last} ${line}`
    else sentences.push(line)
  }
  return sentences
    .flatMap((sentence) => sentence.slice(0, SENTENCE_CHARACTERS_MAX).split(/[.!?](?=\s|$)/))
    .map(foldWords)
}

const isRefusal = (sentence: string): boolean =>
  !TERMS.test(sentence) &&
  ((CLIENT.test(sentence) && REFUSED.test(sentence)) || WAIT.test(sentence))

// Most records are longer. A longer answer without an outcome counts as a record that we cannot
// read and not as a refusal.
const SHORT_ANSWER_CHARACTERS_MAX = 1_000

/** A short answer that states no outcome is most likely a refusal in words that we do not know. */
export function mayBeRefusal(outcome: Outcome, answer: string): boolean {
  if (outcome !== 'unavailable') return outcome === 'throttled'
  const text = answer.trim()
  if (text === '' || text.length > SHORT_ANSWER_CHARACTERS_MAX) return false
  return !text.split('\n').some((line) => UNAVAILABLE.test(foldWords(line)))
}

export interface OutcomeFacts {
  /** The domain that the server was asked about. */
  domain: string
  statements: readonly string[]
  statuses: readonly string[]
  substantial: boolean
}

// A server repeats the name that it was asked about. With a name such as
// "query-limit-exceeded.com", an attacker could else make every account wait for that server.
function withoutName({ domain, statements }: Pick<OutcomeFacts, 'domain' | 'statements'>) {
  const [label = ''] = domain.split('.')
  if (!label.includes('-')) return statements
  const isName = (word: string): boolean => word.toLowerCase().includes(label)
  return statements.map((statement) =>
    statement
      .split(' ')
      .filter((word) => !isName(word))
      .join(' '),
  )
}

/**
 * A response with data is a registration, unless its status is "reserved". Without data, phrases
 * decide. Phrases for "too many requests" are tried first, because such sentences also match
 * phrases of other outcomes.
 */
export function readOutcome(facts: OutcomeFacts): Outcome {
  const states = facts.statuses.map(foldWords)
  const isReserved = states.some((state) => RESERVED_STATE.test(state))
  if (facts.substantial) return isReserved ? 'reserved' : 'registered'
  const foldAll = (statements: readonly string[]): string[] =>
    statements.map((statement) => foldWords(statement.slice(0, STATEMENT_CHARACTERS_MAX)))
  const nameless = withoutName(facts)
  const sentences = foldAll(facts.statements)
  const says = (phrase: RegExp): boolean =>
    [...sentences, ...states].some((text) => phrase.test(text))
  if ([...foldAll(nameless), ...states].some((text) => THROTTLED.test(text))) return 'throttled'
  if (states.some((state) => AVAILABLE_STATE.test(state))) return 'not_found'
  if (isReserved || sentences.some((text) => RESERVED.test(text))) return 'reserved'
  if (says(NOT_FOUND)) return 'not_found'
  if (joinSentences(nameless).some(isRefusal)) return 'throttled'
  if (says(UNAVAILABLE)) return 'unavailable'
  return states.length > 0 ? 'registered' : 'unavailable'
}

/** Judges the words of a response without data. */
export const outcomeOfWords = (domain: string, statements: readonly string[]): Outcome =>
  readOutcome({ domain, statements, statuses: [], substantial: false })

/** True if the words of an error give a reason that only this domain or question has. */
export const areAboutDomain = (statements: readonly string[]): boolean =>
  statements.map(foldWords).some((text) => NOT_FOUND.test(text) || ABOUT_DOMAIN.test(text))
