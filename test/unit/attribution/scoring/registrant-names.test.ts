import { describe, expect, test } from 'vitest'
import { parseRdap } from '../../../../shared/attribution/collectors/registration/parse-rdap.ts'
import { parseWhois } from '../../../../shared/attribution/collectors/registration/parse-whois.ts'
import type { RegistrationRecord } from '../../../../shared/attribution/registration-record.ts'
import { score } from '../../../../shared/attribution/scoring/score.ts'
import { collected, dns, evidence, footer, NOW, page, site, target } from './sample-evidence.ts'

const DOMAIN = 'wren-4471.com'

const byRdap = (domain: string, text: string): RegistrationRecord =>
  parseRdap(domain, 'rdap.registry.example', {
    objectClassName: 'domain',
    ldhName: domain,
    events: [{ eventAction: 'registration', eventDate: '2011-05-01T00:00:00Z' }],
    entities: [
      {
        objectClassName: 'entity',
        roles: ['registrant'],
        vcardArray: [
          'vcard',
          [
            ['version', {}, 'text', '4.0'],
            ['fn', {}, 'text', text],
            ['org', {}, 'text', text],
          ],
        ],
      },
    ],
  })

const byWhois = (domain: string, text: string): RegistrationRecord =>
  parseWhois(
    domain,
    'whois.registry.example',
    `Domain Name: ${domain}\nCreation Date: 2011-05-01T00:00:00Z\nRegistrant Name: ${text}\nRegistrant Organization: ${text}\n`,
  )

const answer = (record: RegistrationRecord, notice?: string) => {
  const pages =
    notice === undefined ? [] : [site([page({ mentions: footer(notice), text: notice })])]
  const whois = collected('whois', {
    registrable_domain: record.domain,
    record,
    fallback_reason: null,
  })
  return score(target(record.domain), evidence(whois, collected('dns', dns()), ...pages), NOW)
    .result
}

describe.each([
  ['RDAP', byRdap],
  ['WHOIS', byWhois],
])('a registrant in %s', (_, read) => {
  test.each([
    'Unavailable',
    'Owner hidden',
    'Restricted',
    'Owner of wren-4471.com',
    'YinSi BaoHu Yi KaiQi',
    'Ej tillgänglig',
    'Nem elérhető',
    '未公開',
    'не указано',
    'Ravensmoor Privacy LLC',
    'RavensmoorPrivacy.com',
    'MaskMyDomain Inc',
    'WhoisHider Ltd',
    'TÃ¶pferei Ravensmoor GmbH',
  ])('"%s" is no operator', (text) => {
    expect(answer(read(DOMAIN, text))).toMatchObject({
      outcome: 'no_clear_entity',
      entity: null,
      candidates: [],
    })
  })

  test.each([
    'Ravensmoor Privacy Consulting Ltd',
    'Ravensmoor GDPR Tools Ltd',
    'Masked Heron Productions Ltd',
    'Ravensmoor Identity Guard LLC',
    'Ravensmoor Whois Software Ltd',
    'Ravensmoor Forge Ltd',
  ])('"%s" is the operator', (text) => {
    expect(answer(read(DOMAIN, text))).toMatchObject({
      outcome: 'attributed',
      entity: text,
      confidence: 0.85,
    })
  })

  test.each(['Glorbwix', 'vedi note sotto', '見本雑記'])(
    '"%s" alone is no sure operator',
    (text) => {
      expect(answer(read(DOMAIN, text)).confidence).toBeLessThan(0.85)
    },
  )

  test('the domain supports a text without a legal form', () => {
    expect(answer(read('glorbwix.com', 'Glorbwix'))).toMatchObject({
      entity: 'Glorbwix',
      confidence: 0.85,
    })
  })

  test('the domain or the page shows that a firm with the name of a privacy service is the operator', () => {
    const firm = 'Ravensmoor Privacy Ltd'
    expect(answer(read('ravensmoorprivacy.com', firm)).entity).toBe(firm)
    expect(answer(read('ravensmoor.com', firm)).entity).toBe(firm)
    expect(answer(read('privacy-4471.com', firm)).entity).toBeNull()
    const named = answer(read(DOMAIN, firm), `This site is operated by ${firm}`)
    expect(named.candidates.map(({ entity }) => entity)).toContain(firm)
  })

  test('a known privacy service is no operator of a domain with its name', () => {
    expect(answer(read('whoisguard.example', 'WhoisGuard, Inc.')).entity).toBeNull()
  })
})

describe('one firm in two spellings', () => {
  test.each([
    ['Schroeder & Kuehn GmbH', 'Schröder & Kühn GmbH'],
    ['Schroder & Kuhn GmbH', 'Schröder & Kühn GmbH'],
    ['SCHROEDER & KUEHN GMBH', 'Schröder & Kühn GmbH'],
    ['Soerensen Ovne ApS', 'Sørensen Ovne ApS'],
    ['Aaberg Bruk AB', 'Åberg Bruk AB'],
    ['Grossmann Brot KG', 'Großmann Brot KG'],
    ['Zolw Piekarnia Sp. z o.o.', 'Żółw Piekarnia Sp. z o.o.'],
  ])(
    'the registrant %s and the notice of %s are one operator, in the letters of the page',
    (registrant, owner) => {
      const { entity, candidates } = answer(byRdap(DOMAIN, registrant), `© 2024 ${owner}`)
      expect(entity).toBe(owner)
      expect(candidates).toHaveLength(1)
      expect(candidates[0]?.aliases).toEqual([registrant])
    },
  )

  test.each([
    ['Harlow Controls Forge Ltd', 'Harlow & Harlow Forge Ltd'],
    ['Pike & Pike Ltd', 'Pike & Sandford Ltd'],
    ['Bauer Forge GmbH', 'Baur Forge GmbH'],
  ])('the registrant %s is no alias of %s', (registrant, owner) => {
    const { candidates } = answer(byRdap(DOMAIN, registrant), `© 2024 ${owner}`)
    expect(candidates.map(({ entity }) => entity).sort()).toEqual([registrant, owner].sort())
    expect(candidates.flatMap(({ aliases }) => aliases)).toEqual([])
  })

  test('a letter with a mark joins the two spellings without it', () => {
    const record = byRdap(DOMAIN, 'Soerensen Ovne ApS')
    const lines = ['© 2024 Sorensen Ovne ApS', '© 2023 Sørensen Ovne ApS']
    const pages = lines.map((line) => page({ mentions: footer(line), text: line }))
    const whois = collected('whois', { registrable_domain: DOMAIN, record, fallback_reason: null })
    const { candidates } = score(
      target(DOMAIN),
      evidence(whois, collected('dns', dns()), site(pages)),
      NOW,
    ).result
    expect(candidates.map(({ entity }) => entity)).toEqual(['Sørensen Ovne ApS'])
  })
})
