export const OUTSIDE_CHARACTERS_SHOWN = 400

// An attacker could use these characters to make one name look like another. They are invisible, or
// they change the direction or look of the text around them: control characters, bidirectional
// controls (Unicode Standard Annex 9), zero-width characters and tags.
const DECEIVING = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

// No language writes more than eight combining marks on one letter. A font would draw a longer run
// over the lines above and below.
const MARK_RUN = /(\p{M}{8})\p{M}+/gu

/**
 * Makes deceiving characters visible as their code point, for example `[U+202E]`. Of a long run of
 * combining marks, only eight and an ellipsis stay.
 */
export function withVisibleControls(text: string): string {
  return text.replace(MARK_RUN, '$1…').replace(DECEIVING, (character) => {
    if (character === '\n' || character === '\t') return ' '
    return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
  })
}

/**
 * A longer text is cut after `max` characters and gets an ellipsis. No character is cut in half.
 */
export function shortened(text: string, max = OUTSIDE_CHARACTERS_SHOWN): string {
  // One character has at most two UTF-16 units, so this slice is long enough and a huge text costs
  // little.
  const characters = Array.from(text.slice(0, 2 * max + 2))
  return characters.length <= max ? text : `${characters.slice(0, max).join('')}…`
}

/** Rewrites an address so that no program turns it into a link: `hxxps://example[.]com/path`. */
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

/** A number and its noun, for example "1 line" and "3 lines". */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`

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

/** `confidence` is between 0 and 1. */
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

/** Quotes a text as one argument for a POSIX shell. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
}

/**
 * The command reads the API key from a shell variable, so that no key gets into a shell history or
 * a copied message.
 */
export function curlOf(origin: string, { method = 'GET', path, body }: Call): string {
  const parts = ['curl', shellQuoted(`${origin}${path}`), '-H "X-API-Key: $ATTRIBUTION_API_KEY"']
  if (method !== 'GET') parts.splice(1, 0, `-X ${method}`)
  if (body !== undefined)
    parts.push("-H 'Content-Type: application/json'", `-d ${shellQuoted(JSON.stringify(body))}`)
  return parts.join(' ')
}
