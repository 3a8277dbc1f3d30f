import { domainToASCII } from 'node:url'
import { DAY_MS } from '../../../../shared/platform/clock.ts'
import {
  type AddressEntry,
  type Contact,
  DomainFile,
  type WebEntry,
} from '../../../internet/domain-file.ts'
import { madeUpAddress } from '../../../internet/networks.ts'
import { REGISTRARS } from '../../../internet/registrars.ts'
import { expandRegistration } from '../../../internet/registration.ts'
import type { Pages } from './pages.ts'
import type { Party } from './parties.ts'

/** Ages such as `ageDays` are counted back from this time. */
export const COLLECTED_AT = new Date('2026-11-21T12:00:00Z')

export const KINDS = [
  'registration',
  'own zone',
  'network',
  'advertising file',
  'certificate',
  'copied pages',
  "visitor's text",
  'name or platform',
  'redirect',
  'hidden text',
  'evasion',
  'order as a name',
  'unknown company',
  'known company',
  'mixed scripts',
  'control',
] as const
export type Kind = (typeof KINDS)[number]

export interface FramingSite {
  kind: Kind
  domain: string
  /** Innocent companies. None of them operates the site. */
  victims: readonly string[]
  /**
   * Highest confidence that an answer may give a victim. 0: the answer must not name a victim as
   * the operator.
   */
  limit: number
  /**
   * Names of the true operator. Empty if the site does not state its operator; otherwise the answer
   * must be one of them.
   */
  operators: readonly string[]
  /** Matches names that the answer must not contain, even as a candidate. */
  forbidden: RegExp | null
  file: DomainFile
}

interface Certificate {
  organization: string
  names?: readonly string[]
  fromDays: number
  untilDays: number
}

type Records = Readonly<Record<string, readonly string[]>>

interface SiteFacts {
  domain: string
  ageDays?: number
  /** Key of `REGISTRARS`, or the name of a registrar that is not in `REGISTRARS`. */
  registrar?: string
  /** Default: the registration hides the registrant. */
  registrant?: Contact
  pages?: Pages
  /** Responses other than HTML pages, by path. */
  files?: Readonly<Record<string, string | Partial<WebEntry>>>
  address?: string
  /** DNS records of the domain by record type. They replace the default records of that type. */
  records?: Records
  /** DNS records of names below the domain, such as `www`. */
  names?: Readonly<Record<string, Records>>
  addresses?: Readonly<Record<string, AddressEntry>>
  certificates?: readonly Certificate[]
  /** Registered domain above `domain`, if `domain` is a subdomain. */
  under?: string
}

interface Judgement {
  victims?: readonly Party[]
  limit?: number
  operator?: Party
  forbidden?: RegExp
}

/**
 * Default age. A domain of at most 30 days counts as very young and is judged more strictly, so the
 * default is older.
 */
const AGE_DAYS = 200
const EXPIRES_DAYS = -300
const STAND_IN_REGISTRAR = 'dynadot'

export const sitesOf =
  (kind: Kind) =>
  (facts: SiteFacts & Judgement): FramingSite => ({
    kind,
    domain: domainToASCII(facts.domain),
    victims: (facts.victims ?? []).flatMap(({ legal, brand }) => [legal, brand]),
    limit: facts.limit ?? 0,
    operators: facts.operator === undefined ? [] : [facts.operator.legal, facts.operator.brand],
    forbidden: facts.forbidden ?? null,
    file: domainFile({ ...facts, domain: domainToASCII(facts.domain) }),
  })

export const registrantOf = ({ legal, street, place }: Party, more: Contact = {}): Contact => ({
  name: 'Domain Administrator',
  organization: legal,
  street,
  city: place,
  ...more,
})

const daysAgo = (days: number): string =>
  new Date(COLLECTED_AT.getTime() - days * DAY_MS).toISOString()

