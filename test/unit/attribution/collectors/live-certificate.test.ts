import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { liveCertificate } from '../../../../shared/attribution/collectors/live-certificate.ts'
import { parseMarkUrl } from '../../../../shared/attribution/collectors/mark-certificate.ts'
import { tlsCertificates } from '../../../../shared/attribution/collectors/tls-certificates.ts'
import {
  CERTIFICATE_OUTCOMES,
  type SiteCertificate,
} from '../../../../shared/attribution/witness-evidence.ts'
import {
  type Authority,
  createRoot,
  type LeafOptions,
  SERVER_AUTHENTICATION,
  selfSigned,
} from '../../../internet/certificate-authority.ts'
import { type SampleWorld, toolsOn } from './sample-tools.ts'

const TARGET = { domain: 'kork.example', registrableDomain: 'kork.example' }
const MARK_URL = 'https://kork.example/mark.pem'
const ADDRESS = { 'A kork.example': ['193.34.76.9'] }
const RECORD = {
  'TXT default._bimi.kork.example': [`v=BIMI1; l=https://kork.example/m.svg; a=${MARK_URL}`],
}
const MARK: LeafOptions = {
  names: ['kork.example'],
  validation: 'mark',
  subject: { organization: 'Kork AG', markType: 'Registered Mark' },
}

let root: Authority
let stranger: Authority
beforeAll(async () => {
  root = await createRoot('Sample Root')
  stranger = await createRoot('Unknown Root')
})

const site = (more: Partial<SiteCertificate> = {}): SiteCertificate => ({
  host: 'kork.example',
  outcome: 'proven',
  tls_version: '1.3',
  certificate: {
    fingerprint: 'ab'.repeat(32),
    issuer: 'Sample Trust Services',
    validation: 'ev',
    organization: 'Kork AG',
    country: 'CH',
    serial_number: null,
    jurisdiction: null,
    organization_identifier: null,
    names: ['kork.example'],
    not_before: '2026-06-01T00:00:00Z',
    not_after: '2027-02-01T00:00:00Z',
  },
  ...more,
})

const collect = (world: SampleWorld, domain = TARGET.domain) =>
  liveCertificate.collect({ ...TARGET, domain }, { ...toolsOn(world), additionalRoots: root.pem })

test('a proven certificate with an organisation is a finding', async () => {
  const certificates = { 'kork.example': site() }
  expect(await collect({ dns: ADDRESS, certificates })).toEqual({
    status: 'ok',
    source: 'kork.example',
    evidence: { site: site(), mark: null },
  })
})

test('www. is asked if the domain itself has no address', async () => {
  const dns = { 'A www.kork.example': ['193.34.76.9'] }
  const certificates = { 'www.kork.example': site({ host: 'www.kork.example' }) }
  expect(await collect({ dns, certificates })).toMatchObject({
    status: 'ok',
    source: 'www.kork.example',
  })
})

test('a domain without an address is skipped', async () => {
  expect(await collect({})).toEqual({ status: 'skipped', detail: 'The domain has no address.' })
})

test('an outage of our DNS services is a failure', async () => {
  const dns = { 'A kork.example': ['outage'], 'AAAA kork.example': ['outage'] }
  expect(await collect({ dns })).toMatchObject({ status: 'failed' })
})

test('name servers that do not answer are a failure', async () => {
  const dns = { 'A kork.example': ['down'], 'AAAA kork.example': ['down'] }
  expect(await collect({ dns })).toEqual({
    status: 'failed',
    detail: 'The name servers of the domain did not answer.',
    source: 'kork.example',
  })
})

test('an error of this service is no answer of the site', async () => {
  const tools = toolsOn({ dns: ADDRESS })
  const siteCertificate = () => Promise.reject(new Error('bug'))
  await expect(liveCertificate.collect(TARGET, { ...tools, siteCertificate })).rejects.toThrow(
    'bug',
  )
})

test.each(CERTIFICATE_OUTCOMES.filter((outcome) => outcome !== 'proven'))(
  'a site with the outcome %s is no failure of an analysis',
  async (outcome) => {
    const certificates = { 'kork.example': site({ outcome, certificate: null }) }
    const finding = await collect({ dns: ADDRESS, certificates })
    expect(finding).toMatchObject({ status: 'empty', evidence: { site: { outcome } } })
    expect('detail' in finding ? finding.detail : '').toMatch(/^[A-Z].*\.$/u)
  },
)

async function markOf(world: Partial<SampleWorld>) {
  const finding = await collect({ dns: { ...ADDRESS, ...RECORD }, ...world })
  return 'evidence' in finding ? finding.evidence?.mark : undefined
}

