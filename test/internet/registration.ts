import type { Contact, Domain, Registration } from './domain-file.ts'
import { REGISTRARS, type Registrar } from './registrars.ts'
import { TOP_LEVEL_DOMAINS } from './top-level-domains.ts'

const DATABASE_UPDATED = '2026-11-18T06:12:41Z'
const CONFORMANCE = [
  'rdap_level_0',
  'icann_rdap_technical_implementation_guide_1',
  'icann_rdap_response_profile_1',
]
const REDACTED = 'REDACTED FOR PRIVACY'
const THIN = new Set(['com', 'net'])
type Json = Record<string, unknown>

export interface RegistrationRecords {
  rdap: Json | null
  rdap_related: Record<string, Json>
  whois: string
  whois_related: Record<string, string>
  whois_server: string | null
}

/**
 * Builds the RDAP and WHOIS responses of a registration.
 * Formats: RDAP RFC 9083, jCard RFC 7095, redaction RFC 9537, WHOIS in the layout of ICANN's
 * registrar agreement.
 * The registries of .com and .net do not return the registrant. All other registries and all
 * registrars return it.
 */
export function expandRegistration(
  domain: string,
  registration: Registration,
  nameServers: string[],
): RegistrationRecords {
  const registrar = REGISTRARS[registration.registrar]
  if (!registrar)
    throw new Error(`${domain}: registrar "${registration.registrar}" is not in registrars.ts`)
  const tld = domain.slice(domain.lastIndexOf('.') + 1)
  const services = TOP_LEVEL_DOMAINS[tld] ?? { rdap: null, whois: null }
  const subject = {
    domain,
    registration,
    registrar,
    nameServers,
    holder: shownHolder(registration, registrar),
  }
  const registrarUrl = `${registrar.rdapBase}domain/${domain}`
  const thin = THIN.has(tld)
  return {
    rdap: services.rdap
      ? rdapObject(subject, `${services.rdap}domain/${domain}`, registrarUrl, !thin)
      : null,
    rdap_related: services.rdap
      ? { [registrarUrl]: rdapObject(subject, registrarUrl, null, true) }
      : {},
    whois: whoisText(subject, !thin),
    whois_related: { [registrar.whoisServer]: whoisText(subject, true) },
    whois_server: services.whois,
  }
}

interface Subject {
  domain: string
  registration: Registration
  registrar: Registrar
  nameServers: string[]
  holder: Contact
}

function shownHolder(registration: Registration, registrar: Registrar): Contact {
  const { registrant, privacy } = registration
  if (privacy === 'shown') return registrant
  if (privacy === 'proxy') return registrar.proxy
  return {
    name: REDACTED,
    organization: REDACTED,
    street: REDACTED,
    city: REDACTED,
    ...(registrant.state ? { state: registrant.state } : {}),
    ...(registrant.country ? { country: registrant.country } : {}),
  }
}

function instant(date: string): string {
  return date.includes('T') ? date : `${date}T09:21:35Z`
}

function rdapObject(subject: Subject, self: string, related: string | null, whole: boolean): Json {
  const { domain, registration, registrar, nameServers } = subject
  const link = (rel: string, href: string) => ({
    value: self,
    rel,
    href,
    type: 'application/rdap+json',
  })
  const events = [
    ['registration', instant(registration.created)],
    ['expiration', instant(registration.expires)],
    ['last changed', instant(registration.updated)],
    ['last update of RDAP database', DATABASE_UPDATED],
  ]
  const redacted = whole && registration.privacy === 'redacted'
  return {
    rdapConformance: redacted ? [...CONFORMANCE, 'redacted'] : CONFORMANCE,
    objectClassName: 'domain',
    handle: `${handleOf(domain)}_DOMAIN`,
    ldhName: domain,
    status: registration.statuses,
    events: events.map(([eventAction, eventDate]) => ({ eventAction, eventDate })),
    links: related ? [link('self', self), link('related', related)] : [link('self', self)],
    nameservers: nameServers.map((name) => ({ objectClassName: 'nameserver', ldhName: name })),
    secureDNS: { delegationSigned: false },
    entities: [
      registrarEntity(registrar),
      ...(whole ? [registrantEntity(subject.holder, redacted)] : []),
    ],
    ...(redacted
      ? { redacted: ['Name', 'Organization', 'Street', 'City', 'Email'].map(redaction) }
      : {}),
    ...(whole ? { port43: registrar.whoisServer } : {}),
  }
}

const property = (name: string, value: unknown, type = 'text', parameters: Json = {}) => [
  name,
  parameters,
  type,
  value,
]

