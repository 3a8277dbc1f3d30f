import { validate as isAustralian } from 'stdnum/lib/cjs/au/abn.js'
import { validate as isBrazilian } from 'stdnum/lib/cjs/br/cnpj.js'
import { validate as isSwiss } from 'stdnum/lib/cjs/ch/uid.js'
import { validate as isCzech } from 'stdnum/lib/cjs/cz/ico.js'
import { validate as isDanish } from 'stdnum/lib/cjs/dk/cvr.js'
import { validate as isEstonian } from 'stdnum/lib/cjs/ee/registrikood.js'
import { validate as isFinnish } from 'stdnum/lib/cjs/fi/ytunnus.js'
import { validate as isFrench } from 'stdnum/lib/cjs/fr/siren.js'
import { validate as isJapanese } from 'stdnum/lib/cjs/jp/cn.js'
import { validate as isNorwegian } from 'stdnum/lib/cjs/no/orgnr.js'
import { validate as isSwedish } from 'stdnum/lib/cjs/se/orgnr.js'
import { isLei } from '../page/contact-identifiers.ts'
import { isVatNumber, VAT_COUNTRIES } from './vat-number.ts'

/**
 * Kind of a number. Mostly a country (ISO 3166-1 alpha-2) whose register has one kind of number;
 * `vat`: number of VIES with the prefix of its country.
 */
export const SCHEMES = [
  'NO',
  'FI',
  'PL',
  'DK',
  'NZ',
  'FR',
  'CZ',
  'SK',
  'EE',
  'BR',
  'GB',
  'AU',
  'CH',
  'NL',
  'SE',
  'JP',
  'lei',
  'vat',
] as const
export type Scheme = (typeof SCHEMES)[number]

export interface CompanyNumber {
  scheme: Scheme
  /** ISO 3166-1 alpha-2, in capitals. "XX" for an LEI, which names no country. */
  country: string
  /** Without spaces and dots, such as "9999900-1" (FI) or "FR98000000018" (vat). */
  value: string
}

type Check = (value: string) => boolean
const byLibrary =
  (form: RegExp, validate: (value: string) => { isValid: boolean }): Check =>
  (value) =>
    form.test(value) && validate(value).isValid

// The numbers of KRS, Companies House and the Dutch chamber of commerce have no check digit.
const CHECKS: Readonly<Record<Scheme, Check>> = {
  NO: byLibrary(/^\d{9}$/u, isNorwegian),
  FI: byLibrary(/^\d{7}-\d$/u, isFinnish),
  PL: (value) => /^0\d{9}$/u.test(value),
  DK: byLibrary(/^\d{8}$/u, isDanish),
  NZ: (value) => /^94\d{11}$/u.test(value) && isGlobalLocation(value),
  FR: byLibrary(/^\d{9}$/u, isFrench),
  CZ: byLibrary(/^\d{8}$/u, isCzech),
  SK: byLibrary(/^\d{8}$/u, isCzech),
  EE: byLibrary(/^\d{8}$/u, isEstonian),
  BR: byLibrary(/^\d{14}$/u, isBrazilian),
  GB: (value) => /^(?:\d{8}|(?:SC|NI|OC|SO|NC)\d{6})$/u.test(value) && !/^0+$/u.test(value),
  AU: byLibrary(/^\d{11}$/u, isAustralian),
  CH: byLibrary(/^CHE\d{9}$/u, isSwiss),
  NL: (value) => /^\d{8}$/u.test(value) && !/^(\d)\1+$/u.test(value),
  SE: byLibrary(/^\d{10}$/u, isSwedish),
  JP: byLibrary(/^\d{13}$/u, isJapanese),
  lei: isLei,
  vat: isVatNumber,
}

/** False for wrong check digits or a wrong form, such as a number that a template left in. */
export const isCompanyNumber = ({ scheme, value }: CompanyNumber): boolean => CHECKS[scheme](value)

/** GS1 General Specifications, 7.9: weights 1 and 3 from the left for 13 digits. */
function isGlobalLocation(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of [...digits].entries())
    sum += Number(digit) * (index % 2 === 0 ? 1 : 3)
  return sum % 10 === 0
}

export const nationalNumber = (
  scheme: Exclude<Scheme, 'lei' | 'vat'>,
  value: string,
): CompanyNumber => ({
  scheme,
  country: scheme,
  value,
})

/** Numbers of national registers that a VAT number contains, before the VAT number itself. */
export function numbersOfVat(raw: string): CompanyNumber[] {
  const value = raw.replace(/[\s.\-/]/gu, '').toUpperCase()
  const swiss = /^CHE\d{9}/u.exec(value)?.[0]
  if (swiss !== undefined) return [nationalNumber('CH', swiss)]
  const norwegian = /^NO(\d{9})(?:MVA)?$/u.exec(value)?.[1]
  if (norwegian !== undefined) return [nationalNumber('NO', norwegian)]
  const prefix = value.slice(0, 2)
  const country = VAT_COUNTRIES.get(prefix)
  if (country === undefined) return []
  const own = value.slice(2)
  const vat: CompanyNumber = { scheme: 'vat', country, value }
  if (!isCompanyNumber(vat)) return []
  if (prefix === 'FR') return [nationalNumber('FR', own.slice(-9)), vat].filter(isCompanyNumber)
  if (prefix === 'FI') return [nationalNumber('FI', `${own.slice(0, 7)}-${own.slice(7)}`), vat]
  if (prefix === 'DK') return [nationalNumber('DK', own), vat]
  if (prefix === 'CZ' && own.length === 8) return [nationalNumber('CZ', own), vat]
  return [vat]
}

export const leiNumber = (value: string): CompanyNumber => ({
  scheme: 'lei',
  country: 'XX',
  value: value.trim().toUpperCase(),
})

/** Numbers of "ORG", which Norwegian (9 digits) and Swedish (10 digits) sites both write. */
export function numbersOfOrganization(digits: string): CompanyNumber[] {
  if (digits.length === 9) return [nationalNumber('NO', digits)]
  return digits.length === 10 ? [nationalNumber('SE', digits)] : []
}
