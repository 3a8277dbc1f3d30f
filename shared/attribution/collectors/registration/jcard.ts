import { bestName, isOrganizationName, namedParty } from './party-names.ts'
import { cleanValue } from './whois-text.ts'

export const LIST_ITEMS_MAX = 200
const CARD_DEPTH_MAX = 6
const CARD_ROWS_MAX = 200
const CARD_TEXT_CHARACTERS_MAX = 64 * 1024

export type Json = Record<string, unknown>

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Some servers send a single value where RDAP requires a list, so it becomes a list of one value.
 */
export function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.slice(0, LIST_ITEMS_MAX)
  return value === undefined || value === null ? [] : [value]
}

/** Also reads the text in an object such as `{ "value": "active" }`. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  if (isObject(value)) {
    const inner = member(value, 'value', 'values', 'text', 'full', 'name', 'identifier')
    return isObject(inner)
      ? null
      : textOf(Array.isArray(inner) ? inner.find((item) => !isObject(item)) : inner)
  }
  if (typeof value !== 'string') return null
  const text = cleanValue(value)
  return text.length > 0 ? text : null
}

/** Removes case and punctuation, because servers also write `vcard_array` and `LDHName`. */
export const foldKey = (key: string): string =>
  key
    .slice(0, 60)
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')

export function member(object: Json, ...names: readonly string[]): unknown {
  const keys = Object.keys(object)
  for (const name of names) {
    const folded = name.toLowerCase()
    const key = Object.hasOwn(object, name) ? name : keys.find((own) => foldKey(own) === folded)
    const value = key === undefined ? undefined : object[key]
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

interface Property {
  name: string
  parameters: Json
  values: unknown[]
}

// Names of card properties (RFC 6350 section 6), with other names that servers use. `version` holds
// no data that we need, but shows that a list is a row of a card.
const PROPERTIES: ReadonlyMap<string, string> = new Map([
  ...['fn', 'org', 'n', 'adr', 'kind', 'email', 'tel', 'url', 'version'].map(
    (name) => [name, name] as const,
  ),
  ...['fullname', 'formattedname'].map((name) => [name, 'fn'] as const),
  ...['organization', 'organisation', 'company'].map((name) => [name, 'org'] as const),
])
const nameOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? PROPERTIES.get(foldKey(value)) : undefined

/** PHP writes an empty object as an empty array, so an empty array also counts as parameters. */
const isParameters = (value: unknown): boolean =>
  isObject(value) || value === null || (Array.isArray(value) && value.length === 0)

/** Types of values that a card may contain (RFC 7095 section 3.3). */
const VALUE_TYPE = new RegExp(
  [
    `^(?:text|uri|date|time|date-time|date-and-or-time|timestamp|boolean|`,
    `integer|float|language-tag)$`,
  ].join(''),
  'i',
)

// Reads the rows of a jCard. A row is a list of name, parameters, type and values (RFC 7095 section
// 3.3). A row is recognised by these parts, because some servers leave out the array around the
// rows, leave out the type, or write rows as objects.
class CardReader {
  readonly properties: Property[] = []

  read(card: unknown, depth = 0): void {
    if (depth > CARD_DEPTH_MAX || this.properties.length >= CARD_ROWS_MAX) return
    if (typeof card === 'string') this.read(parsedCard(card), depth + 1)
    else if (Array.isArray(card)) this.#readList(card.slice(0, LIST_ITEMS_MAX), depth)
    else if (isObject(card)) this.#readObject(card, depth)
  }

  #readList(list: readonly unknown[], depth: number): void {
    const first = list[0]
    const isForeignRow =
      typeof first === 'string' && isParameters(list[1]) && foldKey(first) !== 'vcard'
    const isRow = (at: number): boolean =>
      nameOf(list[at]) !== undefined && (at === 0 || isParameters(list[at + 1]))
    const starts = list.flatMap((_, at) => (isRow(at) || (at === 0 && isForeignRow) ? [at] : []))
    for (const [turn, start] of starts.entries()) this.#addRow(list.slice(start, starts[turn + 1]))
    for (const item of list.slice(0, starts[0]))
      if (typeof item === 'object') this.read(item, depth + 1)
  }

  #readObject(card: Json, depth: number): void {
    const name = nameOf(member(card, 'name', 'property'))
    if (name !== undefined) {
      const parameters = member(card, 'parameters', 'params')
      this.#addRow([
        name,
        isObject(parameters) ? parameters : {},
        ...listOf(member(card, 'value', 'values', 'text')),
      ])
      return
    }
    for (const [key, value] of Object.entries(card).slice(0, LIST_ITEMS_MAX)) {
      if (nameOf(key) !== undefined) this.#addRow([key, ...listOf(value)])
      else if (typeof value === 'object') this.read(value, depth + 1)
    }
  }

  #addRow([label, ...rest]: readonly unknown[]): void {
    const name = nameOf(label)
    if (name === undefined) return
    const parameters = isObject(rest[0]) && rest.length > 1 ? rest[0] : {}
    const stated = isParameters(rest[0]) && rest.length > 1 ? rest.slice(1) : rest
    const isTyped = typeof stated[0] === 'string' && VALUE_TYPE.test(stated[0])
    this.properties.push({ name, parameters, values: stated.slice(isTyped ? 1 : 0).slice(0, 10) })
  }
}