function registrarEntity(registrar: Registrar): Json {
  return {
    objectClassName: 'entity',
    handle: registrar.ianaId,
    roles: ['registrar'],
    publicIds: [{ type: 'IANA Registrar ID', identifier: registrar.ianaId }],
    vcardArray: [
      'vcard',
      [
        property('version', '4.0'),
        property('fn', registrar.name),
        property('url', registrar.url, 'uri'),
      ],
    ],
    entities: [
      {
        objectClassName: 'entity',
        roles: ['abuse'],
        vcardArray: [
          'vcard',
          [
            property('version', '4.0'),
            property('fn', ''),
            property('tel', `tel:${registrar.abusePhone}`, 'uri', { type: 'voice' }),
            property('email', registrar.abuseEmail),
          ],
        ],
      },
    ],
  }
}

function registrantEntity(holder: Contact, redacted: boolean): Json {
  const shown = (value: string | undefined) => (redacted || value === undefined ? '' : value)
  const address = [
    '',
    '',
    shown(holder.street),
    shown(holder.city),
    holder.state ?? '',
    shown(holder.postal_code),
    '',
  ]
  const card = [
    property('version', '4.0'),
    property('fn', shown(holder.name)),
    ...(holder.organization && !redacted ? [property('org', holder.organization)] : []),
    property('adr', address, 'text', holder.country ? { cc: holder.country } : {}),
    ...(holder.email && !redacted ? [property('email', holder.email)] : []),
    ...(holder.phone && !redacted
      ? [property('tel', `tel:${holder.phone}`, 'uri', { type: 'voice' })]
      : []),
  ]
  return { objectClassName: 'entity', roles: ['registrant'], vcardArray: ['vcard', card] }
}

function redaction(what: string): Json {
  return {
    name: { description: `Registrant ${what}` },
    method: what === 'Organization' ? 'removal' : 'emptyValue',
    reason: { description: 'Server policy' },
  }
}

function whoisText(subject: Subject, whole: boolean): string {
  const { domain, registration, registrar, nameServers, holder } = subject
  const lines: [string, string][] = [
    ['Domain Name', domain.toUpperCase()],
    ['Registry Domain ID', `${handleOf(domain)}_DOMAIN`],
    ['Registrar WHOIS Server', registrar.whoisServer],
    ['Registrar URL', registrar.url],
    ['Updated Date', instant(registration.updated)],
    ['Creation Date', instant(registration.created)],
    [
      whole ? 'Registrar Registration Expiration Date' : 'Registry Expiry Date',
      instant(registration.expires),
    ],
    ['Registrar', registrar.name],
    ['Registrar IANA ID', registrar.ianaId],
    ['Registrar Abuse Contact Email', registrar.abuseEmail],
    ['Registrar Abuse Contact Phone', registrar.abusePhone],
    ...registration.statuses.map((status): [string, string] => [
      'Domain Status',
      eppStatus(status),
    ]),
    ...(whole ? holderLines(holder) : []),
    ...nameServers.map((name): [string, string] => ['Name Server', name.toUpperCase()]),
    ['DNSSEC', 'unsigned'],
  ]
  const indent = whole ? '' : '   '
  const text = lines.map(([label, value]) => `${indent}${label}: ${value}`)
  return [...text, `>>> Last update of WHOIS database: ${DATABASE_UPDATED} <<<`, ''].join('\r\n')
}

function holderLines(holder: Contact): [string, string][] {
  const email = holder.email ?? 'Please query the RDDS service of the Registrar of Record'
  return [
    ['Registrant Name', holder.name ?? ''],
    ['Registrant Organization', holder.organization ?? ''],
    ['Registrant Street', holder.street ?? ''],
    ['Registrant City', holder.city ?? ''],
    ['Registrant State/Province', holder.state ?? ''],
    ['Registrant Postal Code', holder.postal_code ?? ''],
    ['Registrant Country', holder.country ?? ''],
    ['Registrant Phone', holder.phone ?? ''],
    ['Registrant Email', email],
  ]
}

/**
 * Converts an RDAP status for WHOIS, which writes `client transfer prohibited` as
 * `clientTransferProhibited https://icann.org/epp#clientTransferProhibited`.
 */
function eppStatus(status: string): string {
  const word = status.replace(/ ([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return `${word} https://icann.org/epp#${word}`
}

function handleOf(domain: string): number {
  let value = 17
  for (const character of domain)
    value = (value * 31 + (character.codePointAt(0) ?? 0)) % 2_000_000_011
  return value
}

export function nameServersOf(file: Pick<Domain, 'domain' | 'dns'>): string[] {
  const values = file.dns[file.domain]?.NS
  return Array.isArray(values) ? values : []
}
