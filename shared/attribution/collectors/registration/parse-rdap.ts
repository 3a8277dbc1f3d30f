import { parseUrl } from '../../../platform/net/url.ts'
import type { RegistrationRecord } from '../../registration-record.ts'
import { emailAddress, phoneNumber } from './contact-values.ts'
import { parseDate } from './dates.ts'
import { hostName, leadingHosts, webAddress } from './host-names.ts'
import { isObject, type Json, LIST_ITEMS_MAX, listOf, member, readCard, textOf } from './jcard.ts'
import { classifyRegistrant, isPlaceholder, type StatedRegistrant } from './judge-registrant.ts'
import { bareRecord } from './merge-records.ts'
import { cleanRegistrarName, showsLegalForm } from './party-names.ts'
import {
  completeCard,
  type Entity,
  entitiesOf,
  isSameHandle,
  OTHER_PARTIES,
} from './rdap-entities.ts'

const NAME_SERVERS_MAX = 40
const STATUSES_MAX = 30
const PARTIES_MAX = 8

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 300) : ''
}

const WHOLE_REGISTRANT = new RegExp(
  [
    String.raw`^(?:domain )?registrant(?: contact| entity| information| data)?\n`,
    String.raw`registrant["']\s?\)?\](?:\.vcardarray)?(?: |$)`,
  ].join('|'),
  '',
)

// Registrant fields that the server has removed or changed, by its own statement (RFC 9537 section
// 4.2).
function redactedOf(object: Json): ReadonlySet<'name' | 'organization' | 'email'> {
  const redacted = new Set<'name' | 'organization' | 'email'>()
  for (const item of listOf(object.redacted)) {
    if (!isObject(item)) continue
    const label = isObject(item.name) ? (item.name.description ?? item.name.type) : item.name
    const paths = [item.prePath, item.postPath, item.replacementPath]
      .filter((path) => typeof path === 'string')
      .join(' ')
    const said = `${typeof label === 'string' ? label.trim() : ''}\n${paths}`
      .slice(0, 1_000)
      .toLowerCase()
    if (!said.includes('registrant')) continue
    if (/registrant name|'fn'|=="fn"/.test(said)) redacted.add('name')
    if (/registrant organi[sz]ation|'org'|=="org"/.test(said)) redacted.add('organization')
    if (/registrant e-?mail|'email'|'contact-uri'/.test(said)) redacted.add('email')
    if (WHOLE_REGISTRANT.test(said)) return new Set(['name', 'organization', 'email'])
  }
  return redacted
}

// True if the server shows something in place of a hidden value: a part of the value, or the
// address of a privacy service.
function leavesReplacement(object: Json): boolean {
  return listOf(object.redacted).some(
    (item) => isObject(item) && /partialvalue|replacementvalue/i.test(wordOf(item.method)),
  )
}

const HIDING_REMARK = new RegExp(
  [
    String.raw`\b(?:redacted|withheld|not disclosed)\b`,
    `truncated due to (?:authorization|server policy)`,
  ].join('|'),
  'i',
)

function withheldByRemark(entity: Json): boolean {
  return listOf(entity.remarks).some((remark) => {
    if (!isObject(remark)) return false
    const lines = listOf(remark.description).map(wordOf)
    const said = [wordOf(remark.title), wordOf(remark.type), ...lines].join(' ').slice(0, 1_000)
    return HIDING_REMARK.test(said)
  })
}

