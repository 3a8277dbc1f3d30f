import { expect, test } from 'vitest'
import type { CollectedEvidence } from '../../../../shared/attribution/evidence.ts'
import type { RegistrationRecord } from '../../../../shared/attribution/registration-record.ts'
import { certifiedOrganizations } from '../../../../shared/attribution/signals/certified-organizations.ts'
import { liveCertificateSignals } from '../../../../shared/attribution/signals/live-certificate-signals.ts'
import type {
  CertificateFacts,
  LiveCertificateEvidence,
} from '../../../../shared/attribution/witness-evidence.ts'
import { collected, evidence, whois } from '../scoring/sample-evidence.ts'

const NOW = new Date('2026-11-28T12:00:00Z')
const CREATED = '2019-05-02T00:00:00Z'

const facts = (more: Partial<CertificateFacts> = {}): CertificateFacts => ({
  fingerprint: 'ab'.repeat(32),
  issuer: 'Sample Trust Services',
  validation: 'ov',
  organization: 'Brackwater Sparbank AG',
  country: 'CH',
  serial_number: null,
  jurisdiction: null,
  organization_identifier: null,
  names: ['brackwater.com', 'www.brackwater.com'],
  not_before: '2026-06-01T00:00:00Z',
  not_after: '2027-02-01T00:00:00Z',
  ...more,
})

type Site = LiveCertificateEvidence['site']
type Mark = NonNullable<LiveCertificateEvidence['mark']>

const site = (more: Partial<Site> = {}): Site => ({
  host: 'brackwater.com',
  outcome: 'proven',
  tls_version: '1.3',
  certificate: facts(),
  ...more,
})

const mark = (more: Partial<Mark> = {}): Mark => ({
  url: 'https://brackwater.com/mark.pem',
  outcome: 'proven',
  certificate: facts({ validation: 'mark', names: ['brackwater.com'] }),
  mark_type: 'Registered Mark',
  ...more,
})

const live = (data: LiveCertificateEvidence): CollectedEvidence<'live_certificate'> => ({
  collector: 'live_certificate',
  status: 'ok',
  detail: null,
  source: 'brackwater.com',
  collected_at: NOW.toISOString(),
  duration_ms: 1,
  data,
})

const record = (created_at: string | null): RegistrationRecord => ({
  domain: 'brackwater.com',
  source: 'rdap',
  servers: [],
  outcome: 'registered',
  registrant: { name: null, organization: null, country: null, email_domain: null },
  registrar: { name: null, iana_id: null, url: null, abuse_email: null, abuse_phone: null },
  privacy: 'redacted',
  privacy_service: null,
  name_servers: [],
  dnssec: null,
  created_at,
  updated_at: null,
  expires_at: null,
  statuses: [],
})

function named(
  data: LiveCertificateEvidence,
  created: string | null = CREATED,
  domain = 'brackwater.com',
): (string | null)[][] {
  const registrableDomain = domain.split('.').slice(-2).join('.')
  return liveCertificateSignals({ domain, registrableDomain }, live(data), record(created), NOW)
    .filter(({ kind }) => kind !== 'shared_identifier')
    .map(({ kind, entity, author }) => [kind, entity, author])
}

const certified = (
  data: LiveCertificateEvidence,
  domain = 'brackwater.com',
  registrableDomain = domain,
): string[] =>
  certifiedOrganizations(
    { domain, registrableDomain },
    evidence(
      collected('live_certificate', data),
      whois(registrableDomain, { created_at: CREATED }),
    ),
  )

const AUTHORITY = [['certificate_organization', 'Brackwater Sparbank AG', 'authority']]

test('an authority names the organisation of a proven certificate', () => {
  expect(named({ site: site(), mark: null })).toEqual(AUTHORITY)
  expect(certified({ site: site(), mark: null })).toEqual(['Brackwater Sparbank AG'])
})

test('the organisation is not verified if the registration date is unknown', () => {
  expect(named({ site: site(), mark: null }, null)).toEqual([
    ['certificate_organization', 'Brackwater Sparbank AG', 'register'],
  ])
})

test.each(['key_not_proven', 'untrusted', 'expired', 'wrong_name', 'unsupported'] as const)(
  'a certificate with the outcome %s names nobody',
  (outcome) => {
    expect(named({ site: site({ outcome }), mark: null })).toEqual([])
  },
)

test.each<[why: string, certificate: Partial<CertificateFacts>]>([
  ['of a former owner, older than the registration', { not_before: '2019-05-01T00:00:00Z' }],
  ['without a verified organisation', { validation: 'dv', organization: null }],
  ['of a CDN', { organization: 'Fastly, Inc.' }],
  [
    'with eleven domains',
    { names: ['brackwater.com', ...Array.from({ length: 10 }, (_, n) => `customer-${n}.com`)] },
  ],
])('a certificate %s names nobody', (_why, certificate) => {
  const data = { site: site({ certificate: facts(certificate) }), mark: null }
  expect([named(data), certified(data)]).toEqual([[], []])
})

test('the certificate of a platform does not name the operator of a customer', () => {
  const certificate = facts({ names: ['*.github.io', 'github.io'], organization: 'GitHub, Inc.' })
  const data = { site: site({ certificate }), mark: null }
  expect(named(data, CREATED, 'alice.github.io')).toEqual([])
  expect(certified(data, 'alice.github.io', 'github.io')).toEqual([])
})

test('other domains in a proven certificate are linked with the domain', () => {
  const certificate = facts({ names: ['brackwater.com', 'brackwater.ch'] })
  const links = (shown: Site) =>
    liveCertificateSignals(
      { domain: 'brackwater.com', registrableDomain: 'brackwater.com' },
      live({ site: shown, mark: null }),
      record(CREATED),
      NOW,
    ).flatMap(({ identifier }) => identifier ?? [])
  expect(links(site({ certificate }))).toEqual(['shared_certificate:brackwater.ch'])
  expect(links(site({ certificate, outcome: 'key_not_proven' }))).toEqual([])
})

test('an authority names the organisation of a mark certificate for the domain', () => {
  const unproven = site({ outcome: 'not_reachable', certificate: null })
  expect(named({ site: unproven, mark: mark() })).toEqual([
    ['mark_certificate', 'Brackwater Sparbank AG', 'authority'],
  ])
})

test.each<[why: string, file: Partial<Mark>]>([
  ['for another domain', { outcome: 'wrong_name' }],
  ['of an unknown authority', { outcome: 'untrusted' }],
  ['that has expired', { outcome: 'expired' }],
  ['whose names do not contain the domain', { certificate: facts({ names: ['famous.com'] }) }],
  ['with a wildcard only', { certificate: facts({ names: ['*.brackwater.com'] }) }],
  [
    'of a former owner',
    { certificate: facts({ names: ['brackwater.com'], not_before: '2018-01-01T00:00:00Z' }) },
  ],
])('a mark certificate %s names nobody', (_why, file) => {
  const unproven = site({ outcome: 'no_answer', certificate: null })
  const data = { site: unproven, mark: mark(file) }
  expect([named(data), certified(data)]).toEqual([[], []])
})
