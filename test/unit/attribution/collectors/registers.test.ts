import { describe, expect, test } from 'vitest'
import {
  legalEntity,
  matchingRecords,
  namesToLookUp,
} from '../../../../shared/attribution/collectors/legal-entity.ts'
import { parsePage } from '../../../../shared/attribution/collectors/page/parse-page.ts'
import {
  parseCrtSh,
  parseSubjectOrganization,
} from '../../../../shared/attribution/collectors/parse-certificate-logs.ts'
import { tlsCertificates } from '../../../../shared/attribution/collectors/tls-certificates.ts'
import type { EvidenceSet } from '../../../../shared/attribution/evidence.ts'
import { toolsOn } from './sample-tools.ts'

const target = { domain: 'kork.example', registrableDomain: 'kork.example' }
const CRT_SH = 'https://crt.sh/?q=kork.example&exclude=expired&output=json'
const CERT_SPOTTER =
  'https://api.certspotter.com/v1/issuances?domain=kork.example&match_wildcards=true&expand=dns_names&expand=issuer'

const row = (
  id: number,
  serial: string,
  from: string,
  names: string,
  issuer = 'C=US, O=DigiCert Inc, CN=DigiCert TLS RSA SHA256 2020 CA1',
) => ({
  id,
  issuer_name: issuer,
  common_name: names.split('\n')[0],
  name_value: names,
  not_before: from,
  not_after: '2027-01-01T00:00:00',
  serial_number: serial,
})
const SUBJECT_PAGE =
  '<TD class="text">Certificate:<BR>&nbsp;&nbsp;Issuer:<BR>&nbsp;organizationName&nbsp;=&nbsp;DigiCert&nbsp;Inc<BR>&nbsp;Subject:<BR>&nbsp;&nbsp;commonName&nbsp;=&nbsp;kork.example<BR>&nbsp;&nbsp;organizationName&nbsp;&nbsp;=&nbsp;Kork,&nbsp;Inc.<BR>&nbsp;Subject Public Key Info:</TD>'

describe('the certificates collector', () => {
  test('the collector returns the newest certificates with the organisation that crt.sh shows', async () => {
    const rows = [
      row(1, 'aa', '2026-01-01T00:00:00', 'kork.example\nwww.kork.example'),
      row(
        2,
        'bb',
        '2026-06-01T00:00:00',
        '*.kork.example\nkork.example\nKork, Inc.\ninfo@kork.example',
      ),
      row(3, 'bb', '2026-06-01T00:00:00', '*.kork.example\nkork.example'),
      row(4, 'cc', '2026-07-01T00:00:00', 'kork.example', "C=US, O=Let's Encrypt, CN=R3"),
      row(5, 'dd', '2026-07-02T00:00:00', 'otherkork.example'),
    ]
    const tools = toolsOn({
      upstream: { [CRT_SH]: JSON.stringify(rows), 'https://crt.sh/?id=3': SUBJECT_PAGE },
    })
    const finding = await tlsCertificates.collect(target, tools)
    expect(finding).toMatchObject({ status: 'ok', source: 'crt.sh' })
    expect(
      'evidence' in finding &&
        finding.evidence?.certificates.map(({ id, names, subject_organization }) => [
          id,
          names,
          subject_organization,
        ]),
    ).toEqual([
      ['4', ['kork.example'], null],
      ['3', ['*.kork.example', 'kork.example'], 'Kork, Inc.'],
      ['1', ['kork.example', 'www.kork.example'], null],
    ])
    expect(tools.asked.filter((line) => line.includes('id=4'))).toEqual([])
  })

  test.each([
    ['answers an error', { status: 502 }],
    ['cannot be reached', { fails: 'timeout' }],
    ['sends no JSON', { body: '<html>busy</html>' }],
  ] as const)('the collector asks Cert Spotter when crt.sh %s', async (_what, page) => {
    const issuances = [
      {
        id: '9',
        dns_names: ['kork.example'],
        issuer: { name: 'C=US, O=Kork CA' },
        not_before: '2026-01-01T00:00:00Z',
        not_after: '2027-01-01T00:00:00Z',
      },
    ]
    const tools = toolsOn({
      upstream: { [CRT_SH]: page, [CERT_SPOTTER]: JSON.stringify(issuances) },
    })
    expect(await tlsCertificates.collect(target, tools)).toMatchObject({
      status: 'ok',
      source: 'api.certspotter.com',
      evidence: { provider: 'certspotter', certificates: [{ id: '9', issuer: 'C=US, O=Kork CA' }] },
    })
  })

  test('the organisation in a certificate that Cert Spotter lists is looked up by its fingerprint', async () => {
    const fingerprint = 'ab'.repeat(32)
    const issuances = [
      {
        id: '9',
        cert_sha256: fingerprint,
        dns_names: ['kork.example'],
        issuer: { name: 'C=US, O=Kork CA' },
        not_before: '2026-01-01T00:00:00Z',
        not_after: '2027-01-01T00:00:00Z',
      },
    ]
    const upstream = {
      [CERT_SPOTTER]: JSON.stringify(issuances),
      [`https://crt.sh/?q=${fingerprint}`]: SUBJECT_PAGE,
    }
    expect(await tlsCertificates.collect(target, toolsOn({ upstream }))).toMatchObject({
      evidence: {
        provider: 'certspotter',
        certificates: [{ id: '9', subject_organization: 'Kork, Inc.' }],
      },
    })
  })

  test('the finding is "empty" without certificates, and "failed" when no log answers', async () => {
    expect(
      await tlsCertificates.collect(target, toolsOn({ upstream: { [CRT_SH]: '[]' } })),
    ).toMatchObject({
      status: 'empty',
      evidence: { provider: 'crt.sh' },
    })
    expect(await tlsCertificates.collect(target, toolsOn({}))).toMatchObject({ status: 'failed' })
  })

  test('the organisation comes from the subject and not from the issuer', () => {
    expect(parseSubjectOrganization(SUBJECT_PAGE)).toBe('Kork, Inc.')
    expect(
      parseSubjectOrganization(
        'Issuer:<BR>organizationName = DigiCert Inc<BR>Subject:<BR>commonName = kork.example<BR>Validity',
      ),
    ).toBeNull()
  })

  test('malformed rows of crt.sh are skipped', () => {
    expect(
      parseCrtSh(JSON.stringify([null, 1, {}, { id: 'x' }]), 'kork.example')?.certificates,
    ).toEqual([])
    expect(parseCrtSh('{}', 'kork.example')).toBeNull()
  })
})

