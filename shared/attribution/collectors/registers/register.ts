import { z } from 'zod'
import type { CompanyRegisterId } from '../../../platform/company-register-ids.ts'
import { parseJson, toBase64, utf8 } from '../../../platform/crypto/encodings.ts'
import { companySite } from '../../company-site.ts'
import { cleanName } from '../../names/entity-names.ts'
import type { RegisterKeys } from '../../witness-tools.ts'
import type { Scheme } from './company-number.ts'

/** The part of an answer that the response of the register gives. */
export type RegisterReading =
  | {
      outcome: 'found'
      name: string
      other_names: string[]
      websites: string[]
      is_active: boolean | null
    }
  | { outcome: 'hidden' | 'unknown_number' | 'throttled' | 'unavailable' }

export interface Register {
  id: CompanyRegisterId
  /** Numbers for which the register may be asked. */
  schemes: readonly Scheme[]
  host: string
  /** URL of a control question, which must not repeat a question for a number. */
  controlUrl: string
  /** Null if a key is missing. */
  question(
    value: string,
    keys: RegisterKeys,
    country: string,
  ): { url: string; headers?: Record<string, string> } | null
  /** True if status 404 means that the register does not have the number. */
  isUnknownBy404: boolean
  /** Returns the JSON text inside another format, such as JSONP. */
  unwrap?(text: string): string
  /** Reads the JSON of a response with status 200. */
  read(body: unknown, value: string): RegisterReading
}

/** RFC 7617. */
export const basicCredentials = (userAndPassword: string): string =>
  `Basic ${toBase64(utf8(userAndPassword))}`

export const UNKNOWN: RegisterReading = { outcome: 'unknown_number' }
export const UNAVAILABLE: RegisterReading = { outcome: 'unavailable' }
const THROTTLED: RegisterReading = { outcome: 'throttled' }

/** A register that cannot be read says nothing about the number. Never throws. */
export function parseRegisterAnswer(
  register: Register,
  response: { status: number; text: string; truncated?: boolean },
  value: string,
): RegisterReading {
  const { status, text, truncated } = response
  if (status === 429 || status === 503) return THROTTLED
  if (status === 404 && register.isUnknownBy404)
    return text.trim() === '' || parseJson(text) !== null ? UNKNOWN : UNAVAILABLE
  if (status !== 200 || truncated === true) return UNAVAILABLE
  const body = parseJson(register.unwrap?.(text) ?? text)
  return body === null ? UNAVAILABLE : register.read(body, value)
}

const OTHER_NAMES_MAX = 10
const WEBSITES_MAX = 5

interface Entry {
  name: string | null | undefined
  otherNames?: readonly (string | null | undefined)[]
  websites?: readonly (string | null | undefined)[]
  isActive: boolean | null
}

/** An entry without a readable name is hidden: VIES and Sirene answer so for some numbers. */
export function entryFound({ name, otherNames = [], websites = [], isActive }: Entry) {
  const legalName = cleanName(name ?? '')
  if (legalName === '') return { outcome: 'hidden' } as const
  const others = otherNames.map((other) => cleanName(other ?? ''))
  const sites = websites.map((website) => websiteDomain(website ?? ''))
  return {
    outcome: 'found',
    name: legalName,
    other_names: [...new Set(others)]
      .filter((other) => other !== '' && other !== legalName)
      .slice(0, OTHER_NAMES_MAX),
    websites: [...new Set(sites)].filter((site) => site !== null).slice(0, WEBSITES_MAX),
    is_active: isActive,
  } as const
}

const HOME_PATH = /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/?)?(?:(?:index|default)\.[a-z]{3,5})?$/iu

/**
 * Registrable domain of a website, or null. A page below a path can belong to a customer of the
 * domain, such as a profile at a marketplace, so it names no domain.
 */
export function websiteDomain(website: string): string | null {
  const site = companySite(website)
  return site !== null && HOME_PATH.test(site.path) ? site.domain : null
}

export const optionalText = z.string().nullish()

/** Result of `schema`, or null for another shape. */
export function shaped<Schema extends z.ZodType>(schema: Schema, body: unknown) {
  const parsed = schema.safeParse(body)
  return parsed.success ? parsed.data : null
}
