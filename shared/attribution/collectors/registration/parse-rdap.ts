import { parseUrl } from '../../../platform/net/url.ts'
import type { RegistrationRecord } from '../../evidence.ts'
import { parseDate } from './dates.ts'
import { hostName, webAddress } from './host-names.ts'
import { cardOf, isObject, type Json, LIST_ITEMS_MAX, listOf, textOf } from './jcard.ts'
import { classifyRegistrant, type StatedRegistrant } from './judge-registrant.ts'
import { bareRecord } from './merge-records.ts'

const ENTITIES_MAX = 100
const ENTITY_DEPTH_MAX = 4
const NAME_SERVERS_MAX = 40
const STATUSES_MAX = 30

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 300) : ''
}

interface Entity {
  roles: string[]
  data: Json
  depth: number
}

function entitiesOf(object: Json): Entity[] {
  const found: Entity[] = []
  let level = listOf(object.entities)
  for (let depth = 0; depth < ENTITY_DEPTH_MAX && level.length > 0; depth += 1) {
    const deeper: unknown[] = []
    for (const data of level) {
      if (!isObject(data) || found.length >= ENTITIES_MAX) continue
      const roles = listOf(data.roles).map((role) => wordOf(role).toLowerCase())
      found.push({ roles, data, depth })
      deeper.push(...listOf(data.entities))
    }
    level = deeper.slice(0, LIST_ITEMS_MAX)
  }
  return found
}

/** Returns the registrant properties that the RDAP server marks as removed or changed (RFC 9537 section 4.2). */
function redactedOf(object: Json): ReadonlySet<'name' | 'organization' | 'email'> {
  const redacted = new Set<'name' | 'organization' | 'email'>()
  for (const item of listOf(object.redacted)) {
    if (!isObject(item)) continue
    const label = isObject(item.name) ? (item.name.description ?? item.name.type) : item.name
    const paths = [item.prePath, item.postPath, item.replacementPath]
      .filter((path) => typeof path === 'string')
      .join(' ')
    const said = `${typeof label === 'string' ? label : ''} ${paths}`.slice(0, 1_000).toLowerCase()
    if (!said.includes('registrant')) continue
    if (/registrant name|'fn'|=="fn"/.test(said)) redacted.add('name')
    if (/registrant organi[sz]ation|'org'|=="org"/.test(said)) redacted.add('organization')
    if (/registrant e-?mail|'email'|'contact-uri'/.test(said)) redacted.add('email')
  }
  return redacted
}

/**
 * True when an RDAP server sends only a part of the real value or another value instead, for example the email address of a privacy
 * service.
 */
function leavesReplacement(object: Json): boolean {
  return listOf(object.redacted).some(
    (item) => isObject(item) && /partialvalue|replacementvalue/i.test(wordOf(item.method)),
  )
}

function withheldByRemark(entity: Json): boolean {
  return listOf(entity.remarks).some((remark) => {
    if (!isObject(remark)) return false
    const said = `${wordOf(remark.title)} ${wordOf(remark.type)}`.slice(0, 300)
    return /redacted|withheld|truncated due to (?:authorization|server policy)/i.test(said)
  })
}

function statedRegistrant(object: Json, entities: readonly Entity[]): StatedRegistrant {
  const entity = entities.find(({ roles }) => roles.includes('registrant'))
  const redacted = redactedOf(object)
  if (entity === undefined) return { withheld: redacted.size > 0 }
  const card = cardOf(entity.data)
  const changed = leavesReplacement(object)
  const unlessRedacted = (property: 'name' | 'organization' | 'email', value: string | null): string | null =>
    changed && redacted.has(property) ? null : value
  return {
    organization: unlessRedacted('organization', card.organization),
    name: unlessRedacted('name', card.name),
    email: unlessRedacted('email', card.email),
    country: card.country,
    withheld: redacted.has('name') || redacted.has('organization') || withheldByRemark(entity.data),
  }
}

function registrarOf(entities: readonly Entity[]): RegistrationRecord['registrar'] {
  const entity = entities.find(({ roles }) => roles.includes('registrar'))
  if (entity === undefined) return { name: null, iana_id: null, url: null }
  const card = cardOf(entity.data)
  const ids = listOf(entity.data.publicIds).filter(isObject)
  const id = textOf(
    ids.find(({ type }) => /iana/i.test(wordOf(type)))?.identifier ?? ids[0]?.identifier ?? entity.data.handle,
  )
  const link = listOf(entity.data.links).find((item) => isObject(item) && item.rel === 'about')
  const url = textOf(entity.data.url) ?? card.url ?? (isObject(link) ? textOf(link.href) : null)
  return {
    name: card.organization ?? card.name,
    iana_id: id !== null && /^\d{1,7}$/.test(id) ? id : null,
    url: url === null ? null : webAddress(url),
  }
}

