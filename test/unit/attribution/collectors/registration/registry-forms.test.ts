import { describe, expect, test } from 'vitest'
import { parseWhois } from '../../../../../shared/attribution/collectors/registration/parse-whois.ts'
import {
  bareRegistrarName,
  isOrganizationName,
} from '../../../../../shared/attribution/collectors/registration/party-names.ts'

const read = (...lines: string[]) =>
  parseWhois('siltworks.net', 'whois.example.net', lines.join('\n'))
const DOMAIN = ['Domain: siltworks.net', 'Created: 2011-02-03']

const signed: [form: string, lines: string[], dnssec: boolean | null][] = [
  ['a key of the zone', ['Dnskey: 257 3 13 mdsswUyr3DPW'], true],
  ['a digest of a key', ['DNSSEC DS Data: 4471 13 2 AB12CD'], true],
  [
    'a list of keys',
    ['', 'Keys:', '\tkeyTag:4471 flags:KSK protocol:3 algorithm:13 pubKey:mdss'],
    true,
  ],
  [
    'keys that begin with their flags',
    ['', 'Keys:', '    flags:KSK protocol:3 algorithm:13 pubKey:mdss'],
    true,
  ],
  ['a label in two words', ['DNSSEC signed: no'], false],
  ['a stated state before a key', ['DNSSEC: unsigned', 'DS Data: 4471 13 2 AB12CD'], false],
  ['no key in an empty label', ['DS records:', '', 'Signing Key:'], null],
  ['no key in a note', ['DS records: none'], null],
]
test.each(signed)('%s states if the zone is signed', (_, lines, dnssec) => {
  expect(read(...DOMAIN, ...lines).dnssec).toBe(dnssec)
})

const statuses: [form: string, lines: string[], statuses: string[]][] = [
  [
    'flags',
    ['', 'Flags:', '\tclientTransferProhibited', '\tserverHold'],
    ['clientTransferProhibited', 'serverHold'],
  ],
  ['an EPP status', ['EPP Status: clientHold'], ['clientHold']],
  ['no flags of a key', ['', 'Keys:', '    flags:ZSK protocol:3 pubKey:mdss'], []],
]
test.each(statuses)('%s give the statuses of the domain', (_, lines, expected) => {
  expect(read(...DOMAIN, ...lines).statuses).toEqual(expected)
})

const facts: [form: string, lines: string[], expected: object][] = [
  [
    'a date of issue',
    ['Domain: siltworks.net', 'Issue Date: 03/02/2011'],
    { created_at: '2011-02-03T00:00:00Z' },
  ],
  [
    'a name below the handle of its contact',
    [
      ...DOMAIN,
      'g [Registrant Code]',
      '  (SILT4471)',
      '  Siltworks Jaya Sdn Bhd',
      '  8 Jalan Lumpur',
    ],
    { registrant: { organization: 'Siltworks Jaya Sdn Bhd', name: null } },
  ],
  [
    'a person below the handle of its contact',
    [...DOMAIN, 'Registrant:', '  (SW-4471)', '  Ida Silt', '  8 Mud Lane'],
    { registrant: { organization: null, name: 'Ida Silt' } },
  ],
  [
    'a company with its form in front',
    [...DOMAIN, 'Owner: Công ty Cổ phần Phù Sa Đỏ'],
    { registrant: { organization: 'Công ty Cổ phần Phù Sa Đỏ', name: null } },
  ],
  [
    'a school in another script',
    [...DOMAIN, 'Registrant: 江口陶艺学院'],
    { registrant: { organization: '江口陶艺学院', name: null } },
  ],
  [
    'a whole sentence instead of a registrant',
    [...DOMAIN, 'Registrant: De gegevens van de houder worden niet vrijgegeven'],
    { registrant: { organization: null, name: null }, privacy: 'redacted' },
  ],
]
test.each(facts)('%s is read', (_, lines, expected) => {
  expect(read(...lines)).toMatchObject(expected)
})

describe('kinds of names', () => {
  test.each([
    'Công ty TNHH Phù Sa',
    'PT. Lumpur Merah',
    'OÜ Mudakoda',
    'АО Глиняный Берег',
    'S.A.R.L. Limon',
    'شركة الطمي الأحمر',
    'Институт глины',
    'Mulj DOO Beograd',
    'Silt GmbH Trier',
    'Тиња ДООЕЛ Скопје',
    '江口大学',
    '江口市役所',
    '강어귀 대학교',
  ])('%j is an organisation', (name) => {
    expect(isOrganizationName(name)).toBe(true)
  })
  test.each([
    'AB Silt',
    'MARIA SAS SILT',
    'Ida McSilt Moor',
    'PT Barnes',
    'Sia Mudd',
    'As Said Omar',
    'Иван Глинкин',
    '江小明',
    'Dr. Ida Silt',
  ])('%j may be a person', (name) => {
    expect(isOrganizationName(name)).toBe(false)
  })
})

test.each([
  ['Silt Names LLC #4471', 'Silt Names LLC'],
  ['Silt Names LLC, IANA ID: 4471', 'Silt Names LLC'],
  ['Silt Names LLC / www.silt.example', 'Silt Names LLC'],
  ['Silt Names 24', 'Silt Names 24'],
])('the registrar %j is %j', (stated, name) => {
  expect(bareRegistrarName(stated)).toBe(name)
})
