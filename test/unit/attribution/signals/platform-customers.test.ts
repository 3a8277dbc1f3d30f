import { expect, test } from 'vitest'
import { readSignals } from '../../../../shared/attribution/signals/read-signals.ts'
import { collected, dns, evidence, NOW, whois } from '../scoring/sample-evidence.ts'

// GitHub's domain is a public suffix of its own, tumblr.com is on our list of platforms, and a
// registry such as CentralNic's gives names below uk.com to everybody.
test.each([
  ['kork.github.io', 'github.io'],
  ['kork.tumblr.com', 'tumblr.com'],
  ['kork.uk.com', 'uk.com'],
])('certificates and DNS of the platform say nothing about %s', (domain, registrableDomain) => {
  const ofPlatform = {
    id: '1',
    issuer: 'DigiCert',
    subject_organization: 'Platform Hosting, Inc.',
    names: [registrableDomain, `*.${registrableDomain}`, 'platform-hosting.com'],
    not_before: '2026-09-01',
    not_after: '2027-09-01',
  }
  const facts = evidence(
    whois(registrableDomain, { created_at: '2015-01-01T00:00:00Z' }),
    collected('dns', dns({ ns: ['ns1.platform-hosting.com'] })),
    collected('certificates', { provider: 'crt.sh', truncated: false, certificates: [ofPlatform] }),
  )
  const read = (target: { domain: string; registrableDomain: string }) =>
    readSignals(target, facts, NOW)
      .filter(({ collector }) => collector === 'certificates' || collector === 'dns')
      .map(({ kind }) => kind)
      .toSorted()
  expect(read({ domain, registrableDomain })).toEqual([])
  expect(read({ domain: 'kork.example', registrableDomain: 'kork.example' })).toContain(
    'group_name_server',
  )
})