function statedRegistrant(object: Json, entities: readonly Entity[]): StatedRegistrant {
  const redacted = redactedOf(object)
  const changed = leavesReplacement(object)
  const unlessRedacted = (
    property: 'name' | 'organization' | 'email',
    value: string | null,
  ): string | null => (changed && redacted.has(property) ? null : value)
  const registrants = entities
    .filter(({ roles }) => roles.includes('registrant'))
    .slice(0, PARTIES_MAX)
    .map((entity): StatedRegistrant => {
      const isWithheld = withheldByRemark(entity.data)
      const isOwn = (contact: Entity): boolean =>
        isSameHandle(contact, entity) || !contact.roles.some((role) => OTHER_PARTIES.test(role))
      const card = completeCard(entity, entities, (contact) => !isWithheld && isOwn(contact))
      return {
        organization: unlessRedacted('organization', card.organization),
        name: unlessRedacted('name', card.name),
        email: unlessRedacted('email', card.email),
        country: card.country,
        withheld: redacted.has('name') || redacted.has('organization') || isWithheld,
      }
    })
  return (
    registrants.find((registrant) => classifyRegistrant(registrant).privacy === 'none') ??
    registrants.find((registrant) => classifyRegistrant(registrant).privacy !== 'absent') ??
    registrants[0] ?? { withheld: redacted.size > 0 }
  )
}

// A contact of the registrar may be a department such as "Abuse Desk". So its organisation is used
// as the registrar's name only if it has a legal form or does not look like a department.
function registrarName(entity: Entity, entities: readonly Entity[]): string | null {
  const own = readCard(entity.data)
  const stated =
    own.organization ?? own.name ?? completeCard(entity, entities, isNamedFirm).organization
  return stated === null || isPlaceholder(stated) ? null : cleanRegistrarName(stated)
}

const isNamedFirm = ({ data }: Entity): boolean => {
  const { organization } = readCard(data)
  return organization !== null && (showsLegalForm(organization) || !CONTACT_ROLE.test(organization))
}

const CONTACT_ROLE =
  /\b(?:abuse|support|desk|department|team|services?|customer|compliance|contact|centre|center)\b/i

function registrarOf(entities: readonly Entity[]): RegistrationRecord['registrar'] {
  const registrars = entities
    .filter(({ roles }) => roles.includes('registrar'))
    .slice(0, PARTIES_MAX)
  const firstOf = <Value>(read: (entity: Entity) => Value | null): Value | null =>
    registrars.map(read).find((value) => value !== null) ?? null
  const url = firstOf(({ data }) => {
    const link = listOf(data.links).find((item) => isObject(item) && item.rel === 'about')
    return textOf(data.url) ?? readCard(data).url ?? (isObject(link) ? textOf(link.href) : null)
  })
  return {
    name: firstOf((entity) => registrarName(entity, entities)),
    iana_id: firstOf(({ data }) => ianaIdOf(data)),
    url: url === null ? null : webAddress(url),
    ...abuseContactOf(registrars, entities),
  }
}

// The abuse contact is part of the registrar (ICANN's RDAP response profile, section 2.4.5). Some
// servers write it beside the registrar.
function abuseContactOf(
  registrars: readonly Entity[],
  entities: readonly Entity[],
): Pick<RegistrationRecord['registrar'], 'abuse_email' | 'abuse_phone'> {
  const cards = [...registrars.flatMap(({ data }) => entitiesOf(data)), ...entities]
    .filter(({ roles }) => roles.includes('abuse'))
    .slice(0, PARTIES_MAX)
    .map(({ data }) => readCard(data))
  const first = (values: (string | null)[]) => values.find((value) => value !== null) ?? null
  return {
    abuse_email: first(cards.map(({ email }) => emailAddress(email))),
    abuse_phone: first(cards.map(({ phone }) => phoneNumber(phone))),
  }
}

// The list may also hold numbers of other registers, so only a number whose type names IANA is
// used.
function ianaIdOf(entity: Json): string | null {
  const ids = listOf(member(entity, 'publicIds', 'publicId')).filter(isObject)
  const id = textOf(ids.find(({ type }) => /iana/i.test(wordOf(type)))?.identifier)
  return id !== null && /^\d{1,7}$/.test(id) ? id : null
}

