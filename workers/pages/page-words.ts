const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Day in UTC, for example "November 27, 2026". Null for a text that is no date. */
export function dayInWords(time: string | null): string | null {
  const at = Date.parse(time ?? '')
  return Number.isNaN(at) ? null : DATE.format(at)
}

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** Country of an ISO 3166 code. Any other text is returned unchanged. */
export const countryName = (code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (REGIONS.of(code) ?? code) : code

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

/** Language of a BCP 47 tag. Any other text is returned unchanged. */
export function languageName(tag: string): string {
  try {
    return LANGUAGES.of(tag) ?? tag
  } catch {
    return tag
  }
}

/** "1 day", "17 days", "3 years". */
export function ageInWords(days: number): string {
  const years = Math.floor(days / 365.25)
  if (years >= 2) return `${years} years`
  return days === 1 ? '1 day' : `${days} days`
}

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`
