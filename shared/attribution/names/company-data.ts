import { lines } from '../../platform/multiline.ts'
import data from './company-data.json' with { type: 'json' }
import { hasForm } from './forms-in-words.ts'
import { inOnePlace } from './pattern-code.ts'

const anyOf = (patterns: readonly string[]): string => inOnePlace(`(?:${patterns.join('|')})`)

// `labels`: abbreviations that resemble no other word. `registers`: names of company registers, and
// of the courts that keep registers.
const { labels, registers, capitals } = data
const CLEAR_LABEL = anyOf(Object.values(labels).flat())

// Labels that are also other words or names. So they count only with a number of at least five
// digits behind them.
const SHORT_LABELS =
  'ein|ico|uid|uen|abn|acn|gstin|cin|nip|nif|cif|nit|cui|ruc|rut|rfc|pib|oib|mbs|vat|ust'

const NUMBER_MARK = String.raw`\s?[.:№#°ºn]{0,3}\s?(?:\p{Lu}{0,4}\s?-?)`
const LONG_NUMBER = String.raw`\d[\d ./-]{4}`
const SHORT_ENTRY = lines`
  (?:${SHORT_LABELS})[.:№#°\s-]{0,4}(?:n[or]?[.:°]{0,2}\s?)?(?:\p{Lu}{0,3}\s?-?)${LONG_NUMBER}
`

export const LABELLED_NUMBER = `(?:${CLEAR_LABEL}${NUMBER_MARK}\\d|${SHORT_ENTRY})`

/** A register, or a label with a number. A place may be between the two: "RCS Lyon 812 345 678". */
export const REGISTER_ENTRY = lines`
  (?:${CLEAR_LABEL}(?:${NUMBER_MARK}\d|(?!\p{L})[^|]{0,40}?${LONG_NUMBER})|
  ${SHORT_ENTRY}|${anyOf(registers)}(?!\p{L}))
`

const FORM_BEFORE_CAPITAL =
  /^\p{Lu}[\p{Lu}.]{1,7}\s+(?:\p{Ll}{4,15}\s+)?(?=(?:au|con|com|mit|with)\s)/u
const STARTS_SO = new RegExp(
  lines`
    ^[\s,.–—-]{0,4}(?:(?:con|com|mit|with)\s)?(?:${REGISTER_ENTRY}|
    ${anyOf(capitals)}(?!\p{L})[^]*\d)
  `,
  'iu',
)
/** Small amounts do not match, because a name can contain one: "1 Euro Laden". */
const NUMBER_OR_AMOUNT = new RegExp(
  lines`
    \d{6}|\d[ .,’']\d{3}[ .,’']\d{3}|[€$£¥₽₺]\s?\d[\d.,]{4}|\d[\d.,]{4,14}\s?(?:€|(?:zł|kč|ft|
    eur(?:os?)?|usd|chf|sek|nok|dkk|руб)(?!\p{L}))
  `,
  'iu',
)

/**
 * True for "R.E.A. di Torino n. 998877" and "SAS au capital de 40 000 €", which name no company. A
 * line without a number never counts, because the authority that keeps a register may also name
 * itself on its own site.
 */
export const beginsWithCompanyData = (text: string, line = text): boolean =>
  /\d/u.test(line) && STARTS_SO.test(text.replace(FORM_BEFORE_CAPITAL, ''))

/** Also true for a text with a register number or an amount of money. */
export const isCompanyData = (name: string): boolean =>
  /\d/u.test(name) &&
  (beginsWithCompanyData(name) || (NUMBER_OR_AMOUNT.test(name) && !hasForm(name)))