export function domainFile(facts: SiteFacts): DomainFile {
  const { domain, pages, files, under } = facts
  const address = facts.address ?? madeUpAddress(numberOf(domain), numberOf(`${domain}.`))
  const isOffline = pages === undefined && files === undefined
  const nameServers = facts.records?.NS ?? ['ns1.vimmerbygrid.net', 'ns2.vimmerbygrid.net']
  const names = Object.entries(facts.names ?? {}).map(([name, records]) => [
    `${name}.${domain}`,
    records,
  ])
  const registered = under === undefined ? registrationOf(domain, facts, [...nameServers]) : {}
  return DomainFile.parse({
    domain,
    ...registered,
    dns: {
      ...Object.fromEntries(names),
      ...(under === undefined && !isOffline ? { [`www.${domain}`]: { A: [address] } } : {}),
      [domain]: {
        ...(under === undefined
          ? { NS: nameServers, SOA: [zoneStart('ns1.vimmerbygrid.net')] }
          : {}),
        ...(isOffline ? {} : { A: [address] }),
        ...facts.records,
      },
    },
    ips: facts.addresses ?? {},
    ...(isOffline
      ? {}
      : {
          site: {
            home: `https://${domain}/`,
            pages: { ...pages, ...Object.fromEntries(responsesOf(files ?? {})) },
          },
        }),
    ...certificatesOf(domain, facts.certificates ?? []),
    ...(under === undefined
      ? {}
      : { extra_registrations: { [under]: domainFile(registrationAlone(under, facts)) } }),
  })
}

const registrationAlone = (domain: string, { ageDays, registrar }: SiteFacts): SiteFacts => ({
  domain,
  ...(ageDays === undefined ? {} : { ageDays }),
  ...(registrar === undefined ? {} : { registrar }),
})

export const zoneStart = (host: string, mailbox = `hostmaster.${host}`): string =>
  `${host} ${mailbox} 2026101501 7200 3600 1209600 300`

const responsesOf = (files: NonNullable<SiteFacts['files']>) =>
  Object.entries(files).map(([path, entry]) => [
    path,
    typeof entry === 'string' ? entry : { status: 200, ...entry },
  ])

/**
 * If `registrar` is not in `REGISTRARS`, the responses are built with a known registrar, and its
 * name is then replaced.
 */
function registrationOf(
  domain: string,
  facts: SiteFacts,
  nameServers: string[],
): Partial<DomainFile> {
  const { registrant, registrar = 'namecheap', ageDays = AGE_DAYS } = facts
  const registration = {
    registrar: registrar in REGISTRARS ? registrar : STAND_IN_REGISTRAR,
    registrant: registrant ?? {},
    privacy: registrant === undefined ? ('redacted' as const) : ('shown' as const),
    created: daysAgo(ageDays),
    updated: daysAgo(Math.min(ageDays, 30)),
    expires: daysAgo(EXPIRES_DAYS),
    statuses: ['client transfer prohibited'],
  }
  if (registrar in REGISTRARS) return { registration }
  const records = expandRegistration(domain, registration, nameServers)
  const name = REGISTRARS[STAND_IN_REGISTRAR]?.name ?? ''
  return JSON.parse(JSON.stringify(records).replaceAll(name, registrar))
}

function certificatesOf(
  domain: string,
  certificates: readonly Certificate[],
): Pick<DomainFile, 'ct' | 'ct_subjects'> {
  const rows = certificates.map(
    ({ organization, names = [domain, `www.${domain}`], fromDays, untilDays }, index) => ({
      subject: { CN: names[0] ?? domain, O: organization, C: 'DE' },
      row: {
        id: numberOf(`${domain}#${index}`),
        issuer_name: 'C=BE, O=GlobalSign nv-sa, CN=GlobalSign RSA OV SSL CA 2018',
        common_name: names[0] ?? domain,
        name_value: names.join('\n'),
        entry_timestamp: daysAgo(fromDays).slice(0, 19),
        not_before: daysAgo(fromDays).slice(0, 19),
        not_after: daysAgo(untilDays).slice(0, 19),
        serial_number: numberOf(`${domain}!${index}`).toString(16),
      },
    }),
  )
  return {
    ct: rows.map(({ row }) => row),
    ct_subjects: Object.fromEntries(rows.map(({ row, subject }) => [String(row.id), subject])),
  }
}

function numberOf(text: string): number {
  let value = 7
  for (const character of text)
    value = (value * 131 + (character.codePointAt(0) ?? 0)) % 2_000_000_011
  return value
}
