import { withoutMarks } from '../../names/fold.ts'

export type DateOrder = 'day first' | 'month first'

const DATE_CHARACTERS_MAX = 80
const YEAR_MIN = 1970
const YEAR_MAX = 2199
/** Some registries publish only the year and the month of a date. */
const ONLY_MONTH = /^\s*((?:19|20)\d{2})[-/.](\d{1,2})\s*$/
/** The first domain was registered in 1985, so a smaller number is an id or a telephone number. */
const UNIX_SECONDS_MIN = 473_385_600

const MONTHS: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'jan january januar janvier enero janeiro gennaio januari ene',
    'feb february februar fevrier febrero fevereiro febbraio februari fev',
    'mar march marz mars marzo marco maart mrt maerz',
    'apr april avril abril aprile abr avr',
    'may mai mayo maio maggio mei maj',
    'jun june juni juin junio junho giugno',
    'jul july juli juillet julio julho luglio',
    'aug august aout agosto augustus ago',
    'sep sept september septembre septiembre setembro settembre set',
    'oct october oktober octobre octubre outubro ottobre okt out',
    'nov november novembre noviembre novembro',
    'dec december dezember decembre diciembre dezembro dicembre dez dic',
  ].flatMap((words, index) => words.split(' ').map((word) => [word, index + 1] as const)),
)

// If a word means different months in two languages, the language that comes first in this list
// decides.
const LANGUAGES = 'pl cs sk ru uk tr hu ro bg sr hr sl fi et lv lt is el ar fa he hi th id'.split(
  ' ',
)

/** Null until first needed, because it takes time to create the formatters for all languages. */
let furtherMonths: ReadonlyMap<string, number> | null = null

function monthNames(): ReadonlyMap<string, number> {
  const names = new Map<string, number>()
  for (const language of LANGUAGES) {
    for (const month of ['long', 'short'] as const) {
      // In many languages the name of a month changes when a day is printed beside it, so names are
      // collected with and without a day.
      for (const day of ['numeric', undefined] as const) {
        const format = new Intl.DateTimeFormat(language, { month, day, timeZone: 'UTC' })
        for (let index = 0; index < 12; index += 1) {
          const part = format
            .formatToParts(Date.UTC(2015, index, 12))
            .find(({ type }) => type === 'month')
          const name = withoutMarks(part?.value ?? '').replace(/[^\p{L}]/gu, '')
          if (name.length >= 3 && !names.has(name)) names.set(name, index + 1)
        }
      }
    }
  }
  return names
}

/** Difference from UTC in minutes. */
const ZONES: Readonly<Record<string, number>> = {
  z: 0,
  utc: 0,
  gmt: 0,
  wet: 0,
  bst: 60,
  ist: 60,
  wat: 60,
  cet: 60,
  met: 60,
  cest: 120,
  mest: 120,
  eet: 120,
  cat: 120,
  sast: 120,
  eest: 180,
  msk: 180,
  eat: 180,
  trt: 180,
  msd: 240,
  almt: 300,
  kgt: 360,
  ict: 420,
  wib: 420,
  cst8: 480,
  hkt: 480,
  sgt: 480,
  myt: 480,
  jst: 540,
  kst: 540,
  aest: 600,
  nzst: 720,
  nzdt: 780,
  brt: -180,
  art: -180,
  clst: -180,
  clt: -240,
  est: -300,
  edt: -240,
  cdt: -300,
  mst: -420,
  pdt: -420,
  pst: -480,
}

interface Day {
  year: number
  month: number
  day: number
}

function fullYear(year: number, digits: number): number {
  if (digits > 2) return year
  return year >= 70 ? 1900 + year : 2000 + year
}

function checkedDay(year: number, month: number, day: number): Day | null {
  if (year < YEAR_MIN || year > YEAR_MAX || month < 1 || month > 12 || day < 1 || day > 31)
    return null
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 ? { year, month, day } : null
}

