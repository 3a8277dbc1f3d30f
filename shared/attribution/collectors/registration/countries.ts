import { foldWords } from '../../names/fold.ts'
import { cleanValue } from './whois-text.ts'

const COUNTRY_CHARACTERS_MAX = 60
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * Country names in registry records that differ from the English names in the Unicode data. The
 * keys are in lower case, without accents and punctuation.
 */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  uk: 'GB',
  'u s a': 'US',
  'u s': 'US',
  usa: 'US',
  'united states of america': 'US',
  'the united states of america': 'US',
  'estados unidos de america': 'US',
  'estados unidos': 'US',
  'great britain': 'GB',
  england: 'GB',
  deutschland: 'DE',
  osterreich: 'AT',
  schweiz: 'CH',
  suisse: 'CH',
  espana: 'ES',
  italia: 'IT',
  'the netherlands': 'NL',
  nederland: 'NL',
  'czech republic': 'CZ',
  polska: 'PL',
  'polska poland': 'PL',
  brasil: 'BR',
  'russian federation': 'RU',
  'korea republic of': 'KR',
  'republic of korea': 'KR',
  'taiwan r o c': 'TW',
  'hong kong': 'HK',
  'viet nam': 'VN',
  turkiye: 'TR',
  turkey: 'TR',
  hrvatska: 'HR',
  中国: 'CN',
}

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
 * Converts a country name, a country code or a text such as "US (UNITED STATES)" to the ISO 3166-1
 * code. Returns an unknown text unchanged, and null for a placeholder such as "REDACTED".
 */
export function countryOf(value: string | null | undefined): string | null {
  const text = cleanValue(value ?? '').slice(0, COUNTRY_CHARACTERS_MAX)
  const folded = foldWords(text)
  if (
    folded.length < 2 ||
    /redacted|not |privacy|hidden|withheld|disclosed|^n a$|^none$/.test(folded)
  )
    return null
  const other = OTHER_NAMES[folded]
  if (other !== undefined) return other
  if (/^[A-Za-z]{2}$/.test(text)) return text.toUpperCase()
  const inside = /\(([A-Z]{2})\)$|^([A-Z]{2}) \(/.exec(text)
  if (inside) return inside[1] ?? inside[2] ?? null
  return englishNames().get(folded) ?? (/\p{L}{2}/u.test(text) ? text : null)
}