test('a mark certificate for the domain names its company and the type of the mark', async () => {
  const { chainPem } = await root.issue(MARK)
  expect(await markOf({ pages: { [MARK_URL]: chainPem } })).toMatchObject({
    url: MARK_URL,
    outcome: 'proven',
    mark_type: 'Registered Mark',
    certificate: { organization: 'Kork AG', validation: 'mark', names: ['kork.example'] },
  })
})

test('a mark certificate counts for a domain without an address', async () => {
  const { chainPem } = await root.issue(MARK)
  const finding = await collect({ dns: RECORD, pages: { [MARK_URL]: chainPem } })
  expect(finding).toMatchObject({ status: 'ok', evidence: { site: { outcome: 'no_answer' } } })
})

test.each<[why: string, outcome: string, file: () => Promise<string>]>([
  [
    'of another domain',
    'wrong_name',
    async () => (await root.issue({ ...MARK, names: ['famous.example'] })).chainPem,
  ],
  [
    'with a wildcard',
    'wrong_name',
    async () => (await root.issue({ ...MARK, names: ['*.kork.example'] })).chainPem,
  ],
  [
    'for TLS servers',
    'untrusted',
    async () => (await root.issue({ ...MARK, usages: [SERVER_AUTHENTICATION] })).chainPem,
  ],
  [
    'without a logotype',
    'untrusted',
    async () => (await root.issue({ ...MARK, validation: 'ev' })).chainPem,
  ],
  [
    'that has expired',
    'expired',
    async () => (await root.issue({ ...MARK, notAfter: new Date(Date.now() - 60_000) })).chainPem,
  ],
  ['of an unknown authority', 'untrusted', async () => (await stranger.issue(MARK)).chainPem],
  ['signed with its own key', 'untrusted', async () => (await selfSigned(MARK)).pem],
  [
    'without its intermediate',
    'untrusted',
    async () => (await (await root.intermediate('Mark Issuer')).issue(MARK)).pem,
  ],
  ['of 5 MB', 'unreadable', async () => 'A'.repeat(5_000_000)],
  ['that is cut off', 'unreadable', async () => (await root.issue(MARK)).chainPem.slice(0, 400)],
  ['that is a web page', 'unreadable', async () => '<!doctype html><title>Kork</title>'],
])('a mark certificate %s proves nothing', async (_why, outcome, file) => {
  const mark = await markOf({ pages: { [MARK_URL]: await file() } })
  expect(mark).toEqual({ url: MARK_URL, outcome, certificate: null, mark_type: null })
})

test.each(['forbidden', 'timeout'] as const)(
  'a mark certificate behind an address that is %s gives no answer',
  async (fails) => {
    expect(await markOf({ pages: { [MARK_URL]: { fails } } })).toMatchObject({
      outcome: 'no_answer',
    })
  },
)

test.each([
  ['v=BIMI1; l=https://kork.example/m.svg; a=', null],
  ['v=BIMI1; l=https://kork.example/m.svg', null],
  ['v=BIMI1; a=http://kork.example/mark.pem', null],
  ['v=BIMI1; a=file:///etc/passwd', null],
  ['v=BIMI1; a=HTTPS://KORK.example/a b.pem', 'https://kork.example/a%20b.pem'],
  ['v=BIMI1;A = https://kork.example/mark.pem?a=b ;', 'https://kork.example/mark.pem?a=b'],
])('the BIMI record %j points to %j', (record, url) => {
  expect(parseMarkUrl(record)).toBe(url)
})

test.each([
  ['proven', 'skipped', 0],
  ['not_reachable', 'failed', 1],
  ['no_answer', 'failed', 1],
  ['key_not_proven', 'failed', 1],
] as const)('with a certificate that is %s, the logs are %s', async (outcome, status, requests) => {
  const tools = toolsOn({ dns: ADDRESS, certificates: { 'kork.example': site({ outcome }) } })
  expect(await tlsCertificates.collect(TARGET, tools)).toMatchObject({ status })
  expect(tools.asked.filter((each) => each.startsWith('upstream https://crt.sh/')).length > 0).toBe(
    requests > 0,
  )
})

test('the logs are asked if the site does not show its certificate in time', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  onTestFinished(() => timeout.mockRestore())
  const tools = toolsOn({ dns: ADDRESS })
  const siteCertificate = () => new Promise<never>(() => {})
  const finding = await tlsCertificates.collect(TARGET, { ...tools, siteCertificate })
  expect(finding.status).toBe('failed')
  expect(tools.asked.some((each) => each.startsWith('upstream https://crt.sh/'))).toBe(true)
})
