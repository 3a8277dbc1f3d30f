import { oneOf } from '../../names/pattern-code.ts'
import words from './rights-words.json' with { type: 'json' }
import { YEAR } from './rights-words.ts'

const SEPARATOR = [
  String.raw`\s{0,2}(?:[-–—―~〜至/,;&+.]{1,3}|${oneOf(words.yearSeparators)}`,
  String.raw`(?!\p{L}))\s{0,2}`,
].join('')
const LATEST = String.raw`${oneOf(words.latestYears)}(?!\p{L})`
const SHORT = String.raw`['’‘]?\d{2}(?![\d\p{L}.]|\s?${oneOf(words.noYears)}\b)`
const SINCE = String.raw`(?:(?<!\p{L})${oneOf(words.since)}\s{0,2})?`
const UNIT = String.raw`(?:\s?(?:г{1,2}|год[аы]?|гг|р|рр|年|년)(?![\p{L}])\.?)?`

/** Matches one or more years: "1993, 95, 97", "'98-'03", "2010-202x" and "since 2001". */
const RUN = new RegExp(
  [
    String.raw`(?<bracket>\(?)${SINCE}(?<first>${YEAR})(?<more>(?:${SEPARATOR}`,
    `(?:${YEAR}|${SHORT}|${LATEST}))*)${UNIT}`,
  ].join(''),
  'giu',
)
const MORE = new RegExp(`(${SEPARATOR})(${YEAR}|${SHORT}|${LATEST})`, 'giu')
/** Matches the years of "© 03-24 Kork" and "© 24 Kork". */
const SHORT_RUN = new RegExp(
  [
    String.raw`^[\s.,:]{0,4}['’‘]?\d{2}(?!\d)(?:${SEPARATOR}(?:${YEAR}|${SHORT}|`,
    String.raw`${LATEST})){0,6}\s{1,3}(?=\p{L})(?!(?:${words.noYears.join('|')}|h)`,
    String.raw`(?!\p{L}))`,
  ].join(''),
  'iu',
)

/** Matches the years of "'98-'03 Kork". */
const LEADING_RANGE = new RegExp(
  `^['’‘]?\\d{2}(?!\\d)(?:${SEPARATOR}(?:${SHORT}|${LATEST})){1,6}\\s{1,3}(?=\\p{Lu})`,
  'u',
)

export const withoutLeadingRange = (text: string): string => text.replace(LEADING_RANGE, '')

export const holdsYear = (text: string): boolean => text.search(RUN) >= 0

// True for a year that belongs to a name: "TSV 1921 Eschheim". No web site is as old as such a
// year, so the year is not part of a copyright notice.
const isOfName = (year: string, text: string, at: number): boolean =>
  /^19[0-7]\d$/u.test(year) &&
  /\p{L}[.’']?\s$/u.test(text.slice(Math.max(0, at - 4), at)) &&
  !/\b(?:copyright|copr\.?)\s$/iu.test(text.slice(Math.max(0, at - 12), at)) &&
  (/^\s(?:e\.\s?V\.|\p{Lu})/u.test(text.slice(at + year.length, at + year.length + 6)) ||
    (at + year.length === text.trimEnd().length && RECENT.test(text)))
const RECENT = /(?<!\d)(?:19[89]|20\d)\d(?!\d)/u

/**
 * Replaces years by "|". A single year in brackets stays, because it may belong to a name: "Kork
 * (2021) Ltd".
 */
export function withoutYears(text: string): string {
  const dated = text.replace(RUN, (run: string, ...found: unknown[]) => {
    const { bracket = '', first = '', more = '' } = found.at(-1) as Record<string, string>
    const [at] = found.slice(-3)
    if (more === '' && (bracket !== '' || isOfName(run, text, Number(at)))) return run
    const kept = ascending(first, more)
    return ` | ${more.slice(kept)}`
  })
  return holdsYear(text) ? dated : dated.replace(SHORT_RUN, ' | ')
}

// Returns the length of the years at the start of `more`. After a comma, a number of two digits is
// a year only if it is later than the year before: in "2024, 12 Alder Road" it is a house number.
function ascending(first: string, more: string): number {
  let last = Number(first.replace(/\D/gu, '').slice(-2))
  let length = 0
  for (const match of more.matchAll(MORE)) {
    const [whole, separator = '', year = ''] = match
    const digits = year.replace(/\D/gu, '')
    const short = Number(digits.slice(-2))
    if (digits.length === 2 && /[,;&+.]/u.test(separator) && !(short > last)) break
    if (digits !== '') last = short
    length += whole.length
  }
  return length
}