const EVENT_NAMES = {
  created_at: [
    new RegExp(
      [
        `^(?:domain )?(?:registration|registered|creation|created?|activation|`,
        `activated|delegation|delegated)(?: date| on| at)?$`,
      ].join(''),
      '',
    ),
  ],
  updated_at: [/^(?:last )?(?:changed?|updated?|modified|modification)(?: date| on| at)?$/],
  expires_at: [
    /^(?:registry |domain |registration )?(?:expiration|expir(?:y|es?|ed))(?: date| on| at)?$/,
    new RegExp(
      [
        `^(?:paid|valid|registered) (?:until|till|to|through)(?: date)?$`,
        `^(?:next )?renewal(?: date| due)?$`,
      ].join('|'),
      '',
    ),
    /^registrar (?:registration )?expir(?:ation|y)(?: date)?$/,
    /^soft expiration$/,
  ],
} as const

// Servers write dates in three ways: as a list of events, as an object with events by name, or as
// members of the domain object.
function statedDates(object: Json): [action: string, date: string][] {
  const events = member(object, 'events', 'event')
  const byName =
    isObject(events) && member(events, 'eventAction', 'action') === undefined ? events : {}
  const listed = listOf(events)
    .filter(isObject)
    .map((event) => [member(event, 'eventAction', 'action'), member(event, 'eventDate', 'date')])
  return [...listed, ...Object.entries(byName), ...Object.entries(object)]
    .slice(0, 2 * LIST_ITEMS_MAX)
    .flatMap(([action, date]) => {
      const words = wordOf(action)
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .replace(/[_\s-]+/g, ' ')
      const text = typeof date === 'number' || typeof date === 'string' ? textOf(date) : null
      return text === null ? [] : [[words.trim().toLowerCase(), text]]
    })
}

function eventDate(
  dates: readonly [action: string, date: string][],
  actions: readonly RegExp[],
): string | null {
  const texts = actions.flatMap((action) =>
    dates.flatMap(([name, date]) => (action.test(name) ? [date] : [])),
  )
  return texts.map((text) => parseDate(text)).find((date) => date !== null) ?? null
}

const HOST_DEPTH_MAX = 3

function hostsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return leadingHosts(value)
  if (depth > HOST_DEPTH_MAX) return []
  if (Array.isArray(value)) return listOf(value).flatMap((item) => hostsIn(item, depth + 1))
  if (!isObject(value)) return []
  const named = hostsIn(
    member(value, 'ldhName', 'unicodeName', 'name', 'hostName', 'host'),
    depth + 1,
  )
  return named.length > 0 ? named : hostsIn(Object.values(value), depth + 1)
}

const nameServersOf = (object: Json): string[] =>
  [...new Set(hostsIn(member(object, 'nameservers', 'nameserver')))].slice(0, NAME_SERVERS_MAX)

// `delegationSigned` decides. Without it, a domain with DNSSEC keys or digests in the record is
// signed. Null if the record does not say.
function dnssecOf(object: Json): boolean | null {
  const stated = member(object, 'secureDNS')
  const [parts] = listOf(stated).filter(isObject)
  const signed = parts === undefined ? stated : member(parts, 'delegationSigned')
  if (typeof signed === 'boolean') return signed
  const word = (textOf(signed) ?? '').toLowerCase()
  if (/^(?:false|0|no|unsigned\b.*)$/.test(word)) return false
  if (/^(?:true|1|yes|signed.*)$/.test(word)) return true
  const isListed = (data: unknown): boolean =>
    listOf(data).some((item) => isObject(item) && Object.keys(item).length > 0)
  return parts !== undefined &&
    (isListed(member(parts, 'dsData')) || isListed(member(parts, 'keyData')))
    ? true
    : null
}

// Some servers also send `errorCode` null, 0 or 200 with a valid record, so only 400 to 599 is an
// error.
function errorCodeOf(object: Json): number | null {
  const code = Number(textOf(member(object, 'errorCode')) ?? Number.NaN)
  return code >= 400 && code < 600 ? code : null
}

function outcomeOfError(code: number): RegistrationRecord['outcome'] {
  if (code === 404) return 'not_found'
  return code === 429 ? 'throttled' : 'unavailable'
}

const WRAPPED_DEPTH_MAX = 3

