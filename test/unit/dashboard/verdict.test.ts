import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ageText,
  dayText,
  issuerName,
  languageName,
  networksOf,
} from '../../../workers/dashboard/parts/verdict/fact-words.ts'
import { reportText } from '../../../workers/dashboard/parts/verdict/report-text.ts'
import {
  candidateParts,
  needsComparison,
  type Reason,
  shownReasons,
  type Verdict,
} from '../../../workers/dashboard/parts/verdict/verdict-parts.ts'
import { warningTitle } from '../../../workers/dashboard/parts/warning-words.ts'

const FACTS: Verdict['facts'] = {
  registration: {
    outcome: 'registered',
    registered_at: '2026-11-09T10:00:00.000Z',
    expires_at: null,
    age_days: 17,
    registrar: 'Fernhill Names',
    registrar_iana_id: '9999',
    abuse_email: 'abuse@fernhill.example',
    abuse_phone: null,
    registrant: null,
    registrant_country: null,
    statuses: ['client transfer prohibited'],
  },
  hosting: {
    addresses: [{ address: '192.0.2.7', asn: 64_500, network: 'FERNHILL', country: 'DE' }],
  },
  name_servers: ['ns1.fernhill.example'],
  mail_hosts: [],
  tls_certificate: null,
  page: { url: 'https://bad.example/login', title: 'Refund', description: null, language: 'en' },
  picture: null,
}

const verdict = (change: Partial<Verdict> = {}): Verdict => ({
  domain: 'bad.example',
  domain_unicode: 'bad.example',
  depth: 'deep',
  passive: false,
  outcome: 'no_clear_entity',
  entity: null,
  entity_type: null,
  confidence: 0,
  headline: 'Nobody could be named',
  is_registered: true,
  meaning: null,
  basis: null,
  basis_label: null,
  basis_sentence: null,
  warnings: [],
  summary: '',
  candidates: [],
  reasons: [],
  facts: FACTS,
  collected_at: '2026-11-26T10:00:00.000Z',
  ...change,
})

const candidate = (entity: string, confidence: number): Verdict['candidates'][number] => ({
  entity,
  entity_type: 'organization',
  confidence,
  basis: 'stated',
  rationale: '',
})

const reason = (text: string, stance: Reason['stance']): Reason => ({
  text,
  observed: '',
  source: 'DNS',
  stance,
  strength: stance === 'supports' ? 'weak' : null,
})

describe('a verdict', () => {
  test('shows the three strongest reasons, and one that speaks against the candidate', () => {
    const reasons = [
      ...['a', 'b', 'c', 'd'].map((text) => reason(text, 'supports')),
      ...['x', 'y'].map((text) => reason(text, 'contradicts')),
    ]
    expect(shownReasons(reasons).map(({ text }) => text)).toEqual(['a', 'b', 'c', 'x'])
  })

  test('compares candidates unless the only one is named', () => {
    const [one, other] = [candidate('One', 0.7), candidate('Other', 0.2)]
    expect(needsComparison(verdict({ outcome: 'attributed', candidates: [one] }))).toBe(false)
    expect(needsComparison(verdict({ outcome: 'attributed', candidates: [one, other] }))).toBe(true)
    expect(needsComparison(verdict({ candidates: [one] }))).toBe(true)
    expect(needsComparison(verdict())).toBe(false)
    expect(candidateParts([one, other])).toEqual([
      { name: 'One', confidence: 0.7 },
      { name: 'Other', confidence: 0.2 },
    ])
  })
})

describe('the text of a report', () => {
  test('names domain, registration, host and date, and has no address that can be clicked', () => {
    const text = reportText(verdict())
    expect(text.split('\n')).toEqual([
      'Domain: bad[.]example',
      'Registrar: Fernhill Names',
      'IANA id of the registrar: 9999',
      'Registered: 2026-11-09',
      'Status: client transfer prohibited',
      'Address: 192.0.2.7, AS64500, FERNHILL, DE',
      'Name servers: ns1[.]fernhill[.]example',
      'Page: hxxps://bad[.]example/login',
      'Title of the page: Refund',
      'Facts collected: 2026-11-26T10:00:00.000Z',
      '',
      'What we saw: ',
      '',
    ])
  })

  test('a hostile title stays on its line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (title) => {
        const page = { url: 'https://bad.example/', title, description: null, language: null }
        const lines = reportText(verdict({ facts: { ...FACTS, page } })).split(/[\n\r\u2028\u2029]/)
        return lines.length === (title === '' ? 12 : 13)
      }),
    )
  })
})

describe('words of facts', () => {
  test.each([
    [null, ''],
    [0, '0 days old'],
    [1, '1 day old'],
    [17, '17 days old'],
    [729, '729 days old'],
    [1_000, '2 years old'],
  ])('an age of %j days is %j', (days, text) => expect(ageText(days)).toBe(text))

  test.each([
    ['2026-11-09T23:59:59Z', 'Nov 9, 2026'],
    ['soon', 'soon'],
  ])('the day of %j is %j', (time, text) => expect(dayText(time)).toBe(text))

  test.each([
    ['C=US, O=DigiCert Inc, CN=DigiCert EV RSA CA G2', 'DigiCert Inc'],
    ['CN=R3', 'R3'],
    ['Sample Trust Services', 'Sample Trust Services'],
    ['', ''],
  ])('the issuer %j is named %j', (issuer, name) => expect(issuerName(issuer)).toBe(name))

  test('each network is named once, with its country', () => {
    const address = { address: '192.0.2.7', asn: 64_500, network: 'FERNHILL', country: 'DE' }
    const bare = { address: '192.0.2.9', asn: null, network: null, country: null }
    expect(networksOf([address, { ...address, address: '192.0.2.8' }, bare])).toEqual([
      'AS64500 FERNHILL, Germany',
    ])
  })

  test('codes of languages and countries from outside never fail', () => {
    expect(languageName('de')).toBe('German')
    fc.assert(fc.property(fc.string(), (code) => typeof languageName(code) === 'string'))
    fc.assert(
      fc.property(fc.string(), (country) => {
        const address = { address: '192.0.2.7', asn: null, network: null, country }
        return networksOf([address]).length <= 1
      }),
    )
  })
})

test.each([
  [{ kind: 'imitates', entity: 'Morrowdale Foods, Inc.' }, 'Imitates Morrowdale Foods, Inc.'],
  [{ kind: 'imitates', entity: null }, 'Imitates another company'],
  [{ kind: 'unconfirmed_claim', entity: 'Acme' }, 'Claims to be Acme'],
  [{ kind: 'parked', entity: null }, 'Parked'],
] as const)('the warning %j has the title %j', (warning, title) => {
  expect(warningTitle(warning)).toBe(title)
})
