import { expect, test } from 'vitest'
import { dnsEvidence } from '../../../../shared/attribution/collectors/dns.ts'
import { linkSignals } from '../../../../shared/attribution/signals/link-signals.ts'

const ACCOUNT = 'https://acme-v02.api.letsencrypt.org/acme/acct/81726354'

function accounts(...caa: string[]): string[] {
  const data = dnsEvidence({ caa: { rcode: 'NOERROR', values: caa, cnameChain: [] } })
  const dns = {
    collector: 'dns' as const,
    status: 'ok' as const,
    detail: null,
    source: 'DNS over HTTPS',
    collected_at: '2026-11-28T12:00:00Z',
    duration_ms: 1,
    data,
  }
  const target = { domain: 'tidemill.com', registrableDomain: 'tidemill.com' }
  return linkSignals(target, { dns }).flatMap(({ identifier }) => identifier ?? [])
}

test.each([
  `0 issue "letsencrypt.org; accounturi=${ACCOUNT}"`,
  `0 issuewild "letsencrypt.org;validationmethods=dns-01;accounturi=${ACCOUNT}"`,
])('the record %s links domains of one account', (caa) => {
  expect(accounts(caa)).toEqual([`caa_account:${ACCOUNT}`])
})

test.each([
  '0 issue "letsencrypt.org"',
  '0 issue "letsencrypt.org; accounturi="',
  '0 issue "letsencrypt.org; accounturi=http://example.com/acct/81726354"',
  `0 iodef "letsencrypt.org; accounturi=${ACCOUNT}"`,
  `0 issue "letsencrypt.org; accounturi=https://${'a'.repeat(400)}"`,
])('the record %s links nothing', (caa) => {
  expect(accounts(caa)).toEqual([])
})
