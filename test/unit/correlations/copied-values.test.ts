import { describe, expect, test } from 'vitest'
import type { Basis } from '../../../shared/attribution/basis.ts'
import type { ScoringResult } from '../../../shared/attribution/scoring/scoring-result.ts'
import { correlate } from '../../../shared/correlations/correlate.ts'
import { correlationObjects } from '../../../shared/correlations/correlation-objects.ts'
import {
  type DomainFacts,
  factsOf,
  type KnownOperator,
} from '../../../shared/correlations/domain-facts.ts'
import { bundleText } from '../../../shared/jobs/stix/stix-object.ts'
import { bundleFaults, operatorsIn } from '../../contract/stix.ts'

const NOW = new Date('2026-11-26T12:00:00Z')
const BANK = 'Quillmere Assurance plc'
const link = (kind: string, value: string) => ({ kind, value })

/**
 * Values of a bank that anybody can read on its page, in its DNS zone and in its files, and so can
 * copy.
 */
const COPIED: Readonly<Record<string, ReturnType<typeof link>[]>> = {
  'an analytics id': [link('google_analytics', 'G-7Q2LK9ZB4M')],
  'a verification token': [link('verification_google', 'q7mX2vR9tL4')],
  'a seller id': [link('seller', 'google.com:pub-5128195443405738')],
  'a favicon': [link('favicon', '162475615')],
  'two social links': [link('social', 'x:quillmere'), link('social', 'linkedin:quillmere')],
  'a telephone number': [link('phone', '+442079460018')],
  'a VAT number': [link('vat', 'GB417283916')],
}
const ALL = Object.values(COPIED).flat()

interface Answer {
  entity?: string | null
  basis?: Basis | null
  links?: DomainFacts['links']
  registered?: string
  warnings?: ScoringResult['warnings']
}

function site(
  domain: string,
  { entity = null, basis = null, links = [], registered, warnings = [] }: Answer,
) {
  const result: ScoringResult = {
    domain,
    outcome: entity === null ? 'no_clear_entity' : 'attributed',
    entity,
    confidence: entity === null ? 0 : 0.94,
    basis,
    warnings,
    candidates:
      entity === null
        ? []
        : [
            {
              rank: 1,
              entity,
              aliases: [],
              entity_type: 'organization',
              confidence: 0.94,
              basis,
              signal_count: 3,
              rationale: '',
            },
          ],
    summary: '',
    collected_at: NOW.toISOString(),
    scorer_version: 'test',
  }
  const known: KnownOperator | null =
    entity === null ? null : { name: entity, parent: null, registered_at: registered ?? null }
  return factsOf(domain, result, links, known, NOW)
}

const bank = (basis: Basis, links = ALL) =>
  site('quillmere-assurance.co.uk', {
    entity: BANK,
    basis,
    links,
    registered: '2001-02-03T00:00:00Z',
  })
const casino = (more: Answer = {}) => site('midnight-roulette-den.com', { links: ALL, ...more })
const compared = (...facts: DomainFacts[]) => correlate(facts, new Map())
const pairOf = (result: ReturnType<typeof correlate>) => result.pairs[0]

describe('identifiers of a bank on a site of a stranger', () => {
  const sets: [string, DomainFacts['links']][] = [...Object.entries(COPIED), ['all seven', ALL]]
  const bases: Basis[] = ['verified', 'corroborated', 'stated']
  const cases = sets.flatMap(([what, links]) => bases.map((basis) => [what, basis, links] as const))

  test.each(cases)('%s of a bank whose answer is %s form no group', (_, basis, links) => {
    const result = compared(bank(basis), casino({ links }))
    expect(result.clusters).toEqual([])
    expect(pairOf(result)?.score).toBeLessThan(0.5)
    for (const { copyable } of pairOf(result)?.signals ?? []) expect(copyable).toBe(true)
  })

  test.each<[string, Answer]>([
    ['only states its name', { entity: BANK, basis: 'stated' }],
    [
      'states its name and number, 20 days after the registration',
      corroborated('2026-11-06T00:00:00Z'),
    ],
    ['states its name and number, at an unknown age', { entity: BANK, basis: 'corroborated' }],
    [
      'states its name and number, and the analysis doubts it',
      { ...corroborated('2019-01-01T00:00:00Z'), ...doubted() },
    ],
  ])('a stranger that %s gets at most 0.6 and no operator', (_, answer) => {
    const result = compared(bank('verified'), casino(answer))
    expect(pairOf(result)?.score).toBeLessThanOrEqual(0.6)
    for (const { entity, confidence, shared_signals: shared, summary } of result.clusters) {
      expect(entity).toBeNull()
      expect(confidence).toBeLessThanOrEqual(0.6)
      expect(shared.map(({ copyable }) => copyable)).not.toContain(false)
      expect(summary).toContain('Anybody can copy all that they share')
    }
  })

  test('a stranger neither enters the group of the bank nor takes its name away', () => {
    const certificate = link('shared_certificate', 'quillmere-assurance.co.uk')
    const second = site('quillmere-direct.co.uk', {
      entity: BANK,
      basis: 'stated',
      links: [...ALL, certificate],
    })
    const strangers = Array.from({ length: 5 }, (_, n) =>
      site(`night-casino-${n}.com`, { entity: BANK, basis: 'stated', links: ALL }),
    )
    const { clusters } = compared(bank('verified'), second, ...strangers)
    const [group] = clusters.filter(({ entity }) => entity !== null)
    expect(group?.domains).toEqual(['quillmere-assurance.co.uk', 'quillmere-direct.co.uk'])
    expect(
      clusters.flatMap(({ domains }) => domains).filter((domain) => domain.startsWith('night')),
    ).toHaveLength(5)
  })

  test('a stranger at the same host is no customer of the bank', () => {
    const servers = link('name_servers', 'ns1.smallhost.net ns2.smallhost.net')
    const host = site('smallhost.net', {
      entity: 'Smallhost Ltd',
      basis: 'verified',
      links: [servers],
    })
    const result = compared(
      host,
      bank('verified', [...ALL, servers]),
      casino({ links: [...ALL, servers] }),
    )
    const pair = result.pairs.find(
      ({ a, b }) => `${a} ${b}`.includes('roulette') && `${a} ${b}`.includes('quillmere'),
    )
    expect(pair?.score).toBeLessThan(0.5)
  })
})