const YEAR_FIRST = /(?<!\d)(\d{4})\s?([-./])\s?(\d{1,2})\s?\2\s?(\d{1,2})(?!\d)/
const YEAR_LAST = /(?<!\d)(\d{1,2})\s?([-./])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})(?!\d)/
const COMPACT = /(?<!\d)((?:19|20)\d{2})(\d{2})(\d{2})(?!\d{1,5}(?!\d))/
const HAN = /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]?/
const DAY_MONTH_NAME = new RegExp(
  [
    String.raw`(?<!\d)(\d{1,2})(?:st|nd|rd|th)?[-\s.,]{1,3}(?:(?:de|of)\s)?(`,
    String.raw`(?:\p{L}\p{M}*){3,14})\.?[-\s.,]{1,3}(?:de\s)?['’]?(\d{4}|\d{2}(?![\d:]))`,
  ].join(''),
  'u',
)
const MONTH_NAME_DAY = new RegExp(
  [
    String.raw`(?<!\p{L})((?:\p{L}\p{M}*){3,14})\.?[-\s]{1,3}(\d{1,2})(?:st|nd|rd|th)?`,
    String.raw`(?:,?\s|-(?=\d{4}(?!\d)))`,
  ].join(''),
  'u',
)
const YEAR_MONTH_NAME =
  /(?<!\d)(\d{4})[-\s./]{1,2}((?:\p{L}\p{M}*){3,14})[-\s./]{1,2}(\d{1,2})(?!\d)/u
const MONTH_YEAR = /(?<!\p{L})((?:\p{L}\p{M}*){3,14})[-\s](\d{4})(?!\d)/u
// Some registries give only a year, for a domain that is older than their records: "before 1996".
const ONLY_YEAR = /^\s*(?:\p{L}{2,10}[\s-](?:to\s|the\syear\s)?)?((?:19|20)\d{2})\.?\s*$/u
const UNIX_SECONDS = /^\s*(\d{9,10})(?:\d{3})?\s*$/
// Matches "27 tháng 11 năm 2026" (Vietnamese): the month is a number after the word for "month".
const NUMBERED_MONTH =
  /(?<!\d)(\d{1,2})[\s,]{1,3}tháng\s(\d{1,2})[\s,]{1,3}(?:năm\s)?(\d{4})(?!\d)/iu
/** Thai registries use the Buddhist calendar, in which 2026 is the year 2569. */
const BUDDHIST_YEAR = /(?<!\d)2[56]\d{2}(?!\d)/gu
const BUDDHIST_YEARS = 543
const YEAR_ALONE = /(?<!\d)((?:19|20)\d{2})(?!\d)/

function monthOf(word: string | undefined): number {
  if (word === undefined) return 0
  const folded = withoutMarks(word)
  if (Object.hasOwn(MONTHS, folded)) return MONTHS[folded] ?? 0
  furtherMonths ??= monthNames()
  // Hebrew writes the word "in" as the first letter of the month's name, so that letter is removed.
  return furtherMonths.get(folded) ?? furtherMonths.get(folded.replace(/^ב/u, '')) ?? 0
}

function dayOfDigits(text: string, order: DateOrder): Day | null {
  const numbered = NUMBERED_MONTH.exec(text)
  if (numbered) return checkedDay(Number(numbered[3]), Number(numbered[2]), Number(numbered[1]))
  const han = HAN.exec(text)
  if (han) return checkedDay(Number(han[1]), Number(han[2]), Number(han[3]))
  const first = YEAR_FIRST.exec(text)
  if (first) return checkedDay(Number(first[1]), Number(first[3]), Number(first[4]))
  const last = YEAR_LAST.exec(text)
  if (last) {
    const year = fullYear(Number(last[4]), (last[4] ?? '').length)
    const [one, two] = [Number(last[1]), Number(last[3])]
    // A date with dots, such as 28.04.2003, always has the day first.
    const monthFirst = order === 'month first' && last[2] !== '.'
    return (
      (monthFirst ? checkedDay(year, one, two) : checkedDay(year, two, one)) ??
      (monthFirst ? checkedDay(year, two, one) : checkedDay(year, one, two))
    )
  }
  const month = ONLY_MONTH.exec(text)
  if (month) return checkedDay(Number(month[1]), Number(month[2]), 1)
  const compact = COMPACT.exec(text)
  return compact ? checkedDay(Number(compact[1]), Number(compact[2]), Number(compact[3])) : null
}

