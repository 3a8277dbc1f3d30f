import { lines } from '../../platform/multiline.ts'

// Postal codes of the states of the United States (USPS Publication 28) and of the provinces of
// Canada.
const STATE = lines`
  (?:A[BKLRZ]|BC|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ABDEINOST]|N[BCDEHJLMSVY]|O[HKNR]|
  P[AE]|QC|RI|S[CDK]|T[NX]|UT|V[AT]|W[AIVY])
`
const ZIP = String.raw`\d{5}(?:-\d{4})?`
// Codes that are no English word in capitals. Behind a town, a comma before such a code may be
// missing.
const CLEAR_STATE = lines`
  (?:A[KLRZ]|C[AT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|RI|S[CD]|
  T[NX]|UT|V[AT]|W[AIVY]|(?<=,\s)(?:PA|CO))
`
const FIRST_WORDS = lines`
  San|Santa|Los|Las|New|Saint|St\.?|Fort|Ft\.?|Port|Lake|Mount|Mt\.?|El|La|North|South|East|
  West|Palm|Grand|Cape|Salt Lake|Baton|Des|Long
`
const LAST_WORDS = 'City|Beach|Springs|Falls|Rapids|Heights|Park|Valley|Hills|Grove|Rouge|Moines'

const TOWN_AND_STATE = new RegExp(`^\\p{Lu}[\\p{L} .'-]{2,30}(?:,\\s|\\s)${CLEAR_STATE}$`, 'u')
const TOWN_AND_CODE = new RegExp(`^\\p{Lu}[\\p{L} .'-]{2,30},?\\s+[A-Z]{2}\\.?,?\\s+${ZIP}$`, 'u')
const STATE_AND_CODE = new RegExp(
  `^,?\\s+[A-Z]{2}\\.?,?\\s+${ZIP}(?:,?\\s+(?:USA?|U\\.S\\.A\\.|United States))?$`,
  'u',
)
const AT_END = new RegExp(
  lines`
    ^\s{0,3}(?<name>\S.{0,200}?\S),?\s{1,3}(?:(?:${FIRST_WORDS})\s)?\p{Lu}[\p{L}.'’-]+(?:\s
    (?:${LAST_WORDS}))?,\s${STATE}(?:,?\s+${ZIP})?(?:,?\s+USA)?$
  `,
  'u',
)
/** A fast check before the slow pattern AT_END: only a text with such an end can match it. */
const MAY_END_SO = /(?:[A-Z]{2}|\d{4})$/u

/** True for "Austin, TX" and "Austin TX". Capitals without a comma may be a name: "VISIT LA". */
export const isTownAndState = (text: string): boolean =>
  TOWN_AND_STATE.test(text) && (text.includes(',') || text !== text.toUpperCase())

/** True for a town with state and postal code: "FERNHAM, WI 53027". */
export const isTownAndCode = (text: string): boolean => TOWN_AND_CODE.test(text)

/** True for a state and postal code behind a town: ", WI 53027". */
export const isStateAndCode = (text: string): boolean => STATE_AND_CODE.test(text)

/** Returns the name before a town and state: "Kork Homes" for "Kork Homes Salt Lake City, UT". */
export const beforeTown = (text: string): string | null =>
  MAY_END_SO.test(text.slice(-4)) ? (AT_END.exec(text)?.groups?.name ?? null) : null
