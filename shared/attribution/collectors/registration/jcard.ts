import { isOrganizationName } from './stated-parties.ts'
import { cleanValue } from './whois-text.ts'

export const LIST_ITEMS_MAX = 200

export type Json = Record<string, unknown>

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a JSON value as a list. Some RDAP servers send a single value where the standard requires a list. */
export function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.slice(0, LIST_ITEMS_MAX)
  return value === undefined || value === null ? [] : [value]
}

export function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return null
  const text = cleanValue(value)
  return text.length > 0 ? text : null
}

/**
 * Property of a jCard (contact data as JSON). In RFC 7095 section 3.3, a property is an array with the elements name, parameters, type and
 * values.
 */
interface Property {
  name: string
  parameters: Json
  values: unknown[]
}

function propertiesOf(entity: Json): Property[] {
  const card = Array.isArray(entity.vcardArray) ? entity.vcardArray : []
  const rows = Array.isArray(card[1]) ? card[1] : card.filter((part) => Array.isArray(part))
  return listOf(rows).flatMap((row) => {
    if (!Array.isArray(row) || typeof row[0] !== 'string') return []
    return [{ name: row[0].toLowerCase(), parameters: isObject(row[1]) ? row[1] : {}, values: row.slice(3, 13) }]
  })
}

/**
 * The value of an organisation property is a text or a list. The list contains the name of the organisation, then its departments (RFC
 * 6350 section 6.6.4).
 */
function firstText(values: readonly unknown[]): string | null {
  for (const value of values.flat(2)) {
    const text = textOf(value)
    if (text !== null) return text
  }
  return null
}

export interface Card {
  name: string | null
  organization: string | null
  country: string | null
  email: string | null
  url: string | null
}

function addressCountry(property: Property): string | null {
  const code = textOf(property.parameters.cc ?? property.parameters.CC)
  if (code !== null) return code
  const parts = property.values.find((value) => Array.isArray(value))
  const named = Array.isArray(parts) ? textOf(parts[6]) : null
  if (named !== null) return named
  // In a postal address as plain text, the last line is the country (RFC 7095 section 3.3.1.3).
  const label = property.parameters.label
  const last =
    typeof label === 'string'
      ? label
          .slice(0, 1_000)
          .split(/\r?\n|\\n/)
          .at(-1)
      : undefined
  return last !== undefined && /^[\p{L} ]{2,40}$/u.test(last.trim()) ? last.trim() : null
}

/** Parses contact data in the format JSContact (RFC 9553). Some RDAP servers send JSContact in addition to a jCard or instead of it. */
function jsContactOf(entity: Json): Partial<Card> {
  const card = isObject(entity.jscard) ? entity.jscard : isObject(entity.jscontact_card) ? entity.jscontact_card : null
  if (card === null) return {}
  const first = (member: unknown): Json => {
    const values = isObject(member) ? Object.values(member) : []
    return isObject(values[0]) ? values[0] : {}
  }
  return {
    name: isObject(card.name) ? textOf(card.name.full) : null,
    organization: textOf(first(card.organizations).name),
    country: textOf(first(card.addresses).countryCode),
    email: textOf(first(card.emails).address),
  }
}

/**
 * Parses the contact data of an RDAP entity, in the format jCard or JSContact. Malformed properties are skipped. When the contact is an
 * organisation, its name is returned as `organization`.
 */
export function cardOf(entity: Json): Card {
  const properties = propertiesOf(entity)
  const value = (name: string): string | null => {
    for (const property of properties) {
      const text = property.name === name ? firstText(property.values) : null
      if (text !== null) return text
    }
    return null
  }
  const structured = properties.find(({ name }) => name === 'n')?.values.flat() ?? []
  const composed = [structured[1], structured[0]]
    .map(textOf)
    .filter((part) => part !== null)
    .join(' ')
  const other = jsContactOf(entity)
  const name = value('fn') ?? (composed.length > 0 ? composed : null) ?? other.name ?? null
  const organization = value('org') ?? other.organization ?? null
  const kind = value('kind')?.toLowerCase() ?? null
  const addresses = properties.filter((property) => property.name === 'adr')
  const isOrganization =
    organization === null && name !== null && (kind === 'org' || (kind === null && isOrganizationName(name)))
  return {
    name: isOrganization ? null : name,
    organization: isOrganization ? name : organization,
    country: addresses.map(addressCountry).find((country) => country !== null) ?? other.country ?? null,
    email: value('email') ?? other.email ?? null,
    url: value('url'),
  }
}
