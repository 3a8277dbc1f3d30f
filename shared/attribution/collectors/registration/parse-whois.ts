import { hasIcannSuffix } from '../../../platform/public-suffix.ts'
import type { RegistrationRecord } from '../../registration-record.ts'
import { dateOrderOf, parseDate } from './dates.ts'
import { hostName, leadingHosts, webAddress } from './host-names.ts'
import { classifyRegistrant } from './judge-registrant.ts'
import { bareRecord } from './merge-records.ts'
import { statedRegistrant, statedRegistrar } from './stated-parties.ts'
import type { Attribute, Role } from './whois-labels.ts'
import { type Field, type Layout, readLayout } from './whois-layout.ts'
import { readOutcome } from './whois-outcome.ts'
import { cleanValue, decodeResponse, NAME_CHARACTERS_MAX } from './whois-text.ts'

const NAME_SERVERS_MAX = 40
const STATUSES_MAX = 30

// Some servers return all domains that start with the name, so only the fields about `domain` are
// kept.
function fieldsAbout(domain: string, layout: Layout): Field[] {
  const segments: { host: string | null; fields: Field[] }[] = [{ host: null, fields: [] }]
  let object = -1
  for (const field of layout.fields) {
    const host = field.attribute === 'domain' ? hostName(domainText(field)) : null
    if (
      host !== null &&
      field.object !== object &&
      host.split('.').length >= domain.split('.').length
    ) {
      segments.push({ host, fields: [] })
      object = field.object
    }
    segments.at(-1)?.fields.push(field)
  }
  const own = segments.filter(({ host }) => host === null || host === domain)
  return own.length > 1 ? own.flatMap(({ fields }) => fields) : layout.fields
}

function domainText(field: Field): string {
  return (field.value || (field.lines[0] ?? '')).split(/\s/)[0] ?? ''
}

function valuesOf(
  fields: readonly Field[],
  attribute: Attribute,
  roles: readonly (Role | null)[],
): string[] {
  return fields
    .filter((field) => field.attribute === attribute && roles.includes(field.role))
    .flatMap((field) => (field.value.length > 0 ? [field.value] : field.lines.slice(0, 1)))
}

// A label about the domain ("Domain created") comes first. A general label ("Created") in the
// domain's text block comes second, and a label about the registrar third. Dates of contacts never
// count.
function dateOf(
  fields: readonly Field[],
  attribute: 'created' | 'updated' | 'expires',
  objects: ReadonlySet<number>,
  tld: string,
): string | null {
  const order = dateOrderOf(
    fields
      .filter((field) => isDate(field.attribute))
      .map((field) => field.value || (field.lines[0] ?? '')),
    tld,
  )
  const own = fields.filter((field) => field.role === null && objects.has(field.object))
  const texts = [
    ...valuesOf(fields, attribute, ['domain']),
    ...valuesOf(own, attribute, [null]),
    ...valuesOf(fields, attribute, ['registrar']),
  ]
  const dates = texts.map((text) => parseDate(text, order)).filter((date) => date !== null)
  // Several update dates in one record are a list of all changes, so the latest one is used.
  if (attribute === 'updated' && valuesOf(own, attribute, [null]).length > 1)
    return dates.toSorted().at(-1) ?? null
  if (dates.length === 0 && attribute === 'expires') {
    // A date beside a state such as "active" or "valid until" is the date of expiry. With other
    // states, the date says when the state began: "Suspended (2024/03/01)".
    const states = valuesOf(fields, 'status', ['domain', null])
    const until = states.find((state) =>
      /\b(?:until|expir\w{1,6}|valid|connected|active)\b/i.test(state),
    )
    return until === undefined ? null : parseDate(until, order)
  }
  return dates[0] ?? null
}

function isDate(attribute: Attribute): boolean {
  return attribute === 'created' || attribute === 'updated' || attribute === 'expires'
}

function nameServersOf(domain: string, layout: Layout, fields: readonly Field[]): string[] {
  const hosts = new Set<string>()
  for (const field of fields) {
    if (field.attribute !== 'name server') continue
    const inLines = field.lines.flatMap(leadingHosts)
    const inValue = leadingHosts(field.value)
    // Some registries print the id of a name server after the label, and its host in the next line.
    // A value without a known top-level domain is such an id, so the next lines are used.
    const handle = inLines.length > 0 && inValue.some((host) => !hasIcannSuffix(host))
    for (const host of handle ? inLines : [...inValue, ...inLines]) hosts.add(host)
  }
  if (hosts.size === 0 && layout.statements[0]?.startsWith('Tonic whoisd')) {
    for (const line of layout.statements.slice(1)) {
      for (const host of leadingHosts(line.split(/\s/)[1] ?? '')) hosts.add(host)
    }
  }
  hosts.delete(domain)
  return [...hosts].slice(0, NAME_SERVERS_MAX)
}