function corroborated(registered: string): Answer {
  return { entity: BANK, basis: 'corroborated', registered }
}

function doubted(): Answer {
  return { warnings: [{ kind: 'unconfirmed_claim', severity: 'high', entity: BANK, detail: '' }] }
}

describe('facts that nobody can copy', () => {
  const second = (more: Answer) =>
    site('quillmere-direct.co.uk', { entity: BANK, basis: 'stated', ...more })
  const old = '2012-01-01T00:00:00Z'

  test.each<[string, DomainFacts, DomainFacts]>([
    [
      'a joint certificate',
      bank('stated'),
      second({ links: [...ALL, link('shared_certificate', 'quillmere-assurance.co.uk')] }),
    ],
    [
      'name servers of one of the domains',
      bank('stated', [
        ...ALL,
        link('name_servers', 'ns1.quillmere-assurance.co.uk ns2.quillmere-assurance.co.uk'),
      ]),
      second({
        links: [
          ...ALL,
          link('name_servers', 'ns1.quillmere-assurance.co.uk ns2.quillmere-assurance.co.uk'),
        ],
      }),
    ],
    [
      'statements of both sides about each other',
      bank('stated', [...ALL, link('controls', 'quillmere-direct.co.uk')]),
      second({ links: [...ALL, link('controlled_by', 'quillmere-assurance.co.uk')] }),
    ],
    ['one operator of two verified answers', bank('verified'), second({ basis: 'verified' })],
    [
      'one operator of two corroborated answers',
      bank('corroborated'),
      second({ basis: 'corroborated', registered: old }),
    ],
  ])('%s names the operator of the group', (_, first, other) => {
    const result = compared(first, other)
    expect(result.clusters).toMatchObject([{ entity: BANK, domains: [first.domain, other.domain] }])
    expect(pairOf(result)?.score).toBeGreaterThan(0.8)
    expect(pairOf(result)?.signals.map(({ copyable }) => copyable)).toContain(false)
  })

  test('a registrant text needs two verified answers', () => {
    const registrant = [link('registrant_organization', 'quillmere assurance')]
    const of = (basis: Basis) =>
      pairOf(
        compared(
          bank('verified', registrant),
          second({ basis, links: registrant, registered: old }),
        ),
      )
    const copyable = (basis: Basis) =>
      of(basis)?.signals.find(({ signal }) => signal === 'registrant_organization')?.copyable
    expect([copyable('verified'), copyable('corroborated'), copyable('stated')]).toEqual([
      false,
      true,
      true,
    ])
  })
})

test('a bundle for other programs contains no operator for a group of copied values', () => {
  const result = compared(bank('stated'), casino({ entity: BANK, basis: 'stated' }))
  const domains = result.clusters
    .flatMap((cluster) => cluster.domains)
    .map((domain) => ({ domain, analysis: null }))
  const objects = correlationObjects(result, domains, {
    id: 'cor_01h455vb4pex5vsknk084sn02q',
    completedAt: NOW.toISOString(),
    publicUrl: 'https://api.attribution.example',
  })
  expect(operatorsIn(objects)).toEqual([])
  expect(bundleFaults(bundleText(objects))).toEqual([])
})
