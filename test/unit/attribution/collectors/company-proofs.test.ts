import { describe, expect, test } from 'vitest'
import type { EvidenceSet } from '../../../../shared/attribution/evidence.ts'
import type { RegisterAnswer } from '../../../../shared/attribution/witness-evidence.ts'
import { collected, dns, record, target, whois } from '../scoring/sample-evidence.ts'
import { answerOf, DOMAIN, gathered, kindsOf, known, LINK, NAME, OWN } from './company-answers.ts'
import { deepTools } from './sample-deep-tools.ts'
import type { SampleWorld } from './sample-tools.ts'

const HOME = `https://${OWN}/`
const deep = (pages: SampleWorld['pages'], more: SampleWorld = {}): SampleWorld => ({
  depth: 'deep',
  pages: { [HOME]: '<p>Organs</p>', ...pages },
  ...more,
})
const kindsIn = (heard: { kinds: string[] }[]): string[] => heard.flatMap(({ kinds }) => kinds)

describe('the name servers of the registry', () => {
  const inOwn = { name_servers: [`ns1.${OWN}`, `ns2.${OWN}`] }
  const network = (name: string): SampleWorld => ({
    dns: {
      [`A ns1.${OWN}`]: ['193.201.88.2'],
      [`A ns2.${OWN}`]: ['193.201.88.3'],
      'TXT 2.88.201.193.origin.asn.cymru.com': ['64999 | 193.201.88.0/24 | GB | ripencc | 2009'],
      'TXT 3.88.201.193.origin.asn.cymru.com': ['64999 | 193.201.88.0/24 | GB | ripencc | 2009'],
      'TXT as64999.asn.cymru.com': [`64999 | GB | ripencc | 2009-05-14 | ${name}, GB`],
    },
  })

  test('verify if all are in the company’s domain and network', async () => {
    const answer = await answerOf(
      network('KESTRELMOOR - Kestrelmoor GmbH'),
      [known()],
      gathered({ record: inOwn }),
    )
    expect(kindsIn(answer.heard)).toEqual(['name_servers'])
    expect(answer.result.basis).toBe('verified')
  })

  test.each([
    [
      'one of them is elsewhere',
      'KESTRELMOOR',
      { name_servers: [`ns1.${OWN}`, 'ns.evil.example'] },
    ],
    ['they come from WHOIS', 'KESTRELMOOR', { ...inOwn, source: 'whois' as const }],
    ['only the zone names them', 'KESTRELMOOR', {}],
    ['they are a white label of a cloud', 'AMAZON-02 - Amazon.com, Inc.', inOwn],
    ['they are a white label of a DNS service', 'NSONE - NSONE Inc', inOwn],
  ])('do not verify if %s', async (_, name, from) => {
    const zone = { dns: collected('dns', dns({ ns: inOwn.name_servers })) }
    const earlier = { ...gathered({ record: from }), ...zone }
    expect(kindsIn((await answerOf(network(name), [known()], earlier)).heard)).toEqual([])
  })

  test('do not verify if the company is a host, because its customers have them too', async () => {
    const name = 'Hetzner Online GmbH'
    const company = known({ name, normalized_name: 'hetzneronline' })
    const earlier = gathered({ name, record: inOwn })
    const answer = await answerOf(network('KESTRELMOOR'), [company], earlier)
    expect(answer.heard).toMatchObject([{ kinds: [] }])
  })

  test('do not verify if their network is unknown', async () => {
    const answer = await answerOf({}, [known()], gathered({ record: inOwn }))
    expect(kindsIn(answer.heard)).toEqual([])
  })
})

