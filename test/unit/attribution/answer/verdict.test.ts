import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAnswerFacts } from '../../../../shared/attribution/answer/answer-facts.ts'
import { Verdict, verdictOf, warningTitle } from '../../../../shared/attribution/answer/verdict.ts'
import {
  type EntitySignals,
  type ScoringResult,
  WARNING_KINDS,
  WARNING_SEVERITIES,
  type Warning,
} from '../../../../shared/attribution/scoring/scoring-result.ts'
import { collected, dns, page, probe, whois } from '../scoring/sample-evidence.ts'

const COLLECTED_AT = '2026-11-20T12:00:00.000Z'

const result = (from: Partial<ScoringResult> = {}): ScoringResult => ({
  domain: 'tealharbour.com',
  outcome: 'attributed',
  entity: 'Teal Harbour, Inc.',
  confidence: 0.978,
  basis: 'verified',
  warnings: [],
  candidates: [
    {
      rank: 1,
      entity: 'Teal Harbour, Inc.',
      aliases: [],
      entity_type: 'organization',
      confidence: 0.978,
      basis: 'verified',
      signal_count: 3,
      rationale: 'The legal notice names it.',
    },
  ],
  summary: 'Teal Harbour, Inc. operates the domain.',
  collected_at: COLLECTED_AT,
  scorer_version: '1',
  ...from,
})

const warning = (kind: Warning['kind'], entity: string | null = null): Warning => ({
  kind,
  severity: WARNING_SEVERITIES[kind],
  entity,
  detail: 'A detail.',
})

const verdict = (from: Partial<ScoringResult>, signals: EntitySignals[] = []) =>
  verdictOf({
    domain: 'tealharbour.com',
    depth: 'quick',
    passive: false,
    result: result(from),
    signals,
    evidence: [],
  })

const nobody = { outcome: 'no_clear_entity', entity: null, basis: null, confidence: 0.2 } as const

describe('the headline', () => {
  test.each<[string, Partial<ScoringResult>, string]>([
    ['an operator', {}, 'Teal Harbour, Inc.'],
    ['nobody', nobody, 'Nobody could be named'],
    ['an imitation', { ...nobody, warnings: [warning('imitates')] }, 'Nobody could be named'],
    ['a free name', { ...nobody, warnings: [warning('not_registered')] }, 'Not registered'],
    ['several candidates', { ...nobody, outcome: 'ambiguous' }, 'The operator is not certain'],
  ])('of %s', (_, from, headline) => {
    expect(verdict(from).headline).toBe(headline)
  })
})

test('the confidence is explained as a number of right answers', () => {
  expect(verdict({}).meaning).toBe('Of 100 answers with this confidence, about 98 are right.')
  expect(verdict(nobody).meaning).toBe(
    'The first candidate has 20%. That is too little to name it.',
  )
  expect(verdict({ ...nobody, candidates: [] }).meaning).toBeNull()
})

test('a stated answer says that only the site says so', () => {
  expect(verdict({ basis: 'stated' }).basis_sentence).toBe(
    'The site says that it is operated by Teal Harbour, Inc.; no independent source confirms it.',
  )
})

test('every kind of warning has a title of its own, which names the company', () => {
  const titles = WARNING_KINDS.map((kind) => warningTitle(warning(kind), 17))
  expect(new Set(titles).size).toBe(WARNING_KINDS.length)
  expect(warningTitle(warning('imitates', 'Kork AG'))).toBe('Imitates Kork AG')
  expect(warningTitle(warning('very_young'), 17)).toBe('Registered 17 days before the analysis')
  expect(warningTitle(warning('very_young'), 1)).toBe('Registered 1 day before the analysis')
})

test('reasons are the strongest distinct sentences, and then those against the candidate', () => {
  const signal = (
    explanation: string,
    contribution: number,
    stance: 'supports' | 'contradicts' = 'supports',
  ) => ({
    signal: 'web_imprint',
    collector: 'http_probe',
    observed: 'x'.repeat(2_000),
    contribution,
    stance,
    explanation,
  })
  const { reasons } = verdict({}, [
    {
      entity: 'Teal Harbour, Inc.',
      aliases: [],
      confidence: 0.978,
      signals: [
        signal('A', 0.5),
        signal('A', 0.2),
        signal('B', 0.1),
        signal('C', 0.01),
        signal('D', 0.004),
        signal('E', 0, 'contradicts'),
      ],
      correlations: [],
    },
  ])
  expect(reasons.map(({ text, strength }) => [text, strength])).toEqual([
    ['A', 'strong'],
    ['B', 'medium'],
    ['C', 'weak'],
    ['E', null],
  ])
  expect(reasons[0]).toMatchObject({ source: 'Web site' })
  expect(reasons[0]?.observed).toHaveLength(300)
})