const isDomainObject = (object: Json): boolean =>
  wordOf(object.objectClassName).toLowerCase() === 'domain' ||
  typeof member(object, 'ldhName') === 'string'

// Finds the domain or error object in the response. Some servers wrap it: `{ "data": [{ … }] }`.
function statedObject(response: unknown): Json | null {
  let level = [response]
  for (let depth = 0; depth < WRAPPED_DEPTH_MAX; depth += 1) {
    const objects = level.flatMap(listOf).slice(0, LIST_ITEMS_MAX).filter(isObject)
    const stated = objects.find((object) => isDomainObject(object) || errorCodeOf(object) !== null)
    if (stated !== undefined) return stated
    level = objects.flatMap((object) => Object.values(object).slice(0, LIST_ITEMS_MAX))
  }
  return null
}

function isReserved(object: Json, statuses: readonly string[], registered: boolean): boolean {
  if (registered) return false
  const notes = [...listOf(object.remarks), ...listOf(object.notices)].filter(isObject)
  return (
    statuses.some((status) => /^(?:reserved|administrative|restricted)\b/i.test(status)) ||
    notes.some((note) => /\breserved\b/i.test(wordOf(note.title)))
  )
}

// The RDAP link to the registrar may lead to the record of another domain, which must not be used.
function isAboutAnotherDomain(name: string, object: Json): boolean {
  const ldhName = member(object, 'ldhName')
  const stated = typeof ldhName === 'string' ? hostName(ldhName) : null
  return stated !== null && stated !== name
}

/** Reads a domain object (RFC 9083 section 5.3) or an error object (section 6). Never throws. */
export function parseRdap(domain: string, server: string, response: unknown): RegistrationRecord {
  const name = domain.toLowerCase()
  const object = statedObject(response)
  const error = object === null ? null : errorCodeOf(object)
  if (object === null || error !== null)
    return bareRecord(
      name,
      'rdap',
      [server],
      error === null ? 'unavailable' : outcomeOfError(error),
    )
  const entities = entitiesOf(object)
  const registrar = registrarOf(entities)
  const judged = classifyRegistrant(statedRegistrant(object, entities))
  const statuses = listOf(member(object, 'status', 'statuses'))
    .flatMap((status) => textOf(status)?.split(/\s?,\s?/) ?? [])
    .filter((status) => status !== '')
    .slice(0, STATUSES_MAX)
  const stated = statedDates(object)
  const dates = {
    created_at: eventDate(stated, EVENT_NAMES.created_at),
    updated_at: eventDate(stated, EVENT_NAMES.updated_at),
    expires_at: eventDate(stated, EVENT_NAMES.expires_at),
  }
  const nameServers = nameServersOf(object)
  const registered =
    registrar.name !== null ||
    dates.created_at !== null ||
    nameServers.length > 0 ||
    judged.privacy !== 'absent'
  if (!isDomainObject(object) || isAboutAnotherDomain(name, object))
    return bareRecord(name, 'rdap', [server], 'unavailable')
  if (isReserved(object, statuses, registered))
    return { ...bareRecord(name, 'rdap', [server], 'reserved'), statuses }
  return {
    ...bareRecord(name, 'rdap', [server], 'registered'),
    ...judged,
    ...dates,
    registrar,
    name_servers: nameServers,
    statuses,
    dnssec: dnssecOf(object),
  }
}

/** https URL of the link with rel "related" (RFC 9083 section 4.2). */
export function relatedAddress(response: unknown): string | null {
  const object = statedObject(response) ?? (isObject(response) ? response : {})
  for (const link of listOf(object.links)) {
    if (!isObject(link) || typeof link.href !== 'string') continue
    if (wordOf(link.rel).toLowerCase() !== 'related' || link.href.length > 2_000) continue
    const type = wordOf(link.type ?? 'application/rdap+json').toLowerCase()
    if (/^application\/(?:rdap\+)?json\b/.test(type) && parseUrl(link.href)?.protocol === 'https:')
      return link.href
  }
  return null
}
