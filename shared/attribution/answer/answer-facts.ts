import { DAY_MS } from '../../platform/clock.ts'
import { z } from '../../platform/http/zod-openapi.ts'
import {
  AsnEvidence,
  type CollectorName,
  DnsEvidence,
  PICTURE_TYPES,
  TlsCertificatesEvidence,
  VisionEvidence,
  WhoisEvidence,
} from '../evidence.ts'
import { HttpProbeEvidence, PageEvidence } from '../page-evidence.ts'
import { RegistrationRecord } from '../registration-record.ts'
import { LiveCertificateEvidence } from '../witness-evidence.ts'

const LISTED_MAX = 8
const STATUSES_MAX = 12
const NAME_LENGTH_MAX = 255
const TITLE_LENGTH_MAX = 200
const DESCRIPTION_LENGTH_MAX = 300
const URL_LENGTH_MAX = 2_000

const text = z.string().nullable()

/** Observed values about the domain, for the strip of facts under an answer. */
export const AnswerFacts = z
  .object({
    registration: z.object({
      outcome: z.enum(['registered', 'not_found', 'reserved', 'unknown']),
      registered_at: text,
      expires_at: text,
      age_days: z
        .number()
        .int()
        .nullable()
        .openapi({ description: 'Full days from the registration to the collection.' }),
      registrar: text,
      registrar_iana_id: text,
      abuse_email: text,
      abuse_phone: text,
      registrant: text.openapi({ description: 'Null if hidden or a privacy service.' }),
      registrant_country: text,
      statuses: z.array(z.string()),
    }),
    hosting: z.object({
      addresses: z.array(
        z.object({
          address: z.string(),
          asn: z.number().int().nullable(),
          network: text,
          country: text,
        }),
      ),
    }),
    name_servers: z.array(z.string()),
    mail_hosts: z.array(z.string()),
    tls_certificate: z
      .object({
        issuer: z.string(),
        organization: text,
        not_before: z.string(),
        not_after: z.string(),
        read_from: z.enum(['site', 'logs']),
      })
      .nullable(),
    page: z.object({ url: z.string(), title: text, description: text, language: text }).nullable(),
    picture: z
      .object({ media_type: z.enum(PICTURE_TYPES) })
      .nullable()
      .openapi({
        description: 'Screenshot of the home page: `GET /jobs/{job_id}/picture`, if not null.',
      }),
  })
  .openapi('AnswerFacts')
export type AnswerFacts = z.infer<typeof AnswerFacts>

/** Stored evidence. Older versions may have written `data` in another form. */
export const StoredPieces = z.array(z.object({ collector: z.string(), data: z.unknown() }))
export type StoredPiece = z.infer<typeof StoredPieces>[number]

// Evidence with only the fields that the facts need, so that older evidence without the other
// fields is valid too.
const READERS = {
  dns: DnsEvidence.pick({ a: true, aaaa: true, ns: true, mx: true }),
  whois: WhoisEvidence.pick({}).extend({
    record: RegistrationRecord.pick({
      outcome: true,
      registrant: true,
      registrar: true,
      name_servers: true,
      statuses: true,
      created_at: true,
      expires_at: true,
      privacy: true,
    }),
  }),
  asn: AsnEvidence,
  http_probe: HttpProbeEvidence.pick({ final_url: true }).extend({
    pages: z.array(
      PageEvidence.pick({ url: true, role: true, language: true, title: true, description: true }),
    ),
  }),
  live_certificate: LiveCertificateEvidence.pick({ site: true }),
  certificates: TlsCertificatesEvidence.pick({ certificates: true }),
  vision: VisionEvidence.pick({ picture: true }),
} satisfies Partial<Record<CollectorName, z.ZodType>>
type Read = { [Name in keyof typeof READERS]: z.infer<(typeof READERS)[Name]> | null }

/** Collectors whose evidence `readAnswerFacts` uses. */
export const FACT_COLLECTORS = Object.keys(READERS) as (keyof typeof READERS)[]