const EVENT_NAMES = {
  created_at: ['registration'],
  updated_at: ['last changed', 'last update', 'last updated'],
  expires_at: ['expiration', 'registrar expiration', 'soft expiration'],
} as const

function eventDate(object: Json, actions: readonly string[]): string | null {
  const events = listOf(object.events).filter(isObject)
  for (const action of actions) {
    for (const event of events) {
      if (wordOf(event.eventAction).toLowerCase() !== action || typeof event.eventDate !== 'string') continue
      const date = parseDate(event.eventDate)
      if (date !== null) return date
    }
  }
  return null
}

function nameServersOf(object: Json): string[] {
  const hosts = new Set<string>()
  for (const item of listOf(object.nameservers ?? object.nameServers)) {
    const name = isObject(item) ? (item.ldhName ?? item.unicodeName ?? item.name) : item
    const host = typeof name === 'string' ? hostName(name) : null
    if (host !== null) hosts.add(host)
  }
  return [...hosts].slice(0, NAME_SERVERS_MAX)
}

function outcomeOfError(object: Json): RegistrationRecord['outcome'] {
  const code = typeof object.errorCode === 'string' ? Number(object.errorCode) : object.errorCode
  if (code === 404) return 'not_found'
  return code === 429 ? 'throttled' : 'unavailable'
}

function isReserved(object: Json, statuses: readonly string[], registered: boolean): boolean {
  if (registered) return false
  const notes = [...listOf(object.remarks), ...listOf(object.notices)].filter(isObject)
  return (
    statuses.some((status) => /^(?:reserved|administrative|restricted)\b/i.test(status)) ||
    notes.some((note) => /\breserved\b/i.test(wordOf(note.title)))
  )
}

/**
 * A registrar's RDAP link may lead to the record of another domain, so the domain name in the response is compared with the requested
 * domain.
 */
function isAboutAnotherDomain(name: string, object: Json): boolean {
  const stated = typeof object.ldhName === 'string' ? hostName(object.ldhName) : null
  return stated !== null && stated !== name
}

/**
 * Parses an RDAP response about `domain`: a domain object (RFC 9083 section 5.3) or an error object (section 6). `server` is the host that
 * sent the response. Missing and malformed properties are accepted. Never throws.
 */
export function parseRdap(domain: string, server: string, response: unknown): RegistrationRecord {
  const name = domain.toLowerCase()
  if (!isObject(response)) return bareRecord(name, 'rdap', [server], 'unavailable')
  if (response.errorCode !== undefined) return bareRecord(name, 'rdap', [server], outcomeOfError(response))
  const entities = entitiesOf(response)
  const registrar = registrarOf(entities)
  const judged = classifyRegistrant(statedRegistrant(response, entities))
  const statuses = listOf(response.status)
    .map(textOf)
    .filter((status) => status !== null)
    .slice(0, STATUSES_MAX)
  const dates = {
    created_at: eventDate(response, EVENT_NAMES.created_at),
    updated_at: eventDate(response, EVENT_NAMES.updated_at),
    expires_at: eventDate(response, EVENT_NAMES.expires_at),
  }
  const nameServers = nameServersOf(response)
  const registered =
    registrar.name !== null || dates.created_at !== null || nameServers.length > 0 || judged.privacy !== 'absent'
  const isDomain = response.objectClassName === 'domain' || typeof response.ldhName === 'string'
  if (!isDomain || isAboutAnotherDomain(name, response)) return bareRecord(name, 'rdap', [server], 'unavailable')
  if (isReserved(response, statuses, registered)) return { ...bareRecord(name, 'rdap', [server], 'reserved'), statuses }
  const signed = isObject(response.secureDNS) ? response.secureDNS.delegationSigned : undefined
  return {
    ...bareRecord(name, 'rdap', [server], 'registered'),
    ...judged,
    ...dates,
    registrar,
    name_servers: nameServers,
    statuses,
    dnssec: typeof signed === 'boolean' ? signed : null,
  }
}

/**
 * Returns the https URL of the RDAP record at the registrar, from the link with rel "related" (RFC 9083 section 4.2). Null when the
 * response has no such link.
 */
export function relatedAddress(response: unknown): string | null {
  if (!isObject(response)) return null
  for (const link of listOf(response.links)) {
    if (!isObject(link) || typeof link.href !== 'string') continue
    if (wordOf(link.rel).toLowerCase() !== 'related' || link.href.length > 2_000) continue
    const type = wordOf(link.type ?? 'application/rdap+json').toLowerCase()
    if (type.startsWith('application/rdap+json') && parseUrl(link.href)?.protocol === 'https:') return link.href
  }
  return null
}
