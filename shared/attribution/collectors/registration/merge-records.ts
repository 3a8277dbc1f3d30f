import { foldWords } from '../../names/fold.ts'
import type { RegistrationRecord } from '../../registration-record.ts'

export function bareRecord(
  domain: string,
  source: RegistrationRecord['source'],
  servers: string[],
  outcome: RegistrationRecord['outcome'],
): RegistrationRecord {
  return {
    domain,
    outcome,
    registrant: { organization: null, name: null, country: null, email_domain: null },
    registrar: { name: null, iana_id: null, url: null, abuse_email: null, abuse_phone: null },
    name_servers: [],
    statuses: [],
    created_at: null,
    updated_at: null,
    expires_at: null,
    privacy: 'absent',
    privacy_service: null,
    dnssec: null,
    source,
    servers,
  }
}

function identifies(record: RegistrationRecord): boolean {
  return record.registrant.organization !== null || record.registrant.name !== null
}

function chooseRegistrant(
  first: RegistrationRecord,
  second: RegistrationRecord,
): RegistrationRecord {
  if (identifies(first)) return first
  if (identifies(second)) return second
  const rank = { none: 0, absent: 0, redacted: 1, proxy: 2 }
  return rank[second.privacy] > rank[first.privacy] ? second : first
}

function union(first: readonly string[], second: readonly string[]): string[] {
  const known = new Set(first.map(foldWords))
  return [...first, ...second.filter((status) => !known.has(foldWords(status)))]
}

/**
 * Some registries do not store the registrant, so fields that the registry leaves empty are taken
 * from the registrar's record.
 */
export function mergeRecords(
  registry: RegistrationRecord,
  registrar: RegistrationRecord,
): RegistrationRecord {
  if (registrar.outcome !== 'registered') return registry
  if (registry.outcome !== 'registered')
    return { ...registrar, servers: [...registry.servers, ...registrar.servers] }
  const registrant = chooseRegistrant(registry, registrar)
  return {
    ...registry,
    registrant: {
      ...registrant.registrant,
      country:
        registrant.registrant.country ??
        registry.registrant.country ??
        registrar.registrant.country,
    },
    privacy: registrant.privacy,
    privacy_service: registrant.privacy_service,
    registrar: {
      // The registrar spells its own name best, so its record comes first for this field.
      name: registrar.registrar.name ?? registry.registrar.name,
      iana_id: registry.registrar.iana_id ?? registrar.registrar.iana_id,
      url: registry.registrar.url ?? registrar.registrar.url,
      abuse_email: registry.registrar.abuse_email ?? registrar.registrar.abuse_email,
      abuse_phone: registry.registrar.abuse_phone ?? registrar.registrar.abuse_phone,
    },
    name_servers: registry.name_servers.length > 0 ? registry.name_servers : registrar.name_servers,
    statuses: union(registry.statuses, registrar.statuses),
    created_at: registry.created_at ?? registrar.created_at,
    updated_at: registry.updated_at ?? registrar.updated_at,
    expires_at: registry.expires_at ?? registrar.expires_at,
    dnssec: registry.dnssec ?? registrar.dnssec,
    servers: [...new Set([...registry.servers, ...registrar.servers])],
  }
}