/** `collectedAt`: time of the evidence in ISO 8601. Evidence that cannot be read gives no fact. */
export function readAnswerFacts(
  domain: string,
  evidence: readonly StoredPiece[],
  collectedAt: string,
): AnswerFacts {
  const known = Object.fromEntries(
    FACT_COLLECTORS.map((name) => [name, read(name, evidence)]),
  ) as Read
  return {
    registration: registrationOf(known.whois, collectedAt),
    hosting: { addresses: addressesOf(known) },
    name_servers: hosts(known.dns?.ns.length ? known.dns.ns : known.whois?.record.name_servers),
    mail_hosts: hosts(
      known.dns?.mx.toSorted((a, b) => a.priority - b.priority).map(({ host }) => host),
    ),
    tls_certificate: tlsCertificateOf(domain, known),
    page: pageOf(known.http_probe),
    picture: known.vision?.picture ?? null,
  }
}

function read(name: keyof typeof READERS, evidence: readonly StoredPiece[]): unknown {
  const piece = evidence.find(({ collector }) => collector === name)
  return READERS[name].safeParse(piece?.data).data ?? null
}

function registrationOf(whois: Read['whois'], collectedAt: string): AnswerFacts['registration'] {
  const record = whois?.record
  const outcome = record?.outcome ?? 'unknown'
  const age = Date.parse(collectedAt) - Date.parse(record?.created_at ?? '')
  const isNamed = record !== undefined && record.privacy === 'none'
  return {
    outcome: outcome === 'throttled' || outcome === 'unavailable' ? 'unknown' : outcome,
    registered_at: record?.created_at ?? null,
    expires_at: record?.expires_at ?? null,
    age_days: age >= 0 ? Math.floor(age / DAY_MS) : null,
    registrar: cut(record?.registrar.name),
    registrar_iana_id: record?.registrar.iana_id ?? null,
    abuse_email: record?.registrar.abuse_email ?? null,
    abuse_phone: record?.registrar.abuse_phone ?? null,
    registrant: isNamed ? cut(record.registrant.organization ?? record.registrant.name) : null,
    registrant_country: cut(record?.registrant.country),
    statuses: (record?.statuses ?? [])
      .slice(0, STATUSES_MAX)
      .map((status) => cut(status) ?? '')
      .filter((status) => status !== ''),
  }
}

function addressesOf({ asn, dns }: Read): AnswerFacts['hosting']['addresses'] {
  const networks = asn?.addresses ?? []
  if (networks.length > 0)
    return networks.slice(0, LISTED_MAX).map(({ address, asn: number, as_name, country }) => ({
      address,
      asn: number,
      network: cut(as_name),
      country: cut(country),
    }))
  return [...(dns?.a ?? []), ...(dns?.aaaa ?? [])]
    .slice(0, LISTED_MAX)
    .map((address) => ({ address, asn: null, network: null, country: null }))
}

// A mail host of "." or "" says that the domain takes no mail (RFC 7505).
const hosts = (names: readonly string[] = []): string[] =>
  [...new Set(names)]
    .filter((name) => name !== '' && name !== '.')
    .slice(0, LISTED_MAX)
    .map((name) => name.slice(0, NAME_LENGTH_MAX))

function tlsCertificateOf(
  domain: string,
  { live_certificate: live, certificates: logged }: Read,
): AnswerFacts['tls_certificate'] {
  const shown = live?.site.outcome === 'proven' ? live.site.certificate : null
  if (shown != null)
    return {
      issuer: cut(shown.issuer) ?? '',
      organization: cut(shown.organization),
      not_before: shown.not_before,
      not_after: shown.not_after,
      read_from: 'site',
    }
  const [newest] = (logged?.certificates ?? [])
    .filter(({ names }) => names.includes(domain))
    .sort((a, b) => Date.parse(b.not_before) - Date.parse(a.not_before))
  if (newest === undefined) return null
  return {
    issuer: cut(newest.issuer) ?? '',
    organization: cut(newest.subject_organization),
    not_before: newest.not_before,
    not_after: newest.not_after,
    read_from: 'logs',
  }
}

function pageOf(probe: Read['http_probe']): AnswerFacts['page'] {
  const home = probe?.pages.find(({ role }) => role === 'home')
  if (home === undefined) return null
  return {
    url: (probe?.final_url ?? home.url).slice(0, URL_LENGTH_MAX),
    title: cut(home.title, TITLE_LENGTH_MAX),
    description: cut(home.description, DESCRIPTION_LENGTH_MAX),
    language: cut(home.language),
  }
}

/** Null for an empty text. */
function cut(value: string | null | undefined, max = NAME_LENGTH_MAX): string | null {
  const trimmed = value?.trim() ?? ''
  if (trimmed === '') return null
  return trimmed.length <= max ? trimmed : `${trimmed.slice(0, max - 1).toWellFormed()}…`
}
