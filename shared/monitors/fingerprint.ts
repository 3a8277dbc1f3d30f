import { z } from 'zod'
import { bareRegistrarName } from '../attribution/collectors/registration/party-names.ts'
import { NAME_SERVER_PROVIDERS } from '../attribution/data/provider-hosts.ts'
import { isSameName, nameParts } from '../attribution/names/entity-names.ts'
import type { RegistrationRecord } from '../attribution/registration-record.ts'
import { registrableHost } from '../platform/net/url.ts'
import { registrableDomain } from '../platform/public-suffix.ts'

const date = z.string()

/**
 * Facts about a domain that a reading found. A fact that is absent is unknown, for example because
 * a server did not answer. If `redirect`, `alias` or `primary_nameserver` is null, it is known that
 * there is none.
 */
export const Facts = z
  .object({
    /** True if neither the DNS nor the registry knows the name. */
    dropped: z.boolean(),
    registrar: z.string(),
    registrant: z.string(),
    registered_at: date,
    expires_at: date,
    locks: z.array(z.string()),
    /** Registration statuses after which the holder loses the domain, unless the holder acts. */
    endings: z.array(z.string()),
    nameservers: z.array(z.string()),
    primary_nameserver: z.string().nullable(),
    mail: z.array(z.string()),
    alias: z.string().nullable(),
    redirect: z.string().nullable(),
    networks: z.array(z.number().int()),
    parked: z.boolean(),
    certificate_organization: z.string(),
  })
  .partial()
export type Facts = z.infer<typeof Facts>
export const FACT_NAMES = Object.keys(Facts.shape) as (keyof Facts)[]
export type FactName = keyof Facts

/** Answers of the sources for one reading. A member or field is null if it was not read. */
export interface Sources {
  registration: RegistrationRecord | null
  dns: {
    rcode: 'NOERROR' | 'NXDOMAIN'
    /** Host names of the name servers of the registrable domain. */
    nameservers: readonly string[] | null
    primaryNameserver: string | null
    mailHosts: readonly string[] | null
    cnameChain: readonly string[] | null
  } | null
  /** The page at the end of all redirects, or the last address if its server did not answer. */
  web: { finalUrl: string; isParked: boolean | null } | null
  networks: readonly number[] | null
  certificateOrganization: string | null
}

const LISTED_MAX = 20

const sortedSet = <Value extends string | number>(values: readonly Value[]): Value[] =>
  [...new Set(values)].sort((a, b) => (a < b ? -1 : 1)).slice(0, LISTED_MAX)

const ownerOf = (host: string): string => registrableDomain(host) ?? host

export function factsOf(domain: string, sources: Sources): Facts {
  const { registration, dns, web, networks, certificateOrganization } = sources
  const exists = dns?.rcode === 'NOERROR'
  const facts: Facts = { ...registrationFacts(registration) }
  if (dns?.rcode === 'NXDOMAIN' && registration?.outcome === 'not_found') facts.dropped = true
  else if (registration?.outcome === 'registered') facts.dropped = false
  if (exists && dns.nameservers !== null && dns.nameservers.length > 0)
    facts.nameservers = sortedSet(dns.nameservers.map(ownerOf))
  if (exists && dns.primaryNameserver !== null)
    facts.primary_nameserver = ownerOf(dns.primaryNameserver)
  if (exists && dns.mailHosts !== null) facts.mail = sortedSet(dns.mailHosts.map(ownerOf))
  if (exists && dns.cnameChain !== null) {
    const target = dns.cnameChain.at(-1)
    facts.alias = target === undefined ? null : elsewhere(ownerOf(target), domain)
  }
  if (web !== null) {
    facts.redirect = elsewhere(registrableHost(web.finalUrl), domain)
    if (web.isParked !== null) facts.parked = web.isParked
  }
  if (networks !== null && networks.length > 0) facts.networks = sortedSet(networks)
  const organization = certificateOrganization === null ? '' : spelledName(certificateOrganization)
  if (organization !== '') facts.certificate_organization = organization
  return facts
}

// Accents stay in names, because only they show that "Schütz" and "Schuetz" are spellings of one
// name.
const spelledName = (name: string): string => nameParts(name).marked.join(' ')

const elsewhere = (owner: string, domain: string): string | null =>
  owner === ownerOf(domain) ? null : owner

// Registration statuses (EPP) that forbid a transfer. RDAP writes them with spaces between the
// words (RFC 8056), WHOIS with a web address after them.
const LOCK = /^(?:client|server)transferprohibited$/

