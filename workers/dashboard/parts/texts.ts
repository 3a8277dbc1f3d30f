export const OUTSIDE_CHARACTERS_SHOWN = 400

/**
 * Characters that change the direction or the look of the text around them, or that nobody can see:
 * control characters, bidirectional controls (Unicode Standard Annex 9), zero-width characters and
 * tags. An attacker could use them to make one name look like another.
 */
const DECEIVING = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu

/**
 * More combining marks on one letter than any language writes. A font draws such a run far outside
 * of its line.
 */
const MARK_RUN = /(\p{M}{8})\p{M}+/gu

/**
 * Deceiving characters become their code point, for example `[U+202E]`, and long runs of combining
 * marks are cut to eight and an ellipsis.
 */
export function withVisibleControls(text: string): string {
  return text.replace(MARK_RUN, '$1…').replace(DECEIVING, (character) => {
    if (character === '\n' || character === '\t') return ' '
    return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
  })
}

/** Never cuts a character in half. Adds an ellipsis to a longer text. */
export function shortened(text: string, max = OUTSIDE_CHARACTERS_SHOWN): string {
  // One character has at most two UTF-16 units. The rest of a long text is not looked at.
  const characters = Array.from(text.slice(0, 2 * max + 2))
  return characters.length <= max ? text : `${characters.slice(0, max).join('')}…`
}

/** No program turns the result into a link: `hxxps://example[.]com/path`. */
export function defanged(address: string): string {
  return address
    .replace(/^http/i, 'hxxp')
    .replace(
      /^([a-z]+:\/\/)?([^/?#]*)/i,
      (_, scheme: string | undefined, host: string) =>
        `${scheme ?? ''}${host.replaceAll('.', '[.]')}`,
    )
}

const COUNT = new Intl.NumberFormat('en')
export const count = (value: number): string => COUNT.format(value)

const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 })
/** `share` is between 0 and 1. */
export const percent = (share: number): string => PERCENT.format(share)

/** `amount` is in the smallest unit of the currency (ISO 4217), for example cents. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: currency.toUpperCase(),
  })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

/** The documentation explains these bounds. */
export function confidenceInWords(confidence: number): string {
  if (confidence >= 0.9) return 'very likely'
  if (confidence >= 0.75) return 'likely'
  if (confidence >= 0.5) return 'more likely than not'
  return confidence >= 0.25 ? 'uncertain' : 'unlikely'
}

const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** Returns a text such as "3 hours ago". */
export function relativeTime(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1_000
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return RELATIVE.format(Math.round(seconds / length), unit)
  }
  return 'just now'
}

const EXACT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' })
export const exactTime = (at: Date): string => EXACT.format(at)

/** Quotes for a POSIX shell. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
}

/** The key is a shell variable, so that no secret gets into a shell history or a message. */
export function curlOf(origin: string, { method = 'GET', path, body }: Call): string {
  const parts = ['curl', shellQuoted(`${origin}${path}`), '-H "X-API-Key: $ATTRIBUTION_API_KEY"']
  if (method !== 'GET') parts.splice(1, 0, `-X ${method}`)
  if (body !== undefined)
    parts.push("-H 'Content-Type: application/json'", `-d ${shellQuoted(JSON.stringify(body))}`)
  return parts.join(' ')
}
