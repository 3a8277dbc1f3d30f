import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DomainFile } from '../internet/domain-file.ts'
import { createInternet } from '../internet/internet.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { type StoredEvidence, storedEvidence } from './stored-evidence.ts'

type LiveEvidence = StoredEvidence & {
  data: { site: { outcome: string; tls_version: string | null; certificate: unknown } } | null
}

const CREATED = '2026-03-02'
const VICTIM = 'Brackwater Sparbank AG'
const PRIVATE_ADDRESS = 'http://169.254.169.254/latest/meta-data'

let service: Service
let account: ServiceAccount

/** A site without a text that names anybody. */
function site(domain: string, more: Partial<DomainFile>): DomainFile {
  return {
    domain,
    registration: { registrar: 'godaddy', privacy: 'redacted', created: CREATED },
    site: { home: `https://${domain}/`, pages: { '/': '<title>Welcome</title><p>Welcome.</p>' } },
    ...more,
    dns: {
      [domain]: { NS: ['ns1.domaincontrol.com'], A: ['160.153.33.10'] },
      ...more.dns,
    },
  }
}

const markAt = (domain: string, url: string): DomainFile['dns'] => ({
  [`default._bimi.${domain}`]: { TXT: [`v=BIMI1; l=https://${domain}/m.svg; a=${url}`] },
})

const MARK = 'https://markbank.com/mark.pem'
type Hostile = [domain: string, outcome: string, file: Partial<DomainFile>]

const HOSTILE: Hostile[] = [
  ['selfsigned.com', 'untrusted', { live_certificate: { organization: VICTIM, issuer: 'self' } }],
  [
    'unknownroot.com',
    'untrusted',
    { live_certificate: { organization: VICTIM, issuer: 'unknown root' } },
  ],
  [
    'expired-bank.com',
    'expired',
    {
      live_certificate: { organization: VICTIM, not_before: '2026-03-05', not_after: '2026-06-05' },
    },
  ],
  [
    'othername.com',
    'wrong_name',
    { live_certificate: { organization: VICTIM, names: ['brackwater.com'] } },
  ],
  ['copied.com', 'key_not_proven', { live_certificate: { organization: VICTIM, key: 'copied' } }],
  [
    'former-bank.com',
    'proven',
    { live_certificate: { organization: VICTIM, not_before: '2026-02-20' } },
  ],
  ['cdn-bank.com', 'proven', { live_certificate: { organization: 'Fastly, Inc.' } }],
  [
    'eleven-bank.com',
    'proven',
    {
      live_certificate: {
        organization: VICTIM,
        names: ['eleven-bank.com', ...Array.from({ length: 10 }, (_, n) => `bank-${n}.com`)],
      },
    },
  ],
  ['dv-bank.com', 'proven', { live_certificate: { organization: VICTIM, validation: 'dv' } }],
  ['foreignmark.com', 'proven', { dns: markAt('foreignmark.com', MARK) }],
  [
    'privatemark.com',
    'proven',
    {
      dns: markAt('privatemark.com', 'https://privatemark.com/mark.pem'),
      http: {
        'https://privatemark.com/mark.pem': { status: 302, headers: { location: PRIVATE_ADDRESS } },
      },
    },
  ],
]

const stated = (file: Partial<DomainFile>): Partial<DomainFile> =>
  file.live_certificate
    ? { ...file, live_certificate: { validation: 'ov', country: 'CH', ...file.live_certificate } }
    : file

beforeAll(async () => {
  const internet = await createInternet()
  for (const tls of ['1.2', '1.3'] as const)
    internet.add(
      site(`honest-${tls.replace('.', '-')}.com`, {
        live_certificate: {
          validation: 'ev',
          organization: 'Harrowgate Mills Ltd',
          country: 'GB',
          serial_number: '01234567',
          jurisdiction: 'GB',
          key_type: tls === '1.2' ? 'rsa-2048' : 'p-256',
          tls,
        },
      }),
    )
  internet.add(
    site('markbank.com', {
      live_certificate: null,
      dns: markAt('markbank.com', MARK),
      mark_certificate: { url: MARK, organization: VICTIM, country: 'CH' },
    }),
  )
  for (const [domain, , file] of HOSTILE) internet.add(site(domain, stated(file)))
  service = await startService({ internet })
  account = await service.account({ tier: 'team', credits: 100 })
})
afterAll(() => service.stop())

const DEPTHS = ['quick', 'deep'] as const

test.each(DEPTHS.flatMap((depth) => ['1-2', '1-3'].map((tls) => [depth, tls] as const)))(
  'a %s analysis verifies the company in an EV certificate (TLS %s)',
  async (depth, tls) => {
    const job = await account.analyze(`honest-${tls}.com`, { depth }).untilTerminal()

    expect(job).toMatchObject({
      status: 'completed',
      scoring_result: { outcome: 'attributed', entity: 'Harrowgate Mills Ltd', basis: 'verified' },
    })
    const { status, data } = await storedEvidence<LiveEvidence>(service, job, 'live_certificate')
    expect([status, data?.site]).toMatchObject([
      'ok',
      {
        outcome: 'proven',
        tls_version: tls.replace('-', '.'),
        certificate: { validation: 'ev', serial_number: '01234567', jurisdiction: 'GB' },
      },
    ])
  },
)

test.each(DEPTHS)('a %s analysis verifies the company in a mark certificate', async (depth) => {
  const job = await account.analyze('markbank.com', { depth }).untilTerminal()
  expect(job.scoring_result).toMatchObject({ entity: VICTIM, basis: 'verified' })
})

test.each(HOSTILE)('the certificate of %s is %s and names nobody', async (domain, outcome) => {
  const jobs = await Promise.all(
    DEPTHS.map((depth) => account.analyze(domain, { depth }).untilTerminal()),
  )

  for (const job of jobs) {
    const { status, data } = await storedEvidence<LiveEvidence>(service, job, 'live_certificate')
    expect(data?.site.outcome).toBe(outcome)
    expect(['ok', 'empty']).toContain(status)
    expect(JSON.stringify(job.scoring_result)).not.toMatch(/Sparbank|Fastly/u)
  }
  expect(service.platform.outgoing.list('169.254.169.254')).toEqual([])
})

test('a deep analysis asks no certificate log if the site has proven its certificate', async () => {
  service.platform.outgoing.clear()
  const domains = ['honest-1-3.com', 'dv-bank.com', 'copied.com', 'markbank.com']
  for (const domain of domains) await account.analyze(domain, { depth: 'deep' }).untilTerminal()

  const asked = service.platform.outgoing
    .list('crt.sh')
    .map(({ url }) => new URL(url).searchParams.get('q'))
  expect(asked.sort()).toEqual(['copied.com', 'markbank.com'])
})