// Registration statuses (EPP) which say that the registration ends (RFC 3915), or that the
// registrar or the registry has switched the domain off (RFC 5731).
const ENDING =
  /^(?:redemption(?:grace)?(?:period)?|pendingdelete.{0,30}|pendingpurge|pendingrestore|(?:in)?quarantined?|(?:tobe|scheduledfor)delet(?:ed|ion)|(?:client|server|registrar|registry)hold)$/

function registrationFacts(record: RegistrationRecord | null): Facts {
  if (record?.outcome !== 'registered') return {}
  const { registrar, registrant, statuses } = record
  const facts: Facts = {}
  const named = registrar.name === null ? '' : spelledName(bareRegistrarName(registrar.name))
  if (registrar.iana_id !== null) facts.registrar = registrar.iana_id
  else if (named !== '') facts.registrar = named
  const organization = registrant.organization === null ? '' : spelledName(registrant.organization)
  if (organization !== '') facts.registrant = organization
  const registered = dayOf(record.created_at)
  const expires = dayOf(record.expires_at)
  if (registered !== null) facts.registered_at = registered
  if (expires !== null) facts.expires_at = expires
  if (statuses.length > 0) {
    const folded = statuses.map((status) =>
      (status.split('http', 1)[0] ?? '').toLowerCase().replace(/[^a-z]/g, ''),
    )
    facts.locks = sortedSet(folded.filter((status) => LOCK.test(status)))
    facts.endings = sortedSet(folded.filter((status) => ENDING.test(status)))
  }
  return facts
}

function dayOf(time: string | null): string | null {
  const at = time === null ? Number.NaN : Date.parse(time)
  return Number.isNaN(at) ? null : new Date(at).toISOString().slice(0, 10)
}

// Name of a domain without its public suffix and without digits at its end: "awsdns-52.co.uk" gives
// "awsdns".
const brandOf = (owner: string): string => (owner.split('.')[0] ?? owner).replace(/-?\d{1,4}$/, '')

const PROVIDER_BRANDS: ReadonlySet<string> = new Set([
  'awsdns',
  'azure-dns',
  ...[...NAME_SERVER_PROVIDERS].map(brandOf),
])

// One name for all domains of a DNS provider. If the provider renames or adds servers, this is then
// no change.
const providerOf = (owner: string): string =>
  PROVIDER_BRANDS.has(brandOf(owner)) ? brandOf(owner) : owner

// Two dates with a smaller difference in days count as equal, because registries and registrars use
// different time zones.
const SAME_DAYS = 2
// Two expiry dates with a smaller difference in days count as equal, because a registrar may bill a
// renewal some days around the expiry. A real renewal adds at least a month.
const SAME_EXPIRY_DAYS = 10
const DAY_MS = 86_400_000
const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS

// True for one registrar in two spellings. Servers write one name with and without a space: "1API"
// and "1 API".
function isSameRegistrar(one: string, other: string): boolean {
  const [short, long] = [one, other].map((name) => name.replaceAll(' ', '')) as [string, string]
  return short === long || isSameName(short, long)
}

const isNumber = (text: string): boolean => /^\d{1,9}$/.test(text)

/** True if the two values mean the same and differ only in wording. This is no change. */
export function isSameFact<Name extends FactName>(
  name: Name,
  one: Facts[Name],
  other: Facts[Name],
): boolean {
  if (one === undefined || other === undefined) return true
  switch (name) {
    case 'registered_at':
      // An earlier date is a correction by the registry and not a new registration, so it counts as
      // equal.
      return daysBetween(String(one), String(other)) < SAME_DAYS
    case 'expires_at':
      return Math.abs(daysBetween(String(one), String(other))) < SAME_EXPIRY_DAYS
    case 'registrar':
      // One source can give the registrar's number and another its name. These cannot be compared,
      // so they count as equal.
      return (
        isSameRegistrar(String(one), String(other)) ||
        isNumber(String(one)) !== isNumber(String(other))
      )
    case 'registrant':
    case 'certificate_organization':
      return one === other || isSameName(String(one), String(other))
    case 'nameservers':
      return keyOf((one as string[]).map(providerOf)) === keyOf((other as string[]).map(providerOf))
    case 'networks':
      return (one as number[]).some((network) => (other as number[]).includes(network))
    default:
      return valueKey(one) === valueKey(other)
  }
}

const keyOf = (values: readonly string[]): string => sortedSet(values).join(' ')

/** The value as text, for comparison. Null and an empty list give an empty text. */
export function valueKey(value: Facts[FactName]): string {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.map(String).join(' ') : String(value)
}