function statusesOf(fields: readonly Field[], objects: ReadonlySet<number>): string[] {
  const statuses = new Set<string>()
  for (const field of fields) {
    const own = field.role === 'domain' || (field.role === null && objects.has(field.object))
    if (field.attribute !== 'status' || !own) continue
    for (const line of [field.value, ...field.lines]) {
      for (const part of line.split(',')) {
        const status = cleanValue(part.replace(/(?:--?\s)?\(?https?:\/\/\S{1,200}/g, ' ')).slice(
          0,
          NAME_CHARACTERS_MAX,
        )
        if (status.length > 0) statuses.add(status)
      }
    }
  }
  return [...statuses].slice(0, STATUSES_MAX)
}

const isZoneKey = (value: string): boolean =>
  /[a-z\d]/i.test(value) && !/^(?:none|no|n\/?a|null)\b/i.test(value)

// The field `dnssec` decides. Without it, a record that prints a DNSSEC key of the domain is
// signed. Null if the record does not say.
function dnssecOf(fields: readonly Field[]): boolean | null {
  const [value] = valuesOf(fields, 'dnssec', ['domain', null])
  if (value === undefined)
    return valuesOf(fields, 'zone key', ['domain']).some(isZoneKey) ? true : null
  const said = value.toLowerCase()
  if (/unsigned|^no\b|inactive|not signed|^n$|disabled|미서명/.test(said)) return false
  return /signed|^yes\b|active|^y$|서명|enabled/.test(said) ? true : null
}

// Numbers of the text blocks that describe the domain: those with the domain's name, and those
// without a contact. If there are none, all of them.
function domainObjects(fields: readonly Field[]): ReadonlySet<number> {
  const named = fields.filter((field) => field.attribute === 'domain').map((field) => field.object)
  const contacts = new Set(
    fields
      .filter((field) => field.attribute === 'handle' || field.attribute === 'contact')
      .map((field) => field.object),
  )
  const own = new Set(fields.map((field) => field.object).filter((object) => !contacts.has(object)))
  for (const object of named) own.add(object)
  return own.size > 0 ? own : new Set(fields.map((field) => field.object))
}

/**
 * The registrar's WHOIS server, which a registry names if it does not store the registrant itself.
 */
export function referralOf(response: string): string | null {
  for (const field of readLayout(response).fields) {
    if (field.attribute !== 'whois server') continue
    const host = hostName(field.value.replace(/^[a-z]{2,10}:\/\//i, '').split(/[/:\s]/)[0] ?? '')
    if (host !== null) return host
  }
  return null
}

/**
 * Reads a WHOIS response (RFC 3912) in the layout of any registry. If it has no record, only the
 * outcome is set. Never throws.
 */
export function parseWhois(
  domain: string,
  server: string,
  response: Uint8Array | string,
): RegistrationRecord {
  const name = domain.toLowerCase()
  const tld = name.split('.').at(-1) ?? ''
  const text = (typeof response === 'string' ? response : decodeResponse(response, tld)).replaceAll(
    '\u0000',
    ' ',
  )
  const layout = readLayout(text)
  const fields = fieldsAbout(name, layout)
  const objects = domainObjects(fields)
  const registrar = statedRegistrar(fields)
  const judged = classifyRegistrant(statedRegistrant(fields, objects))
  const nameServers = nameServersOf(name, layout, fields)
  const statuses = statusesOf(fields, objects)
  const dates = {
    created_at: dateOf(fields, 'created', objects, tld),
    updated_at: dateOf(fields, 'updated', objects, tld),
    expires_at: dateOf(fields, 'expires', objects, tld),
  }
  const outcome = readOutcome({
    domain: name,
    // A sentence such as "Status: the domain is reserved" is read as label and value, so values are
    // also searched for sentences.
    statements: [
      ...layout.statements,
      ...fields.map(({ value }) => value).filter((value) => value.includes(' ')),
    ],
    statuses,
    substantial:
      nameServers.length > 0 ||
      registrar.name !== null ||
      judged.privacy !== 'absent' ||
      Object.values(dates).some((date) => date !== null),
  })
  const bare = bareRecord(name, 'whois', [server], outcome)
  if (outcome !== 'registered' && outcome !== 'reserved') return bare
  return {
    ...bare,
    ...judged,
    ...dates,
    registrar: { ...registrar, url: registrar.url === null ? null : webAddress(registrar.url) },
    name_servers: nameServers,
    statuses,
    dnssec: dnssecOf(fields),
  }
}
