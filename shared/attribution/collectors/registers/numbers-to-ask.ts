import { lines } from '../../../platform/multiline.ts'
import { registrableOf } from '../../../platform/net/url.ts'
import type { Target } from '../../collector.ts'
import type { EvidenceSet } from '../../evidence.ts'
import type { PageEvidence, PageRole } from '../../page-evidence.ts'
import { certificatesOfOperator } from '../../signals/certified-organizations.ts'
import type { CertificateFacts } from '../../witness-evidence.ts'
import {
  type CompanyNumber,
  isCompanyNumber,
  leiNumber,
  nationalNumber,
  numbersOfOrganization,
  numbersOfVat,
  SCHEMES,
} from './company-number.ts'

/** One stated number. `forms`: the same company in other schemes, the best register first. */
export interface StatedNumber {
  forms: readonly CompanyNumber[]
  /** URL of the page, or null if the number comes from a certificate. */
  statedOn: string | null
}

const NUMBERS_MAX = 10
const PAGES_MAX = 12
const IDENTIFIERS_PER_PAGE_MAX = 60

// A footer repeats its number on every page, so the page with the legal notice comes first.
const ROLE_RANKS: Readonly<Record<PageRole, number | null>> = {
  imprint: 0,
  terms: 1,
  privacy: 1,
  contact: 2,
  home: 3,
  about: 4,
  feed: null,
}

/** Numbers with right check digits, the most telling first. Not those of another domain's pages. */
export function numbersToAsk(
  target: Target,
  { http_probe: probe, live_certificate: live, whois }: EvidenceSet,
): StatedNumber[] {
  const numbers: StatedNumber[] = []
  const { registrableDomain } = target
  const { site } = certificatesOfOperator(target, live?.data, whois?.data?.record)
  if (site !== null) numbers.push({ forms: numbersOfCertificate(site), statedOn: null })
  const pages = probe?.data?.placeholder === null ? probe.data.pages : []
  const own = pages.slice(0, PAGES_MAX).flatMap((page) => {
    const rank = ROLE_RANKS[page.role]
    return rank === null || registrableOf(page.url) !== registrableDomain ? [] : [{ page, rank }]
  })
  for (const { page } of own.toSorted((a, b) => a.rank - b.rank))
    for (const identifier of identifiersOf(page))
      numbers.push({
        forms: numbersOfIdentifier(identifier, page, registrableDomain),
        statedOn: page.url,
      })
  return withoutRepeats(numbers).slice(0, NUMBERS_MAX)
}

function identifiersOf(page: PageEvidence): { kind: string; value: string }[] {
  const structured = page.organizations.filter(({ via }) => via === '')
  return [...page.identifiers, ...structured.flatMap(({ identifiers }) => identifiers)].slice(
    0,
    IDENTIFIERS_PER_PAGE_MAX,
  )
}

function withoutRepeats(numbers: readonly StatedNumber[]): StatedNumber[] {
  const seen = new Set<string>()
  return numbers.flatMap(({ forms, statedOn }) => {
    const right = forms.filter(isCompanyNumber)
    const keys = right.map(({ scheme, value }) => `${scheme} ${value}`)
    if (right.length === 0 || keys.some((key) => seen.has(key))) return []
    for (const key of keys) seen.add(key)
    return [{ forms: right, statedOn }]
  })
}

// Prefixes that the page reader puts before the numbers of one country.
const PREFIXES: readonly (readonly [RegExp, (digits: string) => CompanyNumber[]])[] = [
  [/^ORG(\d{9,10})$/u, numbersOfOrganization],
  [/^FR(\d{9})$/u, (digits) => [nationalNumber('FR', digits)]],
  [/^FI-(\d{8})$/u, (digits) => [nationalNumber('FI', `${digits.slice(0, 7)}-${digits.slice(7)}`)]],
  [/^DK-CVR(\d{8})$/u, (digits) => numbersOfVat(`DK${digits}`)],
  [/^PL-KRS(\d{10})$/u, (digits) => [nationalNumber('PL', digits)]],
  [/^PL-NIP(\d{10})$/u, (digits) => numbersOfVat(`PL${digits}`)],
  [/^EE-REG(\d{8})$/u, (digits) => [nationalNumber('EE', digits)]],
  [/^NZBN(\d{13})$/u, (digits) => [nationalNumber('NZ', digits)]],
  [/^ABN(\d{11})$/u, (digits) => [nationalNumber('AU', digits)]],
  [/^CNPJ(\d{14})$/u, (digits) => [nationalNumber('BR', digits)]],
  [/^NL-KVK(\d{8})$/u, (digits) => [nationalNumber('NL', digits)]],
  [/^JP(\d{13})$/u, (digits) => [nationalNumber('JP', digits)]],
  [/^(ES[A-Z0-9]{9})$/u, numbersOfVat],
]