function parsedCard(text: string): unknown {
  if (text.length > CARD_TEXT_CHARACTERS_MAX) return null
  try {
    const card: unknown = JSON.parse(text)
    return typeof card === 'object' ? card : null
  } catch {
    return null
  }
}

const CARD_MEMBER = /^[vjx]?cards?(?:array|data)?$/

function propertiesOf(entity: Json): Property[] {
  const reader = new CardReader()
  for (const [key, value] of Object.entries(entity).slice(0, LIST_ITEMS_MAX)) {
    if (CARD_MEMBER.test(foldKey(key))) reader.read(value)
    else if (/^(?:fn|org|adr|email|tel)$/.test(nameOf(key) ?? '')) reader.read({ [key]: value })
  }
  return reader.properties
}

// The list of an organisation has its name first and then its departments (RFC 6350 section 6.6.4),
// so only the first text is used.
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
  phone: string | null
  url: string | null
}

function addressCountry({ parameters, values }: Property): string | null {
  const code = textOf(member(parameters, 'cc', 'countrycode', 'iso31661alpha2'))
  if (code !== null) return code
  const parts =
    values.find((value) => Array.isArray(value)) ?? (values.length === 7 ? values : undefined)
  const object = values.find(isObject) ?? (isObject(parameters) ? parameters : {})
  const named = Array.isArray(parts)
    ? textOf(parts[6])
    : textOf(member(object, 'countryname', 'country', 'cc'))
  if (named !== null) return named
  // `label` is the whole address as text. Its last line is the country (RFC 7095 section 3.3.1.3).
  const { label } = parameters
  const last =
    typeof label === 'string'
      ? label
          .slice(0, 1_000)
          .split(/\r?\n|\\n/)
          .at(-1)
      : undefined
  return last !== undefined && /^[\p{L} ]{2,40}$/u.test(last.trim()) ? last.trim() : null
}

/** Joins the parts of a name in a JSContact card (RFC 9553 section 2.2.1). */
function componentsOf(name: unknown): string | null {
  const parts = isObject(name) ? listOf(name.components).filter(isObject) : []
  const texts = parts.flatMap(({ kind, value }) =>
    kind === 'separator' ? [] : (textOf(value) ?? []),
  )
  return texts.length > 0 ? texts.join(' ') : null
}

// Reads a JSContact card (RFC 9553). Some servers send it in addition to a jCard or instead of one.
function jsContactOf(entity: Json): Partial<Card> {
  const card = member(entity, 'jscard', 'jscontactcard', 'jscontact')
  if (!isObject(card)) return {}
  const first = (names: unknown): Json => {
    const values = isObject(names) ? Object.values(names) : listOf(names)
    return isObject(values[0]) ? values[0] : {}
  }
  return {
    name: textOf(card.name) ?? textOf(card.fullName) ?? componentsOf(card.name),
    organization: textOf(first(card.organizations).name),
    country: textOf(first(card.addresses).countryCode),
    email: textOf(first(card.emails).address),
    phone: textOf(first(card.phones).number),
  }
}

/** Reads the contact data of an RDAP entity. Malformed properties are skipped. */
export function readCard(entity: Json): Card {
  const properties = propertiesOf(entity)
  const texts = (name: string): string[] =>
    properties.flatMap((property) =>
      property.name === name ? (firstText(property.values) ?? []) : [],
    )
  const structured = properties.find(({ name }) => name === 'n')?.values.flat() ?? []
  const composed = [structured[1], structured[0]]
    .map(textOf)
    .filter((part) => part !== null)
    .join(' ')
  const other = jsContactOf(entity)
  const plain = typeof entity.name === 'string' ? textOf(entity.name) : null
  const name =
    bestName(texts('fn')) ?? (composed.length > 0 ? composed : null) ?? other.name ?? plain
  const organization = bestName(texts('org')) ?? other.organization ?? null
  const kind = texts('kind')[0]?.toLowerCase() ?? null
  const addresses = properties.filter((property) => property.name === 'adr')
  const isFirm = (text: string): boolean =>
    /^org/.test(kind ?? '') || (kind === null && isOrganizationName(text))
  return {
    ...namedParty(organization, name, isFirm),
    country:
      addresses.map(addressCountry).find((country) => country !== null) ?? other.country ?? null,
    email: texts('email')[0] ?? other.email ?? null,
    phone: texts('tel')[0] ?? other.phone ?? null,
    url: texts('url')[0] ?? null,
  }
}