function dayOfWords(text: string): Day | null {
  const named = YEAR_MONTH_NAME.exec(text)
  if (named) {
    const day = checkedDay(Number(named[1]), monthOf(named[2]), Number(named[3]))
    if (day) return day
  }
  const dayFirst = DAY_MONTH_NAME.exec(text)
  if (dayFirst) {
    const year = fullYear(Number(dayFirst[3]), (dayFirst[3] ?? '').length)
    const day = checkedDay(year, monthOf(dayFirst[2]), Number(dayFirst[1]))
    if (day) return day
  }
  const year = YEAR_ALONE.exec(text)
  const monthFirst = MONTH_NAME_DAY.exec(text.replace(/^\p{L}{3,9},?\s(?=\p{L}{3})/u, ''))
  if (monthFirst && year) {
    const day = checkedDay(Number(year[1]), monthOf(monthFirst[1]), Number(monthFirst[2]))
    if (day) return day
  }
  // "before Aug-1996" becomes 1 August 1996.
  const month = MONTH_YEAR.exec(text)
  const ofMonth = month ? checkedDay(Number(month[2]), monthOf(month[1]), 1) : null
  const only = ONLY_YEAR.exec(text)
  return ofMonth ?? (only ? checkedDay(Number(only[1]), 1, 1) : null)
}

function timeOf(text: string): string {
  const clock =
    /(?<!\d)([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?(?:\.\d{1,9})?(?:\s?([ap])\.?m\b)?/i.exec(text)
  if (clock) {
    const hour = Number(clock[1])
    const half = hour > 12 ? '' : (clock[4] ?? '').toLowerCase()
    const hours = half === '' ? hour : (hour % 12) + (half === 'p' ? 12 : 0)
    return `${String(hours).padStart(2, '0')}:${clock[2] ?? '00'}:${clock[3] ?? '00'}`
  }
  const compact = /(?<!\d)(?:19|20)\d{6}([01]\d|2[0-3])([0-5]\d)([0-5]\d)(?!\d)/.exec(text)
  return compact ? `${compact[1]}:${compact[2]}:${compact[3]}` : '00:00:00'
}

function offsetText(minutes: number): string {
  if (minutes === 0) return 'Z'
  const distance = Math.abs(minutes)
  const hours = String(Math.floor(distance / 60)).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${hours}:${String(distance % 60).padStart(2, '0')}`
}

function zoneOf(text: string): string {
  const digits = /:\d{2}(?:\.\d{1,9})?\s?\(?(?:UTC|GMT)?([+-])(\d{1,2}):?(\d{2})?(?!\d)/.exec(text)
  if (digits) {
    const minutes = Number(digits[2]) * 60 + Number(digits[3] ?? 0)
    if (minutes <= 14 * 60) return offsetText(digits[1] === '-' ? -minutes : minutes)
  }
  for (const word of text.matchAll(/[A-Z]{3,4}/g)) {
    const minutes = ZONES[word[0].toLowerCase()]
    if (minutes !== undefined) return offsetText(minutes)
  }
  return 'Z'
}

/** ISO 8601 with the offset of the record, or UTC. A date without a time becomes midnight. */
export function parseDate(text: string, order: DateOrder = 'day first'): string | null {
  const short = text
    .slice(0, DATE_CHARACTERS_MAX)
    .normalize('NFC')
    .replace(BUDDHIST_YEAR, (year) => String(Number(year) - BUDDHIST_YEARS))
  if (!/\d/.test(short)) return null
  const seconds = Number(UNIX_SECONDS.exec(short)?.[1] ?? 0)
  if (seconds >= UNIX_SECONDS_MIN)
    return new Date(seconds * 1_000).toISOString().replace('.000', '')
  const day = dayOfDigits(short, order) ?? dayOfWords(short)
  if (day === null) return null
  const time = timeOf(short)
  const [month, ofMonth] = [day.month, day.day].map((part) => String(part).padStart(2, '0'))
  const date = `${day.year}-${month}-${ofMonth}`
  return `${date}T${time}${time === '00:00:00' && !short.includes(':') ? 'Z' : zoneOf(short)}`
}

/** Top-level domains of the registry Freenom, which writes the month first. */
const MONTH_FIRST_TLDS = new Set(['tk', 'ml', 'ga', 'cf', 'gq'])

/**
 * A number over 12 must be a day, so it shows if the record writes day or month first. If no date
 * of the record has one, the custom of its registry decides.
 */
export function dateOrderOf(texts: Iterable<string>, tld = ''): DateOrder {
  for (const text of texts) {
    const match = YEAR_LAST.exec(text.slice(0, DATE_CHARACTERS_MAX))
    if (!match || match[2] === '.') continue
    if (Number(match[1]) > 12) return 'day first'
    if (Number(match[3]) > 12) return 'month first'
  }
  return MONTH_FIRST_TLDS.has(tld) ? 'month first' : 'day first'
}