function numbersOfIdentifier(
  { kind, value }: { kind: string; value: string },
  page: PageEvidence,
  registrableDomain: string,
): CompanyNumber[] {
  if (kind === 'vat') return numbersOfVat(value)
  if (kind === 'lei') return [leiNumber(value)]
  if (kind !== 'company_number') return []
  const british = /^GB((?:[A-Z]{2})?\d{6,8})$/u.exec(value)?.[1]
  if (british !== undefined)
    return isBritish(page, registrableDomain)
      ? [nationalNumber('GB', british.padStart(8, '0'))]
      : []
  const czech = /^CZ-ICO(\d{8})$/u.exec(value)?.[1]
  if (czech !== undefined) {
    const country = czechOrSlovak(page, registrableDomain)
    return country === null ? [] : [nationalNumber(country, czech)]
  }
  for (const [form, numbers] of PREFIXES) {
    const digits = form.exec(value)?.[1]
    if (digits !== undefined) return numbers(digits)
  }
  return []
}

const BRITISH = new RegExp(
  lines`
    \b(?:England (?:and|&) Wales|Companies House|
    (?:registered|incorporated) in (?:England|Scotland|Wales|Northern Ireland))\b
  `,
  'iu',
)

// Companies of many countries write "Company number" before 8 digits, and Companies House knows
// most of these numbers, for other companies.
const isBritish = ({ text }: PageEvidence, domain: string): boolean =>
  domain.endsWith('.uk') || BRITISH.test(text)

/** Both countries write "IČO" before 8 digits with the same check digit. */
function czechOrSlovak({ text, language }: PageEvidence, domain: string): 'CZ' | 'SK' | null {
  const signs = [domain.split('.').at(-1), language?.slice(0, 2).toLowerCase()]
  const isCzech = signs.includes('cz') || signs.includes('cs') || /\bČesk|\bPraha\b/u.test(text)
  const isSlovak = signs.includes('sk') || /\bSlovensk|\bBratislava\b/u.test(text)
  if (isCzech === isSlovak) return null
  return isCzech ? 'CZ' : 'SK'
}

/**
 * ETSI EN 319 412-1, 5.1.4: NTR (register), VAT or LEI, country, hyphen, number. The EV Guidelines
 * give the number and the jurisdiction as two attributes.
 */
function numbersOfCertificate(facts: CertificateFacts): CompanyNumber[] {
  const { organization_identifier: identifier, serial_number: serial, jurisdiction } = facts
  const parts = /^(NTR|VAT|LEI)([A-Z]{2})-([0-9A-Z ./-]{4,24})$/u.exec(identifier ?? '')
  const numbers: CompanyNumber[] = []
  const [, type, country = '', number = ''] = parts ?? []
  if (type === 'LEI') numbers.push(leiNumber(number))
  if (type === 'VAT') numbers.push(...numbersOfVat(`${country === 'GR' ? 'EL' : country}${number}`))
  if (type === 'NTR') numbers.push(...registeredNumber(country, number))
  if (serial !== null && jurisdiction !== null && /^[A-Z]{2}(?:-|$)/u.test(jurisdiction))
    numbers.push(...registeredNumber(jurisdiction.slice(0, 2), serial.slice(0, 40)))
  return numbers
}

const NATIONAL = SCHEMES.filter((scheme) => scheme !== 'lei' && scheme !== 'vat')

function registeredNumber(country: string, raw: string): CompanyNumber[] {
  const compact = raw.replace(/[\s./-]/gu, '').toUpperCase()
  const scheme = NATIONAL.find((each) => each === country)
  if (scheme === undefined) return []
  if (scheme === 'CH') return numbersOfVat(compact)
  if (scheme === 'DK') return numbersOfVat(`DK${compact}`)
  const value =
    scheme === 'FI'
      ? `${compact.slice(0, -1)}-${compact.slice(-1)}`
      : scheme === 'GB' || scheme === 'PL'
        ? compact.padStart(scheme === 'GB' ? 8 : 10, '0')
        : compact
  return [nationalNumber(scheme, value)]
}