describe('the Microsoft tenant', () => {
  const tenantUrl = (domain: string): string =>
    `https://login.microsoftonline.com/${domain}/v2.0/.well-known/openid-configuration`
  const GUID = '5c0f4b7e-0c2d-4a9b-8f51-7d1f6f0e9a11'
  const metadata = (guid: string): string =>
    JSON.stringify({ issuer: `https://login.microsoftonline.com/${guid}/v2.0` })
  const tenants = (site: string | null, company: string | null): SampleWorld =>
    deep(
      {},
      {
        upstream: {
          ...(site === null ? {} : { [tenantUrl(DOMAIN)]: metadata(site) }),
          ...(company === null ? {} : { [tenantUrl(OWN)]: metadata(company) }),
        },
      },
    )

  test('verifies if it holds both domains', async () => {
    const answer = await answerOf(tenants(GUID, GUID.toUpperCase()), [known()])
    expect(kindsIn(answer.heard)).toEqual(['tenant'])
    expect(answer.result).toMatchObject({ entity: NAME, basis: 'verified' })
  })

  test.each([
    ['of personal accounts', '9188040d-6c67-4c5b-b112-36a304b66dad', undefined, {}],
    ['of a domain that is younger than a year', GUID, { created_at: '2026-06-01T00:00:00Z' }, {}],
    ['of a domain of unknown age', GUID, { created_at: null }, {}],
    ['while the questions are switched off', GUID, undefined, { comparesTenants: false }],
  ])('does not verify if it is one %s', async (_, guid, from, tools) => {
    const earlier = gathered(from === undefined ? {} : { record: from })
    const company = known({ registered_at: '2004-01-01T00:00:00.000Z' })
    const world = tenants(guid, guid)
    const answer = await answerOf(
      world,
      [company],
      earlier,
      target(DOMAIN),
      deepTools({ comparesTenants: true, ...tools }),
    )
    expect(kindsIn(answer.heard)).toEqual([])
    if (guid === GUID)
      expect(answer.asked.filter((question) => question.startsWith('upstream'))).toEqual([])
  })

  test.each([
    ['another company', GUID, '00000000-0c2d-4a9b-8f51-7d1f6f0e9a11'],
    ['the company alone', null, GUID],
    ['the site alone', GUID, null],
  ])('does not verify if it holds %s', async (_, site, company) => {
    expect(kindsIn((await answerOf(tenants(site, company), [known()])).heard)).toEqual([])
  })

  test('is not asked about for a domain that only the site gives', async () => {
    const earlier = gathered({
      probe: {
        related_registrations: [
          { domain: OWN, relation: 'canonical', record: record(OWN, { created_at: '2004-01-01' }) },
        ],
      },
    })
    const pages = earlier.http_probe?.data?.pages ?? []
    if (pages[0] !== undefined) pages[0].canonical = HOME
    const answer = await answerOf(tenants(GUID, GUID), [], earlier)
    expect(answer.heard).toMatchObject([{ known_by: 'page', kinds: [] }])
    expect(answer.result.basis).toBe('stated')
  })
})

describe('a second domain of an attacker', () => {
  const SECOND = 'kestrelmoor.net'
  const pointing = (): EvidenceSet => {
    const earlier = gathered({
      probe: {
        related_registrations: [
          {
            domain: SECOND,
            relation: 'canonical',
            record: record(SECOND, { created_at: '2003-01-01T00:00:00.000Z' }),
          },
        ],
      },
    })
    const pages = earlier.http_probe?.data?.pages ?? []
    if (pages[0] !== undefined) pages[0].canonical = `https://${SECOND}/`
    return earlier
  }
  const confirming = deep({ [`https://${SECOND}/`]: `<footer>${LINK}</footer>` })

  test('does not verify the company that it poses as', async () => {
    const answer = await answerOf(confirming, [], pointing())
    expect(answer.heard).toMatchObject([{ known_by: 'page', kinds: ['link'] }])
    expect(answer.result.basis).toBe('stated')
  })

  test('does not overrule the silence of the company’s own domain', async () => {
    const answer = await answerOf(confirming, [known()], pointing())
    expect(answer.result).toMatchObject({ basis: 'stated', confidence: 0.85 })
    expect(kindsOf(answer)).toContain('unconfirmed_claim')
  })
})

