import { foldWords } from '../../names/fold.ts'
import otherNames from './countries.json' with { type: 'json' }
import { cleanValue } from './whois-text.ts'

const COUNTRY_CHARACTERS_MAX = 60
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

// Country names that registries use and the Unicode data does not have in English. In lower case,
// without accents and punctuation.
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(otherNames).flatMap(([code, names]) => names.map((name) => [name, code] as const)),
)

let codesByName: ReadonlyMap<string, string> | null = null

function englishNames(): ReadonlyMap<string, string> {
  if (codesByName !== null) return codesByName
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const codes = new Map<string, string>()
  for (const first of LETTERS) {
    for (const second of LETTERS) {
      const name = names.of(first + second)
      if (name !== undefined && !codes.has(foldWords(name)))
        codes.set(foldWords(name), first + second)
    }
  }
  codesByName = codes
  return codes
}

/**
 * Returns the code of ISO 3166-1, also for "US (UNITED STATES)". An unknown text is returned as it
 * is. "REDACTED" becomes null.
 */
export function normalizeCountry(value: string | null | undefined): string | null {
  const text = cleanValue(value ?? '').slice(0, COUNTRY_CHARACTERS_MAX)
  const folded = foldWords(text)
  if (
    folded.length < 2 ||
    /redacted|not |privacy|hidden|withheld|disclosed|^n a$|^none$/.test(folded)
  )
    return null
  const other = OTHER_NAMES.get(folded)
  if (other !== undefined) return other
  if (/^[A-Za-z]{2}$/.test(text)) return text.toUpperCase()
  const inside = /\(([A-Z]{2})\)$|^([A-Z]{2}) \(/.exec(text)
  if (inside) return inside[1] ?? inside[2] ?? null
  return englishNames().get(folded) ?? (/\p{L}{2}/u.test(text) ? text : null)
}
