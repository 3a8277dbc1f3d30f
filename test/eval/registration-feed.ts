import { classifyRegistrant } from '../../shared/attribution/collectors/registration/judge-registrant.ts'
import { foldWords } from '../../shared/attribution/names/fold.ts'
import type { RegistrationRecord } from '../../shared/attribution/registration-record.ts'

/** An RDAP response that another project recorded, with the values that its parser found. */
export interface FeedRow {
  domain: string
  raw_record: { requests: { data: string; url: string; source_type: string }[] }
  parsed_record: {
    parsed_fields: {
      contacts?: {
        roles?: string[]
        name?: string | null
        org?: string | null
        country?: string | null
        email?: string | null
      }[]
      registrar?: { name?: string | null; iana_id?: string | null }
      nameservers?: string[]
      domain_statuses?: string[]
      creation_date?: string | null
      last_changed_date?: string | null
      expiration_date?: string | null
      dnssec?: { signed?: boolean | null }
    }
  }
}

export interface Comparison {
  domain: string
  losses: string[]
}

const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * True if two times are on the same day. A registry and a registrar record the same event hours
 * apart, and a response contains only one of the two times.
 */
function sameDay(expected: string | null | undefined, found: string | null): boolean {
  if (expected === null || expected === undefined || expected === '') return true
  return (
    found !== null && Math.abs(new Date(expected).getTime() - new Date(found).getTime()) < DAY_MS
  )
}

function foldedSet(values: readonly string[]): Set<string> {
  return new Set(values.map((value) => foldWords(value).replace(/ /g, '')))
}

/**
 * Returns values that the other project's parser found and our parser did not. Redacted values and
 * names of privacy services are ignored.
 */
export function compareFeed(row: FeedRow, record: RegistrationRecord): Comparison {
  const fields = row.parsed_record.parsed_fields
  const losses: string[] = []
  const lose = (what: string, expected: unknown, found: unknown): void => {
    losses.push(`${what}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`)
  }
  const contact = fields.contacts?.find(({ roles }) => roles?.includes('registrant'))
  const stated = classifyRegistrant({
    organization: contact?.org,
    name: contact?.name,
    country: contact?.country,
  }).registrant
  const expected = stated.organization ?? stated.name
  const found = [record.registrant.organization, record.registrant.name].filter(
    (name) => name !== null,
  )
  if (expected !== null && !found.some((name) => foldWords(name) === foldWords(expected)))
    lose('registrant', expected, found)
  if (expected === null && found.length > 0) lose('registrant', null, found)
  if (stated.country !== null && stated.country !== record.registrant.country)
    lose('country', stated.country, record.registrant.country)
  const registrar = fields.registrar?.name
  if (registrar && foldWords(registrar) !== foldWords(record.registrar.name ?? ''))
    lose('registrar', registrar, record.registrar.name)
  const id = fields.registrar?.iana_id
  if (id && id !== record.registrar.iana_id) lose('IANA id', id, record.registrar.iana_id)
  const hosts = new Set(record.name_servers)
  if ((fields.nameservers ?? []).some((host) => !hosts.has(host.toLowerCase().replace(/\.$/, ''))))
    lose('name servers', fields.nameservers, record.name_servers)
  const statuses = foldedSet(record.statuses)
  if ([...foldedSet(fields.domain_statuses ?? [])].some((status) => !statuses.has(status)))
    lose('statuses', fields.domain_statuses, record.statuses)
  if (!sameDay(fields.creation_date, record.created_at))
    lose('created', fields.creation_date, record.created_at)
  if (!sameDay(fields.last_changed_date, record.updated_at))
    lose('updated', fields.last_changed_date, record.updated_at)
  if (!sameDay(fields.expiration_date, record.expires_at))
    lose('expires', fields.expiration_date, record.expires_at)
  const signed = fields.dnssec?.signed
  if (typeof signed === 'boolean' && signed !== record.dnssec) lose('dnssec', signed, record.dnssec)
  return { domain: row.domain, losses }
}