describe('a certificate of both domains', () => {
  const certificate = (names: string[], not_before = '2026-01-01T00:00:00Z') => ({
    fingerprint: 'ab',
    issuer: 'Test CA',
    validation: 'dv' as const,
    organization: null,
    country: null,
    serial_number: null,
    jurisdiction: null,
    organization_identifier: null,
    names,
    not_before,
    not_after: '2027-01-01T00:00:00Z',
  })
  type Outcome = 'proven' | 'key_not_proven'
  const seenAt = (host: string, names: string[], outcome: Outcome = 'proven', from?: string) => ({
    host,
    outcome,
    tls_version: '1.3' as const,
    certificate: certificate(names, from),
  })
  const both = [DOMAIN, `www.${OWN}`]
  const live = (...given: Parameters<typeof seenAt>): EvidenceSet => ({
    ...gathered(),
    live_certificate: collected('live_certificate', { site: seenAt(...given), mark: null }),
  })

  test('verifies if the site proves its key', async () => {
    const answer = await answerOf({}, [known()], live(DOMAIN, both))
    expect(kindsIn(answer.heard)).toEqual(['certificate'])
    expect(answer.result.basis).toBe('verified')
  })

  test('verifies if the company’s own host proves its key', async () => {
    const world = deep({}, { certificates: { [OWN]: seenAt(OWN, both) } })
    expect(kindsIn((await answerOf(world, [known()])).heard)).toEqual(['certificate'])
  })

  test.each([
    ['a copied chain', live(DOMAIN, both, 'key_not_proven')],
    ['one older than the registration', live(DOMAIN, both, 'proven', '2014-01-01T00:00:00Z')],
    ['one of a CDN', live(DOMAIN, [...both, 'sni.cloudflaressl.com'])],
    [
      'one with many customers',
      live(DOMAIN, [...both, ...Array.from({ length: 9 }, (_, index) => `kork${index}.example`)]),
    ],
    ['one without the company', live(DOMAIN, [DOMAIN])],
    ['one with only a subdomain of the company', live(DOMAIN, [DOMAIN, `user.cs.${OWN}`])],
    ['one with only a subdomain of the target', live(DOMAIN, [`old.${DOMAIN}`, OWN])],
  ])('does not verify by %s', async (_, earlier) => {
    expect(kindsIn((await answerOf({}, [known()], earlier)).heard)).toEqual([])
  })

  test('of a platform says nothing about its customers', async () => {
    const platform = known({ domain: 'github.com', normalized_name: 'kestrelmoor' })
    const earlier = live('kork.github.io', ['*.github.io', 'github.com'])
    const customer = { domain: 'kork.github.io', registrableDomain: 'github.io' }
    const answer = await answerOf({}, [platform], earlier, customer)
    expect(kindsIn(answer.heard)).toEqual([])
  })
})

describe('a website in the register entry of the stated number', () => {
  const entry = (
    from: Partial<RegisterAnswer> = {},
    created_at: string | null = '2004-01-01T00:00:00.000Z',
  ): EvidenceSet => ({
    ...gathered({
      probe: {
        related_registrations: [
          {
            domain: OWN,
            relation: 'owner_domain',
            record: record(OWN, { created_at }),
          },
        ],
      },
    }),
    company_register: collected('company_register', {
      unasked: 0,
      answers: [
        {
          register: 'brreg',
          country: 'NO',
          number: '923609016',
          stated_on: `https://${DOMAIN}/imprint`,
          outcome: 'found',
          name: NAME,
          other_names: [],
          websites: [OWN],
          is_active: true,
          asked_at: '2026-11-21T12:00:00.000Z',
          ...from,
        },
      ],
    }),
  })

  test('is the company’s own domain, which can verify', async () => {
    const answer = await answerOf(deep({ [HOME]: `<footer>${LINK}</footer>` }), [], entry())
    expect(answer.heard).toEqual([{ known_by: 'register', outcome: 'asked', kinds: ['link'] }])
    expect(answer.result).toMatchObject({ entity: NAME, basis: 'verified' })
  })

  test('limits a site that copied the number', async () => {
    const answer = await answerOf(deep({}), [], entry())
    expect(answer.result).toMatchObject({ basis: 'stated', confidence: 0.85 })
    expect(kindsOf(answer)).toContain('unconfirmed_claim')
  })

  test.each([
    ['registered again a month ago', '2026-10-20T00:00:00.000Z'],
    ['of unknown age', null],
  ])('of a domain %s does not verify', async (_, created_at) => {
    const home = deep({ [HOME]: `<footer>${LINK}</footer>` })
    const young = whois(DOMAIN, { created_at: '2026-11-01T00:00:00.000Z' })
    const earlier = { ...entry({}, created_at), whois: young }
    const answer = await answerOf(home, [], earlier)
    expect(answer.heard.map(({ known_by }) => known_by)).not.toContain('register')
    expect(answer.result.basis).toBe('stated')
  })

  test('makes the domain of a corroborated answer the company’s own', async () => {
    const company = known({ basis: 'corroborated', redirect_domain: DOMAIN })
    const answer = await answerOf({}, [company], entry())
    expect(answer.heard).toEqual([{ known_by: 'register', outcome: 'stored', kinds: ['redirect'] }])
  })

  test.each([
    ['of another company', { name: 'Otherfirm AS' }],
    ['of a dissolved company', { is_active: false }],
    ['that is the analyzed domain', { websites: [DOMAIN] }],
    ['on a platform', { websites: ['facebook.com'] }],
    ['of a throttled answer', { outcome: 'throttled' as const }],
  ])('is not used if it is one %s', async (_, from) => {
    expect((await answerOf({}, [], entry(from))).heard).toEqual([])
  })
})
