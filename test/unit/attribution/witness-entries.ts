import type { CollectedEvidence } from '../../../shared/attribution/evidence.ts'
import type { PageEvidence } from '../../../shared/attribution/page-evidence.ts'
import type {
  CertificateFacts,
  IndexEntry,
  LiveCertificateEvidence,
  RegisterAnswer,
  SiteCertificate,
} from '../../../shared/attribution/witness-evidence.ts'
import { collected, dns, probe, readPage, record } from './scoring/sample-evidence.ts'

export const DOMAIN = 'fjellkvern.com'
export const VICTIM = 'Nordfjell Kraft AS'
export const VICTIM_DOMAIN = 'nordfjellkraft.no'
/** The company on whose site the attacker in a register or list wants to be named. */
export const HONEST = 'Fjellkvern Mølle AS'
export const INTRUDER = 'Steinvik Invest AS'
export const NUMBER = '100000008'
const IMPRINT = `https://${DOMAIN}/legal-notice`
const REGISTERED = '2024-05-01T00:00:00.000Z'

/** Pages with a legal notice that names the company, and its number if there is one. */
function pagesNaming(name: string, number: string | null): PageEvidence[] {
  const line = number === null ? '' : `<p>Org.nr ${number}</p>`
  const notice = `<h1>Legal notice</h1><p>This site is operated by ${name}.</p>${line}`
  const home = `<h1>Flour and grain</h1><footer><p>© 2026 ${name}</p></footer>`
  return [
    { ...readPage('home', home), url: `https://${DOMAIN}/` },
    { ...readPage('imprint', notice), url: IMPRINT },
  ]
}

/** Site of a domain that is older than a year, unless `registered` is given. */
export const siteNaming = (
  name: string,
  { number = null, registered = REGISTERED }: { number?: string | null; registered?: string } = {},
): CollectedEvidence[] => [
  collected('dns', dns()),
  collected('whois', {
    registrable_domain: DOMAIN,
    record: record(DOMAIN, { created_at: registered, updated_at: registered }),
    fallback_reason: null,
  }),
  collected(
    'http_probe',
    probe({ requested_url: `https://${DOMAIN}/`, pages: pagesNaming(name, number) }),
  ),
]

const certificateOf = (name: string, from: Partial<CertificateFacts> = {}): CertificateFacts => ({
  fingerprint: '00'.repeat(32),
  issuer: 'Sample Issuing Authority',
  validation: 'ov',
  organization: name,
  country: 'NO',
  serial_number: null,
  jurisdiction: null,
  organization_identifier: null,
  names: [DOMAIN, `www.${DOMAIN}`],
  not_before: '2026-09-01T00:00:00.000Z',
  not_after: '2027-03-01T00:00:00.000Z',
  ...from,
})

export function liveCertificate(
  outcome: SiteCertificate['outcome'],
  name: string,
  from: Partial<CertificateFacts> = {},
): CollectedEvidence {
  const certificate = certificateOf(name, from)
  const site = { host: DOMAIN, outcome, tls_version: '1.3' as const, certificate }
  return collected('live_certificate', { site, mark: null })
}

export function markCertificate(
  outcome: NonNullable<LiveCertificateEvidence['mark']>['outcome'],
  name: string,
  from: Partial<CertificateFacts> = {},
): CollectedEvidence {
  const certificate = certificateOf(name, { validation: 'mark', names: [DOMAIN], ...from })
  return collected('live_certificate', {
    site: { host: DOMAIN, outcome: 'no_answer', tls_version: null, certificate: null },
    mark: {
      url: `https://${DOMAIN}/mark.pem`,
      outcome,
      certificate,
      mark_type: 'Registered Mark',
    },
  })
}

export const registerAnswer = (
  name: string,
  from: Partial<RegisterAnswer> = {},
): CollectedEvidence =>
  collected('company_register', {
    unasked: 0,
    answers: [
      {
        register: 'brreg',
        country: 'NO',
        number: NUMBER,
        stated_on: IMPRINT,
        outcome: 'found',
        name,
        other_names: [],
        websites: [],
        is_active: true,
        asked_at: '2026-11-20T11:59:00.000Z',
        ...from,
      },
    ],
  })

export const indexEntry = (name: string, from: Partial<IndexEntry> = {}): CollectedEvidence =>
  collected('domain_index', {
    entries: [
      {
        source: 'brreg',
        name,
        country: 'NO',
        number: NUMBER,
        seller_id: null,
        as_of: '2026-11-16',
        ...from,
      },
    ],
  })

export const archived = (name: string): CollectedEvidence => {
  const [page] = pagesNaming(name, NUMBER)
  if (page === undefined) throw new Error('no page')
  return collected('archive', {
    archive: 'wayback',
    captured_at: '2021-02-03T04:05:06.000Z',
    url: `https://${DOMAIN}/`,
    page,
  })
}

export const sameTenant = (name: string): CollectedEvidence =>
  collected('claimed_company', {
    companies: [
      {
        name,
        domain: VICTIM_DOMAIN,
        known_by: 'page',
        registered_at: '2003-01-01T00:00:00.000Z',
        outcome: 'asked',
        confirmations: [{ kind: 'tenant', observed: 'Both domains are in one tenant' }],
      },
    ],
  })

export const blankSite: CollectedEvidence[] = [
  ...siteNaming(VICTIM).filter(({ collector }) => collector !== 'http_probe'),
  collected('http_probe', probe({ pages: [readPage('home', '<h1>Coming soon</h1>')] })),
]
