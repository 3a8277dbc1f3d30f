import { foldToLetters } from '../../names/fold.ts'
import { hasForm } from '../../names/forms-in-words.ts'
import { nameAtEnd, namesWithForm } from '../../names/names-in-text.ts'
import { oneOf } from '../../names/pattern-code.ts'
import words from './operator-words.json' with { type: 'json' }

const OWN_NAME_WORDS_MAX = 6

// Matches the words before the address of a company: ", gevestigd aan" in "Kork, gevestigd aan Kade
// 1, Amsterdam, is ...".
const SEAT = new RegExp(
  String.raw`,\s+(?:(?:a company|company|a \p{L}{3,20} corporation)\s+)?${oneOf(words.seats)}\s`,
  'iu',
)
/** Matches a register number at the end: ", IČO: 01234567" in "Kork s.r.o., IČO: 01234567". */
const REGISTER_NUMBER =
  /,\s{1,3}\p{Lu}[\p{L}.]{1,8}[.:№#]?\s{0,2}[A-Z]{0,4}[\d ./-]{5,20},?\s{0,3}$/u
const NEW_SENTENCE = /[.!?]\s+\p{Lu}/u

/**
 * Returns the company or the name of the site at the end of a text, and the longer one if it finds
 * two. `siteNames` are in lower-case letters and digits only.
 */
export function partyAtEnd(text: string, siteNames: readonly string[]): string | null {
  const seat = text.search(SEAT)
  const unplaced = seat > 0 && !NEW_SENTENCE.test(text.slice(seat)) ? text.slice(0, seat) : text
  const subject = unplaced.replace(REGISTER_NUMBER, '')
  const name = KOREAN_COMPANY.exec(subject)?.[1] ?? companyAtEnd(subject)
  const own = siteNameAtEnd(subject, siteNames)
  return own !== null && own.length > (name?.length ?? 0) ? own : name
}

const KOREAN_COMPANY =
  /(?:^|[\s,「『“"])((?:\(주\)|㈜|\(유\)|주식회사\s?|유한회사\s?)[\p{L}\d&]{1,30}|[\p{L}\d&]{1,30}(?:\(주\)|㈜))$/u
const COMPANY_LENGTH_MAX = 90

// Matches the words before a name, such as a verb. The name may have small letters in its legal
// form: "prowadzi Kork sp. z o.o.".
const WORDS_BEFORE = /^.*\s\p{Ll}{4,}\s(?=\p{Lu})/u

function companyAtEnd(text: string): string | null {
  const name = nameAtEnd(text)
  if (name !== null && hasForm(name)) return name
  const end = text.trimEnd()
  const company = namesWithForm(end.slice(-COMPANY_LENGTH_MAX)).find((long) => end.endsWith(long))
  if (company === undefined) return name
  const short = company.replace(WORDS_BEFORE, '')
  return hasForm(short) ? short : company
}

function siteNameAtEnd(text: string, siteNames: readonly string[]): string | null {
  const words = text.trimEnd().split(' ').slice(-OWN_NAME_WORDS_MAX)
  const tails = words.map((_, index) => words.slice(index).join(' '))
  return (
    tails.find((tail) => /^[\p{Lu}\p{N}]/u.test(tail) && siteNames.includes(foldToLetters(tail))) ??
    null
  )
}