const record = (lei: string, name: string, others: string[] = [], parent = false) => ({
  id: lei,
  attributes: {
    lei,
    entity: {
      legalName: { name },
      otherNames: others.map((other) => ({ name: other })),
      legalAddress: { country: 'US', city: 'Corkham' },
      status: 'ACTIVE',
    },
  },
  relationships: {
    'direct-parent': { links: parent ? { 'lei-record': 'x' } : { 'reporting-exception': 'x' } },
  },
})

function siteEvidence(html: string): EvidenceSet {
  const page = parsePage({ url: 'https://kork.example/', role: 'terms', status: 200, html })
  return {
    http_probe: {
      collector: 'http_probe',
      status: 'ok',
      detail: null,
      source: '',
      collected_at: '',
      duration_ms: 0,
      data: { pages: [page], sellers: [] } as never,
    },
  }
}

describe('the legal entity collector', () => {
  const earlier = siteEvidence(
    '<p>This website is operated by Kork & Kupfer, Inc. It is part of nothing.</p><footer>© 2026 Kork & Kupfer Inc</footer>',
  )

  test('the collector looks up the name with the most evidence, and only once', () => {
    expect(namesToLookUp(target, earlier)).toEqual(['Kork & Kupfer, Inc.'])
  })

  test('the collector keeps only records of the name itself, with the parent', async () => {
    const search =
      'https://api.gleif.org/api/v1/lei-records?filter%5Bfulltext%5D=Kork+%26+Kupfer&page%5Bsize%5D=10'
    const tools = toolsOn({
      earlier,
      upstream: {
        [search]: JSON.stringify({
          data: [
            record('L1', 'KORK AND KUPFER INC', ['Kork'], true),
            record('L2', 'Kork & Kupfer Finance LLC'),
          ],
        }),
        'https://api.gleif.org/api/v1/lei-records/L1/direct-parent': JSON.stringify({
          data: record('L9', 'Kupfer Holding AG'),
        }),
      },
    })
    expect(await legalEntity.collect(target, tools)).toEqual({
      status: 'ok',
      source: 'api.gleif.org',
      evidence: {
        matches: [
          {
            queried: 'Kork & Kupfer, Inc.',
            lei: 'L1',
            legal_name: 'KORK AND KUPFER INC',
            other_names: ['Kork'],
            country: 'US',
            city: 'Corkham',
            status: 'ACTIVE',
            parent: 'Kupfer Holding AG',
          },
        ],
      },
    })
  })

  test('the finding is "skipped" without a name, "failed" without an answer, and "empty" without a match', async () => {
    expect(await legalEntity.collect(target, toolsOn({}))).toMatchObject({ status: 'skipped' })
    expect(await legalEntity.collect(target, toolsOn({ earlier }))).toMatchObject({
      status: 'failed',
    })
    const search =
      'https://api.gleif.org/api/v1/lei-records?filter%5Bfulltext%5D=Kork+%26+Kupfer&page%5Bsize%5D=10'
    expect(
      await legalEntity.collect(
        target,
        toolsOn({ earlier, upstream: { [search]: '{"data":[]}' } }),
      ),
    ).toMatchObject({ status: 'empty' })
  })

  test('malformed records are skipped', () => {
    expect(
      matchingRecords(
        { data: [null, { id: 1 }, record('L1', 'Kork & Kupfer, Inc.')] },
        'Kork & Kupfer Inc.',
      ),
    ).toHaveLength(1)
    expect(matchingRecords('nonsense', 'Kork')).toEqual([])
  })
})