describe('facts', () => {
  const DOMAIN = 'tealharbour.com'
  const read = (...evidence: { collector: string; data: unknown }[]) =>
    readAnswerFacts(DOMAIN, evidence, COLLECTED_AT)

  test('come from the registration, DNS, networks, certificate and page', () => {
    const facts = read(
      whois(DOMAIN, {
        created_at: '2026-11-03T13:00:00.000Z',
        registrar: {
          name: 'Gandi SAS',
          iana_id: '81',
          url: null,
          abuse_email: 'abuse@support.gandi.net',
          abuse_phone: '+33.170377661',
        },
      }),
      collected('dns', dns({ ns: ['ns1.x.net'], mx: [{ priority: 5, host: 'mx.x.net' }] })),
      collected('asn', {
        addresses: [
          {
            address: '192.0.2.1',
            asn: 64_500,
            prefix: null,
            country: 'FR',
            registry: null,
            as_name: 'X-NET',
          },
        ],
      }),
      collected('http_probe', probe({ pages: [page({ title: ' Teal Harbour ' })] })),
    )
    expect(facts).toMatchObject({
      registration: {
        outcome: 'registered',
        age_days: 16,
        registrar: 'Gandi SAS',
        abuse_email: 'abuse@support.gandi.net',
        registrant: null,
      },
      hosting: {
        addresses: [{ address: '192.0.2.1', asn: 64_500, network: 'X-NET', country: 'FR' }],
      },
      name_servers: ['ns1.x.net'],
      mail_hosts: ['mx.x.net'],
      tls_certificate: null,
      page: { title: 'Teal Harbour', language: 'en' },
    })
  })

  test('name the newest logged certificate of the domain itself', () => {
    const logged = (id: string, names: string[], from: string) => ({
      id,
      issuer: `Issuer ${id}`,
      subject_organization: null,
      names,
      not_before: from,
      not_after: '2027-01-01T00:00:00Z',
    })
    const { tls_certificate: found } = read(
      collected('certificates', {
        provider: 'crt.sh',
        truncated: false,
        certificates: [
          logged('old', [DOMAIN], '2025-01-01T00:00:00Z'),
          logged('new', [DOMAIN], '2026-01-01T00:00:00Z'),
          logged('other', [`mail.${DOMAIN}`], '2026-05-01T00:00:00Z'),
        ],
      }),
    )
    expect(found).toMatchObject({ issuer: 'Issuer new', read_from: 'logs' })
  })

  test('show no registrant that a privacy service stands for', () => {
    const registrant = { organization: 'Proxy Ltd', name: null, country: 'IS', email_domain: null }
    expect(read(whois(DOMAIN, { registrant, privacy: 'proxy' })).registration).toMatchObject({
      registrant: null,
      registrant_country: 'IS',
    })
  })

  test('a domain that takes no mail has no mail host', () => {
    expect(read(collected('dns', dns({ mx: [{ priority: 0, host: '.' }] }))).mail_hosts).toEqual([])
  })

  test('evidence in any form gives valid facts of limited size', () => {
    const data = fc.oneof(fc.anything(), fc.constant(null))
    const names = fc.constantFrom('dns', 'whois', 'asn', 'http_probe', 'certificates', 'other')
    fc.assert(
      fc.property(fc.array(fc.record({ collector: names, data })), (evidence) => {
        const facts = read(...evidence)
        expect(JSON.stringify(facts).length).toBeLessThan(30_000)
      }),
    )
  })

  test('long values are cut', () => {
    const facts = read(
      whois(DOMAIN, { statuses: Array.from({ length: 90 }, () => 's'.repeat(5_000)) }),
      collected('http_probe', probe({ pages: [page({ title: 't'.repeat(9_000) })] })),
      collected('dns', dns({ ns: Array.from({ length: 99 }, (_, n) => `ns${n}.x.net`) })),
    )
    expect(facts.page?.title).toHaveLength(200)
    expect(facts.name_servers).toHaveLength(8)
    expect(facts.registration.statuses[0]).toHaveLength(255)
  })
})

test('the verdict is what its schema describes', () => {
  expect(Verdict.parse(verdict({ warnings: [warning('parked')] }))).toMatchObject({
    basis_label: 'Verified',
    is_registered: true,
    warnings: [{ kind: 'parked', title: 'Parked' }],
  })
})
