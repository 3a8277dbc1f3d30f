import { counted } from '../texts.ts'
import type { Facts } from './verdict-parts.ts'

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })
const DAYS_OF_YEAR = 365.25
/** From this age on, years say more than days. */
const AGE_IN_YEARS_MIN = 730

/** Day in UTC, as registries write it. A text that is no time stays as it is. */
export function dayText(time: string): string {
  const at = new Date(time)
  return Number.isNaN(at.getTime()) ? time : DAY.format(at)
}

export function ageText(days: number | null): string {
  if (days === null) return ''
  if (days < AGE_IN_YEARS_MIN) return `${counted(days, 'day')} old`
  return `${Math.floor(days / DAYS_OF_YEAR)} years old`
}

/**
 * Name of a certificate authority from its distinguished name (RFC 4514), such as "DigiCert Inc"
 * from "C=US, O=DigiCert Inc, CN=DigiCert EV RSA CA G2".
 */
export function issuerName(issuer: string): string {
  const parts = issuer.split(',').map((part) => part.trim())
  const fieldOf = (name: string) => parts.find((part) => part.startsWith(name))?.slice(name.length)
  return fieldOf('O=') || fieldOf('CN=') || issuer
}

type Address = Facts['hosting']['addresses'][number]

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

function nameIn(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}

export const countryName = (code: string): string => nameIn(REGIONS, code)
export const languageName = (code: string): string => nameIn(LANGUAGES, code)

/** Networks of the addresses, each once, such as "AS64500 Fernhill Hosting, Germany". */
export const networksOf = (addresses: readonly Address[]): string[] => [
  ...new Set(
    addresses.flatMap(({ asn, network, country }) => {
      const name = [asn === null ? null : `AS${asn}`, network].filter((part) => part !== null)
      const words = [name.join(' '), country === null ? '' : countryName(country)]
      const text = words.filter((part) => part !== '').join(', ')
      return text === '' ? [] : [text]
    }),
  ),
]
