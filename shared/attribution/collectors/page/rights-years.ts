import { YEAR } from './rights-words.ts'

const SEPARATOR = String.raw`\s{0,2}(?:[-–—―~〜至/,;&+.]{1,3}|(?:to|bis|till?|until|through|up to|au?|e|y|et|and|und|og|och|en|do|до|по|i|и)(?!\p{L}))\s{0,2}`
const LATEST = String.raw`(?:present|today|now|heute|current|hoy|oggi|nu|dziś|сейчас|н\.\s?в\.|至今|現在|현재)(?!\p{L})`
const SHORT = String.raw`['’‘]?\d{2}(?![\d\p{L}.]|\s?(?:hours?|hrs|seven|stunden|horas|ore|heures)\b)`
const SINCE = String.raw`(?:(?<!\p{L})(?:since|est\.?|established(?: in)?|seit|depuis|desde|dal|sinds|sedan|siden|od|с|з|от)\s{0,2})?`
const UNIT = String.raw`(?:\s?(?:г{1,2}|год[аы]?|гг|р|рр|年|년)(?![\p{L}])\.?)?`

/** A run of years is one unit: "1993, 95, 97", "'98-'03", "2010-202x", "since 2001". */
const RUN = new RegExp(
  `(?<bracket>\\(?)${SINCE}(?<first>${YEAR})(?<more>(?:${SEPARATOR}(?:${YEAR}|${SHORT}|${LATEST}))*)${UNIT}`,
  'giu',
)
const MORE = new RegExp(`(${SEPARATOR})(${YEAR}|${SHORT}|${LATEST})`, 'giu')
/** Years of two digits directly behind the sign: "© 03-24 Kork", "© 24 Kork". */
const SHORT_RUN = new RegExp(
  `^[\\s.,:]{0,4}['’‘]?\\d{2}(?!\\d)(?:${SEPARATOR}(?:${YEAR}|${SHORT}|${LATEST})){0,6}\\s{1,3}(?=\\p{L})(?!(?:hours?|hrs|seven|stunden|horas|ore|heures|h)(?!\\p{L}))`,
  'iu',
)

/** A range of short years in front of a name, in a line without a sign: "'98-'03 Kork". */
const LEADING_RANGE = new RegExp(
  `^['’‘]?\\d{2}(?!\\d)(?:${SEPARATOR}(?:${SHORT}|${LATEST})){1,6}\\s{1,3}(?=\\p{Lu})`,
  'u',
)

export const withoutLeadingRange = (text: string): string => text.replace(LEADING_RANGE, '')

export const holdsYear = (text: string): boolean => text.search(RUN) >= 0

/**
 * True for a year inside a name: "TSV 1921 Eschheim". No page is so old that its notice begins
 * then.
 */
const isOfName = (year: string, text: string, at: number): boolean =>
  /^19[0-7]\d$/u.test(year) &&
  /\p{L}[.’']?\s$/u.test(text.slice(Math.max(0, at - 4), at)) &&
  !/\b(?:copyright|copr\.?)\s$/iu.test(text.slice(Math.max(0, at - 12), at)) &&
  (/^\s(?:e\.\s?V\.|\p{Lu})/u.test(text.slice(at + year.length, at + year.length + 6)) ||
    (at + year.length === text.trimEnd().length && RECENT.test(text)))
const RECENT = /(?<!\d)(?:19[89]|20\d)\d(?!\d)/u

/**
 * Replaces each run of years by a border. A lone year in parentheses may belong to a name: "Kork
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

/**
 * Returns the length of the years that continue a run. Behind a comma, a number of two digits is a
 * year only if it is later than the one before: "2024, 77 Alder Road" has the number of a house.
 */
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
