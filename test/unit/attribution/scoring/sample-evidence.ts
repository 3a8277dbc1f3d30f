import type { Target } from '../../../../shared/attribution/collector.ts'
import { parsePage } from '../../../../shared/attribution/collectors/page/parse-page.ts'
import type {
  CollectedEvidence,
  CollectorName,
  DnsEvidence,
  EvidenceOf,
  EvidenceSet,
} from '../../../../shared/attribution/evidence.ts'
import type {
  HttpProbeEvidence,
  Mention,
  PageEvidence,
} from '../../../../shared/attribution/page-evidence.ts'
import type { RegistrationRecord } from '../../../../shared/attribution/registration-record.ts'

export const NOW = new Date('2026-11-20T12:00:00Z')
const COLLECTED_AT = '2026-11-20T11:59:30.000Z'

export const target = (domain: string, registrableDomain = domain): Target => ({
  domain,
  registrableDomain,
})

export function collected<Name extends CollectorName>(
  collector: Name,
  data: EvidenceOf<Name>,
): CollectedEvidence<Name> {
  return {
    collector,
    status: 'ok',
    detail: null,
    source: 'test',
    collected_at: COLLECTED_AT,
    duration_ms: 5,
    data,
  }
}

export const footer = (...lines: string[]): Mention[] =>
  readPage('home', `<footer>${lines.map((line) => `<p>${line}</p>`).join('')}</footer>`).mentions

export const readPage = (role: PageEvidence['role'], html: string): PageEvidence =>
  parsePage({ url: 'https://example.test/', role, status: 200, html })

export const page = (from: Partial<PageEvidence> = {}): PageEvidence => ({
  url: 'https://example.test/',
  role: 'home',
  status: 200,
  language: 'en',
  title: null,
  description: null,
  site_name: null,
  application_name: null,
  author: null,
  generator: null,
  canonical: null,
  alternates: [],
  organizations: [],
  legal_statements: [],
  mentions: [],
  identifiers: [],
  tracking: [],
  social: [],
  links_out: [],
  text: '',
  hidden_statements: [],
  has_scripts: false,
  left_out: [],
  ...from,
})

export const probe = (from: Partial<HttpProbeEvidence> = {}): HttpProbeEvidence => ({
  outcome: 'reached',
  requested_url: 'https://example.test/',
  final_url: null,
  redirects: [],
  status: 200,
  server: null,
  pages: [],
  placeholder: null,
  site_builder: null,
  favicon_hash: null,
  ads_txt: null,
  sellers: [],
  security_txt: null,
  trust_txt: null,
  related_website_set: null,
  app_links: null,
  absences: [],
  related_registrations: [],
  ...from,
})

export const dns = (from: Partial<DnsEvidence> = {}): DnsEvidence => ({
  rcode: 'NOERROR',
  a: ['198.51.100.7'],
  aaaa: [],
  cname_chain: [],
  www: null,
  ns: ['ada.ns.cloudflare.com', 'leah.ns.cloudflare.com'],
  soa: null,
  mx: [],
  txt: [],
  caa: [],
  dmarc: null,
  bimi: null,
  tls_reporting: null,
  ...from,
})

export const record = (
  domain: string,
  from: Partial<RegistrationRecord> = {},
): RegistrationRecord => ({
  domain,
  outcome: 'registered',
  registrant: { organization: null, name: null, country: null, email_domain: null },
  registrar: {
    name: 'NameCheap, Inc.',
    iana_id: '1068',
    url: null,
    abuse_email: null,
    abuse_phone: null,
  },
  name_servers: [],
  statuses: [],
  created_at: '2015-03-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2030-03-01T00:00:00.000Z',
  privacy: 'redacted',
  privacy_service: null,
  dnssec: null,
  source: 'rdap',
  servers: [],
  ...from,
})

export const whois = (
  domain: string,
  from: Partial<RegistrationRecord> = {},
): CollectedEvidence<'whois'> =>
  collected('whois', {
    registrable_domain: domain,
    record: record(domain, from),
    fallback_reason: null,
  })

export const registeredTo = (organization: string): Partial<RegistrationRecord> => ({
  privacy: 'none',
  registrant: { organization, name: null, country: null, email_domain: null },
})

export const site = (
  pages: readonly PageEvidence[],
  from: Partial<HttpProbeEvidence> = {},
): CollectedEvidence<'http_probe'> => collected('http_probe', probe({ pages: [...pages], ...from }))

export const evidence = (...entries: CollectedEvidence[]): EvidenceSet =>
  Object.fromEntries(entries.map((entry) => [entry.collector, entry])) as EvidenceSet
