import { expect, test } from 'vitest'
import { parseRdap } from '../../../../../shared/attribution/collectors/registration/parse-rdap.ts'
import { parseWhois } from '../../../../../shared/attribution/collectors/registration/parse-whois.ts'

const fields: [name: string, organization: string, expected: object][] = [
  [
    'Siltworks Ltd',
    'Redacted for privacy',
    { organization: 'Siltworks Ltd', name: null, privacy: 'none' },
  ],
  ['Siltworks Ltd', 'n/a', { organization: 'Siltworks Ltd', name: null, privacy: 'none' }],
  [
    'Siltworks Ltd',
    'Nicht verfügbar',
    { organization: 'Siltworks Ltd', name: null, privacy: 'none' },
  ],
  ['Ida Silt', 'Redacted for privacy', { organization: null, name: 'Ida Silt', privacy: 'none' }],
  [
    'Data withheld',
    'Redacted for privacy',
    { organization: null, name: null, privacy: 'redacted' },
  ],
  [
    'Data withheld',
    'Siltworks Ltd',
    { organization: 'Siltworks Ltd', name: null, privacy: 'none' },
  ],
  [
    'Ida Silt',
    'Siltworks Ltd',
    { organization: 'Siltworks Ltd', name: 'Ida Silt', privacy: 'none' },
  ],
  ['Siltworks Ltd', 'Whois Veil Ltd.', { organization: null, name: null, privacy: 'proxy' }],
]
test.each(fields)(
  'the name %j beside the organisation %j is read alike in WHOIS and RDAP',
  (fn, org, expected) => {
    const lines = [
      'Domain Name: siltworks.net',
      `Registrant Name: ${fn}`,
      `Registrant Organization: ${org}`,
    ]
    const rows = [['fn', {}, 'text', fn] as const, ['org', {}, 'text', org] as const]
    const object = {
      objectClassName: 'domain',
      ldhName: 'siltworks.net',
      entities: [{ roles: ['registrant'], vcardArray: ['vcard', rows] }],
    }
    for (const record of [
      parseWhois('siltworks.net', 'whois.example.net', lines.join('\n')),
      parseRdap('siltworks.net', 'rdap.example.net', object),
    ]) {
      const { organization, name } = record.registrant
      expect({ organization, name, privacy: record.privacy }).toEqual(expected)
    }
  },
)

test('labels may be joined words', () => {
  const lines = [
    'domainName: siltworks.net',
    'registrantOrganization: Siltworks Ltd',
    'registrarName: Silt Names LLC',
  ]
  const rest = ['creationDate: 2011-02-24', 'nameServers: ns1.silt.net ns2.silt.net']
  expect(
    parseWhois('siltworks.net', 'whois.example.net', [...lines, ...rest].join('\n')),
  ).toMatchObject({
    registrant: { organization: 'Siltworks Ltd' },
    registrar: { name: 'Silt Names LLC' },
    created_at: '2011-02-24T00:00:00Z',
    name_servers: ['ns1.silt.net', 'ns2.silt.net'],
  })
})

test('notes behind statuses and name servers are no part of them', () => {
  const lines = ['Domain Name: siltworks.net', 'Domain Status: ok -- https://silt.example/ok']
  const servers = ['Name Server: ns1.silt.net/192.0.2.1', 'Name Server: ns2.silt.net (192.0.2.2)']
  expect(
    parseWhois('siltworks.net', 'whois.example.net', [...lines, ...servers].join('\n')),
  ).toMatchObject({
    statuses: ['ok'],
    name_servers: ['ns1.silt.net', 'ns2.silt.net'],
  })
})
